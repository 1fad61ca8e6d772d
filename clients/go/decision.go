package lawspeaker

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"

	"lawspeaker/pb/wire"
)

// Decision is a question put to the bot: take between Least and Most of its options, by their indices.
type Decision struct {
	// Match is where it is asked.
	Match *Match
	// ID names the decision; it rises within a match.
	ID uint64
	// Prompt is the question's stable dotted name, such as "combat.food".
	Prompt string
	// Least and Most are how many options may be taken.
	Least, Most int
	// Ordered tells whether the order of the picks means something.
	Ordered bool
	// OptionCount is how many options there are; picks are 0 to OptionCount - 1.
	OptionCount int
	// Annotation is a remark for the record; set it while deciding. What exceeds 4096 bytes is cut.
	Annotation string
	// InputTokens and OutputTokens are what a language model read and wrote for the answer; set them while deciding.
	InputTokens, OutputTokens uint32
	// Origin is how the answer came about; set it while deciding if a stand-in gives it.
	Origin AnswerOrigin
	// Resign resigns the match, where it allows that; set it while deciding. Then the picks do not count.
	Resign bool
	// Message is the request as it came over the wire.
	Message *wire.DecisionRequest

	seed    string
	now     func() time.Time
	clock   atomic.Pointer[reading]
	view    func() (proto.Message, error)
	options func() ([]proto.Message, error)
}

// reading is what a request says of the clock, and when.
type reading struct {
	said       time.Time
	left, bank time.Duration
}

func newDecision(message *wire.DecisionRequest, match *Match, seed string) *Decision {
	d := &Decision{
		Match:       match,
		ID:          message.GetDecisionId(),
		Prompt:      message.GetPrompt(),
		Least:       int(message.GetLeast()),
		Most:        int(message.GetMost()),
		Ordered:     message.GetOrdered(),
		OptionCount: int(message.GetOptionCount()),
		Message:     message,
		seed:        seed,
		now:         time.Now,
		view:        sync.OnceValues(func() (proto.Message, error) { return Unpack(message.GetView()) }),
		options:     sync.OnceValues(func() ([]proto.Message, error) { return UnpackOptions(message.GetOptions()) }),
	}
	d.readClock(message)
	return d
}

// readClock takes notice of the time that a request says is left; after a lost connection it is another one.
func (d *Decision) readClock(message *wire.DecisionRequest) {
	left := NoLimit
	if ms := message.GetTimeLeftMs(); ms > 0 {
		left = milliseconds(ms)
	}
	d.clock.Store(&reading{d.now(), left, milliseconds(message.GetBankLeftMs())})
}

// Default returns the picks that stand in for an answer that does not come: always legal, always harmless.
func (d *Decision) Default() []int { return ints(d.Message.GetDefaultPicks()) }

// Options returns the options as messages of the game, such as *northgard.PlayCard and *northgard.Pass. The program must
// import the game's generated package. Fails with ErrNoStubs.
func (d *Decision) Options() ([]proto.Message, error) { return d.options() }

// View returns all that the seat knows: the game's View message. Fails with ErrNoStubs.
//
//	view, err := lawspeaker.View[*northgard.View](d)
func View[M proto.Message](d *Decision) (M, error) {
	message, err := d.view()
	if err != nil {
		var none M
		return none, err
	}
	return as[M](message)
}

// Events returns what happened since the seat's last decision in this match, as far as the seat may know it.
// UnpackOptions(act.Chosen) is what was taken.
func (d *Decision) Events() []*wire.Act { return d.Message.GetEvents() }

// Position returns the match at this decision, dealt anew for this seat, if Config.Positions asked for it. The
// EngineService of `lawspeaker engine` reads it.
func (d *Decision) Position() []byte { return d.Message.GetPosition() }

// Text returns the decision in words if Config.Text asked for them, otherwise nil.
func (d *Decision) Text() *Text {
	if d.Message.GetText() == nil {
		return nil
	}
	return &Text{d.Message.GetText()}
}

// TimeLeft returns what is left for this decision, now, the bank included, and never less than 0; or NoLimit.
func (d *Decision) TimeLeft() time.Duration {
	clock := d.clock.Load()
	if clock.left == NoLimit {
		return NoLimit
	}
	return max(0, clock.left-d.now().Sub(clock.said))
}

// BankLeft returns what was in the seat's bank when the decision was asked.
func (d *Decision) BankLeft() time.Duration { return d.clock.Load().bank }

// LastCharged returns what the seat's previous answer was charged.
func (d *Decision) LastCharged() time.Duration {
	return time.Duration(d.Message.GetLastChargedUs()) * time.Microsecond
}

// Random returns a generator of this decision alone, at its beginning: asked again, in any process and any language, it
// yields the same numbers. Its name is of Config.Seed, match, seat and decision.
func (d *Decision) Random() *Chance {
	return NewChance(fmt.Sprintf("%s/%s/%d/%d", d.seed, d.Match.ID, d.Match.Seat, d.ID))
}

// answer is the picks as a message. Fails with ErrPicks, and with ErrConfig for an annotation that is no text.
func (d *Decision) answer(picks []int) (*wire.Answer, error) {
	if !utf8.ValidString(d.Annotation) {
		return nil, fmt.Errorf("%w: the annotation of %s is %q; it must be UTF-8", ErrConfig, d.Prompt, d.Annotation)
	}
	answer := &wire.Answer{MatchId: d.Match.ID, DecisionId: d.ID, Annotation: cut(d.Annotation),
		InputTokens: d.InputTokens, OutputTokens: d.OutputTokens, Origin: d.Origin}
	if d.Resign {
		answer.Resign = true
		return answer, nil
	}
	for _, pick := range picks {
		if pick < 0 || uint64(pick) > math.MaxUint32 {
			return nil, fmt.Errorf("%w: Decide returned %v for %s; it must return indices of options, each 0 to %d",
				ErrPicks, picks, d.Prompt, d.OptionCount-1)
		}
		answer.Picks = append(answer.Picks, uint32(pick))
	}
	return answer, nil
}

// isAskedBy tells whether a request asks this decision once more. After a loss of data the referee may ask another one
// under the same number.
func (d *Decision) isAskedBy(other *wire.DecisionRequest) bool {
	one := d.Message
	return one.GetDecisionId() == other.GetDecisionId() && one.GetPrompt() == other.GetPrompt() &&
		one.GetLeast() == other.GetLeast() && one.GetMost() == other.GetMost() &&
		one.GetOrdered() == other.GetOrdered() && one.GetOptionCount() == other.GetOptionCount() &&
		slices.Equal(one.GetDefaultPicks(), other.GetDefaultPicks()) &&
		proto.Equal(one.GetOptions(), other.GetOptions()) && proto.Equal(one.GetView(), other.GetView())
}
