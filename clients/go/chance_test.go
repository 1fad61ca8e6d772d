package lawspeaker

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestTheGeneratorDrawsWhatTheProtocolSays(t *testing.T) {
	chance := NewChance("0/m/2/7")
	for _, want := range []uint64{0x855dffe684f91967, 0x0d3e363f9f426546, 0xdaa9f36b948b0cff} {
		if word := chance.Uint64(); word != want {
			t.Errorf("the word is %016x, not %016x", word, want)
		}
	}
	if n := chance.Below(6); n != 4 {
		t.Errorf("Below(6) is %d, not 4", n)
	}
	if picks := chance.Distinct(5, 3); !slices.Equal(picks, []int{2, 1, 3}) {
		t.Errorf("Distinct(5, 3) is %v, not 2, 1, 3", picks)
	}
}

func TestWordsThatWouldMakeTheFirstNumbersMoreLikelyAreDrawnAgain(t *testing.T) {
	for _, each := range []struct {
		n     uint64
		words []uint64
		want  int
	}{
		{6, []uint64{math.MaxUint64, math.MaxUint64 - 3, math.MaxUint64 - 4}, 5}, // 2^64 mod 6 is 4
		{1 << 32, []uint64{math.MaxUint64}, math.MaxUint32},                      // nothing is left over
		{1, []uint64{7}, 0},
	} {
		words := each.words
		next := func() uint64 {
			word := words[0]
			words = words[1:]
			return word
		}
		if got := below(each.n, next); got != each.want || len(words) > 0 {
			t.Errorf("below %d of %x is %d, not %d; %d words are left", each.n, each.words, got, each.want, len(words))
		}
	}
}

func TestDistinctNumbersAreTheBeginningOfAShuffle(t *testing.T) {
	whole := NewChance("a name").Distinct(9, 9)
	for k := range 10 {
		if part := NewChance("a name").Distinct(9, k); !slices.Equal(part, whole[:k]) {
			t.Errorf("%d of 9 are %v, not the first of %v", k, part, whole)
		}
	}
	slices.Sort(whole)
	if !slices.Equal(whole, []int{0, 1, 2, 3, 4, 5, 6, 7, 8}) {
		t.Errorf("all of 9 are %v", whole)
	}
}

func TestTheStandardLibraryDrawsFromIt(t *testing.T) {
	one, other := rand.New(NewChance("a name")), rand.New(NewChance("a name"))
	if !slices.Equal(one.Perm(20), other.Perm(20)) || one.Float64() != other.Float64() {
		t.Error("the same name draws something else")
	}
}
