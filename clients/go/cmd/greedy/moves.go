package main

import (
	"lawspeaker/board"
	"lawspeaker/pb/northgard"
)

// findBestMove is the gain of the best single move of units, 0 if none gains; Kaija, who may seldom enter enemy
// land, is left out.
func (s *situation) findBestMove() int {
	best := 0
	for _, source := range s.land.mine {
		for _, border := range source.borders {
			for units := 1; border.kind < rough && units <= source.Units; units++ {
				best = max(best, s.moveGain(source, border.to, units, false))
			}
		}
	}
	return best
}

// move is a move, or the way of a retreat.
func (s *situation) move(option *northgard.Move) int {
	source, target, units := s.land.at(option.Source), s.land.at(option.Target), int(option.Units)
	if s.prompt == "combat.retreat" {
		return s.retreat(target, units+when(option.Kaija, 1))
	}
	if source.Owner != s.seat {
		return firstCome
	}
	return s.moveGain(source, target, units, option.Kaija)
}

// retreat goes where those who retreat save most.
func (s *situation) retreat(target *territory, figures int) int {
	return 100 + s.saved(target, figures) + 10*figures
}

// saved is what so many figures more in a territory without enemies save: all of it if nobody holds it yet.
func (s *situation) saved(t *territory, figures int) int {
	there := t.figures()
	if there == 0 {
		return t.worth() - s.loss(t, figures)
	}
	return s.loss(t, there) - s.loss(t, there+figures)
}

// moveGain is land gained, less land given up or in danger and figures bound; the fewest that are enough go.
func (s *situation) moveGain(source, target *territory, units int, kaija bool) int {
	owner := target.Owner
	if owner != board.None && owner != s.seat && !s.land.isEnemy(owner) {
		return -100
	}
	figures, strength := units+when(kaija, 1), units+when(kaija, kaijaPoints)
	cost := s.costOfLeaving(source, figures)
	if owner == s.seat {
		return s.saved(target, figures) - cost
	}
	danger := s.loss(target, figures)
	if owner == board.None {
		return target.worth() - cost - 10*strength - danger
	}
	points, there := s.attackers(target)
	more := s.attackValue(target, points+strength, there+figures) - s.attackValue(target, points, there)
	return more - cost - 20*strength - danger
}

// costOfLeaving is what it costs that so many figures leave: the land, or the danger to those who stay.
func (s *situation) costOfLeaving(source *territory, figures int) int {
	here := source.figures()
	if figures >= here {
		return source.worth() + 50 - s.loss(source, here)
	}
	return s.loss(source, here-figures) - s.loss(source, here)
}

// recruit goes where a camp helps, the land is in danger, free land waits or an attack gets stronger.
func (s *situation) recruit(option *northgard.Recruit) int {
	t := s.land.at(option.Territory)
	free := 0
	for _, border := range t.borders {
		if border.to.Owner == board.None && border.kind < rough {
			free = max(free, border.to.worth())
		}
	}
	score := 100 + 200*t.Has("training_camp") + free/2 + when(option.Kaija, 100) + s.saved(t, 1)
	return score + s.strongerAttack(t)/2
}

// strongerAttack is the most that one figure more adds to an attack by all figures of a territory but one.
func (s *situation) strongerAttack(t *territory) int {
	there, most := t.figures(), 0
	for _, border := range t.borders {
		if there > 0 && border.kind < rough && s.land.isEnemy(border.to.Owner) {
			without := max(0, s.attackValue(border.to, there-1, there-1))
			most = max(most, s.attackValue(border.to, there, there)-without)
		}
	}
	return most
}
