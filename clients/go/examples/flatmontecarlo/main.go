// Flatmontecarlo plays every game by flat Monte Carlo: it plays each answer out many times at random, from positions in
// which all that its seat may not know is dealt anew, and takes the one with the best places. docs/forward-model.md
// explains it. The service that plays positions out, `lawspeaker engine`, must be on the PATH; the bot starts it itself.
package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"lawspeaker"
)

// thinking is the time for a decision, if the clock leaves ten times as much.
const thinking = 200 * time.Millisecond

// samples is how many answers are compared beside the default.
const samples = 16

type flatMonteCarlo struct{ engine *engine }

func main() {
	engine, err := startEngine("lawspeaker")
	if err != nil {
		fmt.Fprintln(os.Stderr, "flatmontecarlo:", err)
		os.Exit(1)
	}
	lawspeaker.Main(flatMonteCarlo{engine}, lawspeaker.Config{Name: "flat-monte-carlo", Version: "1", Positions: true})
}

// Decide returns the answer with the best places in playouts.
func (b flatMonteCarlo) Decide(ctx context.Context, d *lawspeaker.Decision) ([]int, error) {
	answers := candidates(d)
	if len(answers) == 1 || d.Position() == nil {
		return d.Default(), nil
	}
	until := time.Now().Add(thinking)
	if left := d.TimeLeft(); left != lawspeaker.NoLimit {
		until = time.Now().Add(min(thinking, left/10))
	}
	best, playouts, err := b.engine.best(ctx, d.Position(), d.Match.Seat, answers, until)
	d.Annotation = fmt.Sprintf("the best of %d answers in %d playouts of each", len(answers), playouts)
	return best, err
}

// candidates are the answers to compare, the default first: single options where one may be taken, otherwise any.
func candidates(d *lawspeaker.Decision) [][]int {
	found := [][]int{d.Default()}
	add := func(picks []int) {
		if !slices.ContainsFunc(found, func(other []int) bool { return slices.Equal(picks, other) }) {
			found = append(found, picks)
		}
	}
	chance := d.Random()
	if d.Least <= 1 && d.Most == 1 {
		for _, option := range chance.Distinct(d.OptionCount, min(d.OptionCount, samples)) {
			add([]int{option})
		}
		return found
	}
	for range samples {
		count := d.Least + chance.Below(d.Most-d.Least+1)
		add(chance.Distinct(d.OptionCount, count))
	}
	return found
}
