package lawspeaker

import (
	"fmt"
	"strings"

	"lawspeaker/pb/wire"
)

// Text is a decision in words: Question, Options, View and Events.
type Text struct{ *wire.DecisionText }

// Prompt returns one text for a language model: the view, the events, the question and the options with their numbers.
func (t *Text) Prompt() string {
	lines := []string{t.GetView()}
	if events := t.GetEvents(); len(events) > 0 {
		lines = append(append(append(lines, "Since your last decision:"), events...), "")
	}
	lines = append(lines, t.GetQuestion())
	for i, option := range t.GetOptions() {
		lines = append(lines, fmt.Sprintf("%d: %s", i, option))
	}
	return strings.Join(lines, "\n")
}
