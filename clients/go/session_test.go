package lawspeaker_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"lawspeaker"
	"lawspeaker/pb/wire"
)

// witness writes down what it is told, and takes the first option.
type witness struct {
	mu   sync.Mutex
	told []string
}

func (w *witness) tell(format string, arguments ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.told = append(w.told, fmt.Sprintf(format, arguments...))
}

func (w *witness) Started(_ context.Context, match *lawspeaker.Match) error {
	w.tell("started %s, seat %d of %d", match.ID, match.Seat, match.Players)
	return nil
}

func (w *witness) Resumed(_ context.Context, match *lawspeaker.Match) error {
	w.tell("resumed %s", match.ID)
	return nil
}

func (w *witness) Decide(_ context.Context, d *lawspeaker.Decision) ([]int, error) {
	w.tell("decide %d", d.ID)
	d.Annotation = "because"
	return []int{0}, nil
}

func (w *witness) Over(_ context.Context, result *lawspeaker.Result) error {
	w.tell("over %s, rank %d, %s", result.Match.ID, result.Rank, cmp.Or(result.Lost, result.Reason))
	return nil
}

func (w *witness) Rejected(_ context.Context, rejection *lawspeaker.Rejection) error {
	w.tell("rejected %d, %v", rejection.DecisionID, rejection)
	return nil
}

func (w *witness) check(t *testing.T, told ...string) {
	t.Helper()
	if !slices.Equal(w.told, told) {
		t.Errorf("the bot was told %q, not %q", w.told, told)
	}
}

func TestABotIntroducesItselfPlaysAMatchAndLeavesAfterGoodbye(t *testing.T) {
	var hello *wire.Hello
	var answer *wire.Answer
	bot := &witness{}
	config := lawspeaker.Config{Name: "witness", Version: "7", Games: []string{"test"}, MaxMatches: 3, Token: "secret", Text: true, Positions: true, Challengers: []string{"ann"}}
	err := run(t, bot, config, func(on *table) error {
		hello = on.welcome()
		on.start("m")
		on.ask("m", 1)
		answer = on.answer()
		on.over("m")
		return on.goodbye()
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `protocol:1 token:"secret" bot:"witness" version:"7" sdk:"go/0.1.0" games:"test" max_matches:3 text:true batches:true positions:true challengers:"ann"`
	if words := flat(hello); words != want {
		t.Errorf("the bot says %s, not %s", words, want)
	}
	if words := flat(answer); words != `match_id:"m" decision_id:1 picks:0 annotation:"because"` {
		t.Errorf("the bot answers %s", words)
	}
	bot.check(t, "started m, seat 1 of 2", "decide 1", "over m, rank 1, fame")
}

func TestAnAnswerSaysWhoseItIsAndWhatItCostAndLongRemarksAreCut(t *testing.T) {
	var answers []*wire.Answer
	bot := lawspeaker.BotFunc(func(_ context.Context, d *lawspeaker.Decision) ([]int, error) {
		switch d.ID {
		case 1:
			d.InputTokens, d.OutputTokens, d.Origin = 1200, 34, lawspeaker.OriginRefusal
		case 2:
			d.Annotation = "x" + strings.Repeat("ä", 50_000)
		}
		return []int{0}, nil
	})
	err := run(t, bot, lawspeaker.Config{}, func(on *table) error {
		on.welcome()
		on.start("m")
		for id := range uint64(2) {
			on.ask("m", id+1)
			answers = append(answers, on.answer())
		}
		return on.goodbye()
	})
	if err != nil {
		t.Fatal(err)
	}
	if words := flat(answers[0]); words != `match_id:"m" decision_id:1 picks:0 input_tokens:1200 output_tokens:34 origin:ANSWER_ORIGIN_REFUSAL` {
		t.Errorf("the bot answers %s", words)
	}
	if kept := answers[1].GetAnnotation(); kept != "x"+strings.Repeat("ä", 2047) {
		t.Errorf("%d bytes are kept of a long remark", len(kept))
	}
	if answers[1].GetOrigin() != lawspeaker.OriginOwn {
		t.Errorf("an answer without an origin has %v", answers[1].GetOrigin())
	}
}

func TestABotResignsAndIfThatIsRefusedTheDefaultIsAnswered(t *testing.T) {
	var answers []*wire.Answer
	bot := lawspeaker.BotFunc(func(_ context.Context, d *lawspeaker.Decision) ([]int, error) {
		d.Resign = true
		return nil, nil
	})
	err := run(t, bot, lawspeaker.Config{}, func(on *table) error {
		on.welcome()
		on.start("m")
		on.ask("m", 1)
		answers = append(answers, on.answer())
		on.reject("m", 1, wire.RejectReason_REJECT_REASON_WRONG_COUNT)
		answers = append(answers, on.answer())
		return on.goodbye()
	})
	if err != nil {
		t.Fatal(err)
	}
	if words := flat(answers[0]); words != `match_id:"m" decision_id:1 resign:true` {
		t.Errorf("the bot answers %s", words)
	}
	if answers[1].GetResign() || answers[1].GetOrigin() != lawspeaker.OriginUnparsable {
		t.Errorf("after a refusal the bot answers %s", flat(answers[1]))
	}
}

func TestASlowDecisionDoesNotHoldUpAnotherMatch(t *testing.T) {
	quickIsAnswered := make(chan struct{})
	bot := lawspeaker.BotFunc(func(_ context.Context, d *lawspeaker.Decision) ([]int, error) {
		if d.Match.ID == "slow" {
			wait(t, quickIsAnswered)
		}
		return []int{1}, nil
	})
	var order []string
	err := run(t, bot, lawspeaker.Config{MaxMatches: 2}, func(on *table) error {
		on.welcome()
		on.start("slow")
		on.start("quick")
		on.ask("slow", 1)
		on.ask("quick", 1)
		order = append(order, on.answer().GetMatchId())
		close(quickIsAnswered)
		order = append(order, on.answer().GetMatchId())
		return on.goodbye()
	})
	if err != nil || !slices.Equal(order, []string{"quick", "slow"}) {
		t.Errorf("answered in the order %v, %v", order, err)
	}
}

// patient thinks until its answer is of no more use, and says so.
type patient struct {
	witness
	thinking chan uint64
}

func (p *patient) Decide(ctx context.Context, d *lawspeaker.Decision) ([]int, error) {
	if d.ID != 1 {
		return p.witness.Decide(ctx, d)
	}
	p.thinking <- d.ID
	<-ctx.Done()
	p.tell("gave up %d", d.ID)
	return nil, fmt.Errorf("thinking: %w", ctx.Err())
}

func TestABotMayGiveUpADecisionThatWentOnWithoutIt(t *testing.T) {
	for name, goOn := range map[string]func(*table){
		"a newer decision": func(on *table) {
			on.ask("m", 2)
			if answer := on.answer(); answer.GetDecisionId() != 2 {
				on.t.Errorf("the bot answers %v", answer)
			}
		},
		"the match's end": func(on *table) { on.over("m") },
	} {
		t.Run(name, func(t *testing.T) {
			bot := &patient{thinking: make(chan uint64)}
			err := run(t, bot, lawspeaker.Config{}, func(on *table) error {
				on.welcome()
				on.start("m")
				on.ask("m", 1)
				wait(t, bot.thinking)
				goOn(on)
				return on.goodbye()
			})
			if err != nil || !slices.Contains(bot.told, "gave up 1") {
				t.Errorf("the bot was told %q, %v", bot.told, err)
			}
		})
	}
}

func TestADecisionThatIsOverBeforeTheBotSawItIsNotDecided(t *testing.T) {
	bot := &held{goOn: make(chan struct{})}
	err := run(t, bot, lawspeaker.Config{MaxMatches: 2}, func(on *table) error {
		on.welcome()
		on.start("m")
		on.ask("m", 1)
		on.ask("m", 2)
		on.start("other")
		on.ask("other", 7)
		if first, second := on.answer(), on.answer(); first.GetDecisionId() != 7 || second.GetDecisionId() != 2 {
			t.Errorf("the bot answers %v and %v", first, second)
		}
		return on.goodbye()
	})
	if err != nil {
		t.Error(err)
	}
}

// held lets nothing of match m through before another one has decided.
type held struct {
	goOn chan struct{}
}

func (h *held) Started(_ context.Context, match *lawspeaker.Match) error {
	if match.ID == "m" {
		<-h.goOn
	}
	return nil
}

func (h *held) Decide(_ context.Context, d *lawspeaker.Decision) ([]int, error) {
	if d.Match.ID == "other" {
		close(h.goOn)
	}
	return []int{0}, nil
}

func TestWhatABotFailsWithEndsTheRunAtOnceHoweverLongAnotherMatchIsThoughtAbout(t *testing.T) {
	failure := errors.New("the bot has lost its mind")
	thinking, never := make(chan struct{}), make(chan struct{})
	t.Cleanup(func() { close(never) })
	bot := lawspeaker.BotFunc(func(_ context.Context, d *lawspeaker.Decision) ([]int, error) {
		if d.Match.ID == "slow" {
			close(thinking)
			<-never
			return nil, nil
		}
		return nil, failure
	})
	err := run(t, bot, lawspeaker.Config{MaxMatches: 2}, func(on *table) error {
		on.welcome()
		on.start("slow")
		on.ask("slow", 1)
		wait(t, thinking)
		on.start("m")
		on.ask("m", 1)
		<-on.stream.Context().Done()
		return nil
	})
	if !errors.Is(err, failure) || err.Error() != "the bot failed at test.take, decision 1 of m: the bot has lost its mind" {
		t.Errorf("the run ends with %v", err)
	}
}

func TestPicksThatNoMessageCanHoldAreNamedInTheError(t *testing.T) {
	bot := lawspeaker.BotFunc(func(context.Context, *lawspeaker.Decision) ([]int, error) { return []int{1, -1}, nil })
	err := run(t, bot, lawspeaker.Config{}, func(on *table) error {
		on.welcome()
		on.start("m")
		on.ask("m", 1)
		<-on.stream.Context().Done()
		return nil
	})
	want := "wrong picks: Decide returned [1 -1] for test.take; it must return indices of options, each 0 to 2"
	if !errors.Is(err, lawspeaker.ErrPicks) || err.Error() != want {
		t.Errorf("the run ends with %v", err)
	}
}

func TestACancelledRunEndsAtOnceHoweverLongTheBotThinks(t *testing.T) {
	never := make(chan struct{})
	t.Cleanup(func() { close(never) })
	ctx, cancel := context.WithCancel(t.Context())
	bot := lawspeaker.BotFunc(func(context.Context, *lawspeaker.Decision) ([]int, error) {
		cancel()
		<-never
		return nil, nil
	})
	address := serve(t, func(on *table) error {
		on.welcome()
		on.start("m")
		on.ask("m", 1)
		<-on.stream.Context().Done()
		return nil
	})
	err := lawspeaker.Run(ctx, bot, lawspeaker.Config{Address: address})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the run ends with %v", err)
	}
}

func BenchmarkDecision(b *testing.B) {
	bot := lawspeaker.BotFunc(func(context.Context, *lawspeaker.Decision) ([]int, error) { return []int{0}, nil })
	address := serve(b, func(on *table) error {
		on.welcome()
		on.start("m")
		for i := range b.N {
			on.ask("m", uint64(i))
			on.answer()
		}
		return on.goodbye()
	})
	if err := runAt(b, address, bot, lawspeaker.Config{}); err != nil {
		b.Error(err)
	}
}
