package lawspeaker

import (
	"slices"
	"testing"
	"time"
)

var noon = time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)

func TestTriesDoubleFromFirstToLongestAndAreCutByUpToAHalf(t *testing.T) {
	for draw, share := range map[float64]time.Duration{0: 1, 1: 2} {
		p := newPatience(time.Minute, Backoff{})
		p.draw = func() float64 { return draw }
		p.lost(noon, 30*time.Second, true)
		for _, ms := range []time.Duration{100, 200, 400, 800, 1600, 3200, 5000, 5000} {
			if pause, again := p.wait(noon); !again || pause != ms*time.Millisecond/share {
				t.Errorf("the pause is %v, not %d ms / %d", pause, ms, share)
			}
		}
	}
}

func TestTheLastTryIsWhenTheTimeIsUp(t *testing.T) {
	p := newPatience(10*time.Second, Backoff{First: 4 * time.Second})
	p.draw = func() float64 { return 0 }
	p.lost(noon, 0, false)
	var pauses []time.Duration
	for _, after := range []time.Duration{0, 8000, 9500, 10000} {
		if pause, again := p.wait(noon.Add(after * time.Millisecond)); again {
			pauses = append(pauses, pause)
		}
	}
	if !slices.Equal(pauses, []time.Duration{4 * time.Second, 2 * time.Second, 500 * time.Millisecond}) {
		t.Errorf("the pauses are %v", pauses)
	}
}

func TestAStreamThatBrokeSoonAndLedToNothingIsATryThatFailed(t *testing.T) {
	for _, each := range []struct {
		held     time.Duration
		progress bool
		fresh    bool
	}{
		{4900 * time.Millisecond, false, false},
		{5100 * time.Millisecond, false, true},
		{0, true, true},
	} {
		p := newPatience(10*time.Second, Backoff{})
		p.lost(noon, time.Hour, true)
		p.lost(noon.Add(9*time.Second), each.held, each.progress)
		if _, again := p.wait(noon.Add(11 * time.Second)); again != each.fresh {
			t.Errorf("held for %v, progress %v: tried again %v", each.held, each.progress, again)
		}
	}
}
