package main

import (
	"lawspeaker/board"
	"lawspeaker/pb/northgard"
)

// placeGroup puts three units where the land is good and can still grow.
func (s *situation) placeGroup(option *northgard.PlaceGroup) int {
	t := s.land.at(option.Territory)
	return 100 + t.worth() + 30*min(t.OpenSides, 3) + when(option.Kaija, 100)
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
		if border.to.Owner == board.None && border.kind < rough {
			free = max(free, border.to.worth())
		}
	}
	return 100 + 200*t.Has("training_camp") + 50*s.land.danger(t) + free/2 + when(option.Kaija, 100)
}

// build is what a building brings until the end, with a bonus for large ones in closed land (Victory A).
func (s *situation) build(option *northgard.Build) int {
	info, t := s.catalogue.Buildings[option.Building], s.land.at(option.Territory)
	score := 20 + s.brings(info.Id, t)
	if info.Large && t.OpenSides == 0 {
		score += 400
	}
	return score - when(option.Carved && info.Id != "carved_stone", 30)
}

func (s *situation) brings(building string, t *territory) int {
	years := s.yearsLeft
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

// replaceBuilding is what the new building brings more than the old one; it costs nothing, but no other one can be
// exchanged.
func (s *situation) replaceBuilding(option *northgard.ReplaceBuilding) int {
	t, buildings := s.land.at(option.Territory), s.catalogue.Buildings
	return s.brings(buildings[option.New].Id, t) - s.brings(buildings[option.Old].Id, t)
}

func (s *situation) move(option *northgard.Move) int {
	source, target, units := s.land.at(option.Source), s.land.at(option.Target), int(option.Units)
	if s.prompt == "combat.retreat" {
		return 100 + target.worth() + 10*(units+when(option.Kaija, 1))
	}
	if source.Owner != s.seat {
		return firstCome
	}
	return s.moveGain(source, target, units, option.Kaija)
}

// moveGain is land gained, less land given up and figures bound there: as few as are enough stay free for other things.
func (s *situation) moveGain(source, target *territory, units int, kaija bool) int {
	figures, strength := units+when(kaija, 1), units+when(kaija, kaijaPoints)
	givenUp := when(figures >= source.figures(), source.worth()+50)
	switch {
	case target.Owner == s.seat:
		return -10
	case target.Owner == board.None:
		return target.worth() - givenUp - 5*strength
	case s.view.Teams && (target.Owner-s.seat)%2 == 0:
		return -100
	}
	there, figuresThere := s.attackers(target)
	more := s.attackValue(target, there+strength, figuresThere+figures)
	return more - s.attackValue(target, there, figuresThere) - givenUp - 20*strength
}

// attackers is the combat points and the number of the own figures that have moved into an enemy's territory.
func (s *situation) attackers(t *territory) (strength, figures int) {
	for _, battle := range s.view.Battles {
		if int(battle.Territory) == t.ID {
			units := int(battle.Units)
			return units + when(battle.Kaija, kaijaPoints), units + when(battle.Kaija, 1)
		}
	}
	return 0, 0
}

// attackValue is the land by the chance to win it, less what a lost fight costs by the chance to lose it. Both sides may
// add a point a figure with food.
func (s *situation) attackValue(t *territory, strength, figures int) int {
	if figures == 0 {
		return 0
	}
	attack := strength + min(figures, int(s.me.Food))
	defence := t.strength() + min(t.figures(), int(s.view.Players[t.Owner].Food))
	if !s.me.Conqueror {
		defence += 2*t.Has("fortress") + t.Has("defense_tower")
	}
	wins := attackerWins(attack - defence)
	return (t.worth()+150)*wins/36 - 150*(36-wins)/36
}

// hunt is for a creature in own land: its fame and a year without it by the chance to win, less the losses. It has no
// food, and no casualties wipe it out.
func (s *situation) hunt(option *northgard.Hunt) int {
	if s.prompt != "combat.hunt" {
		return firstCome
	}
	for _, beast := range s.view.GetCreatures().GetLine() {
		if beast.Number == option.Creature {
			creature, t := s.catalogue.Creatures[beast.Creature], s.land.at(option.Territory)
			attack := t.strength() + min(t.figures(), int(s.me.Food))
			return (100*int(creature.Fame)+100)*attackerWins(attack-int(creature.Points))/36 - 100
		}
	}
	return firstCome
}

// attackerWins is in how many of the 36 throws of two dice an attacker wins who is so many points ahead without them.
func attackerWins(lead int) int {
	wins := [...]int{0, 1, 5, 13, 23, 31, 35, 36} // from 3 points behind to 4 ahead
	return wins[min(max(lead+3, 0), len(wins)-1)]
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
	if int(fight.GetAttacker()) != s.seat || fight.GetCreatureAttacks() {
		return -lead
	}
	return lead
}
