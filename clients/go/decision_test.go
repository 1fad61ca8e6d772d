package lawspeaker

import (
	"errors"
	"slices"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/durationpb"

	"lawspeaker/pb/northgard"
	"lawspeaker/pb/wire"
)

func aMatch(change func(*wire.MatchStarted)) *Match {
	message := &wire.MatchStarted{
		MatchId: "m", Seat: 1, Bots: []string{"a", "b", "c"}, Setup: &wire.GameSetup{
			Game: "test", Players: 3, Options: []*wire.GameOptionValue{{Name: "years", Value: "10"}},
		},
	}
	if change != nil {
		change(message)
	}
	return newMatch(message)
}

func TestAMatchSaysWhatIsPlayedAndByWhom(t *testing.T) {
	match := aMatch(nil)
	if match.Game != "test" || match.Players != 3 || match.Options["years"] != "10" || match.Bots[2] != "c" {
		t.Errorf("the match is %+v", match)
	}
}

func TestAMatchTellsItsClock(t *testing.T) {
	for _, each := range []struct {
		name   string
		change func(*wire.MatchStarted)
		want   Clock
	}{
		{"all of it", func(m *wire.MatchStarted) {
			m.Clock = &wire.ClockSettings{
				MoveMs: proto.Uint32(2000), BankMs: 30_000, IncrementMs: 500, FirstMoveMs: proto.Uint32(0),
				ConnectMs: 10_000, ReconnectMs: 60_000, LagCompensationMs: 50,
			}
		}, Clock{
			Move: 2 * time.Second, Bank: 30 * time.Second, Increment: 500 * time.Millisecond, Reaction: 2 * time.Second,
			Connect: 10 * time.Second, Reconnect: time.Minute, Lag: 50 * time.Millisecond,
		}},
		{"no limit", func(m *wire.MatchStarted) { m.Clock = &wire.ClockSettings{} },
			Clock{Move: NoLimit, First: NoLimit, Reaction: NoLimit}},
		{"a referee that is older", func(m *wire.MatchStarted) { m.MoveTimeMs = 1500 },
			Clock{Move: 1500 * time.Millisecond, First: 1500 * time.Millisecond, Reaction: 1500 * time.Millisecond}},
		{"an older one without limit", nil, Clock{Move: NoLimit, First: NoLimit, Reaction: NoLimit}},
	} {
		if clock := aMatch(each.change).Clock; clock != each.want {
			t.Errorf("%s: the clock is %+v, not %+v", each.name, clock, each.want)
		}
	}
}

func TestTimeLeftRunsDownAndNeverBelowZeroAndIsNewWhenAskedAgain(t *testing.T) {
	now := noon
	d := newDecision(&wire.DecisionRequest{}, aMatch(nil), "0")
	if d.TimeLeft() != NoLimit {
		t.Errorf("%v are left, where nothing limits it", d.TimeLeft())
	}
	d.now = func() time.Time { return now }
	d.readClock(&wire.DecisionRequest{TimeLeftMs: 2000, BankLeftMs: 700})
	now = noon.Add(500 * time.Millisecond)
	if d.TimeLeft() != 1500*time.Millisecond || d.BankLeft() != 700*time.Millisecond {
		t.Errorf("%v are left, %v in the bank", d.TimeLeft(), d.BankLeft())
	}
	now = noon.Add(time.Hour)
	if d.TimeLeft() != 0 {
		t.Errorf("%v are left after an hour", d.TimeLeft())
	}
	d.readClock(&wire.DecisionRequest{TimeLeftMs: 900})
	if d.TimeLeft() != 900*time.Millisecond {
		t.Errorf("%v are left when it was asked again", d.TimeLeft())
	}
}

func TestRandomNumbersDependOnSeedMatchSeatAndDecision(t *testing.T) {
	draw := func(seed, id string, seat uint32, decision uint64) uint64 {
		match := aMatch(func(m *wire.MatchStarted) { m.MatchId, m.Seat = id, seat })
		return newDecision(&wire.DecisionRequest{DecisionId: decision}, match, seed).Random().Uint64()
	}
	if word := draw("0", "m", 2, 7); word != 0x855dffe684f91967 {
		t.Errorf("the first word of 0/m/2/7 is %x", word)
	}
	words := []uint64{draw("0", "m", 2, 7), draw("1", "m", 2, 7), draw("0", "n", 2, 7), draw("0", "m", 3, 7), draw("0", "m", 2, 8)}
	slices.Sort(words)
	if len(slices.Compact(words)) != 5 {
		t.Errorf("two of five names draw the same: %x", words)
	}
}

func TestTheSameQuestionIsKnownAgainWhateverTheClockSays(t *testing.T) {
	request := func() *wire.DecisionRequest {
		return &wire.DecisionRequest{
			DecisionId: 3, Prompt: "p", Most: 1, OptionCount: 2, DefaultPicks: []uint32{1},
			Options: &anypb.Any{TypeUrl: "x/a.Options", Value: []byte{1}}, View: &anypb.Any{TypeUrl: "x/a.View"},
		}
	}
	for name, change := range map[string]func(*wire.DecisionRequest){
		"id":       func(r *wire.DecisionRequest) { r.DecisionId = 4 },
		"prompt":   func(r *wire.DecisionRequest) { r.Prompt = "q" },
		"least":    func(r *wire.DecisionRequest) { r.Least = 1 },
		"most":     func(r *wire.DecisionRequest) { r.Most = 2 },
		"ordered":  func(r *wire.DecisionRequest) { r.Ordered = true },
		"count":    func(r *wire.DecisionRequest) { r.OptionCount = 3 },
		"defaults": func(r *wire.DecisionRequest) { r.DefaultPicks = nil },
		"options":  func(r *wire.DecisionRequest) { r.Options.Value = []byte{2} },
		"view":     func(r *wire.DecisionRequest) { r.View.Value = []byte{2} },
	} {
		other := request()
		change(other)
		if newDecision(request(), aMatch(nil), "0").isAskedBy(other) {
			t.Errorf("another %s is taken for the same question", name)
		}
	}
	again := request()
	again.TimeLeftMs, again.BankLeftMs, again.Events = 5, 6, []*wire.Act{{}}
	if !newDecision(request(), aMatch(nil), "0").isAskedBy(again) {
		t.Error("a question is not known again by another clock")
	}
}

func TestOptionsAreTheVerbsInside(t *testing.T) {
	packed, err := anypb.New(&northgard.Options{Options: []*northgard.Option{
		{Verb: &northgard.Option_PlayCard{PlayCard: &northgard.PlayCard{Card: 7}}},
		{Verb: &northgard.Option_Pass{Pass: &northgard.Pass{}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	options, err := newDecision(&wire.DecisionRequest{Options: packed}, aMatch(nil), "0").Options()
	if err != nil || len(options) != 2 || options[0].(*northgard.PlayCard).Card != 7 {
		t.Fatalf("the options are %v, %v", options, err)
	}
	if _, pass := options[1].(*northgard.Pass); !pass {
		t.Errorf("the second option is %T", options[1])
	}
}

func TestWhatCannotBeUnpackedSaysWhatToDo(t *testing.T) {
	pack := func(message proto.Message) *anypb.Any {
		packed, err := anypb.New(message)
		if err != nil {
			t.Fatal(err)
		}
		return packed
	}
	for name, each := range map[string]struct {
		unpack func(*anypb.Any) error
		packed *anypb.Any
		want   string
	}{
		"a game that is not imported": {
			unpackAny, &anypb.Any{TypeUrl: "type.googleapis.com/other.v1.View"},
			"no stubs for other.v1.View: import the generated package of its game",
		},
		"a shipped game that is not imported": {
			unpackAny, &anypb.Any{TypeUrl: "type.googleapis.com/lawspeaker.northgard.v1.Unheard"},
			`no stubs for lawspeaker.northgard.v1.Unheard: import _ "lawspeaker/pb/northgard"`,
		},
		"nothing": {
			unpackAny, nil, "no stubs for an empty message: import the generated package of its game",
		},
		"damage": {
			unpackAny, &anypb.Any{TypeUrl: "x/lawspeaker.northgard.v1.View", Value: []byte{0xff}},
			"no stubs that can read lawspeaker.northgard.v1.View: it is damaged",
		},
		"a verb of a later version": {
			unpackOptions, pack(&northgard.Options{Options: []*northgard.Option{{}}}),
			"no stubs that know a verb of lawspeaker.northgard.v1.Option: take a newer lawspeaker",
		},
		"no options": {
			unpackOptions, pack(&durationpb.Duration{}), "no stubs that can list the options of google.protobuf.Duration",
		},
		"another game": {
			asView, pack(&durationpb.Duration{}),
			"no stubs of type *northgard.View for google.protobuf.Duration: is this bot for that game? Config.Games says " +
				"which it plays",
		},
	} {
		if err := each.unpack(each.packed); !errors.Is(err, ErrNoStubs) || err.Error() != each.want {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

func unpackAny(packed *anypb.Any) error {
	_, err := Unpack(packed)
	return err
}

func unpackOptions(packed *anypb.Any) error {
	_, err := UnpackOptions(packed)
	return err
}

func asView(packed *anypb.Any) error {
	_, err := View[*northgard.View](newDecision(&wire.DecisionRequest{View: packed}, aMatch(nil), "0"))
	return err
}

func TestAResultGivesTheBotsOwnRankAndNoneForAVoidMatch(t *testing.T) {
	outcome := &wire.Outcome{Ranks: []uint32{2, 1, 3}, Scores: []int32{5, -9, 1}, Reason: "fame"}
	result := newResult(&wire.MatchOver{Outcome: outcome}, aMatch(nil), "")
	if result.Rank != 1 || result.Scores[1] != -9 || result.Reason != "fame" {
		t.Errorf("the result is %+v", result)
	}
	void := newResult(&wire.MatchOver{VoidReason: "the referee stopped"}, aMatch(nil), "")
	if void.Rank != 0 || len(void.Ranks) != 0 || void.VoidReason == "" {
		t.Errorf("the result of a void match is %+v", void)
	}
}
