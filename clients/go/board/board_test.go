package board_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protodelim"
	"google.golang.org/protobuf/proto"

	"lawspeaker"
	"lawspeaker/board"
	"lawspeaker/pb/clansmen"
	"lawspeaker/pb/northgard"
	"lawspeaker/pb/pax_viking"
	"lawspeaker/pb/wire"
)

const transcripts = "../../transcripts/"

func TestAMapSaysWhatTheFileBesideItsTranscriptSays(t *testing.T) {
	for _, name := range []string{"northgard-random", "northgard-modules", "clansmen-random", "pax-viking-random"} {
		t.Run(name, func(t *testing.T) {
			file, err := os.ReadFile(transcripts + name + ".map")
			if err != nil {
				t.Fatal(err)
			}
			want := strings.Split(strings.TrimSuffix(string(file), "\n"), "\n")
			got := linesOf(t, name)
			for i := range min(len(want), len(got)) {
				if got[i] != want[i] {
					t.Errorf("line %d is %s, not %s", i, got[i], want[i])
				}
			}
			if len(got) != len(want) {
				t.Errorf("%d lines, not %d", len(got), len(want))
			}
		})
	}
}

func TestASpectatorHasNoHandAndNoLand(t *testing.T) {
	view, catalogue := middle[*northgard.View, *northgard.Catalogue](t, "northgard-random")
	view.Seat = board.None
	m := board.Northgard(view, catalogue)
	if m.Me() != nil || len(m.Hand) > 0 || len(m.Own()) > 0 || !slices.Equal(m.Enemies, []int{0, 1}) {
		t.Errorf("a spectator is %v with hand %v, land %v and enemies %v", m.Me(), m.Hand, m.Own(), m.Enemies)
	}
}

func TestTeammatesAreNoEnemiesAndAPhaseOfALaterVersionIsUnspecified(t *testing.T) {
	view, catalogue := middle[*northgard.View, *northgard.Catalogue](t, "northgard-random")
	view.Seat, view.Teams, view.Phase = 1, true, "siege"
	view.Players = []*northgard.PlayerView{{Seat: 0}, {Seat: 1}, {Seat: 2}, {Seat: 3}}
	m := board.Northgard(view, catalogue)
	if !slices.Equal(m.Enemies, []int{0, 2}) || m.Phase != northgard.Phase_PHASE_UNSPECIFIED {
		t.Errorf("enemies are %v, the phase is %v", m.Enemies, m.Phase)
	}
}

// middle is view and catalogue of the question in the middle of a transcript.
func middle[V, C proto.Message](t *testing.T, name string) (V, C) {
	t.Helper()
	data, err := os.ReadFile(transcripts + name + ".transcript")
	if err != nil {
		t.Fatal(err)
	}
	started, asked := &wire.MatchStarted{}, []*wire.DecisionRequest{}
	for reader := bufio.NewReader(bytes.NewReader(data)); ; {
		entry, said := &wire.TranscriptEntry{}, &wire.PlayResponse{}
		if err := protodelim.UnmarshalFrom(reader, entry); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if err := proto.Unmarshal(entry.GetFromReferee(), said); err != nil {
			t.Fatal(err)
		}
		if request := said.GetDecisionRequest(); request != nil {
			asked = append(asked, request)
		} else if begins := said.GetMatchStarted(); begins != nil {
			started = begins
		}
	}
	view, err := lawspeaker.Unpack(asked[len(asked)/2].GetView())
	if err != nil {
		t.Fatal(err)
	}
	catalogue, err := lawspeaker.Unpack(started.GetCatalogue())
	if err != nil {
		t.Fatal(err)
	}
	return view.(V), catalogue.(C)
}

func linesOf(t *testing.T, name string) []string {
	t.Helper()
	switch strings.Split(name, "-")[0] {
	case "northgard":
		return northgardLines(board.Northgard(middle[*northgard.View, *northgard.Catalogue](t, name)))
	case "clansmen":
		return clansmenLines(board.Clansmen(middle[*clansmen.View, *clansmen.Catalogue](t, name)))
	}
	return paxVikingLines(board.PaxViking(middle[*pax_viking.View, *pax_viking.Catalogue](t, name)))
}

func northgardLines(m *board.NorthgardMap) []string {
	own := list(m.Own(), func(t *board.Territory) any { return t.ID })
	lines := []string{fmt.Sprintf("seat %s phase %d hand %s enemies %s own %s",
		orDash(m.Seat), m.Phase, list(m.Hand, number), list(m.Enemies, number), own)}
	for _, t := range m.Territories {
		lines = append(lines, fmt.Sprintf("territory %d owner %s units %d kaija %d food %d wood %d lore %d lairs %d "+
			"size %d open %d small %d carved %d large %d buildings %s neighbours %s figures %s creatures %s",
			t.ID, orDash(t.Owner), t.Units, bit(t.Kaija), t.Food, t.Wood, t.Lore, t.Lairs, t.Size, t.OpenSides,
			t.Small, t.Carved, t.Large,
			list(t.Buildings, func(b board.Building) any { return fmt.Sprintf("%d/%s/%d", b.Number, b.ID, b.Space) }),
			list(t.Neighbours, func(b board.Border) any { return fmt.Sprintf("%d/%d", b.Territory, b.Kind) }),
			list(t.Figures, func(f *northgard.FigureView) any { return f.Figure }), list(t.Creatures, number)))
	}
	return lines
}

func clansmenLines(m *board.ClansmenMap) []string {
	own := list(m.Own(), func(hex *board.Hex) any { return hex.Number })
	lines := []string{fmt.Sprintf("seat %s phase %d hand %s others %s own %s",
		orDash(m.Seat), m.Phase, list(m.Hand, number), list(m.Others, number), own)}
	for _, hex := range m.Hexes {
		person := "-"
		if p := hex.Person; p != nil {
			person = fmt.Sprintf("%d/%d/%d", p.Seat, p.Kind, bit(p.Weakened))
		}
		structures := list(hex.Structures, func(s board.Structure) any {
			return fmt.Sprintf("%d/%d/%s", s.Seat, s.Number, s.ID)
		})
		lines = append(lines, fmt.Sprintf("hex %d q %d r %d terrain %s settlement %s person %s structures %s cards %s "+
			"neighbours %s steps %d", hex.Number, hex.Q, hex.R, orDash(hex.Terrain), orDash(hex.Settlement), person,
			structures, list(hex.Cards, number), list(hex.Neighbours, number), m.Steps(0, hex.Number)))
	}
	return lines
}

func paxVikingLines(m *board.PaxVikingMap) []string {
	own := list(m.Own(), func(post *board.Post) any { return post.Number })
	lines := []string{fmt.Sprintf("seat %s phase %d hand %s rivals %s own %s longships %s", orDash(m.Seat), m.Phase,
		list(m.Hand, number), list(m.Rivals, number), own, list(m.LongshipsOf(m.Seat), number))}
	for _, post := range m.Posts {
		lines = append(lines, fmt.Sprintf("post %d node %d region %d wind %d cost %d owner %s follower %s venture %s",
			post.Number, post.Node, post.Region, post.Wind, post.Cost, orDash(post.Owner), orDash(int(post.Follower)),
			orDash(post.Venture)))
	}
	for _, node := range m.Nodes {
		lines = append(lines, fmt.Sprintf("node %d region %s post %s home %d neighbours %s longships %s", node.Number,
			orDash(node.Region), orDash(node.Post), bit(node.Home), list(node.Neighbours, number),
			list(node.Longships, number)))
	}
	return lines
}

func list[T any](values []T, of func(T) any) string {
	words := make([]string, len(values))
	for i, value := range values {
		words[i] = fmt.Sprint(of(value))
	}
	return "[" + strings.Join(words, ",") + "]"
}

func number(value int) any { return value }

func orDash(value int) string {
	if value == board.None {
		return "-"
	}
	return fmt.Sprint(value)
}

func bit(value bool) int {
	if value {
		return 1
	}
	return 0
}
