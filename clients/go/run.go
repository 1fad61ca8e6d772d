package lawspeaker

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/status"

	"lawspeaker/pb/wire"
)

const (
	// keepaliveAfter is the silence after which the connection is asked whether it lives; referees allow 5 s and more.
	keepaliveAfter = 15 * time.Second
	// keepaliveWithin is how long it has to answer.
	keepaliveWithin = 5 * time.Second
	// mostReceived and mostSent are bytes of a message from the referee, and of one to it.
	mostReceived = 16 << 20
	mostSent     = 1 << 20
	// transportWithin is how long one transport may take to be ready: gRPC's own default, which its pauses between tries
	// would replace otherwise.
	transportWithin = 20 * time.Second
	// noticeAfter is how long there is no referee until a line says so.
	noticeAfter = 2 * time.Second
)

// Main is the last line of a bot's main: it plays until the referee says goodbye. If it cannot it prints one line to
// stderr and ends the process with 1, and with 130 after Ctrl-C.
func Main(bot Bot, config Config) {
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)
	go func() {
		<-interrupted
		os.Exit(130) // at once, however long the bot thinks
	}()
	if err := Run(context.Background(), bot, config); err != nil {
		fmt.Fprintln(os.Stderr, "lawspeaker-bot:", err)
		os.Exit(1)
	}
}

// Run plays matches until the referee says goodbye. Fails with ErrConfig, ErrUnreachable, ErrRefused, ErrLost, ErrPicks
// or ErrNoStubs, with the context's error, or with what the bot fails with.
//
// When it succeeds every call of the bot has returned. When it fails there may be some that have not; their context has
// ended.
func Run(ctx context.Context, bot Bot, config Config) error {
	config, err := config.filled()
	if err != nil {
		return err
	}
	if err := checkMethods(bot); err != nil {
		return err
	}
	hello, err := config.hello()
	if err != nil {
		return err
	}
	connect := func() (*grpc.ClientConn, error) { return newConnection(config) }
	conn, err := firstConnection(ctx, config, connect)
	if err != nil {
		return err
	}
	s := &session{
		bot: bot, hello: hello, seed: config.Seed, connect: connect, log: config.Logger, maxMatches: config.MaxMatches,
		patience: newPatience(config.ReconnectWithin, config.Backoff), welcomeWithin: config.ConnectWithin,
	}
	return s.play(ctx, conn)
}

func newConnection(config Config) (*grpc.ClientConn, error) {
	transport := insecure.NewCredentials()
	if config.TLS != nil {
		transport = credentials.NewTLS(config.TLS)
	}
	conn, err := grpc.NewClient(config.Address,
		grpc.WithTransportCredentials(transport),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: keepaliveAfter, Timeout: keepaliveWithin}),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(mostReceived), grpc.MaxCallSendMsgSize(mostSent)),
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff:           backoff.Config{BaseDelay: 100 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: time.Second},
			MinConnectTimeout: transportWithin,
		}),
	)
	if err != nil {
		return nil, fmt.Errorf("%w: the address %s: %w", ErrConfig, config.Address, err)
	}
	return conn, nil
}

// firstConnection waits for a referee that is not there yet. Fails with ErrUnreachable.
func firstConnection(
	ctx context.Context, config Config, connect func() (*grpc.ClientConn, error),
) (*grpc.ClientConn, error) {
	conn, err := connect()
	if err != nil {
		return nil, err
	}
	within, cancel := context.WithTimeout(ctx, config.ConnectWithin)
	defer cancel()
	notice := time.AfterFunc(noticeAfter, func() {
		if conn.GetState() == connectivity.TransientFailure {
			config.Logger.Warn("no referee answers yet", "address", config.Address, "trying_for", config.ConnectWithin)
		}
	})
	defer notice.Stop()
	conn.Connect()
	for state := conn.GetState(); state != connectivity.Ready; state = conn.GetState() {
		if !conn.WaitForStateChange(within, state) {
			defer conn.Close()
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			return nil, unreachable(ctx, conn, config)
		}
		conn.Connect()
	}
	return conn, nil
}

// unreachable is why there is no connection, with the words of gRPC if they tell something.
func unreachable(ctx context.Context, conn *grpc.ClientConn, config Config) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	call, err := wire.NewRefereeServiceClient(conn).Play(ctx)
	if err == nil {
		_, err = call.Recv()
	}
	details := status.Convert(err).Message()
	hint := cmp.Or(tlsHint(details, config.TLS != nil), "is it running, and is the address right?")
	if strings.HasPrefix(details, "name resolver error") {
		hint = "the host cannot be resolved to an address; is it spelt right?"
	}
	return fmt.Errorf("%w answers at %s (tried for %v); %s", ErrUnreachable, config.Address, config.ConnectWithin, hint)
}
