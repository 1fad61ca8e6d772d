package lawspeaker_test

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"

	"lawspeaker"
	"lawspeaker/pb/wire"
)

// patience is how long a test waits for what must come.
const patience = 20 * time.Second

var errNoEnd = errors.New("the run does not end")

// table is a referee's side of one stream, for a script to talk to.
type table struct {
	t      testing.TB
	stream grpc.BidiStreamingServer[wire.PlayRequest, wire.PlayResponse]
}

// script says a referee's part on one stream; what it returns is the status.
type script func(on *table) error

func (on *table) say(message *wire.PlayResponse) {
	if err := on.stream.Send(message); err != nil {
		on.t.Errorf("the bot does not hear %v: %v", message, err)
	}
}

func (on *table) hear() *wire.PlayRequest {
	message, err := on.stream.Recv()
	if err != nil {
		on.t.Errorf("the bot says nothing more: %v", err)
	}
	return message
}

func (on *table) welcome() *wire.Hello {
	hello := on.hear().GetHello()
	on.say(&wire.PlayResponse{Message: &wire.PlayResponse_Welcome{Welcome: &wire.Welcome{Protocol: 1}}})
	return hello
}

func (on *table) start(match string) {
	on.say(&wire.PlayResponse{Message: &wire.PlayResponse_MatchStarted{MatchStarted: &wire.MatchStarted{
		MatchId: match, Seat: 1, Setup: &wire.GameSetup{Game: "test", Players: 2}, SeedCommitment: []byte{1},
	}}})
}

func (on *table) ask(match string, decision uint64) {
	on.say(&wire.PlayResponse{Message: &wire.PlayResponse_DecisionRequest{DecisionRequest: &wire.DecisionRequest{
		MatchId: match, DecisionId: decision, Prompt: "test.take", Least: 1, Most: 1, OptionCount: 3,
		DefaultPicks: []uint32{2},
	}}})
}

func (on *table) answer() *wire.Answer { return on.hear().GetAnswer() }

func (on *table) reject(match string, decision uint64, reason wire.RejectReason) {
	on.say(&wire.PlayResponse{Message: &wire.PlayResponse_AnswerRejected{AnswerRejected: &wire.AnswerRejected{
		MatchId: match, DecisionId: decision, Reason: reason, Message: "because",
	}}})
}

func (on *table) over(match string) {
	on.say(&wire.PlayResponse{Message: &wire.PlayResponse_MatchOver{MatchOver: &wire.MatchOver{
		MatchId: match, Outcome: &wire.Outcome{Ranks: []uint32{2, 1}, Scores: []int32{-3, 4}, Reason: "fame"},
	}}})
}

func (on *table) goodbye() error {
	on.say(&wire.PlayResponse{Message: &wire.PlayResponse_Goodbye{Goodbye: &wire.Goodbye{
		Reason: wire.GoodbyeReason_GOODBYE_REASON_DONE,
	}}})
	return nil
}

func lost() error { return status.Error(codes.Unavailable, "the cable is cut") }

// referee plays one script a stream, in the order in which bots dial.
type referee struct {
	wire.UnimplementedRefereeServiceServer
	t testing.TB

	mu      sync.Mutex
	scripts []script
}

func (r *referee) Play(stream grpc.BidiStreamingServer[wire.PlayRequest, wire.PlayResponse]) error {
	r.mu.Lock()
	if len(r.scripts) == 0 {
		r.mu.Unlock()
		r.t.Error("the bot dials once more than it should")
		return status.Error(codes.PermissionDenied, "no script is left")
	}
	next := r.scripts[0]
	r.scripts = r.scripts[1:]
	r.mu.Unlock()
	return next(&table{r.t, stream})
}

// serve starts a referee that says the scripts, on a socket; it ends with the test.
func serve(t testing.TB, scripts ...script) (address string) {
	t.Helper()
	address, listener := listen(t)
	serveAt(t, listener, scripts...)
	return address
}

func serveAt(t testing.TB, listener net.Listener, scripts ...script) {
	server := grpc.NewServer(grpc.WaitForHandlers(true))
	wire.RegisterRefereeServiceServer(server, &referee{t: t, scripts: scripts})
	go server.Serve(listener)
	t.Cleanup(server.Stop)
}

// listen opens a socket whose name is short enough for every system.
func listen(t testing.TB) (string, net.Listener) {
	t.Helper()
	folder, err := os.MkdirTemp("", "lawspeaker")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	address := "unix:" + filepath.Join(folder, "referee")
	return address, listenAt(t, address)
}

func listenAt(t testing.TB, address string) net.Listener {
	t.Helper()
	listener, err := net.Listen("unix", strings.TrimPrefix(address, "unix:"))
	if err != nil {
		t.Fatal(err)
	}
	return listener
}

// run plays a bot against the scripts, which must end in time.
func run(t testing.TB, bot lawspeaker.Bot, config lawspeaker.Config, scripts ...script) error {
	t.Helper()
	return runAt(t, serve(t, scripts...), bot, config)
}

func runAt(t testing.TB, address string, bot lawspeaker.Bot, config lawspeaker.Config) error {
	t.Helper()
	config.Address = address
	ctx, cancel := context.WithTimeoutCause(t.Context(), patience, errNoEnd)
	defer cancel()
	if config.Logger == nil {
		config.Logger = slog.New(slog.DiscardHandler)
	}
	config.Backoff = lawspeaker.Backoff{First: 2 * time.Millisecond, Longest: 20 * time.Millisecond}
	return lawspeaker.Run(ctx, bot, config)
}

// flat is a message in one line; prototext puts in spaces at random, lest somebody relies on its output.
func flat(message proto.Message) string {
	return strings.Join(strings.Fields(prototext.MarshalOptions{}.Format(message)), " ")
}

// wait receives from a channel, or fails the test.
func wait[T any](t testing.TB, from <-chan T) T {
	t.Helper()
	select {
	case value := <-from:
		return value
	case <-time.After(patience):
		t.Error("nothing comes")
		var none T
		return none
	}
}
