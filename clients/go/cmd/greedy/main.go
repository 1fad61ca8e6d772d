// Greedy takes what looks best now, by readable rules of thumb for Northgard; every other game gets its defaults.
package main

import (
	"context"
	"slices"

	"lawspeaker"
)

func main() {
	lawspeaker.Main(lawspeaker.BotFunc(decide), lawspeaker.Config{Name: "greedy", Version: "1", MaxMatches: 64})
}

// decide takes the options with the highest scores, ties to the first.
func decide(_ context.Context, d *lawspeaker.Decision) ([]int, error) {
	if d.Match.Game != "northgard" {
		return d.Default(), nil
	}
	scores, err := northgardScores(d)
	if err != nil {
		return nil, err
	}
	return best(scores, d.Least, d.Most), nil
}

// best is the indices of the highest scores: at most so many, and at least so many, for what is not above 0 is better
// left out.
func best(scores []int, least, most int) []int {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return scores[b] - scores[a] })
	picks := []int{}
	for place, index := range order[:min(most, len(order))] {
		if place < least || scores[index] > 0 {
			picks = append(picks, index)
		}
	}
	return picks
}
