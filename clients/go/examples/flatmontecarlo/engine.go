package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"lawspeaker/pb/wire"
)

// engine is a stream of EngineService. It answers requests in their order, so one goroutine at a time may use it.
type engine struct {
	stream grpc.BidiStreamingClient[wire.SessionRequest, wire.SessionResponse]
	// stdin is the service's, which ends when it is closed; a pipe that nothing refers to is closed sooner or later.
	stdin io.WriteCloser
}

// startEngine starts the service, which ends when this process does, and opens a stream to it.
func startEngine(command string) (*engine, error) {
	process := exec.Command(command, "engine", "--listen", "127.0.0.1:0", "--until-eof")
	process.Stderr = os.Stderr
	stdin, err := process.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := process.Start(); err != nil {
		return nil, fmt.Errorf("the engine cannot be started: %w", err)
	}
	address, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("%s engine has not told its address: %w", command, err)
	}
	conn, err := grpc.NewClient(strings.TrimSpace(address), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	stream, err := wire.NewEngineServiceClient(conn).Session(context.Background())
	return &engine{stream, stdin}, err
}

// best returns the answer with the lowest sum of places, and how often each was played out until the time was up.
func (e *engine) best(
	ctx context.Context, position []byte, seat int, answers [][]int, until time.Time,
) ([]int, int, error) {
	numbers, err := e.answered(position, seat, answers)
	if err != nil {
		return nil, 0, err
	}
	ranks, scores := make([]int, len(answers)), make([]int, len(answers))
	playouts := 0
	for playouts == 0 || time.Now().Before(until) && ctx.Err() == nil {
		dealAnewFor := uint32(seat)
		response, err := e.ask(&wire.SessionRequest{Message: &wire.SessionRequest_Playouts{
			Playouts: &wire.RunPlayouts{Positions: numbers, Count: 1, DealAnewFor: &dealAnewFor},
		}})
		if err != nil {
			return nil, 0, err
		}
		for i, each := range response.GetPlayouts().GetPositions() {
			ranks[i] += int(each.GetRankSums()[seat])
			scores[i] += int(each.GetScoreSums()[seat])
		}
		playouts++
	}
	best := 0
	for i := range answers {
		if ranks[i] < ranks[best] || ranks[i] == ranks[best] && scores[i] > scores[best] {
			best = i
		}
	}
	_, err = e.ask(&wire.SessionRequest{Message: &wire.SessionRequest_Release{Release: &wire.ReleasePositions{}}})
	return answers[best], playouts, err
}

// answered returns the numbers of positions that follow each answer of the seat. Where several seats decide at once, the
// others take their defaults.
func (e *engine) answered(position []byte, seat int, answers [][]int) ([]uint32, error) {
	loaded, err := e.ask(&wire.SessionRequest{Message: &wire.SessionRequest_Load{
		Load: &wire.LoadPositions{Positions: [][]byte{position}},
	}})
	if err != nil {
		return nil, err
	}
	state := loaded.GetPositions().GetPositions()[0]
	copied, err := e.ask(&wire.SessionRequest{Message: &wire.SessionRequest_Copy{
		Copy: &wire.CopyPositions{Positions: []uint32{state.GetPosition()}, Count: uint32(len(answers))},
	}})
	if err != nil {
		return nil, err
	}
	apply := &wire.ApplyPicks{}
	var numbers []uint32
	for i, each := range copied.GetPositions().GetPositions() {
		numbers = append(numbers, each.GetPosition())
		answer := &wire.PositionAnswer{Position: each.GetPosition()}
		for _, decision := range state.GetDecisions() {
			picks := decision.GetDefaultPicks()
			if int(decision.GetSeat()) == seat {
				picks = unsigned(answers[i])
			}
			answer.Decisions = append(answer.Decisions, &wire.DecisionPicks{Picks: picks})
		}
		apply.Answers = append(apply.Answers, answer)
	}
	_, err = e.ask(&wire.SessionRequest{Message: &wire.SessionRequest_Apply{Apply: apply}})
	return numbers, err
}

// ask sends a request and returns its response. Fails if the stream does, or if the request cannot be done.
func (e *engine) ask(request *wire.SessionRequest) (*wire.SessionResponse, error) {
	if err := e.stream.Send(request); err != nil && !errors.Is(err, io.EOF) { // after io.EOF Recv says why
		return nil, err
	}
	response, err := e.stream.Recv()
	if err == nil && response.GetError() != nil {
		err = fmt.Errorf("the engine refuses: %s", response.GetError().GetMessage())
	}
	return response, err
}

func unsigned(picks []int) []uint32 {
	found := make([]uint32, len(picks))
	for i, pick := range picks {
		found[i] = uint32(pick)
	}
	return found
}
