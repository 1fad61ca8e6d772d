package lawspeaker

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"
)

func clearEnvironment(t *testing.T) {
	t.Helper()
	for _, name := range []string{
		addressVariable, tokenVariable, reconnectVariable, seedVariable, caVariable, certVariable, keyVariable,
	} {
		t.Setenv(name, "")
	}
}

func TestTheEnvironmentFillsWhatTheConfigLeavesOut(t *testing.T) {
	clearEnvironment(t)
	t.Setenv(addressVariable, "unix:/tmp/referee")
	t.Setenv(tokenVariable, "secret")
	t.Setenv(seedVariable, "12")
	t.Setenv(reconnectVariable, "2.5")
	config, err := Config{Token: "mine"}.filled()
	if err != nil {
		t.Fatal(err)
	}
	if config.Address != "unix:/tmp/referee" || config.Token != "mine" || config.Seed != "12" ||
		config.ConnectWithin != 30*time.Second || config.ReconnectWithin != 2500*time.Millisecond || config.TLS != nil || config.MaxMatches != 1 {
		t.Errorf("the config is %+v", config)
	}
}

func TestReconnectingHasItsTimeFromConfigOrEnvironment(t *testing.T) {
	clearEnvironment(t)
	for _, each := range []struct {
		text   string
		config time.Duration
		want   time.Duration
	}{
		{"", 0, time.Minute}, {"0", 0, 0}, {"7", 0, 7 * time.Second}, {"7", time.Second, time.Second}, {"7", -1, 0},
		{" 3\r\n", 0, 3 * time.Second}, {"1e12", 0, longest * time.Second},
	} {
		t.Setenv(reconnectVariable, each.text)
		config, err := Config{Address: "localhost:1", ReconnectWithin: each.config}.filled()
		if err != nil || config.ReconnectWithin != each.want {
			t.Errorf("%q and %v are %v, not %v; %v", each.text, each.config, config.ReconnectWithin, each.want, err)
		}
	}
}

func TestASettingThatCannotBeIsSaidInOneLine(t *testing.T) {
	const address = "127.0.0.1:1"
	seconds := "it must be a number of seconds, such as 60; 0 ends the bot with its connection"
	for _, each := range []struct {
		config         Config
		variable, text string
		want           string
	}{
		{Config{}, seedVariable, "", "no referee's address: set Config.Address or LAWSPEAKER_ADDRESS"},
		{Config{Address: address}, reconnectVariable, "soon", `LAWSPEAKER_RECONNECT_WITHIN is "soon"; ` + seconds},
		{Config{Address: address}, reconnectVariable, "-1", `LAWSPEAKER_RECONNECT_WITHIN is "-1"; ` + seconds},
		{Config{Address: address}, reconnectVariable, "nan", `LAWSPEAKER_RECONNECT_WITHIN is "nan"; ` + seconds},
		{Config{Address: address}, reconnectVariable, "inf", `LAWSPEAKER_RECONNECT_WITHIN is "inf"; ` + seconds},
		{Config{Address: address, MaxMatches: 1025}, seedVariable, "", "Config.MaxMatches is 1025; it must be from 1 to 1024"},
		{Config{Address: address, Name: "\xff"}, seedVariable, "", "the bot's name, version, games, challengers and token must be UTF-8"},
		{Config{Address: address}, certVariable, "c.pem", "LAWSPEAKER_TLS_CERT and LAWSPEAKER_TLS_KEY need " +
			`LAWSPEAKER_TLS_CA: the file of the authority of the referee's certificate, or "public"`},
		{Config{Address: address}, caVariable, "/no/such", "/no/such: no such file or directory"},
		{Config{Address: address}, caVariable, "config_test.go", "config_test.go holds no certificate in PEM"},
	} {
		clearEnvironment(t)
		t.Setenv(each.variable, each.text)
		err := Run(t.Context(), BotFunc(takeDefault), each.config)
		if !errors.Is(err, ErrConfig) || err.Error() != "wrong setting: "+each.want {
			t.Errorf("the error is %v; it should be %s", err, each.want)
		}
	}
}

func TestAURLIsRefusedWithTheAddressThatItHolds(t *testing.T) {
	clearEnvironment(t)
	for url, place := range map[string]string{
		"http://127.0.0.1:50051":                  "127.0.0.1:50051",
		"https://bots.example:443/play?token=1#x": "bots.example:443",
		"HTTP://bots.example":                     "bots.example:50051",
		"grpc+tls://me:secret@[::1]:9":            "[::1]:9",
		"http://[::1]":                            "[::1]:50051",
		"dns:///bots.example:1":                   "bots.example:1",
		"http://":                                 "127.0.0.1:50051",
	} {
		err := Run(t.Context(), BotFunc(takeDefault), Config{Address: url})
		want := "wrong setting: the referee's address is a URL, not HOST:PORT; give " + place
		if !errors.Is(err, ErrConfig) || err.Error() != want {
			t.Errorf("the error is %v; it should be %s", err, want)
		}
		if err := checkAddress(place); err != nil {
			t.Error(err)
		}
	}
}

func TestWhatIsNoAddressIsRefusedAtOnce(t *testing.T) {
	clearEnvironment(t)
	for _, address := range []string{
		"localhost", "localhost:", ":50051", "localhost:port", "localhost:65536", "localhost:99999", "localhost:-1",
		"::1:50051", "[::1]", "localhost:50051/x", "localhost:50051 ", "unix:",
	} {
		err := Run(t.Context(), BotFunc(takeDefault), Config{Address: address})
		want := fmt.Sprintf("wrong setting: the referee's address is %q; it must be HOST:PORT, such as "+
			"127.0.0.1:50051, or unix:/PATH", address)
		if !errors.Is(err, ErrConfig) || err.Error() != want {
			t.Errorf("the error is %v; it should be %s", err, want)
		}
	}
}

func TestAddressesThatCanBeDialled(t *testing.T) {
	for _, address := range []string{
		"localhost:1", "127.0.0.1:65535", "my_bots.example:50051", "[::1]:50051", "[fe80::1%eth0]:1",
		"unix:/run/referee", "unix:referee", "unix:///run/referee",
	} {
		if err := checkAddress(address); err != nil {
			t.Error(err)
		}
	}
}

func takeDefault(_ context.Context, d *Decision) ([]int, error) { return d.Default(), nil }

// misspelt has a method that looks as if it were called, and copied one that is the pointer's.
type (
	misspelt struct{ BotFunc }
	copied   struct{ BotFunc }
)

func (misspelt) Over(*Result) error { return nil }

func (*copied) Started(context.Context, *Match) error { return nil }

func TestAMethodThatWouldNeverBeCalledIsNamed(t *testing.T) {
	signature := "Over of %v would never be called; it must be Over(context.Context, *lawspeaker.Result) error"
	for _, each := range []struct {
		bot  Bot
		want string
	}{
		{misspelt{}, fmt.Sprintf(signature, "lawspeaker.misspelt")},
		{&misspelt{}, fmt.Sprintf(signature, "*lawspeaker.misspelt")},
		{copied{}, "Started of lawspeaker.copied would never be called; pass a pointer to the bot"},
	} {
		clearEnvironment(t)
		err := Run(t.Context(), each.bot, Config{Address: "127.0.0.1:1"})
		if !errors.Is(err, ErrConfig) || err.Error() != "wrong setting: "+each.want {
			t.Errorf("the error is %v", err)
		}
	}
	if err := checkMethods(&copied{}); err != nil {
		t.Error(err)
	}
}
