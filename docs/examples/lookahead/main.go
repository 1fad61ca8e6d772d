// Looks ahead by playouts of `lawspeaker engine`, and takes the promising answer that wins most often.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log"
	"math"
	"os/exec"
	"slices"

	"lawspeaker"
)

const thinking, phases = 0.1, 4 // seconds a decision; after each phase the worse half of the answers is dropped
type object = map[string]any
type tried struct { // what came of the playouts after one answer: sums over them, worths by seat
	Picks                   []int
	WorthSums               []float64
	Playouts, LeadSquareSum float64
}
type response struct {
	Error     object
	Positions struct{ Positions []struct{ Position int } }
	Playouts  struct{ Positions []struct{ Answers []*tried } }
}
type engine struct {
	requests  *json.Encoder
	responses *json.Decoder
}

func (e engine) ask(request object) (r response) {
	if err := errors.Join(e.requests.Encode(request), e.responses.Decode(&r)); err != nil || r.Error != nil {
		log.Fatalln("lawspeaker engine:", err, r.Error)
	}
	return r
}

func (e engine) Decide(_ context.Context, d *lawspeaker.Decision) ([]int, error) {
	seat, seconds := d.Match.Seat, min(thinking, d.TimeLeft().Seconds()/4)
	position := e.ask(object{"load": object{"positions": [][]byte{d.Position()}}}).Positions.Positions[0].Position
	live, answers := []*tried{}, []object{} // THINK HERE. Without answers: those of search, greedy's first
	for phase := 0; phase < phases && len(live) != 1; phase++ {
		found := e.ask(object{"playouts": object{
			"positions": []int{position}, "count": 1000, "seconds": seconds / phases, "dealAnewFor": seat,
			"policy": "PLAYOUT_POLICY_GREEDY", "horizon": object{"asSearch": true},
			"answers": []object{{"position": position, "answers": answers}}}}).Playouts.Positions[0].Answers
		for i, before := range live {
			found[i].WorthSums[seat] += before.WorthSums[seat]
			found[i].Playouts += before.Playouts
			found[i].LeadSquareSum += before.LeadSquareSum
		}
		slices.SortFunc(found[1:], func(a, b *tried) int { return cmp.Compare(b.WorthSums[seat], a.WorthSums[seat]) })
		live, answers = found[:max(len(found)/2, min(len(found), 2))], []object{}
		for _, each := range live {
			answers = append(answers, object{"picks": each.Picks})
		}
	}
	e.ask(object{"release": object{}})
	first, best, n := live[0], live[len(live)-1], live[0].Playouts // two are left, or one if there was no choice
	mean := (best.WorthSums[seat] - first.WorthSums[seat]) / n
	if mean < 0.5*math.Sqrt((best.LeadSquareSum/n-mean*mean+0.0025)/n) {
		return first.Picks, nil // half a standard error may be luck
	}
	return best.Picks, nil
}

func main() {
	process := exec.Command("lawspeaker", "engine", "--stdio")
	stdin, _ := process.StdinPipe()
	stdout, _ := process.StdoutPipe()
	if err := process.Start(); err != nil {
		log.Fatal(err)
	}
	bot := engine{json.NewEncoder(stdin), json.NewDecoder(stdout)}
	bot.ask(object{"release": object{}}) // once it answers it is ready, and no decision waits for its start
	lawspeaker.Main(bot, lawspeaker.Config{Name: "lookahead", Positions: true})
}
