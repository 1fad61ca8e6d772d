package lawspeaker

import (
	"math/rand/v2"
	"time"
)

// Backoff is how long a bot waits between tries to connect again: the pauses double from First to Longest, and each is
// cut by up to a half at random, so that bots that were cut off together do not come back together.
type Backoff struct {
	// First is the first pause; 0 for 100 ms.
	First time.Duration
	// Longest is the longest pause; 0 for 5 s.
	Longest time.Duration
}

// patience is the tries of one bot; the caller has the clock.
type patience struct {
	within  time.Duration
	backoff Backoff
	draw    func() float64 // from 0 to below 1
	next    time.Duration
	until   time.Time
}

func newPatience(within time.Duration, backoff Backoff) *patience {
	if backoff.First <= 0 {
		backoff.First = 100 * time.Millisecond
	}
	if backoff.Longest <= 0 {
		backoff.Longest = 5 * time.Second
	}
	return &patience{within: within, backoff: backoff, draw: rand.Float64, next: backoff.First}
}

// lost takes notice that a connection is gone which held for so long, and whether it led to anything.
//
// One that broke soon and led to nothing counts as a try that failed, or a message that breaks it every time would be
// sent for ever.
func (p *patience) lost(now time.Time, held time.Duration, progress bool) {
	if p.until.IsZero() || progress || held > p.backoff.Longest {
		p.next, p.until = p.backoff.First, now.Add(p.within)
	}
}

// wait is how long to wait before the next try, and false if there is none. The last try is when the time is up.
func (p *patience) wait(now time.Time) (time.Duration, bool) {
	left := p.until.Sub(now)
	if left <= 0 {
		return 0, false
	}
	pause := time.Duration(float64(p.next) * (1 - p.draw()/2))
	p.next = min(2*p.next, p.backoff.Longest)
	return min(pause, left), true
}
