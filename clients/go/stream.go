package lawspeaker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"lawspeaker/pb/wire"
)

// errNoPlace is an ErrRefused for want of a place: the bot's own lost stream has it, maybe, which the referee has not
// missed yet.
var errNoPlace = fmt.Errorf("%w", ErrRefused)

const (
	// mostBatch is how many answers go in one message, and batchBytes how many bytes they may have together.
	mostBatch  = 64
	batchBytes = 32 << 10
)

// stream is a connection and the one call on it, which are closed together.
type stream struct {
	conn   *grpc.ClientConn
	call   grpc.BidiStreamingClient[wire.PlayRequest, wire.PlayResponse]
	cancel context.CancelFunc
	since  time.Time // when the referee welcomed the bot
	most   int       // answers in one message: 1 unless the referee takes several

	received []*wire.PlayResponse // the rest of a batch; the reader's

	writing sync.Mutex // gRPC allows one writer at a time
	mu      sync.Mutex
	answers []*wire.Answer // they wait for a writer, the oldest first
}

// introduce calls Play on a connection, says Hello and hears Welcome, within that time. Fails with ErrRefused, errNoPlace
// or ErrLost; the connection is closed then.
func introduce(ctx context.Context, conn *grpc.ClientConn, hello *wire.Hello, within time.Duration) (*stream, error) {
	callCtx, cancel := context.WithCancel(ctx)
	s := &stream{conn: conn, cancel: cancel, most: 1}
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
	first, err := s.next()
	if err != nil && !errors.Is(err, io.EOF) {
		return explained(err, false)
	}
	switch message := first.GetMessage().(type) {
	case *wire.PlayResponse_Welcome:
		if message.Welcome.GetBatches() {
			s.most = mostBatch
		}
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
	message, err := s.next()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, explained(err, true)
	}
	return message, err
}

// next returns the next message, also of those that come as a batch. Fails with gRPC's errors.
func (s *stream) next() (*wire.PlayResponse, error) {
	for len(s.received) == 0 {
		message, err := s.call.Recv()
		if err != nil {
			return nil, err
		}
		batch, ok := message.GetMessage().(*wire.PlayResponse_Batch)
		if !ok {
			return message, nil
		}
		s.received = batch.Batch.GetResponses()
	}
	message := s.received[0]
	s.received[0] = nil
	s.received = s.received[1:]
	return message, nil
}

// answer sends an answer together with others that wait, or drops it if the stream is over.
func (s *stream) answer(answer *wire.Answer) {
	s.mu.Lock()
	s.answers = append(s.answers, answer)
	s.mu.Unlock()
	if s.most > 1 {
		// Matches that can run now answer first. This costs no time: gRPC's own writer gives way once more before it
		// writes to the socket, and finds nothing left to wait for.
		runtime.Gosched()
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	// Each answer has a call that takes at least the oldest one, so none stays behind.
	if request := s.takeAnswers(); request != nil {
		s.send(request)
	}
}

// takeAnswers is a message of the answers that wait, as many as may go in one; nil if another writer has taken them.
func (s *stream) takeAnswers() *wire.PlayRequest {
	s.mu.Lock()
	defer s.mu.Unlock()
	count, size := 0, 0
	for count < min(s.most, len(s.answers)) {
		if size += proto.Size(s.answers[count]); count > 0 && size > batchBytes {
			break
		}
		count++
	}
	taken := s.answers[:count]
	s.answers = s.answers[count:]
	switch count {
	case 0:
		return nil
	case 1:
		return &wire.PlayRequest{Message: &wire.PlayRequest_Answer{Answer: taken[0]}}
	}
	return &wire.PlayRequest{Message: &wire.PlayRequest_AnswerBatch{AnswerBatch: &wire.AnswerBatch{Answers: taken}}}
}

// send leaves a stream that is gone to the reader: only it knows whether there was a goodbye.
func (s *stream) send(request *wire.PlayRequest) {
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
