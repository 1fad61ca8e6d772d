package lawspeaker

import (
	"context"
	"sync"

	"lawspeaker/pb/wire"
)

// letter is a message and the stream that it came by; none for the last one, after which nothing comes.
type letter struct {
	message *wire.PlayResponse
	stream  *stream
}

// inbox is what has come for a match and is not worked off; putting something in never waits.
type inbox struct {
	mu      sync.Mutex
	letters []letter
	ready   chan struct{} // holds a token if there may be letters
}

func newInbox() *inbox { return &inbox{ready: make(chan struct{}, 1)} }

func (b *inbox) put(l letter) {
	b.mu.Lock()
	b.letters = append(b.letters, l)
	b.mu.Unlock()
	select {
	case b.ready <- struct{}{}:
	default:
	}
}

// take waits for the next letter. Fails when the context ends.
func (b *inbox) take(ctx context.Context) (letter, error) {
	for {
		if l, ok := b.first(); ok {
			return l, nil
		}
		select {
		case <-b.ready:
		case <-ctx.Done():
			return letter{}, context.Cause(ctx)
		}
	}
}

func (b *inbox) first() (letter, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.letters) == 0 {
		return letter{}, false
	}
	l := b.letters[0]
	b.letters[0] = letter{}
	b.letters = b.letters[1:]
	return l, true
}
