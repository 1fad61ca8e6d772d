package main

import "lawspeaker/pb/northgard"

// placeGroup puts three units where the land is good and can still grow.
func (s *situation) placeGroup(option *northgard.PlaceGroup) int {
	t := s.land.at(option.Territory)
	return 100 + t.worth() + 30*min(t.openSides, 3) + when(option.Kaija, 100)
}

// placeTile is fame for own land closed, and what own land gains by it.
func (s *situation) placeTile(option *northgard.PlaceTile) int {
	if s.view.Year == 0 {
		return 20 + tileWorth(s.catalogue.Tiles[option.Tile])
	}
	return 20 + s.land.tileGain(option)
}

// recruit goes where a camp helps, danger is near or free land waits.
func (s *situation) recruit(option *northgard.Recruit) int {
	t := s.land.at(option.Territory)
	free := 0
	for _, border := range t.borders {
		if border.to.owner < 0 && border.kind < rough {
			free = max(free, border.to.worth())
		}
	}
	return 100 + 200*t.count("training_camp") + 50*s.land.danger(t) + free/2 + when(option.Kaija, 100)
}

// build is what a building brings until the end, with a bonus for large ones in closed land (Victory A).
func (s *situation) build(option *northgard.Build) int {
	info, t, years := s.catalogue.Buildings[option.Building], s.land.at(option.Territory), s.yearsLeft
	if s.prompt != "build.place" {
		years = 1
	}
	score := 20 + s.brings(info.Id, t, years)
	if info.Large && t.openSides == 0 {
		score += 400
	}
	return score - when(option.Carved && info.Id != "carved_stone", 30)
}

func (s *situation) brings(building string, t *territory, years int) int {
	switch building {
	case "altar_of_kings":
		return 300 * years
	case "forge":
		return 150 * (years - 1)
	case "fortress":
		return 200 + 100*s.land.danger(t)
	case "food_silo":
		return 60 * years
	case "woodcutter_lodge":
		if years > 2 {
			return 70 * years
		}
		return 20 * years
	case "carved_stone":
		return 90 * years
	case "training_camp":
		return 80 * (years - 1)
	case "defense_tower":
		return 50 + 100*s.land.danger(t)
	}
	return 0
}

func (s *situation) move(option *northgard.Move) int {
	source, target, units := s.land.at(option.Source), s.land.at(option.Target), int(option.Units)
	if s.prompt == "combat.retreat" {
		return 100 + target.worth() + 10*units
	}
	if source.owner != s.seat {
		return firstCome
	}
	return s.moveGain(source, target, units) - when(target.owner < 0, 5*units)
}

// moveGain is land gained, less land given up, less what a fight may cost.
func (s *situation) moveGain(source, target *territory, units int) int {
	givenUp := 0
	if units >= source.units {
		givenUp = source.worth() + 50
	}
	switch {
	case target.owner == s.seat:
		return -10
	case target.owner < 0:
		return target.worth() - givenUp
	case s.view.Teams && (target.owner-s.seat)%2 == 0:
		return -100
	}
	enemy := s.view.Players[target.owner]
	attack := units + min(units, int(s.me.Food))
	defence := target.units + min(target.units, int(enemy.Food)) + 2*target.count("fortress") +
		target.count("defense_tower")
	if attack <= defence {
		return -100
	}
	return target.worth() + 150 - givenUp - 50*min(target.units, 2) + 20*(attack-defence)
}

// spendFood is as little as gives a safe lead, and nothing where the fight is lost anyway.
func (s *situation) spendFood(option *northgard.SpendFood) int {
	spent := int(option.Food)
	lead := s.lead() + spent
	switch {
	case lead >= 2:
		return 1000 - 100*spent
	case lead > -2:
		return 500 + 100*lead
	}
	return 100 - 100*spent
}

// dieFace is points where they may decide, else casualties.
func (s *situation) dieFace(option *northgard.DieFace) int {
	lead := s.lead()
	return 100 + when(-2 <= lead && lead <= 2, 100*int(option.Points)) + 50*int(option.Casualties)
}

// lead is how many points the seat is ahead in the fight.
func (s *situation) lead() int {
	fight := s.view.GetCombat()
	lead := int(fight.GetAttackerPoints()) - int(fight.GetDefenderPoints())
	if int(fight.GetAttacker()) != s.seat {
		return -lead
	}
	return lead
}
