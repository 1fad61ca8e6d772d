package lawspeaker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"lawspeaker/pb/wire"
)

// errNoPlace is an ErrRefused for want of a place: the bot's own lost stream has it, maybe, which the referee has not
// missed yet.
var errNoPlace = fmt.Errorf("%w", ErrRefused)

// stream is a connection and the one call on it, which are closed together.
type stream struct {
	conn   *grpc.ClientConn
	call   grpc.BidiStreamingClient[wire.PlayRequest, wire.PlayResponse]
	cancel context.CancelFunc
	since  time.Time // when the referee welcomed the bot

	writing sync.Mutex // gRPC allows one writer at a time
}

// introduce calls Play on a connection, says Hello and hears Welcome, within that time. Fails with ErrRefused, errNoPlace
// or ErrLost; the connection is closed then.
func introduce(ctx context.Context, conn *grpc.ClientConn, hello *wire.Hello, within time.Duration) (*stream, error) {
	callCtx, cancel := context.WithCancel(ctx)
	s := &stream{conn: conn, cancel: cancel}
	overdue := time.AfterFunc(within, cancel)
	err := s.introduce(callCtx, hello)
	late := !overdue.Stop()
	if err == nil && !late {
		s.since = time.Now()
		return s, nil
	}
	s.close()
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case late:
		return nil, fmt.Errorf("%w: no answer within %v", ErrLost, within)
	}
	return nil, err
}

func (s *stream) introduce(ctx context.Context, hello *wire.Hello) (err error) {
	if s.call, err = wire.NewRefereeServiceClient(s.conn).Play(ctx); err != nil {
		return explained(err, false)
	}
	s.send(&wire.PlayRequest{Message: &wire.PlayRequest_Hello{Hello: hello}})
	first, err := s.call.Recv()
	if err != nil && !errors.Is(err, io.EOF) {
		return explained(err, false)
	}
	switch message := first.GetMessage().(type) {
	case *wire.PlayResponse_Welcome:
		return nil
	case *wire.PlayResponse_Goodbye:
		kind := ErrRefused
		if message.Goodbye.GetReason() == wire.GoodbyeReason_GOODBYE_REASON_DRAINING {
			kind = errNoPlace
		}
		return fmt.Errorf("%w: %s", kind, message.Goodbye.GetMessage())
	}
	return fmt.Errorf("%w: Hello was not answered with Welcome; is this a Lawspeaker referee?", ErrRefused)
}

// receive returns the next message. Fails with io.EOF, ErrRefused or ErrLost.
func (s *stream) receive() (*wire.PlayResponse, error) {
	message, err := s.call.Recv()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, explained(err, true)
	}
	return message, err
}

// answer sends an answer, or drops it if the stream is over.
func (s *stream) answer(answer *wire.Answer) {
	s.send(&wire.PlayRequest{Message: &wire.PlayRequest_Answer{Answer: answer}})
}

// send leaves a stream that is gone to the reader: only it knows whether there was a goodbye.
func (s *stream) send(request *wire.PlayRequest) {
	s.writing.Lock()
	defer s.writing.Unlock()
	_ = s.call.Send(request)
}

// close ends the call, without a word, and the connection.
func (s *stream) close() {
	s.cancel()
	_ = s.conn.Close()
}

// explained is the status of a call as one line, of the error that it amounts to.
func explained(err error, introduced bool) error {
	state := status.Convert(err)
	details := state.Message()
	if details == "" {
		details = state.Code().String()
	}
	switch state.Code() {
	case codes.ResourceExhausted:
		if !introduced {
			return fmt.Errorf("%w: %s", errNoPlace, details)
		}
		fallthrough
	case codes.Unauthenticated, codes.FailedPrecondition, codes.InvalidArgument, codes.PermissionDenied:
		return fmt.Errorf("%w: %s", ErrRefused, details)
	}
	return fmt.Errorf("%w (%v): %s", ErrLost, state.Code(), details)
}
