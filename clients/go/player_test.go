package lawspeaker_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"lawspeaker/pb/wire"
)

// player says the referee's part of a transcript: each call of Play is the next stream.
type player struct {
	mu     sync.Mutex
	left   [][]*wire.TranscriptEntry
	begun  int // streams that are not over
	failed error
}

// servePlayer starts a server that plays the streams; stop waits until it is at their end.
func servePlayer(t *testing.T, streams [][]*wire.TranscriptEntry) (address string, stop func(), p *player) {
	t.Helper()
	p = &player{left: slices.Clone(streams)}
	server := grpc.NewServer(grpc.ForceServerCodec(raw{}), grpc.UnknownServiceHandler(p.play), grpc.WaitForHandlers(true))
	address, listener := listen(t)
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	return address, server.Stop, p
}

// raw leaves messages the bytes that they are, for some have fields that no stubs know.
type raw struct{}

func (raw) Name() string { return "proto" }

func (raw) Marshal(message any) ([]byte, error) { return *message.(*[]byte), nil }

func (raw) Unmarshal(data []byte, message any) error {
	*message.(*[]byte) = bytes.Clone(data)
	return nil
}

// mismatch is what was not as it stands, nil if all was.
func (p *player) mismatch() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if unfinished := len(p.left) + p.begun; p.failed == nil && unfinished > 0 {
		return fmt.Errorf("the run ends, and %d streams are not over", unfinished)
	}
	return p.failed
}

func (p *player) play(_ any, server grpc.ServerStream) error {
	entries, err := p.next()
	if err == nil {
		stream := &playedStream{server: server, heard: make(chan *wire.PlayRequest, 1<<16), over: p.streamOver}
		err = stream.play(entries)
	}
	if err != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.failed = errors.Join(p.failed, err)
		return status.Error(codes.PermissionDenied, "this is not what the transcript says")
	}
	end := entries[len(entries)-1].GetStreamEnds()
	return status.Error(codes.Code(end.GetStatus()), end.GetMessage())
}

func (p *player) next() ([]*wire.TranscriptEntry, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.left) == 0 {
		return nil, errors.New("the bot dials once more than it should")
	}
	entries := p.left[0]
	p.left, p.begun = p.left[1:], p.begun+1
	return entries, nil
}

func (p *player) streamOver() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.begun--
}

// playedStream is one call.
type playedStream struct {
	server grpc.ServerStream
	heard  chan *wire.PlayRequest // what the bot has said and was not looked at yet; closed when it says no more
	asked  []*wire.PlayRequest    // questions without an answer yet, as answers that only have their ids
	over   func()                 // called when all is heard; the bot may leave as soon as it has read what is said last
}

// play says and hears everything but the end.
func (s *playedStream) play(entries []*wire.TranscriptEntry) error {
	go s.read()
	last := len(entries) - 1
	if entries[last-1].GetFromReferee() != nil {
		last--
	}
	var expected []*wire.PlayRequest
	for i, entry := range entries {
		if data := entry.GetFromBot(); data != nil {
			requests, err := compared(data)
			if err != nil {
				return err
			}
			expected = append(expected, requests...)
			continue
		}
		if err := s.hear(expected); err != nil {
			return err
		}
		expected = nil
		if i == last {
			s.over()
		}
		if data := entry.GetFromReferee(); data != nil {
			if err := s.say(data); err != nil {
				return err
			}
		}
	}
	return s.hearNoMore()
}

func (s *playedStream) read() {
	defer close(s.heard)
	for {
		var data []byte
		if s.server.RecvMsg(&data) != nil {
			return
		}
		requests, err := compared(data)
		if err != nil {
			return
		}
		for _, request := range requests {
			s.heard <- request
		}
	}
}

func (s *playedStream) say(data []byte) error {
	response := &wire.PlayResponse{}
	if err := proto.Unmarshal(data, response); err != nil {
		return fmt.Errorf("the stubs cannot read what the referee says: %w", err)
	}
	for _, one := range append(response.GetBatch().GetResponses(), response) {
		if request := one.GetDecisionRequest(); request != nil {
			s.asked = append(s.asked, answerTo(request.GetMatchId(), request.GetDecisionId()))
		}
	}
	return s.server.SendMsg(&data)
}

// hear takes these messages off the bot, in any order.
func (s *playedStream) hear(expected []*wire.PlayRequest) error {
	for len(expected) > 0 {
		select {
		case said, more := <-s.heard:
			if !more {
				return fmt.Errorf("the bot ends the stream; it should say %s", words(expected))
			}
			at := slices.IndexFunc(expected, func(one *wire.PlayRequest) bool { return proto.Equal(one, said) })
			if at < 0 {
				return fmt.Errorf("the bot says %s; it should say %s", flat(said), words(expected))
			}
			expected = slices.Delete(expected, at, at+1)
			s.answered(said)
		case <-time.After(patience):
			return fmt.Errorf("the bot says nothing; it should say %s", words(expected))
		}
	}
	return nil
}

// answered tells whether it answers a question that was open.
func (s *playedStream) answered(said *wire.PlayRequest) bool {
	ids := answerTo(said.GetAnswer().GetMatchId(), said.GetAnswer().GetDecisionId())
	at := slices.IndexFunc(s.asked, func(one *wire.PlayRequest) bool { return proto.Equal(one, ids) })
	if at >= 0 {
		s.asked = slices.Delete(s.asked, at, at+1)
	}
	return at >= 0
}

// hearNoMore allows what crosses the end of the stream: answers to questions that are open.
func (s *playedStream) hearNoMore() error {
	for {
		select {
		case said := <-s.heard:
			if said == nil {
				return nil
			}
			if !s.answered(said) {
				return fmt.Errorf("the bot says %s; it should say nothing more", flat(said))
			}
		default:
			return nil
		}
	}
}

func answerTo(match string, decision uint64) *wire.PlayRequest {
	return &wire.PlayRequest{Message: &wire.PlayRequest_Answer{
		Answer: &wire.Answer{MatchId: match, DecisionId: decision},
	}}
}

// compared is what is looked at of a message: in Hello not the token, the SDK and batches, in an answer not the remark.
// A batch of answers is a message for each.
func compared(data []byte) ([]*wire.PlayRequest, error) {
	request := &wire.PlayRequest{}
	if err := proto.Unmarshal(data, request); err != nil {
		return nil, err
	}
	requests := []*wire.PlayRequest{request}
	if batch := request.GetAnswerBatch(); batch != nil {
		requests = nil
		for _, answer := range batch.GetAnswers() {
			requests = append(requests, &wire.PlayRequest{Message: &wire.PlayRequest_Answer{Answer: answer}})
		}
	}
	for _, one := range requests {
		if hello := one.GetHello(); hello != nil {
			hello.Token, hello.Sdk, hello.Batches = "", "", false
		}
		if answer := one.GetAnswer(); answer != nil {
			answer.Annotation = ""
		}
	}
	return requests, nil
}

func words(requests []*wire.PlayRequest) string {
	var all []string
	for _, request := range requests {
		all = append(all, flat(request))
	}
	return strings.Join(all, " or ")
}
