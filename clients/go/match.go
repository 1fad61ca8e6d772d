package lawspeaker

import (
	"math"
	"strings"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"

	"lawspeaker/pb/wire"
)

// NoLimit stands for a time that nothing limits; it is longer than every other.
const NoLimit time.Duration = math.MaxInt64

// Clock is the time limits of a match.
type Clock struct {
	// Move is free for each decision; what exceeds it is taken from the bank. May be NoLimit.
	Move time.Duration
	// Bank is what each seat has in its bank when the match begins.
	Bank time.Duration
	// Increment is added to the bank after each of the seat's decisions.
	Increment time.Duration
	// First is free for the seat's first decision, in place of Move.
	First time.Duration
	// Reaction is free for a reaction out of turn, in place of Move.
	Reaction time.Duration
	// Connect is within what all bots must have joined.
	Connect time.Duration
	// Reconnect is within what a lost connection must be back where nothing else limits it.
	Reconnect time.Duration
	// Lag is the most that is given back for the network's round trip, each decision.
	Lag time.Duration
}

// Match is one match that the bot is seated in.
type Match struct {
	// ID is the match's name, unique within its referee.
	ID string
	// Seat is the bot's own.
	Seat int
	// Game is the game's name, such as "northgard".
	Game string
	// Players is how many seats there are.
	Players int
	// Options are the game's, by name, spelt as on the command line.
	Options map[string]string
	// Bots are the names of the bots by seat.
	Bots []string
	// Clock has all time limits.
	Clock Clock
	// Unrated tells whether it is a challenge of a ladder, which counts in no rating.
	Unrated bool
	// Message is all of this as it came over the wire.
	Message *wire.MatchStarted

	catalogue func() (proto.Message, error)
}

func newMatch(message *wire.MatchStarted) *Match {
	setup := message.GetSetup()
	options := make(map[string]string, len(setup.GetOptions()))
	for _, option := range setup.GetOptions() {
		options[option.GetName()] = option.GetValue()
	}
	return &Match{
		ID:        message.GetMatchId(),
		Seat:      int(message.GetSeat()),
		Game:      setup.GetGame(),
		Players:   int(setup.GetPlayers()),
		Options:   options,
		Bots:      message.GetBots(),
		Clock:     newClock(message),
		Unrated:   message.GetUnrated(),
		Message:   message,
		catalogue: sync.OnceValues(func() (proto.Message, error) { return Unpack(message.GetCatalogue()) }),
	}
}

func newClock(message *wire.MatchStarted) Clock {
	clock := message.GetClock()
	if clock == nil {
		move := NoLimit
		if limit := message.GetMoveTimeMs(); limit > 0 {
			move = milliseconds(limit)
		}
		return Clock{Move: move, First: move, Reaction: move}
	}
	move := limit(clock.MoveMs, NoLimit)
	return Clock{
		Move:      move,
		Bank:      milliseconds(clock.GetBankMs()),
		Increment: milliseconds(clock.GetIncrementMs()),
		First:     limit(clock.FirstMoveMs, move),
		Reaction:  limit(clock.ReactionMs, move),
		Connect:   milliseconds(clock.GetConnectMs()),
		Reconnect: milliseconds(clock.GetReconnectMs()),
		Lag:       milliseconds(clock.GetLagCompensationMs()),
	}
}

func limit(ms *uint32, absent time.Duration) time.Duration {
	if ms == nil {
		return absent
	}
	return milliseconds(*ms)
}

func milliseconds[N uint32 | uint64](n N) time.Duration {
	return time.Duration(n) * time.Millisecond
}

// Catalogue returns what never changes in the match's game, such as printed cards: its Catalogue message, unpacked once
// a match. Fails with ErrNoStubs.
//
//	catalogue, err := lawspeaker.Catalogue[*northgard.Catalogue](d.Match)
func Catalogue[M proto.Message](match *Match) (M, error) {
	message, err := match.catalogue()
	if err != nil {
		var none M
		return none, err
	}
	return as[M](message)
}

// Rejection is an answer of the bot that the referee refused; it changed nothing.
type Rejection struct {
	// Match is where the answer was refused.
	Match *Match
	// DecisionID is the answer's.
	DecisionID uint64
	// Decision is the answer's, if it still is the match's latest one; otherwise nil.
	Decision *Decision
	// Reason is for machines.
	Reason wire.RejectReason
	// Message says what was wrong and what would be right.
	Message string
}

// Late tells whether the answer was fine but came after the decision was over.
func (r *Rejection) Late() bool { return r.Reason == wire.RejectReason_REJECT_REASON_STALE }

// Disqualified tells whether the seat is out of the match for its faults; a substitute answers for it to the end.
func (r *Rejection) Disqualified() bool {
	return r.Reason == wire.RejectReason_REJECT_REASON_DISQUALIFIED
}

// Open tells whether the decision still waits for an answer, on the same clock.
func (r *Rejection) Open() bool {
	switch r.Reason {
	case wire.RejectReason_REJECT_REASON_WRONG_COUNT, wire.RejectReason_REJECT_REASON_OUT_OF_RANGE,
		wire.RejectReason_REJECT_REASON_DUPLICATE_PICK, wire.RejectReason_REJECT_REASON_MALFORMED:
		return true
	}
	return false
}

// String is the reason in a word, such as STALE, and the referee's words.
func (r *Rejection) String() string {
	return strings.TrimPrefix(r.Reason.String(), "REJECT_REASON_") + ": " + r.Message
}

// Result is how a match ended.
type Result struct {
	// Match is which.
	Match *Match
	// Lost is why nobody knows how it ended: it went on, or ended, while the connection was lost. Empty if it is known.
	Lost string
	// VoidReason is why the match does not count; empty if it does.
	VoidReason string
	// Ranks are by seat, 1 for the winner; none if the match was voided or lost.
	Ranks []int
	// Rank is the bot's own; 0 if there is none.
	Rank int
	// Scores are by seat, in the game's own points.
	Scores []int
	// Reason is how the game ended, a stable dotted name such as "fame".
	Reason string
	// Message is the message as it came over the wire.
	Message *wire.MatchOver
}

func newResult(message *wire.MatchOver, match *Match, lost string) *Result {
	outcome := message.GetOutcome()
	result := &Result{
		Match: match, Lost: lost, VoidReason: message.GetVoidReason(), Ranks: ints(outcome.GetRanks()),
		Scores: ints(outcome.GetScores()), Reason: outcome.GetReason(), Message: message,
	}
	if match.Seat < len(result.Ranks) {
		result.Rank = result.Ranks[match.Seat]
	}
	return result
}

func ints[N uint32 | int32](numbers []N) []int {
	converted := make([]int, len(numbers))
	for i, number := range numbers {
		converted[i] = int(number)
	}
	return converted
}
