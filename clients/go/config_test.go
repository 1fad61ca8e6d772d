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
		{Config{Address: "localhost"}, seedVariable, "", `the address is "localhost"; it must be HOST:PORT or unix:/PATH`},
		{Config{Address: address}, reconnectVariable, "soon", `LAWSPEAKER_RECONNECT_WITHIN is "soon"; ` + seconds},
		{Config{Address: address}, reconnectVariable, "-1", `LAWSPEAKER_RECONNECT_WITHIN is "-1"; ` + seconds},
		{Config{Address: address}, reconnectVariable, "nan", `LAWSPEAKER_RECONNECT_WITHIN is "nan"; ` + seconds},
		{Config{Address: address}, reconnectVariable, "inf", `LAWSPEAKER_RECONNECT_WITHIN is "inf"; ` + seconds},
		{Config{Address: address, MaxMatches: 1025}, seedVariable, "", "Config.MaxMatches is 1025; it must be from 1 to 1024"},
		{Config{Address: address, Name: "\xff"}, seedVariable, "", "the bot's name, version, games and token must be UTF-8"},
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
