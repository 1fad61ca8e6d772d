package lawspeaker_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lawspeaker"
)

// reader writes down the prompts of what it is asked.
type reader struct {
	actor
	prompts strings.Builder
}

func (r *reader) Decide(ctx context.Context, d *lawspeaker.Decision) ([]int, error) {
	r.prompts.WriteString(d.Text().Prompt() + "\n")
	return r.actor.Decide(ctx, d)
}

func TestTheWordsOfATranscriptMakeThePromptsThatStandBesideIt(t *testing.T) {
	file := readTranscript(t, filepath.Join(transcripts, "text.transcript"))
	bot := &reader{actor: actor{file: file}}
	if err := playTranscript(t, file, bot, &bot.actor); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join(transcripts, "text.prompts"))
	if err != nil || bot.prompts.String() != string(want) {
		t.Errorf("the prompts are %q, not %q, %v", bot.prompts.String(), want, err)
	}
}
