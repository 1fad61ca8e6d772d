package lawspeaker

import (
	"math"
	"slices"
)

// Chance is a generator of random numbers that every SDK has alike: SplitMix64, begun at the FNV-1a hash of a name, as
// docs/protocol.md has it in full. It is a rand.Source of math/rand/v2, so rand.New(chance) has whatever else is drawn;
// only Uint64, Below and Distinct are the same in every language.
type Chance struct {
	state uint64
}

// NewChance returns the generator of that name.
func NewChance(name string) *Chance {
	state := uint64(0xcbf29ce484222325)
	for _, b := range []byte(name) {
		state = (state ^ uint64(b)) * 0x100000001b3
	}
	return &Chance{state}
}

// Uint64 returns the next 64 bits.
func (c *Chance) Uint64() uint64 {
	c.state += 0x9e3779b97f4a7c15
	z := c.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below returns an integer from 0 to n - 1, each as likely. It panics if n is not above 0.
func (c *Chance) Below(n int) int {
	if n <= 0 {
		panic("lawspeaker: Below needs a number above 0")
	}
	return below(uint64(n), c.Uint64)
}

// below draws again what is left over of 2^64, which would make the first numbers more likely.
func below(n uint64, next func() uint64) int {
	leftOver := -n % n
	for {
		if word := next(); word <= math.MaxUint64-leftOver {
			return int(word % n)
		}
	}
}

// Distinct returns k different integers from 0 to n - 1 in random order: the beginning of a shuffle. It panics if k is
// not from 0 to n.
func (c *Chance) Distinct(n, k int) []int {
	pool := make([]int, n)
	for i := range pool {
		pool[i] = i
	}
	for i := range k {
		j := i + c.Below(n-i)
		pool[i], pool[j] = pool[j], pool[i]
	}
	return slices.Clip(pool[:k])
}
