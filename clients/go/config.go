package lawspeaker

import (
	"cmp"
	"crypto/tls"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"

	"lawspeaker/pb/wire"
)

// Version is this package's.
const Version = "0.1.0"

const (
	protocol = 1
	sdk      = "go/" + Version
)

const (
	addressVariable   = "LAWSPEAKER_ADDRESS"
	tokenVariable     = "LAWSPEAKER_TOKEN"
	reconnectVariable = "LAWSPEAKER_RECONNECT_WITHIN"
	seedVariable      = "LAWSPEAKER_BOT_SEED"
)

// longest is seconds that are as good as for ever; of more there is no clock.
const longest = 1e9

var (
	dialledPattern = regexp.MustCompile(`^(?:unix:.+|(?:\[[^][\s]+\]|[^][:/\s]+):([0-9]{1,5}))$`)
	urlPattern     = regexp.MustCompile(`^(?i:[a-z][a-z0-9+.-]*)://+(?:[^/?#]*@)?(\[[^]/]*\]|[^:/?#]*)(:[0-9]+)?`)
)

// Config is what a bot says of itself, and how it gets to its referee. The zero value is of a bot for every game that
// plays one match at a time; where to dial then stands in the environment, as a referee sets it that starts bots.
type Config struct {
	// Name is the bot's, up to 64 characters; empty for the name of the program.
	Name string
	// Version is the bot's own, up to 64 characters; empty for "0".
	Version string
	// Games are the games that it plays, by name; none for any.
	Games []string
	// MaxMatches is how many matches it plays at once, up to 1024; 0 for one.
	MaxMatches int
	// Challengers are the names of tokens whose challenges it takes on a ladder, "*" for everybody; none for nobody.
	Challengers []string
	// Text tells whether every decision shall come in words too: Decision.Text.
	Text bool
	// Positions tells whether every decision shall come with a position to look ahead from: Decision.Position.
	Positions bool

	// Address is HOST:PORT or unix:/PATH; empty for what stands in LAWSPEAKER_ADDRESS.
	Address string
	// Token is what the referee handed out for this bot; empty for what stands in LAWSPEAKER_TOKEN.
	Token string
	// TLS encrypts the connection; see TLSFiles. Without it LAWSPEAKER_TLS_CA, _CERT and _KEY say whether and how.
	TLS *tls.Config
	// ConnectWithin is how long to dial a referee that is not there yet, and then to wait for its Welcome; 0 for 30 s,
	// as long as a referee's clock waits for bots.
	ConnectWithin time.Duration
	// ReconnectWithin is how long a lost connection is tried again for; 0 for the seconds that stand in
	// LAWSPEAKER_RECONNECT_WITHIN, or 60 s; below 0 a lost connection ends the run.
	ReconnectWithin time.Duration
	// Backoff is the pauses between these tries.
	Backoff Backoff
	// Seed is of all that Decision.Random draws; empty for what stands in LAWSPEAKER_BOT_SEED, or "0".
	Seed string
	// Logger gets a line when a connection is lost and when it is back, and for refused answers; nil for slog.Default().
	Logger *slog.Logger
}

// filled is the config with what stands in the environment and the defaults. Fails with ErrConfig.
func (c Config) filled() (Config, error) {
	c.Address = cmp.Or(c.Address, os.Getenv(addressVariable))
	c.Token = cmp.Or(c.Token, os.Getenv(tokenVariable))
	c.Seed = cmp.Or(c.Seed, os.Getenv(seedVariable), "0")
	c.Name = cmp.Or(c.Name, strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe"))
	c.Version = cmp.Or(c.Version, "0")
	c.ConnectWithin = cmp.Or(c.ConnectWithin, 30*time.Second)
	c.MaxMatches = cmp.Or(c.MaxMatches, 1)
	c.Logger = cmp.Or(c.Logger, slog.Default())
	if err := checkAddress(c.Address); err != nil {
		return c, err
	}
	if c.MaxMatches < 0 || c.MaxMatches > 1024 {
		return c, fmt.Errorf("%w: Config.MaxMatches is %d; it must be from 1 to 1024", ErrConfig, c.MaxMatches)
	}
	var err error
	if c.TLS == nil {
		if c.TLS, err = tlsOfEnvironment(); err != nil {
			return c, err
		}
	}
	if c.ReconnectWithin == 0 {
		c.ReconnectWithin, err = reconnectWithinOfEnvironment()
	}
	c.ReconnectWithin = max(0, c.ReconnectWithin)
	return c, err
}

// checkAddress fails with ErrConfig unless the address is HOST:PORT or unix:/PATH.
func checkAddress(address string) error {
	if address == "" {
		return fmt.Errorf("%w: no referee's address: set Config.Address or %s", ErrConfig, addressVariable)
	}
	if dialled := dialledPattern.FindStringSubmatch(address); dialled != nil {
		if port, _ := strconv.Atoi(cmp.Or(dialled[1], "0")); port <= math.MaxUint16 {
			return nil
		}
	}
	if url := urlPattern.FindStringSubmatch(address); url != nil {
		return fmt.Errorf("%w: the referee's address is a URL, not HOST:PORT; give %s%s", ErrConfig,
			cmp.Or(url[1], "127.0.0.1"), cmp.Or(url[2], ":50051"))
	}
	return fmt.Errorf("%w: the referee's address is %q; it must be HOST:PORT, such as 127.0.0.1:50051, or unix:/PATH",
		ErrConfig, address)
}

func reconnectWithinOfEnvironment() (time.Duration, error) {
	text := cmp.Or(os.Getenv(reconnectVariable), "60")
	seconds, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || !(seconds >= 0) || math.IsInf(seconds, 0) {
		return 0, fmt.Errorf("%w: %s is %q; it must be a number of seconds, such as 60; 0 ends the bot with its connection",
			ErrConfig, reconnectVariable, text)
	}
	return time.Duration(min(seconds, longest) * float64(time.Second)), nil
}

// hello is how the bot introduces itself, on every stream. Fails with ErrConfig.
func (c Config) hello() (*wire.Hello, error) {
	hello := &wire.Hello{
		Protocol:    protocol,
		Token:       c.Token,
		Bot:         c.Name,
		Version:     c.Version,
		Sdk:         sdk,
		Games:       c.Games,
		MaxMatches:  uint32(c.MaxMatches),
		Challengers: c.Challengers,
		Text:        c.Text,
		Positions:   c.Positions,
		Batches:     true,
	}
	if _, err := proto.Marshal(hello); err != nil {
		return nil, fmt.Errorf("%w: the bot's name, version, games, challengers and token must be UTF-8", ErrConfig)
	}
	return hello, nil
}
