// Package lawspeaker is for writing bots for the Lawspeaker referee: implement [Bot], call [Main].
package lawspeaker

import (
	"context"
	"fmt"
	"reflect"
	"strings"
)

// Bot answers decisions.
//
// Each match has a goroutine of its own, so that a slow decision holds up no other match. With Config.MaxMatches above
// 1 one bot plays several matches at once: what it keeps, it keeps under the match's ID and behind a lock. Within a
// match nothing runs at the same time.
//
// A bot may also be a [Starter], [Resumer], [Finisher] or [Rejecter]. An error that one of its methods returns ends the
// run with it; a panic ends the process, as any other.
type Bot interface {
	// Decide returns the indices of the options taken: d.Least to d.Most of them, each from 0 to d.OptionCount - 1.
	// The context ends when the answer is of no more use: the match went on without it, or the run has ended. Its error
	// may then be returned, and nothing is answered.
	Decide(ctx context.Context, d *Decision) ([]int, error)
}

// BotFunc is a bot that is nothing but its Decide.
type BotFunc func(ctx context.Context, d *Decision) ([]int, error)

// Decide calls f.
func (f BotFunc) Decide(ctx context.Context, d *Decision) ([]int, error) { return f(ctx, d) }

// Starter is a bot that is told when a match begins, once and before its first decision.
type Starter interface {
	Started(ctx context.Context, match *Match) error
}

// Resumer is a bot that is told when a match goes on after the connection was lost.
//
// The open decision needs no care: if Decide has returned, the same picks are sent again; if it is still at it, it goes
// on.
type Resumer interface {
	// Resumed is given the same match as Started.
	Resumed(ctx context.Context, match *Match) error
}

// Finisher is a bot that is told when a match has ended, or has not come back after a lost connection: then result.Lost
// says so.
type Finisher interface {
	Over(ctx context.Context, result *Result) error
}

// Rejecter is a bot that is told when an answer was refused. If its decision is still open the default is answered next.
// For a bot that is no Rejecter one line is logged.
type Rejecter interface {
	Rejected(ctx context.Context, rejection *Rejection) error
}

// checkMethods finds methods of those names that would never be called: of another signature, or of the pointer to a bot
// that is none.
func checkMethods(bot Bot) error {
	kind := reflect.TypeOf(bot)
	pointer := kind
	if kind.Kind() != reflect.Pointer {
		pointer = reflect.PointerTo(kind)
	}
	for _, optional := range []reflect.Type{
		reflect.TypeFor[Starter](), reflect.TypeFor[Resumer](), reflect.TypeFor[Finisher](), reflect.TypeFor[Rejecter](),
	} {
		method := optional.Method(0)
		if _, has := pointer.MethodByName(method.Name); !has || kind.Implements(optional) {
			continue
		}
		right := "it must be " + method.Name + strings.TrimPrefix(method.Type.String(), "func")
		if pointer.Implements(optional) {
			right = "pass a pointer to the bot"
		}
		return fmt.Errorf("%w: %s of %v would never be called; %s", ErrConfig, method.Name, kind, right)
	}
	return nil
}
