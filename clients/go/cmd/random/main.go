// Random takes any legal answer, each number of picks as likely as another; it plays every game, for it looks at none.
package main

import (
	"context"

	"lawspeaker"
)

func main() {
	lawspeaker.Main(lawspeaker.BotFunc(decide), lawspeaker.Config{Name: "random", Version: "1", MaxMatches: 64})
}

// decide takes random options; the same ones whenever it is asked the same decision under the same seed.
func decide(_ context.Context, d *lawspeaker.Decision) ([]int, error) {
	chance := d.Random()
	count := d.Least + chance.Below(d.Most-d.Least+1)
	return chance.Distinct(d.OptionCount, count), nil
}
