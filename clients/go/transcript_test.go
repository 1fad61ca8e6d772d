package lawspeaker_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"google.golang.org/protobuf/encoding/protodelim"
	"google.golang.org/protobuf/proto"

	"lawspeaker"
	_ "lawspeaker/pb/clansmen"
	_ "lawspeaker/pb/northgard"
	_ "lawspeaker/pb/pax_viking"
	"lawspeaker/pb/wire"
)

const transcripts = "../transcripts"

func TestATranscriptIsPlayedAsItStands(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(transcripts, "*.transcript"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("there are no transcripts in %s, %v", transcripts, err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".transcript"), func(t *testing.T) {
			file := readTranscript(t, path)
			if err := playActor(t, file, &actor{file: file}); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestThePlayerNoticesABotThatDoesSomethingElse(t *testing.T) {
	for _, wrong := range []struct {
		name, file, words string
		change            func(*actor)
	}{
		{"other picks", "northgard-random", "the bot says answer", func(a *actor) { a.contrary = true }},
		{"another name", "goodbye-done", `the bot says hello:{protocol:1 bot:"somebody"`, func(a *actor) { a.file.header.Bot = "somebody" }},
		{"another ending", "wrong-token", "the run ends with", func(a *actor) { a.file.ends.Ending = wire.RunEnding_RUN_ENDING_DONE }},
		{"a refusal that is not told", "stale", "the run ends with", func(a *actor) { a.deaf = true }},
	} {
		t.Run(wrong.name, func(t *testing.T) {
			file := readTranscript(t, filepath.Join(transcripts, wrong.file+".transcript"))
			bot := &actor{file: file}
			wrong.change(bot)
			if err := playActor(t, file, bot); err == nil || !strings.Contains(err.Error(), wrong.words) {
				t.Errorf("the player says %v", err)
			}
		})
	}
}

// transcript is a file; streams are what follows each BotDials.
type transcript struct {
	header  *wire.TranscriptHeader
	hello   *wire.Hello
	streams [][]*wire.TranscriptEntry
	ends    *wire.RunEnds
}

func readTranscript(t *testing.T, path string) *transcript {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file := &transcript{}
	for reader := bufio.NewReader(bytes.NewReader(data)); ; {
		entry := &wire.TranscriptEntry{}
		if err := protodelim.UnmarshalFrom(reader, entry); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		file.add(entry)
	}
	hello := &wire.PlayRequest{}
	if err := proto.Unmarshal(file.streams[0][0].GetFromBot(), hello); err != nil || file.ends == nil {
		t.Fatalf("%s is no transcript: %v", path, err)
	}
	file.hello = hello.GetHello()
	return file
}

func (file *transcript) add(entry *wire.TranscriptEntry) {
	switch body := entry.GetEntry().(type) {
	case *wire.TranscriptEntry_Header:
		file.header = body.Header
	case *wire.TranscriptEntry_BotDials:
		file.streams = append(file.streams, nil)
	case *wire.TranscriptEntry_RunEnds:
		file.ends = body.RunEnds
	default:
		last := len(file.streams) - 1
		file.streams[last] = append(file.streams[last], entry)
	}
}

func playActor(t *testing.T, file *transcript, bot *actor) error {
	t.Helper()
	return playTranscript(t, file, bot, bot)
}

// playTranscript runs a bot, which counts by an actor, against a transcript. Fails where the bot does something else.
func playTranscript(t *testing.T, file *transcript, bot lawspeaker.Bot, counts *actor) error {
	t.Helper()
	address, stop, player := servePlayer(t, file.streams)
	err := runAt(t, address, bot, lawspeaker.Config{
		Name: file.header.GetBot(), Version: file.header.GetVersion(), Games: file.header.GetGames(),
		MaxMatches: int(file.header.GetMaxMatches()), Challengers: file.hello.GetChallengers(), Text: file.hello.GetText(), Positions: file.hello.GetPositions(),
		Token: "a token", Seed: file.header.GetSeed(), ReconnectWithin: patience,
	})
	stop()
	switch {
	case err == nil:
		counts.told.Ending = wire.RunEnding_RUN_ENDING_DONE
	case errors.Is(err, lawspeaker.ErrRefused):
		counts.told.Ending = wire.RunEnding_RUN_ENDING_REFUSED
	case errors.Is(err, lawspeaker.ErrLost):
		counts.told.Ending = wire.RunEnding_RUN_ENDING_LOST
	default:
		return err
	}
	if mismatch := player.mismatch(); mismatch != nil {
		return mismatch
	}
	if !proto.Equal(&counts.told, file.ends) {
		return fmt.Errorf("the run ends with %s (%v); it should end with %s", flat(&counts.told), err, flat(file.ends))
	}
	return nil
}

// actor behaves as a header says, and counts what it is told.
type actor struct {
	file           *transcript
	contrary, deaf bool

	mu   sync.Mutex
	told wire.RunEnds
}

func (a *actor) Decide(_ context.Context, d *lawspeaker.Decision) ([]int, error) {
	a.count(&a.told.Decisions)
	if err := a.look(d); err != nil {
		return nil, err
	}
	if given := len(d.Position()) > 0; given != a.file.hello.GetPositions() {
		return nil, fmt.Errorf("a position was given: %v", given)
	}
	if d.Match.Unrated != (len(a.file.hello.GetChallengers()) > 0) {
		return nil, fmt.Errorf("the match is a challenge: %v", d.Match.Unrated)
	}
	picks := d.Default()
	if a.file.header.GetConduct() == wire.Conduct_CONDUCT_RANDOM {
		chance := d.Random()
		picks = chance.Distinct(d.OptionCount, d.Least+chance.Below(d.Most-d.Least+1))
	}
	if a.contrary {
		for i := range picks {
			picks[i] = d.OptionCount - 1 - picks[i]
		}
	}
	return picks, nil
}

// look reads all that there is where the stubs know the game, and expects to be told so where they do not.
func (a *actor) look(d *lawspeaker.Decision) error {
	options, err := d.Options()
	view, viewErr := lawspeaker.View[proto.Message](d)
	catalogue, catalogueErr := lawspeaker.Catalogue[proto.Message](d.Match)
	if game := d.Match.Game; !slices.Contains([]string{"northgard", "clansmen", "pax_viking"}, game) {
		if !errors.Is(viewErr, lawspeaker.ErrNoStubs) {
			return fmt.Errorf("the view of %s can be read, or fails with %v", game, viewErr)
		}
		return nil
	}
	if err := errors.Join(err, viewErr, catalogueErr); err != nil {
		return err
	}
	prefix := "lawspeaker." + d.Match.Game + ".v1."
	if name := string(view.ProtoReflect().Descriptor().FullName()); name != prefix+"View" {
		return fmt.Errorf("the view is a %s", name)
	}
	if name := string(catalogue.ProtoReflect().Descriptor().FullName()); name != prefix+"Catalogue" {
		return fmt.Errorf("the catalogue is a %s", name)
	}
	if len(options) != d.OptionCount {
		return fmt.Errorf("there are %d of %d options", len(options), d.OptionCount)
	}
	return nil
}

func (a *actor) Resumed(context.Context, *lawspeaker.Match) error { return a.count(&a.told.Resumed) }

func (a *actor) Over(context.Context, *lawspeaker.Result) error { return a.count(&a.told.MatchesOver) }

func (a *actor) Rejected(context.Context, *lawspeaker.Rejection) error {
	if a.deaf {
		return nil
	}
	return a.count(&a.told.Rejections)
}

func (a *actor) count(what *uint32) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	*what++
	return nil
}
