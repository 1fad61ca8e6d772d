package lawspeaker_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"regexp"
	"slices"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"lawspeaker"
	"lawspeaker/pb/wire"
)

func TestADecisionThatIsBeingThoughtAboutGoesOnAndIsAnsweredOnTheNewStream(t *testing.T) {
	asked, again := make(chan struct{}), make(chan struct{})
	bot := lawspeaker.BotFunc(func(ctx context.Context, d *lawspeaker.Decision) ([]int, error) {
		close(asked) // which a second call could not
		wait(t, again)
		for d.TimeLeft() == lawspeaker.NoLimit && ctx.Err() == nil {
			time.Sleep(time.Millisecond) // until the new clock has come
		}
		return []int{1}, ctx.Err()
	})
	err := run(t, bot, lawspeaker.Config{},
		func(on *table) error {
			on.welcome()
			on.start("m")
			on.ask("m", 1)
			wait(t, asked)
			return lost()
		},
		func(on *table) error {
			on.welcome()
			on.start("m")
			on.say(&wire.PlayResponse{Message: &wire.PlayResponse_DecisionRequest{DecisionRequest: &wire.DecisionRequest{
				MatchId: "m", DecisionId: 1, Prompt: "test.take", Least: 1, Most: 1, OptionCount: 3,
				DefaultPicks: []uint32{2}, TimeLeftMs: 5000,
			}}})
			close(again)
			if words := flat(on.answer()); words != `match_id:"m" decision_id:1 picks:1` {
				t.Errorf("the bot answers %s", words)
			}
			on.over("m")
			return on.goodbye()
		})
	if err != nil {
		t.Error(err)
	}
}

// mourner says when a match is over.
type mourner struct {
	witness
	isOver chan struct{}
}

func (m *mourner) Over(ctx context.Context, result *lawspeaker.Result) error {
	defer close(m.isOver)
	return m.witness.Over(ctx, result)
}

func TestAMatchThatDoesNotComeBackInTimeIsToldAsLost(t *testing.T) {
	bot := &mourner{isOver: make(chan struct{})}
	err := run(t, bot, lawspeaker.Config{MaxMatches: 2, ReconnectWithin: 300 * time.Millisecond},
		func(on *table) error {
			on.welcome()
			on.start("gone")
			on.start("back")
			on.ask("back", 1)
			on.answer()
			return lost()
		},
		func(on *table) error {
			on.welcome()
			on.start("back")
			wait(t, bot.isOver)
			return on.goodbye()
		})
	want := "over gone, rank 0, the connection was lost, and the match did not come back within 300ms"
	if err != nil || !slices.Contains(bot.told, want) || !slices.Contains(bot.told, "resumed back") {
		t.Errorf("the bot was told %q, %v", bot.told, err)
	}
}

func TestAMatchWhosePlaceIsTakenIsToldAsLostBeforeTheNextOneBegins(t *testing.T) {
	bot := &mourner{isOver: make(chan struct{})}
	err := run(t, bot, lawspeaker.Config{},
		func(on *table) error {
			on.welcome()
			on.start("first")
			return lost()
		},
		func(on *table) error {
			on.welcome()
			on.start("next")
			wait(t, bot.isOver)
			return on.goodbye()
		})
	want := "over first, rank 0, the connection was lost, and the match ended meanwhile"
	if err != nil || !slices.Contains(bot.told, want) || !slices.Contains(bot.told, "started next, seat 1 of 2") {
		t.Errorf("the bot was told %q, %v", bot.told, err)
	}
}

func TestAfterAGoodbyeOnlyARefusalMatters(t *testing.T) {
	for code, want := range map[codes.Code]error{codes.Unavailable: nil, codes.PermissionDenied: lawspeaker.ErrRefused} {
		err := run(t, &witness{}, lawspeaker.Config{}, func(on *table) error {
			on.welcome()
			on.goodbye()
			return status.Error(code, "the door is shut")
		})
		if !errors.Is(err, want) {
			t.Errorf("%v: the run ends with %v", code, err)
		}
	}
}

func TestWhatABotFailsWithWhileTheConnectionIsLostComesOutAtOnce(t *testing.T) {
	failure := errors.New("the bot has lost its mind")
	isLost := make(chan struct{})
	bot := lawspeaker.BotFunc(func(context.Context, *lawspeaker.Decision) ([]int, error) {
		wait(t, isLost)
		return nil, failure
	})
	config := lawspeaker.Config{Logger: slog.New(signal{slog.DiscardHandler, isLost})}
	err := run(t, bot, config, func(on *table) error {
		on.welcome()
		on.start("m")
		on.ask("m", 1)
		return lost()
	}, func(on *table) error {
		<-on.stream.Context().Done()
		return nil
	})
	if !errors.Is(err, failure) {
		t.Errorf("the run ends with %v", err)
	}
}

// signal closes a channel at the first line that is logged.
type signal struct {
	slog.Handler
	logged chan struct{}
}

func (s signal) Enabled(context.Context, slog.Level) bool { return true }

func (s signal) Handle(context.Context, slog.Record) error {
	close(s.logged)
	return nil
}

func TestAConnectionThatBreaksEveryTimeIsGivenUpWithBothReasons(t *testing.T) {
	first := func(on *table) error {
		on.welcome()
		on.start("m")
		return lost()
	}
	more := func(on *table) error {
		on.hear()
		return status.Error(codes.AlreadyExists, "the seat is taken")
	}
	config := lawspeaker.Config{ReconnectWithin: 100 * time.Millisecond}
	address := serve(t, append([]script{first}, slices.Repeat([]script{more}, 100)...)...)
	err := runAt(t, address, &witness{}, config)
	want := "the connection to the referee broke (Unavailable): the cable is cut; it did not come back within 100ms: " +
		"the connection to the referee broke (AlreadyExists): the seat is taken"
	if !errors.Is(err, lawspeaker.ErrLost) || err.Error() != want {
		t.Errorf("the run ends with %v", err)
	}
}

func TestOneLineTellsOfALossAndOneOfTheReturn(t *testing.T) {
	var log bytes.Buffer
	config := lawspeaker.Config{Logger: slog.New(slog.NewTextHandler(&log, nil))}
	err := run(t, &witness{}, config,
		func(on *table) error {
			on.welcome()
			return lost()
		},
		func(on *table) error {
			on.welcome()
			return on.goodbye()
		})
	want := regexp.MustCompile(`(?m)\A.*msg="connection lost" why="the connection to the referee broke \(Unavailable\): ` +
		`the cable is cut" trying_for=1m0s\n.*msg="connected again" after=\S+\n\z`)
	if err != nil || !want.MatchString(log.String()) {
		t.Errorf("logged %q, %v", log.String(), err)
	}
}

func TestReconnectingMayBeTurnedOff(t *testing.T) {
	err := run(t, &witness{}, lawspeaker.Config{ReconnectWithin: -1}, func(on *table) error {
		on.welcome()
		return lost()
	})
	if !errors.Is(err, lawspeaker.ErrLost) {
		t.Errorf("the run ends with %v", err)
	}
}
