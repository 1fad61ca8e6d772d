package lawspeaker_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protodelim"
	"google.golang.org/protobuf/proto"

	"lawspeaker/pb/northgard"
	"lawspeaker/pb/wire"
)

// These records are read with nothing but the stubs, as docs/record.md tells the format.
const golden = "../../tests/golden"

// record is a finished record.
type record struct {
	header  *wire.RecordHeader
	columns *wire.RecordColumns
	footer  *wire.RecordFooter
}

func readRecord(path string) (*record, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		return nil, err
	}
	read, entries := &record{columns: &wire.RecordColumns{}}, bufio.NewReader(unpacked)
	for {
		entry := &wire.RecordEntry{}
		err := protodelim.UnmarshalFrom(entries, entry)
		switch {
		case errors.Is(err, io.EOF):
			return read, nil
		case err != nil:
			return nil, err
		case entry.GetHeader() != nil:
			read.header = entry.GetHeader()
		case entry.GetColumns() != nil:
			proto.Merge(read.columns, entry.GetColumns())
		case entry.GetFooter() != nil:
			read.footer = entry.GetFooter()
		}
	}
}

// decisionsByPrompt counts the acts of seats, and ignores those of chance.
func (r *record) decisionsByPrompt() map[string]int {
	counts := map[string]int{}
	for _, asked := range r.columns.Asked {
		if question := r.columns.Questions[asked]; question&1 == 0 {
			counts[r.columns.Prompts[question>>1]]++
		}
	}
	return counts
}

// optionsOf returns the options that were ever taken at each prompt.
func (r *record) optionsOf() [][][]byte {
	var found [][][]byte
	c, rest, at := r.columns, bytes.Join(r.columns.Options, nil), 0
	for _, count := range c.PromptOptions {
		var options [][]byte
		var before []byte
		for range count {
			kept, added := c.OptionsKept[at], c.OptionsAdded[at]
			before = append(append([]byte{}, before[:kept]...), rest[:added]...)
			rest, at = rest[added:], at+1
			options = append(options, before)
		}
		found = append(found, options)
	}
	return found
}

func TestARecordTellsItsDecisionsByPromptToWhoeverHasTheStubs(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(golden, "*.lsr"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("there are no records in %s, %v", golden, err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".lsr"), func(t *testing.T) {
			read, err := readRecord(path)
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(strings.TrimSuffix(path, ".lsr") + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			decisions := 0
			for prompt, count := range read.decisionsByPrompt() {
				decisions += count
				if !strings.Contains(string(text), prompt) {
					t.Errorf("%s is not in the text of the match", prompt)
				}
			}
			if seats := len(read.columns.Seat); decisions != seats || decisions == 0 {
				t.Errorf("%d decisions, but %d acts of seats", decisions, seats)
			}
			digests := bytes.Join(read.columns.Digests, nil)
			if steps := int(read.footer.Steps); len(read.columns.Acts) != steps || len(digests) != 2*steps {
				t.Errorf("%d steps, %d bytes of digests, the footer says %d", len(read.columns.Acts), len(digests), steps)
			}
		})
	}
}

func TestThePromptsOfAKnownRecordAreCounted(t *testing.T) {
	read, err := readRecord(filepath.Join(golden, "northgard-2.lsr"))
	if err != nil {
		t.Fatal(err)
	}
	if read.header.Format != 2 || read.header.Setup.Game != "northgard" || len(read.header.Seats) != 2 {
		t.Errorf("the header is %v", read.header)
	}
	text, err := os.ReadFile(filepath.Join(golden, "northgard-2.txt"))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{}
	for _, act := range regexp.MustCompile(`(?m)^ +\d* +seat \d+  (\S+)`).FindAllSubmatch(text, -1) {
		want[string(act[1])]++
	}
	if got := read.decisionsByPrompt(); !reflect.DeepEqual(got, want) {
		t.Errorf("the decisions are %v, should be %v", got, want)
	}
}

func TestTheOptionsOfARecordAreThoseOfItsGame(t *testing.T) {
	read, err := readRecord(filepath.Join(golden, "northgard-2.lsr"))
	if err != nil {
		t.Fatal(err)
	}
	for prompt, options := range read.optionsOf() {
		for _, data := range options {
			option := &northgard.Option{}
			if err := proto.Unmarshal(data, option); err != nil || option.Verb == nil {
				t.Errorf("%s has an option that is none: %x, %v", read.columns.Prompts[prompt], data, err)
			}
		}
	}
}
