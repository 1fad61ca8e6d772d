package lawspeaker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"lawspeaker/pb/wire"
)

// seat is a bot's place in one match: what comes for it is worked off one message after the other, over any number of
// streams.
//
// What was answered last is kept. A decision that is asked again, because the connection or the referee was lost, is not
// put to the bot again: it gets the very same answer.
type seat struct {
	match *Match
	bot   Bot
	seed  string
	log   *slog.Logger
	inbox *inbox
	away  bool // the connection was lost, and the referee has not said since that the match goes on; the session's

	mu       sync.Mutex
	latest   uint64             // the newest decision that has come: those before it are over
	decision *Decision          // the one that the bot was asked last
	forget   context.CancelFunc // tells the bot that its answer is of no more use
	lost     string             // why the match is over without a result

	answer *wire.Answer // to the decision; nil as long as the bot thinks about it; of play alone
}

func newSeat(match *Match, bot Bot, seed string, log *slog.Logger) *seat {
	return &seat{match: match, bot: bot, seed: seed, log: log, inbox: newInbox(), forget: func() {}}
}

// take queues a message, and tells whether it brings something new.
func (s *seat) take(message *wire.PlayResponse, by *stream) (progress bool) {
	s.mu.Lock()
	switch body := message.GetMessage().(type) {
	case *wire.PlayResponse_DecisionRequest:
		progress = body.DecisionRequest.GetDecisionId() != s.latest
		s.latest = body.DecisionRequest.GetDecisionId()
		if s.decision == nil {
			break
		}
		if s.decision.isAskedBy(body.DecisionRequest) {
			s.decision.readClock(body.DecisionRequest) // now, for the bot may be thinking about it
		} else {
			s.forget()
		}
	case *wire.PlayResponse_MatchOver:
		progress = true
		s.forget()
	}
	s.mu.Unlock()
	s.inbox.put(letter{message, by})
	return progress
}

// end says that no more will come; lost tells the bot why if the match was not over.
func (s *seat) end(lost string) {
	s.mu.Lock()
	s.lost = lost
	s.forget()
	s.mu.Unlock()
	s.inbox.put(letter{})
}

// play serves the match to its end. Fails with what the bot fails with, and when the context ends.
func (s *seat) play(ctx context.Context) error {
	if bot, ok := s.bot.(Starter); ok {
		if err := bot.Started(ctx, s.match); err != nil {
			return err
		}
	}
	for {
		l, err := s.inbox.take(ctx)
		if err != nil {
			return err
		}
		if l.message == nil {
			return s.ended(ctx)
		}
		if over := l.message.GetMatchOver(); over != nil {
			return s.over(ctx, newResult(over, s.match, ""))
		}
		if err := s.handle(ctx, l); err != nil {
			return err
		}
	}
}

func (s *seat) handle(ctx context.Context, l letter) error {
	switch body := l.message.GetMessage().(type) {
	case *wire.PlayResponse_MatchStarted:
		if bot, ok := s.bot.(Resumer); ok {
			return bot.Resumed(ctx, s.match)
		}
	case *wire.PlayResponse_DecisionRequest:
		return s.decide(ctx, body.DecisionRequest, l.stream)
	case *wire.PlayResponse_AnswerRejected:
		return s.rejected(ctx, body.AnswerRejected, l.stream)
	}
	return nil
}

func (s *seat) ended(ctx context.Context) error {
	if s.lost == "" {
		return nil
	}
	return s.over(ctx, newResult(&wire.MatchOver{MatchId: s.match.ID}, s.match, s.lost))
}

func (s *seat) over(ctx context.Context, result *Result) error {
	if bot, ok := s.bot.(Finisher); ok {
		return bot.Over(ctx, result)
	}
	return nil
}

// decide answers a request, unless a newer one has come: the answer that there is, or the bot's.
func (s *seat) decide(ctx context.Context, request *wire.DecisionRequest, by *stream) error {
	ctx, decision := s.open(ctx, request)
	if decision == nil {
		return nil
	}
	if s.answer == nil {
		picks, err := s.ask(ctx, decision)
		if err != nil {
			if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
				return nil // the bot gave up what is of no more use
			}
			return fmt.Errorf("the bot failed at %s, decision %d of %s: %w", decision.Prompt, decision.ID, s.match.ID, err)
		}
		if s.answer, err = decision.answer(picks); err != nil {
			return err
		}
	}
	by.answer(s.answer)
	return nil
}

// ask has the bot decide. Of a panic it logs which decision it came at, and lets it go on.
func (s *seat) ask(ctx context.Context, decision *Decision) ([]int, error) {
	returned := false
	defer func() {
		if !returned {
			s.log.Error("the bot panicked", "prompt", decision.Prompt, "decision", decision.ID, "match", s.match.ID)
		}
	}()
	picks, err := s.bot.Decide(ctx, decision)
	returned = true
	return picks, err
}

// open is the decision of a request, with the context in which its answer is of use; nil if a newer one has come.
func (s *seat) open(ctx context.Context, request *wire.DecisionRequest) (context.Context, *Decision) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if request.GetDecisionId() != s.latest {
		return ctx, nil
	}
	if s.decision == nil || !s.decision.isAskedBy(request) {
		s.answer = nil
		s.decision = newDecision(request, s.match, s.seed)
	}
	s.forget()
	ctx, s.forget = context.WithCancel(ctx)
	return ctx, s.decision
}

// rejected tells the bot; if the decision is still open it is answered with its default, so that the game goes on.
func (s *seat) rejected(ctx context.Context, message *wire.AnswerRejected, by *stream) error {
	decision := s.decision
	if decision != nil && decision.ID != message.GetDecisionId() {
		decision = nil
	}
	rejection := &Rejection{
		Match: s.match, DecisionID: message.GetDecisionId(), Decision: decision, Reason: message.GetReason(),
		Message: message.GetMessage(),
	}
	if bot, ok := s.bot.(Rejecter); ok {
		if err := bot.Rejected(ctx, rejection); err != nil {
			return err
		}
	} else {
		s.logRejection(rejection)
	}
	if decision == nil || !rejection.Open() {
		return nil
	}
	decision.Origin, decision.Resign = OriginUnparsable, false // it is the SDK that answers
	answer, err := decision.answer(decision.Default())
	if err != nil {
		return err
	}
	s.answer = answer
	by.answer(answer)
	return nil
}

func (s *seat) logRejection(rejection *Rejection) {
	what := "answer refused"
	if rejection.Disqualified() {
		what = "out of the match"
	}
	attributes := []any{"match", s.match.ID, "decision", rejection.DecisionID, "why", rejection.String()}
	if rejection.Decision != nil {
		attributes = append(attributes, "prompt", rejection.Decision.Prompt)
	}
	s.log.Warn(what, attributes...)
}
