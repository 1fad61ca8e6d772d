package main

import (
	"slices"

	"lawspeaker/board"
	"lawspeaker/pb/northgard"
)

// rough is the kind of border that costs more to cross; the one after it cannot be crossed.
const rough = northgard.BorderKind_BORDER_KIND_ROUGH

// Resources, as options number them.
const (
	food = iota
	wood
	lore
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
	*board.NorthgardMap
	territories []*territory
	byID        map[int]*territory
	mine        []*territory // those that the seat controls
}

type territory struct {
	*board.Territory
	borders []border
}

type border struct {
	to   *territory
	kind northgard.BorderKind
}

func newLand(view *northgard.View, catalogue *northgard.Catalogue) *land {
	l := &land{NorthgardMap: board.Northgard(view, catalogue), byID: map[int]*territory{}}
	for _, each := range l.Territories {
		t := &territory{Territory: each}
		l.territories = append(l.territories, t)
		l.byID[t.ID] = t
		if t.Owner == l.Seat {
			l.mine = append(l.mine, t)
		}
	}
	for _, t := range l.territories {
		for _, each := range t.Neighbours {
			t.borders = append(t.borders, border{l.byID[each.Territory], each.Kind})
		}
	}
	return l
}

// nowhere stands for a territory that is not on the map.
var nowhere = &territory{Territory: &board.Territory{Owner: board.None}}

func (l *land) at(id uint32) *territory {
	if t := l.byID[int(id)]; t != nil {
		return t
	}
	return nowhere
}

// holds tells whether the seat has a territory of a kind.
func (l *land) holds(kind func(*territory) bool) bool { return slices.ContainsFunc(l.mine, kind) }

// isEnemy tells whether a seat is neither the own one nor of its team.
func (l *land) isEnemy(seat int) bool { return slices.Contains(l.Enemies, seat) }

// figures is how many figures stand there; a special one holds land like a unit.
func (t *territory) figures() int { return t.Units + len(t.Figures) }

// strength is the combat points of the figures there.
func (l *land) strength(t *territory) int {
	points := t.Units
	for _, special := range t.Figures {
		points += int(l.Catalogue.Figures[special.Figure].Points)
	}
	return points
}

// worth is what a year of holding it brings, about; free spaces count as a promise.
func (t *territory) worth() int {
	value := 90*t.Food + 90*t.Wood + 70*t.Lore
	value += 60*(t.Small+t.Carved) + 50*t.Large
	value += 90*len(t.Buildings) + 230*t.Has("altar_of_kings")
	switch {
	case t.OpenSides > 0:
		return value
	case t.Size >= 3:
		return value + 290
	}
	return value + 100
}

// homeWorth is what a territory, or an area of a tile, is worth to settle in at the start.
func homeWorth(place *board.Territory) int {
	resources := 80*place.Food + 130*place.Wood + 80*place.Lore
	return resources + 35*(place.Small+place.Carved) + 20*place.Large
}

// income is what own land yields of a resource at the next harvest.
func (l *land) income(resource int) int {
	building := [...]string{"food_silo", "woodcutter_lodge", "carved_stone"}[resource]
	total := 0
	for _, t := range l.mine {
		total += [...]int{t.Food, t.Wood, t.Lore}[resource] + t.Has(building)
	}
	return total
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
			for _, each := range t.Buildings {
				points += 1 + when(l.Catalogue.Buildings[each.Number].Large, 2)
			}
			return points
		})
	case "explorer":
		return of(func(t *territory) int { return t.Small + t.Carved + 3*t.Large })
	case "trapper":
		return of(func(t *territory) int { return 3 * t.Lairs })
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
