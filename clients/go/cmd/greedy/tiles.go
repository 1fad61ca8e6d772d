package main

import (
	"slices"

	"lawspeaker/board"
	"lawspeaker/pb/northgard"
)

// group is areas of a tile that belong together once it is laid, with the territories that they join.
type group struct {
	areas       []uint32
	territories []*territory
	openSides   int
}

func areaWorth(area *northgard.AreaInfo) int {
	return int(80*(area.Food+area.Wood+area.Lore) + 50*(area.Small+area.Carved) + 150*area.Large)
}

// lairs is what the lairs of a tile count, if creatures come to them.
func (l *land) lairs(tile *northgard.TileInfo) int {
	count := 0
	for _, area := range tile.Areas {
		count += int(area.Lairs)
	}
	return when(slices.Contains(l.View.Modules, "creatures"), 100*count)
}

// homeGain is what laying a tile before the first year brings to those who settle there.
func (l *land) homeGain(option *northgard.PlaceTile) int {
	tile := l.Catalogue.Tiles[option.Tile]
	best, sum := 0, 0
	for _, area := range tile.Areas {
		worth := homeWorth(&board.Territory{
			Food: int(area.Food), Wood: int(area.Wood), Lore: int(area.Lore),
			Small: int(area.Small), Carved: int(area.Carved), Large: int(area.Large),
		})
		best, sum = max(best, worth), sum+worth
	}
	return (best+sum)/2 - l.lairs(tile)
}

// tileGain is what laying a tile brings: fame for own land closed, and what joins own land.
func (l *land) tileGain(option *northgard.PlaceTile) int {
	tile := l.Catalogue.Tiles[option.Tile]
	gain := -l.lairs(tile)
	for _, group := range l.joined(option) {
		own, others, size := false, false, 1
		value := 0
		for _, area := range group.areas {
			value += areaWorth(tile.Areas[area])
		}
		for _, t := range group.territories {
			size += t.Size
			switch t.Owner {
			case board.None:
				value += t.worth()
			case l.Seat:
				own = true
			default:
				others = true
			}
		}
		closed := group.openSides == 0
		switch {
		case others:
			gain -= value/2 + when(closed, 150)
		case own && closed:
			gain += 3*value/2 + 100*size + 70
		case own:
			gain += 3*value/2 - 20*group.openSides
		}
	}
	return gain
}

// joined is the groups of the tile's areas.
func (l *land) joined(option *northgard.PlaceTile) []*group {
	tile := l.Catalogue.Tiles[option.Tile]
	var groups []*group
	for area := range tile.Areas {
		groups = append(groups, &group{areas: []uint32{uint32(area)}})
	}
	for side, step := range [][2]int32{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		area := tile.Sides[turned(side, option.Rotation)]
		at := slices.IndexFunc(groups, func(g *group) bool { return slices.Contains(g.areas, area) })
		facing := l.facing(option.X+step[0], option.Y+step[1], side)
		if facing == nil {
			groups[at].openSides++
			continue
		}
		joining := groups[at]
		groups = joining.join(facing, slices.Delete(groups, at, at+1))
	}
	return groups
}

// join adds a territory to a group, and with it the other groups that have it.
func (g *group) join(t *territory, others []*group) []*group {
	g.openSides--
	if !slices.Contains(g.territories, t) {
		g.openSides += t.OpenSides
		g.territories = append(g.territories, t)
	}
	apart := []*group{g}
	for _, other := range others {
		if !slices.Contains(other.territories, t) {
			apart = append(apart, other)
			continue
		}
		g.areas = append(g.areas, other.areas...)
		g.openSides += other.openSides - t.OpenSides
		for _, more := range other.territories {
			if !slices.Contains(g.territories, more) {
				g.territories = append(g.territories, more)
			}
		}
	}
	return apart
}

// facing is the territory of the tile laid at a cell, on the side that a side of its neighbour touches; nil without one.
func (l *land) facing(x, y int32, side int) *territory {
	first := uint32(0) // the number of the tile's first area among all areas
	for i, number := range l.View.Layout.Tile {
		tile := l.Catalogue.Tiles[number]
		if l.View.Layout.X[i] == x && l.View.Layout.Y[i] == y {
			area := tile.Sides[turned(side+2, l.View.Layout.Rotation[i])]
			return l.byID[int(l.View.Layout.AreaTerritory[first+area])]
		}
		first += uint32(len(tile.Areas))
	}
	return nil
}

// turned is the printed side that shows in a direction once the tile is turned clockwise by so many quarters.
func turned(direction int, quarters uint32) int { return (direction + 4 - int(quarters)) % 4 }
