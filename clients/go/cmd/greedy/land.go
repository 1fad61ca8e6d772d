package main

import (
	"slices"

	"lawspeaker/pb/northgard"
)

// rough is the second kind of border; the third cannot be crossed.
const rough = 2

// Resources, as options number them.
const (
	food = iota
	wood
	lore
)

// What a free space is worth.
const (
	smallSpace = 50
	largeSpace = 150
)

// kaijaPoints is what she counts in a fight; a unit counts one.
const kaijaPoints = 2

// winterCost is the food and wood that so many units on the map cost in winter; Kaija is not one of them.
func winterCost(units int) (foodDue, woodDue int) {
	for _, row := range [][3]int{{13, 4, 2}, {10, 3, 1}, {7, 2, 0}, {4, 1, 0}} {
		if units >= row[0] {
			return row[1], row[2]
		}
	}
	return 0, 0
}

// winterLack is how much food and wood is missing for winter.
func winterLack(units int, have [3]int) int {
	foodDue, woodDue := winterCost(units)
	return max(foodDue-have[food], 0) + max(woodDue-have[wood], 0)
}

// winterIsPaid tells whether these resources pay for winter, if need be after trades of any three that are to spare for
// one.
func winterIsPaid(units int, have [3]int) bool {
	foodDue, woodDue := winterCost(units)
	spare := max(have[food]-foodDue, 0) + max(have[wood]-woodDue, 0) + have[lore]
	return winterLack(units, have) <= spare/3
}

// land is the map of a view.
type land struct {
	catalogue   *northgard.Catalogue
	layout      *northgard.Layout
	seat        int
	territories []*territory
	byID        map[uint32]*territory
	mine        []*territory // those that the seat controls
}

type territory struct {
	id                                       uint32
	owner                                    int // -1 for nobody
	units, small, carved, large, size, lairs int
	openSides                                int
	kaija                                    bool // whether she stands there
	resources                                [3]int
	buildings                                []*northgard.BuildingInfo
	borders                                  []border
}

type border struct {
	to   *territory
	kind int
}

func newLand(view *northgard.View, catalogue *northgard.Catalogue, seat int) *land {
	layout, board := view.Layout, view.Board
	l := &land{catalogue: catalogue, layout: layout, seat: seat, byID: map[uint32]*territory{}}
	for i, id := range layout.GetTerritory() {
		t := &territory{
			id: id, owner: int(board.Owner[i]), units: int(board.Units[i]), small: int(board.Small[i]),
			carved: int(board.Carved[i]), large: int(board.Large[i]), size: int(layout.Size[i]),
			lairs: int(layout.Lairs[i]), openSides: int(layout.OpenSides[i]),
			resources: [3]int{int(layout.Food[i]), int(layout.Wood[i]), int(layout.Lore[i])},
		}
		t.kaija = int64(view.Kaija) == int64(id)
		l.territories = append(l.territories, t)
		l.byID[id] = t
		if t.owner == seat {
			l.mine = append(l.mine, t)
		}
	}
	for i, building := range board.GetBuilding() {
		t := l.byID[board.BuildingTerritory[i]]
		t.buildings = append(t.buildings, catalogue.Buildings[building])
	}
	for i, source := range layout.GetBorderFrom() {
		t := l.byID[source]
		t.borders = append(t.borders, border{l.byID[layout.BorderTo[i]], int(layout.BorderKind[i])})
	}
	return l
}

// nowhere stands for a territory that is not on the map.
var nowhere = &territory{owner: -1}

func (l *land) at(id uint32) *territory {
	if t := l.byID[id]; t != nil {
		return t
	}
	return nowhere
}

// holds tells whether the seat has a territory of a kind.
func (l *land) holds(kind func(*territory) bool) bool { return slices.ContainsFunc(l.mine, kind) }

// count is how many buildings of that id stand there.
func (t *territory) count(building string) int {
	count := 0
	for _, info := range t.buildings {
		count += when(info.Id == building, 1)
	}
	return count
}

// figures are the units, and Kaija if she is there: she holds land like a unit.
func (t *territory) figures() int { return t.units + when(t.kaija, 1) }

// strength is the combat points of the figures there.
func (t *territory) strength() int { return t.units + when(t.kaija, kaijaPoints) }

// worth is what a year of holding it brings, about; free spaces count as a promise.
func (t *territory) worth() int {
	value := 80*t.resources[food] + 90*t.resources[wood] + 80*t.resources[lore]
	value += smallSpace*(t.small+t.carved) + largeSpace*t.large
	value += 70*len(t.buildings) + 250*t.count("altar_of_kings")
	switch {
	case t.openSides > 0:
		return value
	case t.size >= 3:
		return value + 200
	}
	return value + 100
}

// income is what own land yields of a resource at the next harvest.
func (l *land) income(resource int) int {
	building := [...]string{"food_silo", "woodcutter_lodge", "carved_stone"}[resource]
	total := 0
	for _, t := range l.mine {
		total += t.resources[resource] + t.count(building)
	}
	return total
}

// danger is how much stronger than here an enemy neighbour is, at most 3; Kaija defends, but seldom attacks.
func (l *land) danger(t *territory) int {
	worst := 0
	for _, border := range t.borders {
		if other := border.to; border.kind <= rough && other.owner >= 0 && other.owner != l.seat {
			worst = max(worst, other.units-t.strength()+1)
		}
	}
	return min(worst, 3)
}

// achievement is what an achievement would bring now.
func (l *land) achievement(card string, reserve int) int {
	of := func(points func(*territory) int) int {
		total := 0
		for _, t := range l.mine {
			total += points(t)
		}
		return 100 * total
	}
	switch card {
	case "builder":
		return of(func(t *territory) int {
			points := 0
			for _, info := range t.buildings {
				points += 1 + when(info.Large, 2)
			}
			return points
		})
	case "explorer":
		return of(func(t *territory) int { return t.small + t.carved + 3*t.large })
	case "trapper":
		return of(func(t *territory) int { return 3 * t.lairs })
	case "food_trader":
		return 200 * l.income(food)
	case "wood_trader":
		return 200 * l.income(wood)
	case "scholar":
		return 200 * l.income(lore)
	case "warlord":
		return 100 * (14 - reserve)
	}
	return 100
}
