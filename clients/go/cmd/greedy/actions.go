package main

import "lawspeaker/pb/northgard"

// placeGroup puts three units into the largest land, then into the best.
func (s *situation) placeGroup(option *northgard.PlaceGroup) int {
	t := s.land.at(option.Territory)
	return 100 + 200*t.Size + homeWorth(t.Territory) + when(option.Kaija, 100)
}

// placeTile is fame for own land closed, and what own land gains by it.
func (s *situation) placeTile(option *northgard.PlaceTile) int {
	if s.view.Year == 0 {
		return 20 + s.land.homeGain(option)
	}
	return 20 + s.land.tileGain(option)
}

// build is what a building brings until the end, with a bonus for large ones in closed land (Victory A).
func (s *situation) build(option *northgard.Build) int {
	info, t := s.catalogue.Buildings[option.Building], s.land.at(option.Territory)
	score := 20 + s.brings(info.Id, t)
	if info.Large && t.OpenSides == 0 {
		score += 580
	}
	return score - when(option.Carved && info.Id != "carved_stone", 30)
}

func (s *situation) brings(building string, t *territory) int {
	years := s.yearsLeft
	switch building {
	case "altar_of_kings":
		return 360 * years
	case "forge":
		return 130 * (years - 1)
	case "fortress":
		return 260 + 2*s.danger(t)
	case "food_silo":
		return 130 * years
	case "woodcutter_lodge":
		if years > 2 {
			return 60*years + when(s.land.income(wood) == 0, 200)
		}
		return 20 * years
	case "carved_stone":
		return 90 * years
	case "training_camp":
		return 50 * (years - 1)
	case "defense_tower":
		return 35 + s.danger(t)
	}
	return 0
}

// danger is what it counts for a building that enemies may take its territory.
func (s *situation) danger(t *territory) int { return 4 * s.threat(t, t.figures()) }

// replaceBuilding is what the new building brings more than the old one; it costs nothing, but no other one can be
// exchanged.
func (s *situation) replaceBuilding(option *northgard.ReplaceBuilding) int {
	t, buildings := s.land.at(option.Territory), s.catalogue.Buildings
	return s.brings(buildings[option.New].Id, t) - s.brings(buildings[option.Old].Id, t)
}

// trade is three resources for one that winter asks for, if that still saves the seat from Unrest; lore goes first.
//
// Unrest is five fame less in the end, three resources are one.
func (s *situation) trade(option *northgard.Trade) int {
	units, have := s.onMap(), [3]int{int(s.me.Food), int(s.me.Wood), int(s.me.Lore)}
	left := [3]int{have[food] - int(option.Food), have[wood] - int(option.Wood), have[lore] - int(option.Lore)}
	left[option.Resource]++
	helps := winterLack(units, left) < winterLack(units, have)
	if s.view.UnrestLeft == 0 || !helps || !winterIsPaid(units, left) {
		return never
	}
	return 100 + 3*int(option.Lore) - int(option.Wood)
}
