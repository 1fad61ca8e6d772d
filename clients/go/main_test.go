package lawspeaker_test

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"lawspeaker"
)

// botVariable makes this program a bot, which tests start as a process of its own.
const botVariable = "LAWSPEAKER_TEST_BOT"

func TestMain(m *testing.M) {
	switch os.Getenv(botVariable) {
	case "":
		os.Exit(m.Run())
	case "panics":
		lawspeaker.Main(lawspeaker.BotFunc(func(context.Context, *lawspeaker.Decision) ([]int, error) {
			panic("the bot has lost its mind")
		}), lawspeaker.Config{})
	case "thinks":
		lawspeaker.Main(lawspeaker.BotFunc(func(context.Context, *lawspeaker.Decision) ([]int, error) {
			os.Stdout.WriteString("thinking\n")
			select {}
		}), lawspeaker.Config{})
	}
}

// process starts this program as a bot of a kind.
func process(t *testing.T, kind, address string) (*exec.Cmd, *strings.Builder) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(ctx, program)
	command.Env = append(os.Environ(), botVariable+"="+kind, "LAWSPEAKER_ADDRESS="+address)
	stderr := &strings.Builder{}
	command.Stderr = stderr
	return command, stderr
}

func TestMainEndsTheProcessWithOneLineIfThereIsNothingToPlay(t *testing.T) {
	command, stderr := process(t, "thinks", "")
	err := command.Run()
	want := "lawspeaker-bot: wrong setting: no referee's address: set Config.Address or LAWSPEAKER_ADDRESS\n"
	if command.ProcessState.ExitCode() != 1 || stderr.String() != want {
		t.Errorf("%v with %q", err, stderr)
	}
}

func TestAPanicOfTheBotEndsTheProcessWithItsDecisionAndItsTrace(t *testing.T) {
	command, stderr := process(t, "panics", serve(t, func(on *table) error {
		on.welcome()
		on.start("m")
		on.ask("m", 1)
		<-on.stream.Context().Done()
		return nil
	}))
	err := command.Run()
	told := regexp.MustCompile(`the bot panicked prompt=test.take decision=1 match=m\npanic: the bot has lost its mind`)
	if err == nil || !told.MatchString(stderr.String()) {
		t.Errorf("%v with %q", err, stderr)
	}
}

func TestASignalEndsTheProcessAtOnceHoweverLongTheBotThinks(t *testing.T) {
	for signal, check := range map[os.Signal]func(*os.ProcessState) bool{
		os.Interrupt:    func(state *os.ProcessState) bool { return state.ExitCode() == 130 },
		syscall.SIGTERM: func(state *os.ProcessState) bool { return !state.Success() },
	} {
		command, stderr := process(t, "thinks", serve(t, func(on *table) error {
			on.welcome()
			on.start("m")
			on.ask("m", 1)
			<-on.stream.Context().Done()
			return nil
		}))
		stdout, err := command.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := stdout.Read(make([]byte, 9)); err != nil {
			t.Errorf("the bot does not think: %v", err)
		}
		begun := time.Now()
		if err := command.Process.Signal(signal); err != nil {
			t.Error(err)
		}
		err = command.Wait()
		if took := time.Since(begun); !check(command.ProcessState) || took > patience/2 {
			t.Errorf("%v: %v after %v with %q", signal, err, took, stderr)
		}
	}
}

func TestAnAddressNobodyListensAtIsGivenUpInOneLine(t *testing.T) {
	for _, address := range []string{"unix:/no/such/socket", "127.0.0.1:1"} {
		config := lawspeaker.Config{Address: address, ConnectWithin: 50 * time.Millisecond}
		err := lawspeaker.Run(t.Context(), &witness{}, config)
		want := "no referee answers at " + address + " (tried for 50ms); is it running, and is the address right?"
		if !errors.Is(err, lawspeaker.ErrUnreachable) || err.Error() != want {
			t.Errorf("the run ends with %v", err)
		}
	}
}

func TestAHostThatCannotBeResolvedIsToldAsThat(t *testing.T) {
	address := strings.Repeat("a", 64) + ".invalid:50051" // too long a label: no name server is asked
	config := lawspeaker.Config{Address: address, ConnectWithin: 500 * time.Millisecond}
	err := lawspeaker.Run(t.Context(), &witness{}, config)
	want := "no referee answers at " + address + " (tried for 500ms); the host cannot be resolved to an address; is it spelt right?"
	if !errors.Is(err, lawspeaker.ErrUnreachable) || err.Error() != want {
		t.Errorf("the run ends with %v", err)
	}
}

func TestARefereeThatIsNotThereYetIsWaitedFor(t *testing.T) {
	address, listener := listen(t)
	listener.Close()
	ended, logged := make(chan error, 1), make(lines, 1)
	config := lawspeaker.Config{ConnectWithin: patience, Logger: slog.New(slog.NewTextHandler(logged, nil))}
	go func() { ended <- runAt(t, address, &witness{}, config) }()
	if line := wait(t, logged); !strings.Contains(line, `msg="no referee answers yet" address=`+address+" trying_for=20s") {
		t.Errorf("the log says %q", line)
	}
	serveAt(t, listenAt(t, address), leave)
	if err := wait(t, ended); err != nil {
		t.Error(err)
	}
}

func TestAConnectionMayTakeLongerThanThePausesBetweenTries(t *testing.T) {
	address, listener := listen(t)
	serveAt(t, slow{listener}, leave)
	if err := runAt(t, address, &witness{}, lawspeaker.Config{}); err != nil {
		t.Error(err)
	}
}

func TestARefereeThatDoesNotWelcomeTheBotInTimeIsGivenUp(t *testing.T) {
	err := run(t, &witness{}, lawspeaker.Config{ConnectWithin: 2 * time.Second}, func(on *table) error {
		on.hear()
		<-on.stream.Context().Done()
		return nil
	})
	if !errors.Is(err, lawspeaker.ErrLost) || !strings.HasSuffix(err.Error(), "no answer within 2s") {
		t.Errorf("the run ends with %v", err)
	}
}

// leave is a referee that has nothing for the bot.
func leave(on *table) error {
	on.welcome()
	return on.goodbye()
}

// lines is where a log goes, a line a write.
type lines chan string

func (l lines) Write(line []byte) (int, error) {
	l <- string(line)
	return len(line), nil
}

// slow takes every connection later than the pauses between tries ever get.
type slow struct{ net.Listener }

func (s slow) Accept() (net.Conn, error) {
	conn, err := s.Listener.Accept()
	time.Sleep(1500 * time.Millisecond)
	return conn, err
}
