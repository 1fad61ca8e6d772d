package main

import (
	"slices"
	"testing"

	"lawspeaker/pb/northgard"
)

func TestTheBestOptionsAreTakenTiesToTheFirst(t *testing.T) {
	for _, each := range []struct {
		scores      []int
		least, most int
		want        []int
	}{
		{[]int{10, 30, 20}, 1, 1, []int{1}},
		{[]int{10, 30, 30}, 1, 1, []int{1}},
		{[]int{10, 30, 20}, 0, 2, []int{1, 2}},
		{[]int{-10, 30, 0}, 0, 3, []int{1}},
		{[]int{-10, -30, -20}, 2, 3, []int{0, 2}},
		{nil, 0, 0, []int{}},
	} {
		if picks := best(each.scores, each.least, each.most); !slices.Equal(picks, each.want) {
			t.Errorf("of %v %d to %d are %v, not %v", each.scores, each.least, each.most, picks, each.want)
		}
	}
}

func TestWinterCostsFoodAndWoodByTheNumberOfUnits(t *testing.T) {
	for units, want := range map[int][2]int{0: {0, 0}, 3: {0, 0}, 4: {1, 0}, 7: {2, 0}, 9: {2, 0}, 10: {3, 1}, 14: {4, 2}} {
		if food, wood := winterCost(units); food != want[0] || wood != want[1] {
			t.Errorf("%d units cost %d food and %d wood, not %v", units, food, wood, want)
		}
	}
}

func TestThreeToSpareMakeUpForOneThatWinterLacks(t *testing.T) {
	for _, each := range []struct {
		have [3]int
		want bool
	}{
		{[3]int{3, 1, 0}, true}, {[3]int{2, 1, 2}, false}, {[3]int{2, 1, 3}, true}, {[3]int{2, 3, 1}, true},
		{[3]int{2, 0, 5}, false}, {[3]int{2, 0, 6}, true},
	} {
		if paid := winterIsPaid(10, each.have); paid != each.want {
			t.Errorf("with %v, food first, winter is paid for 10 units: %t", each.have, paid)
		}
	}
}

func TestAnAttackersChancesAreThoseOfTheDice(t *testing.T) {
	for place, want := range []int{0, 0, 1, 5, 13, 23, 31, 35, 36, 36} {
		if count := wins(place-4, 9, unharmed, 0); count != want {
			t.Errorf("with a lead of %d %d throws win, not %d", place-4, count, want)
		}
	}
	for _, each := range []struct {
		name                             string
		lead, attackers, defenders, harm int
		want                             int
	}{
		{"a casualty wipes out a defender", -9, 9, 1, 0, 4 * 6},
		{"two casualties wipe out two", -9, 9, 2, 0, 1 * 6},
		{"a casualty wipes out an attacker", 9, 1, 9, 0, 6 * 2},
		{"if both are wiped out the attacker has not won", 0, 1, 1, 0, 9},
		{"a casualty besides those of the die counts", 9, 2, 9, 1, 6 * 2},
		{"none are left after it", 9, 1, 9, 1, 0},
	} {
		if count := wins(each.lead, each.attackers, each.defenders, each.harm); count != each.want {
			t.Errorf("%s: %d throws win, not %d", each.name, count, each.want)
		}
	}
}

// meadow is a tile of one area with all four sides, divided one whose first area has north and east.
var (
	meadow  = &northgard.TileInfo{Sides: []uint32{0, 0, 0, 0}, Areas: []*northgard.AreaInfo{{Food: 1}}}
	divided = &northgard.TileInfo{Sides: []uint32{0, 0, 1, 1}, Areas: []*northgard.AreaInfo{{Wood: 1}, {Lore: 2}}}
)

// twoMeadows is a map with a meadow at (0, 0), territory 5 of seat 0, and one at (1, 1), territory 6 of an owner.
func twoMeadows(owner int32) *land {
	view := &northgard.View{
		Players: []*northgard.PlayerView{{Seat: 0}, {Seat: 1}},
		Layout: &northgard.Layout{
			Tile: []uint32{0, 0}, X: []int32{0, 1}, Y: []int32{0, 1}, Rotation: []uint32{0, 0},
			AreaTerritory: []uint32{5, 6}, Territory: []uint32{5, 6}, Size: []uint32{1, 1}, OpenSides: []uint32{4, 4},
			Food: []uint32{1, 1}, Wood: []uint32{0, 0}, Lore: []uint32{0, 0}, Lairs: []uint32{0, 0},
		},
		Board: &northgard.BoardView{
			Owner: []int32{0, owner}, Units: []uint32{2, 1}, Small: []uint32{0, 0}, Carved: []uint32{0, 0},
			Large: []uint32{0, 0},
		},
	}
	return newLand(view, &northgard.Catalogue{Tiles: []*northgard.TileInfo{meadow, divided}})
}

func TestALaidTileJoinsTheTerritoriesThatItsAreasTouch(t *testing.T) {
	const free, own, enemy = -1, 0, 1
	for _, each := range []struct {
		name     string
		owner    int32
		tile     uint32
		rotation uint32
		want     int
	}{
		// At (1, 0), south of territory 6 and east of territory 5.
		{"one area joins own land and free land", free, 0, 0, 3*(80+90)/2 - 20*8},
		{"one area joins own land twice", own, 0, 0, 3*80/2 - 20*8},
		{"one area joins own land and an enemy's", enemy, 0, 0, -80 / 2},
		{"two areas, own land with the second", free, 1, 0, 3*160/2 - 20*4},
		{"two areas, own land with the first, the enemy with the second", enemy, 1, 2, 3*80/2 - 20*4 - 160/2},
		{"two areas, own land and the enemy with the second", enemy, 1, 1, -160 / 2},
	} {
		option := &northgard.PlaceTile{Tile: each.tile, X: 1, Y: 0, Rotation: each.rotation}
		if gain := twoMeadows(each.owner).tileGain(option); gain != each.want {
			t.Errorf("%s: the gain is %d, not %d", each.name, gain, each.want)
		}
	}
}
