// Example plays Northgard by a few rules of thumb about land, its neighbours, and what things cost and bring. It shows
// how a bot reads views, options, the catalogue and the map; whatever it does not name gets the default.
package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"

	"lawspeaker"
	"lawspeaker/board"
	"lawspeaker/pb/northgard"
)

// prompts are those that the rules of thumb are for; docs/northgard.md lists all of them.
var prompts = []string{"setup.tile", "setup.group", "turn.action", "turn.flash", "pass.card", "explore.place",
	"recruit.place", "build.place", "move.step"}

func main() {
	lawspeaker.Main(lawspeaker.BotFunc(decide),
		lawspeaker.Config{Name: "example", Games: []string{"northgard"}, MaxMatches: 64})
}

// decide takes the option with the highest score above 0, the first one of equals, and the default if there is none.
func decide(_ context.Context, d *lawspeaker.Decision) ([]int, error) {
	if !slices.Contains(prompts, d.Prompt) {
		return d.Default(), nil
	}
	view, err := lawspeaker.View[*northgard.View](d)
	if err != nil {
		return nil, err
	}
	catalogue, err := lawspeaker.Catalogue[*northgard.Catalogue](d.Match)
	if err != nil {
		return nil, err
	}
	options, err := d.Options()
	if err != nil {
		return nil, err
	}
	p, best, picks := position{board.Northgard(view, catalogue)}, 0, d.Default()
	for index, option := range options {
		if score := p.score(option); score > best {
			best, picks = score, []int{index}
		}
	}
	d.Annotation = fmt.Sprintf("score %d", best)
	return picks, nil
}

// position is the map that the scores are about.
type position struct{ *board.NorthgardMap }

func (p position) score(option proto.Message) int {
	switch option := option.(type) {
	case *northgard.PlaceTile:
		return p.tile(option)
	case *northgard.PlaceGroup:
		return worth(p.Territory(int(option.Territory)))
	case *northgard.PlayCard:
		return p.play(option.Card)
	case *northgard.Upgrade: // the least useful card goes, while there are years left to play the better one
		if p.View.Year+1 < p.View.Years {
			return 100 - p.play(option.Card)
		}
	case *northgard.Recruit:
		return p.recruit(p.Territory(int(option.Territory)))
	case *northgard.Build:
		return p.build(p.Catalogue.Buildings[option.Building], p.Territory(int(option.Territory)))
	case *northgard.Move:
		return p.move(p.Territory(int(option.Source)), p.Territory(int(option.Target)), int(option.Units))
	case *northgard.Card:
		return 1 + int(p.Catalogue.Cards[option.Card].Fame)
	}
	return 0 // Wait, Replace, Remove and Pass
}

// worth is how good it is to hold land: by what it yields, and what can be built there.
func worth(t *board.Territory) int {
	return 1 + 3*(t.Food+t.Wood) + 2*(t.Lore+t.Large) + t.Small + t.Carved
}

// tile prefers rich tiles, and cells with many tiles around: there land is closed, which brings fame.
func (p position) tile(option *northgard.PlaceTile) int {
	score := 1
	for _, area := range p.Catalogue.Tiles[option.Tile].Areas {
		score += int(area.Food + area.Wood + area.Lore)
	}
	for i, x := range p.View.Layout.X {
		across, up := x-option.X, p.View.Layout.Y[i]-option.Y
		if across*across+up*up == 1 {
			score += 4
		}
	}
	return score
}

// play goes by what a card says. Buildings cost wood, and units food in winter: one for every three after the third.
func (p position) play(card uint32) int {
	text, units := p.Catalogue.Cards[card].Text, 14-int(p.Me().Reserve)
	food, open := int(p.Me().Food), 0
	for _, t := range p.Own() {
		food += t.Food + t.Has("food_silo")
		open += t.OpenSides
	}
	switch {
	case strings.Contains(text, "Recruit"):
		return when(units < 14 && units/3 <= food, 40)
	case strings.Contains(text, "Build"):
		return when(p.Me().Wood > 0, 60)
	case strings.Contains(text, "Explore"):
		return when(open > 0, 50)
	}
	return 30 // it moves units, draws cards, or harms others
}

// recruit guards land beside strong enemies.
func (p position) recruit(t *board.Territory) int {
	score := 20 - t.Units
	for _, border := range t.Neighbours {
		other := p.Territory(border.Territory)
		if border.Kind != northgard.BorderKind_BORDER_KIND_IMPASSABLE && slices.Contains(p.Enemies, other.Owner) {
			score += 2 * other.Units
		}
	}
	return score
}

// build is for what brings most until the end for its price; three large ones in closed land win at once.
func (p position) build(b *northgard.BuildingInfo, t *board.Territory) int {
	yearly := 2*(b.HarvestFood+b.HarvestWood) + b.HarvestLore + 3*b.Cards + 6*b.HarvestFame
	return int(yearly*(p.View.Years-p.View.Year+1)) - int(b.Wood) + when(b.Large && t.OpenSides == 0, 20)
}

// move takes free land, and that of enemies who are far weaker; one unit stays behind.
func (p position) move(source, target *board.Territory, units int) int {
	defenders := target.Units + len(target.Figures) + len(target.Creatures)
	strong := defenders == 0 || units >= defenders+2
	return when(target.Owner != p.Seat && 0 < units && units < source.Units && strong, 10*worth(target)-units)
}

func when(condition bool, score int) int {
	if condition {
		return score
	}
	return 0
}
