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

// tileWorth is what a tile brings to whoever holds all of it.
func tileWorth(tile *northgard.TileInfo) int {
	value := 0
	for _, area := range tile.Areas {
		value += areaWorth(area)
	}
	return value
}

func areaWorth(area *northgard.AreaInfo) int {
	symbols, small := area.Food+area.Wood+area.Lore, area.Small+area.Carved
	return int(80*symbols + smallSpace*small + largeSpace*area.Large)
}

// tileGain is what laying a tile brings: fame for own land closed, and what joins own land.
func (l *land) tileGain(option *northgard.PlaceTile) int {
	gain := 0
	for _, group := range l.joined(option) {
		own, others, size := false, false, 1
		value := 0
		for _, area := range group.areas {
			value += areaWorth(l.Catalogue.Tiles[option.Tile].Areas[area])
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
			gain -= value/2 + when(closed, 100)
		case own && closed:
			gain += value + 100*(size+1)
		case own:
			gain += value - 20*group.openSides
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
