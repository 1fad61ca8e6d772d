package lawspeaker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"google.golang.org/grpc"

	"lawspeaker/pb/wire"
)

// tryWithin is how long one try to connect again may take.
const tryWithin = 5 * time.Second

// session is a bot and its referee: it introduces the bot, hands messages to its matches, and comes back when the
// connection is lost.
type session struct {
	bot        Bot
	hello      *wire.Hello
	seed       string
	connect    func() (*grpc.ClientConn, error)
	patience   *patience
	log        *slog.Logger
	maxMatches int
	// welcomeWithin is how long the first Hello may stay without Welcome.
	welcomeWithin time.Duration

	playing  sync.WaitGroup
	fail     context.CancelCauseFunc // ends the run with an error of the bot
	goodbye  *wire.Goodbye           // of the stream that there is
	progress bool                    // it has brought something that the one before had not

	mu    sync.Mutex // between who reads the stream and the timer of matches that do not come back
	seats []*seat    // in the order in which they were taken
}

// play plays until the referee says goodbye, first on this connection. Fails with the errors of this package, what the
// bot fails with, and the context's error.
//
// When it fails it does not wait for calls of the bot that still run: their context has ended.
func (s *session) play(ctx context.Context, conn *grpc.ClientConn) error {
	ctx, s.fail = context.WithCancelCause(ctx)
	defer s.fail(nil)
	current, err := introduce(ctx, conn, s.hello, s.welcomeWithin)
	for err == nil {
		loss := s.listen(ctx, current)
		if loss == nil {
			return s.finish(ctx)
		}
		if !errors.Is(loss, ErrLost) || s.patience.within == 0 || ctx.Err() != nil {
			return loss
		}
		current, err = s.comeBack(ctx, loss)
	}
	return err
}

// listen dispatches what comes until the stream is over. Fails if that was not as it should be; ErrLost may be tried
// again.
func (s *session) listen(ctx context.Context, current *stream) error {
	defer current.close()
	overdue := time.AfterFunc(s.patience.within, func() { s.giveUpMatches(current) })
	defer overdue.Stop()
	s.goodbye, s.progress = nil, false
	for {
		message, err := current.receive()
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			err = s.ending(err)
			if errors.Is(err, ErrLost) {
				now := time.Now()
				s.patience.lost(now, now.Sub(current.since), s.progress)
			}
			return err
		}
		s.dispatch(ctx, message, current)
	}
}

// ending is how a stream ended that ended with err: nil if it should. After a goodbye it does not matter whether the
// connection broke, for an answer may have crossed it.
func (s *session) ending(err error) error {
	bye := s.goodbye
	switch {
	case bye == nil && errors.Is(err, io.EOF):
		return fmt.Errorf("%w: the referee closed the stream without a goodbye", ErrLost)
	case bye == nil || errors.Is(err, ErrRefused):
		return err
	}
	switch bye.GetReason() {
	case wire.GoodbyeReason_GOODBYE_REASON_DRAINING:
		s.mu.Lock()
		defer s.mu.Unlock()
		if unfinished := len(s.seats); unfinished > 0 && s.patience.within > 0 {
			return fmt.Errorf("%w: goodbye with %d of the bot's matches unfinished: %s", ErrLost, unfinished,
				bye.GetMessage())
		}
		return nil
	case wire.GoodbyeReason_GOODBYE_REASON_UNSPECIFIED, wire.GoodbyeReason_GOODBYE_REASON_DONE:
		return nil
	}
	return fmt.Errorf("%w: %s", ErrRefused, bye.GetMessage()) // reasons of later versions blame the bot too
}

// comeBack makes a new stream. Fails with ErrLost if none can be had in time, and with ErrRefused.
func (s *session) comeBack(ctx context.Context, loss error) (*stream, error) {
	lostAt, within := time.Now(), s.patience.within
	s.log.Warn("connection lost", "why", loss, "trying_for", within)
	s.setAway()
	last := ""
	for {
		pause, again := s.patience.wait(time.Now())
		if !again {
			return nil, fmt.Errorf("%w; it did not come back within %v%s", loss, within, last)
		}
		if err := sleep(ctx, pause); err != nil {
			return nil, err
		}
		current, err := s.dial(ctx)
		switch {
		case err == nil:
			s.log.Warn("connected again", "after", time.Since(lostAt).Round(100*time.Millisecond))
			return current, nil
		case ctx.Err() != nil || !errors.Is(err, ErrLost) && !errors.Is(err, errNoPlace):
			return nil, err
		}
		last = ": " + err.Error()
	}
}

// dial makes one try.
func (s *session) dial(ctx context.Context) (*stream, error) {
	conn, err := s.connect()
	if err != nil {
		return nil, err
	}
	return introduce(ctx, conn, s.hello, tryWithin)
}

// finish ends the matches after a goodbye, and waits for the calls of the bot.
func (s *session) finish(ctx context.Context) error {
	s.mu.Lock()
	for _, seat := range s.seats {
		why := ""
		if seat.away {
			why = "the connection was lost, and the match did not come back"
		}
		seat.end(why)
	}
	s.mu.Unlock()
	done := make(chan struct{})
	go func() {
		s.playing.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
	return context.Cause(ctx)
}

func sleep(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
