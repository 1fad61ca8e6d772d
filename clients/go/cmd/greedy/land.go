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

// winterFood is the food that so many figures cost in winter.
func winterFood(figures int) int {
	for cost, most := range []int{3, 6, 9, 12} {
		if figures <= most {
			return cost
		}
	}
	return 4
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

// danger is how many more units an enemy neighbour has than stand here, at most 3.
func (l *land) danger(t *territory) int {
	worst := 0
	for _, border := range t.borders {
		if other := border.to; border.kind <= rough && other.owner >= 0 && other.owner != l.seat {
			worst = max(worst, other.units-t.units+1)
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
