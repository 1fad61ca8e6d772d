package lawspeaker_test

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"lawspeaker"
	"lawspeaker/pb/wire"
)

func TestARefusedAnswerIsToldAndTheDefaultIsAnsweredWhereTheDecisionIsOpen(t *testing.T) {
	for reason, open := range map[wire.RejectReason]bool{
		wire.RejectReason_REJECT_REASON_OUT_OF_RANGE: true,
		wire.RejectReason_REJECT_REASON_STALE:        false,
		wire.RejectReason_REJECT_REASON_DISQUALIFIED: false,
	} {
		bot := &witness{}
		err := run(t, bot, lawspeaker.Config{}, func(on *table) error {
			on.welcome()
			on.start("m")
			on.ask("m", 1)
			on.answer()
			on.reject("m", 1, reason)
			if open {
				if answer := on.answer(); !slices.Equal(answer.GetPicks(), []uint32{2}) {
					t.Errorf("%v: the bot answers %v", reason, answer)
				}
			}
			on.ask("m", 2)
			if answer := on.answer(); answer.GetDecisionId() != 2 {
				t.Errorf("%v: the bot answers %v", reason, answer)
			}
			return on.goodbye()
		})
		if err != nil {
			t.Error(err)
		}
		word := strings.TrimPrefix(reason.String(), "REJECT_REASON_")
		bot.check(t, "started m, seat 1 of 2", "decide 1", "rejected 1, "+word+": because", "decide 2")
	}
}

func TestWhatIsRefusedIsLoggedInOneLineForABotThatIsNotToldOfIt(t *testing.T) {
	var log bytes.Buffer
	config := lawspeaker.Config{Logger: slog.New(slog.NewTextHandler(&log, nil))}
	bot := lawspeaker.BotFunc(func(context.Context, *lawspeaker.Decision) ([]int, error) { return []int{9}, nil })
	err := run(t, bot, config, func(on *table) error {
		on.welcome()
		on.start("m")
		on.ask("m", 1)
		on.answer()
		on.reject("m", 1, wire.RejectReason_REJECT_REASON_OUT_OF_RANGE)
		on.answer()
		return on.goodbye()
	})
	line := `level=WARN msg="answer refused" match=m decision=1 why="OUT_OF_RANGE: because" prompt=test.take`
	if err != nil || !strings.Contains(log.String(), line) || strings.Count(log.String(), "\n") != 1 {
		t.Errorf("logged %q, %v", log.String(), err)
	}
}
