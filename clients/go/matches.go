package lawspeaker

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"google.golang.org/protobuf/proto"

	"lawspeaker/pb/wire"
)

// dispatch hands a message to its match, which works it off in its own time. What later versions say is passed over.
func (s *session) dispatch(ctx context.Context, message *wire.PlayResponse, by *stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch body := message.GetMessage().(type) {
	case *wire.PlayResponse_Goodbye:
		s.goodbye = body.Goodbye
	case *wire.PlayResponse_MatchStarted:
		s.matchStarted(ctx, message, by)
	case *wire.PlayResponse_DecisionRequest:
		s.toSeat(body.DecisionRequest.GetMatchId(), message, by)
	case *wire.PlayResponse_AnswerRejected:
		s.toSeat(body.AnswerRejected.GetMatchId(), message, by)
	case *wire.PlayResponse_MatchOver:
		s.toSeat(body.MatchOver.GetMatchId(), message, by)
		s.remove(body.MatchOver.GetMatchId())
	}
}

func (s *session) toSeat(matchID string, message *wire.PlayResponse, by *stream) {
	if seat := s.find(matchID); seat != nil && seat.take(message, by) {
		s.progress = true
	}
}

func (s *session) find(matchID string) *seat {
	for _, seat := range s.seats {
		if seat.match.ID == matchID {
			return seat
		}
	}
	return nil
}

func (s *session) remove(matchID string) {
	s.seats = slices.DeleteFunc(s.seats, func(seat *seat) bool { return seat.match.ID == matchID })
}

func (s *session) matchStarted(ctx context.Context, message *wire.PlayResponse, by *stream) {
	started := message.GetMatchStarted()
	if known := s.find(started.GetMatchId()); known != nil {
		if sameMatch(started, known.match.Message) {
			known.away = false
			known.take(message, by)
			return
		}
		s.giveUp(known, "the referee has begun another match under the same name")
	}
	s.makeRoom()
	s.progress = true
	seat := newSeat(newMatch(started), s.bot, s.seed, s.log)
	s.seats = append(s.seats, seat)
	s.playing.Go(func() {
		if err := seat.play(ctx); err != nil {
			s.fail(err)
		}
	})
}

// sameMatch tells whether it is the match itself that goes on: a referee that lost its records may use its name again.
func sameMatch(one, other *wire.MatchStarted) bool {
	return one.GetSeat() == other.GetSeat() && bytes.Equal(one.GetSeedCommitment(), other.GetSeedCommitment()) &&
		proto.Equal(one.GetSetup(), other.GetSetup())
}

// makeRoom gives up matches that have not come back, as far as the bot plays more than it said without them: the referee
// never seats a bot in more, so they must be over.
func (s *session) makeRoom() {
	tooMany := len(s.seats) + 1 - s.maxMatches
	for _, seat := range s.away() {
		if tooMany <= 0 {
			return
		}
		s.giveUp(seat, "the connection was lost, and the match ended meanwhile")
		tooMany--
	}
}

// setAway notes that the connection is lost.
func (s *session) setAway() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, seat := range s.seats {
		seat.away = true
	}
}

// away is the matches that have not come back, the oldest first.
func (s *session) away() []*seat {
	var away []*seat
	for _, seat := range s.seats {
		if seat.away {
			away = append(away, seat)
		}
	}
	return away
}

// giveUpMatches ends the matches that have not come back on this stream.
func (s *session) giveUpMatches(by *stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if by.call.Context().Err() != nil {
		return // it is lost as well
	}
	for _, seat := range s.away() {
		s.giveUp(seat, fmt.Sprintf("the connection was lost, and the match did not come back within %v",
			s.patience.within))
	}
}

func (s *session) giveUp(seat *seat, why string) {
	s.log.Warn("match given up", "match", seat.match.ID, "why", why)
	s.remove(seat.match.ID)
	seat.end(why)
}
