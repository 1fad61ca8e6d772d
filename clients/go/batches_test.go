package lawspeaker_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"lawspeaker"
	"lawspeaker/pb/wire"
)

const (
	// mostBatch is how many answers a message may have.
	mostBatch = 64
	// batchBytes is how many bytes of answers a message of several may have.
	batchBytes = 32 << 10
	// blocking is more than gRPC takes of a stream that nobody reads.
	blocking = 512 << 10
)

// welcomeTo says whether the referee takes batches.
func (on *table) welcomeTo(batches bool) {
	if !on.hear().GetHello().GetBatches() {
		on.t.Error("the bot does not say that it takes batches")
	}
	on.say(&wire.PlayResponse{Message: &wire.PlayResponse_Welcome{Welcome: &wire.Welcome{Protocol: 1, Batches: batches}}})
}

// together makes one message of those that are said meanwhile.
func (on *table) together(say func(on *table)) {
	gathering := &gatheringStream{BidiStreamingServer: on.stream}
	say(&table{on.t, gathering})
	on.say(batchOf(gathering.said...))
}

// gatheringStream keeps what is said.
type gatheringStream struct {
	grpc.BidiStreamingServer[wire.PlayRequest, wire.PlayResponse]
	said []*wire.PlayResponse
}

func (s *gatheringStream) Send(message *wire.PlayResponse) error {
	s.said = append(s.said, message)
	return nil
}

func batchOf(responses ...*wire.PlayResponse) *wire.PlayResponse {
	return &wire.PlayResponse{Message: &wire.PlayResponse_Batch{Batch: &wire.PlayResponseBatch{Responses: responses}}}
}

// answersUntil hears so many answers, by message.
func (on *table) answersUntil(count int) (messages [][]*wire.Answer) {
	for count > 0 && !on.t.Failed() {
		request := on.hear()
		answers := request.GetAnswerBatch().GetAnswers()
		switch {
		case request.GetAnswer() != nil:
			answers = []*wire.Answer{request.GetAnswer()}
		case len(answers) < 2:
			on.t.Errorf("a message of %d answers as a batch", len(answers))
		}
		messages = append(messages, answers)
		count -= len(answers)
	}
	return messages
}

func names(count int) []string {
	names := make([]string, count)
	for i := range names {
		names[i] = fmt.Sprintf("m%03d", i)
	}
	return names
}

func matchesOf(messages [][]*wire.Answer) []string {
	var matches []string
	for _, answer := range slices.Concat(messages...) {
		matches = append(matches, answer.GetMatchId())
	}
	slices.Sort(matches)
	return matches
}

// ready counts decisions, and lets a test wait until there were so many.
type ready struct {
	witness
	decided     chan string
	annotations map[string]string
	long        bool
}

func (r *ready) Decide(_ context.Context, d *lawspeaker.Decision) ([]int, error) {
	d.Annotation = r.annotations[d.Match.ID]
	r.decided <- d.Match.ID
	if r.long && d.Match.ID == "long" {
		return slices.Repeat([]int{math.MaxUint32}, blocking/5), nil
	}
	return d.Default(), nil
}

// untilIn waits until so many goroutines are in this function of the SDK: from outside nothing else shows that an answer
// has left, or waits to.
func untilIn(t *testing.T, function string, count int) {
	t.Helper()
	stacks := make([]byte, 4<<20)
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		found := strings.Count(string(stacks[:runtime.Stack(stacks, true)]), "lawspeaker."+function+"(")
		if found == count {
			return
		}
		if time.Now().After(end) {
			t.Errorf("%d goroutines are in %s, not %d", found, function, count)
			return
		}
	}
}

// playReady asks all matches together, and reads no answer before each of them is decided. The first ones have answers
// that are so long that gRPC takes no more.
func playReady(t *testing.T, batches bool, count int, annotation string) (messages [][]*wire.Answer) {
	t.Helper()
	bot := &ready{decided: make(chan string), annotations: map[string]string{}, long: true}
	all := names(count)
	for _, match := range all {
		bot.annotations[match] = annotation
	}
	err := run(t, bot, lawspeaker.Config{MaxMatches: count + 1}, func(on *table) error {
		on.welcomeTo(batches)
		on.start("long")
		on.ask("long", 1)
		wait(t, bot.decided)
		untilIn(t, "(*seat).handle", 0) // gRPC has it: the others must not overtake it
		on.together(func(on *table) {
			for _, match := range all {
				on.start(match)
			}
		})
		on.together(func(on *table) {
			for _, match := range all {
				on.ask(match, 7)
			}
		})
		for range all {
			wait(t, bot.decided)
		}
		untilIn(t, "(*stream).answer", count)
		if long := on.answer(); long.GetMatchId() != "long" {
			t.Errorf("first comes the answer of %s", long.GetMatchId())
		}
		messages = on.answersUntil(count)
		on.together(func(on *table) {
			for _, match := range append(all, "long") {
				on.over(match)
			}
			on.goodbye()
		})
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if answered := matchesOf(messages); !slices.Equal(answered, all) {
		t.Errorf("answered are %v", answered)
	}
	if overs := slices.DeleteFunc(bot.told, func(line string) bool { return !strings.HasPrefix(line, "over ") }); len(overs) != count+1 {
		t.Errorf("the bot was told %q", overs)
	}
	return messages
}

func TestAnswersThatAreReadyTogetherLeaveAsOneMessageOfAtMost64(t *testing.T) {
	messages := playReady(t, true, 150, "")
	if longest := len(slices.MaxFunc(messages, byLength)); longest != mostBatch {
		t.Errorf("the longest message has %d answers", longest)
	}
}

func TestARefereeThatDoesNotSaySoGetsEveryAnswerAlone(t *testing.T) {
	if messages := playReady(t, false, 150, ""); len(messages) != 150 {
		t.Errorf("150 answers come in %d messages", len(messages))
	}
}

func TestLongAnswersLeaveInMessagesOfAtMost32KiB(t *testing.T) {
	messages := playReady(t, true, 60, strings.Repeat("x", 2000))
	for _, answers := range messages {
		size := 0
		for _, answer := range answers {
			size += proto.Size(answer)
		}
		if size > batchBytes {
			t.Errorf("%d answers have %d bytes", len(answers), size)
		}
	}
	if longest := len(slices.MaxFunc(messages, byLength)); longest != batchBytes/2020 {
		t.Errorf("the longest message has %d answers", longest)
	}
}

func byLength(one, other []*wire.Answer) int { return len(one) - len(other) }

func TestARejectionInABatchIsAnsweredWithTheDefault(t *testing.T) {
	bot := &witness{}
	err := run(t, bot, lawspeaker.Config{MaxMatches: 2}, func(on *table) error {
		on.welcomeTo(true)
		on.together(func(on *table) {
			on.start("a")
			on.start("b")
			on.ask("a", 1)
			on.ask("b", 1)
		})
		on.answersUntil(2)
		on.together(func(on *table) {
			on.reject("a", 1, wire.RejectReason_REJECT_REASON_WRONG_COUNT)
			on.reject("b", 1, wire.RejectReason_REJECT_REASON_STALE)
		})
		if words := flat(on.answer()); words != `match_id:"a" decision_id:1 picks:2 annotation:"because" origin:ANSWER_ORIGIN_UNPARSABLE` {
			t.Errorf("the bot answers %s", words)
		}
		on.together(func(on *table) {
			on.over("a")
			on.over("b")
			on.goodbye()
		})
		return nil
	})
	if err != nil || !slices.Contains(bot.told, "rejected 1, STALE: because") {
		t.Errorf("the bot was told %q, %v", bot.told, err)
	}
}

func TestWelcomeMayComeInABatchWithWhatFollows(t *testing.T) {
	bot := &witness{}
	err := run(t, bot, lawspeaker.Config{}, func(on *table) error {
		on.hear()
		on.say(batchOf())
		on.together(func(on *table) {
			on.say(&wire.PlayResponse{Message: &wire.PlayResponse_Welcome{Welcome: &wire.Welcome{Protocol: 1}}})
			on.start("m")
			on.ask("m", 1)
		})
		on.answer()
		on.together(func(on *table) {
			on.over("m")
			on.goodbye()
		})
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	bot.check(t, "started m, seat 1 of 2", "decide 1", "over m, rank 1, fame")
}

func TestABatchInABatchIsPassedOverLikeAnyUnknownMessageAndNoWelcome(t *testing.T) {
	bot := &witness{}
	err := run(t, bot, lawspeaker.Config{}, func(on *table) error {
		on.welcomeTo(true)
		on.start("m")
		on.together(func(on *table) { on.together(func(on *table) { on.ask("m", 1) }) })
		on.ask("m", 2)
		if answer := on.answer(); answer.GetDecisionId() != 2 {
			t.Errorf("the bot answers %v", answer)
		}
		return on.goodbye()
	})
	if err != nil {
		t.Error(err)
	}
	bot.check(t, "started m, seat 1 of 2", "decide 2")
	err = run(t, bot, lawspeaker.Config{}, func(on *table) error {
		on.hear()
		on.together(func(on *table) { on.together(func(on *table) { on.start("m") }) })
		return nil
	})
	if !errors.Is(err, lawspeaker.ErrRefused) {
		t.Errorf("the run ends with %v", err)
	}
}

func TestAfterAReconnectTheNewWelcomeCounts(t *testing.T) {
	matches := names(40)
	bot := &ready{decided: make(chan string, 200), annotations: map[string]string{}}
	ask := func(on *table, batches bool, decision uint64) (messages [][]*wire.Answer) {
		on.welcomeTo(batches)
		on.together(func(on *table) {
			for _, match := range matches {
				on.start(match)
				on.ask(match, decision)
			}
		})
		return on.answersUntil(len(matches))
	}
	err := run(t, bot, lawspeaker.Config{MaxMatches: len(matches)},
		func(on *table) error {
			ask(on, true, 1)
			return lost()
		},
		func(on *table) error {
			if messages := ask(on, false, 2); len(messages) != len(matches) {
				t.Errorf("%d answers come in %d messages", len(matches), len(messages))
			}
			return on.goodbye()
		})
	if err != nil {
		t.Error(err)
	}
}
