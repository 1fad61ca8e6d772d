package main

import (
	"slices"

	"lawspeaker/pb/northgard"
)

// Chances are throws of 36: each side has one die.
const throws = 36

// unharmed are figures of a side that no casualties wipe out.
const unharmed = 99

type face struct{ points, casualties int }

// faces are those of a die; with the third one a player takes one point or one casualty.
var faces = [...]face{{2, 0}, {3, 0}, {}, {2, 1}, {0, 2}, {1, 1}}

// against is what a player takes of the face against so many figures: with the choice a casualty if it wipes them out,
// and a point otherwise.
func (f face) against(figures int) face {
	switch {
	case f != face{}:
		return f
	case figures <= 1:
		return face{0, 1}
	}
	return face{1, 0}
}

// wins is how many of the 36 throws win for an attacker who is so many points ahead before them.
//
// The attackers suffer harm, casualties besides those of the die. Who loses all figures has lost.
func wins(lead, attackers, defenders, harm int) int {
	count := 0
	for _, each := range faces {
		attack := each.against(defenders)
		for _, each := range faces {
			defence := each.against(attackers - harm)
			stand := defence.casualties+harm < attackers
			if stand && (attack.casualties >= defenders || lead+attack.points > defence.points) {
				count++
			}
		}
	}
	return count
}

// threat is the most throws by which an enemy beside an own territory takes it, if so many figures hold it.
//
// All figures of a neighbour attack, own special figures stay, and both sides add a point a figure with food.
func (s *situation) threat(t *territory, figures int) int {
	if figures <= 0 {
		return 0
	}
	special := when(t.Owner == s.seat, s.land.strength(t)-t.figures())
	defence := figures + special + min(figures, int(s.me.Food)) + 2*t.Has("fortress")
	worst := 0
	for _, border := range t.borders {
		if other := border.to; border.kind < rough && s.land.isEnemy(other.Owner) {
			attack := s.land.strength(other) + min(other.figures(), int(s.view.Players[other.Owner].Food))
			worst = max(worst, wins(attack-defence, other.figures(), figures, t.Has("defense_tower")))
		}
	}
	return worst
}

// loss is what threats cost if so many figures hold the territory.
func (s *situation) loss(t *territory, figures int) int {
	return (t.worth() + 80) * s.threat(t, figures) / 100
}

// attackValue is the land by the chance to win it, less what a lost fight costs by the chance to lose it.
//
// The land counts twice, for the enemy has it no more. Both sides may add a point a figure with food.
func (s *situation) attackValue(t *territory, strength, figures int) int {
	if figures <= 0 {
		return 0
	}
	attack := strength + min(figures, int(s.me.Food))
	defence := s.land.strength(t) + min(t.figures(), int(s.view.Players[t.Owner].Food))
	harm := 0
	if !s.me.Conqueror {
		defence += 2 * t.Has("fortress")
		harm = t.Has("defense_tower")
	}
	won := wins(attack-defence, figures, t.figures(), harm)
	return (2*t.worth()+230)*won/throws - 70*(throws-won)/throws
}

// attackers is the combat points and the number of the figures that have moved into an enemy's territory.
func (s *situation) attackers(t *territory) (strength, figures int) {
	for _, battle := range s.view.Battles {
		if int(battle.Territory) != t.ID {
			continue
		}
		strength += int(battle.Units) + when(battle.Kaija, kaijaPoints)
		figures += int(battle.Units) + when(battle.Kaija, 1) + len(battle.Figures)
		for _, figure := range battle.Figures {
			strength += int(s.catalogue.Figures[figure].Points)
		}
	}
	return strength, figures
}

// hunt is for a creature in own land: its fame and a year without it by the chance to win, less the losses. It has no
// food, and no casualties wipe it out.
func (s *situation) hunt(option *northgard.Hunt) int {
	line := s.view.GetCreatures().GetLine()
	at := slices.IndexFunc(line, func(c *northgard.CreatureView) bool { return c.Number == option.Creature })
	if s.prompt != "combat.hunt" || at < 0 {
		return firstCome
	}
	creature, t := s.catalogue.Creatures[line[at].Creature], s.land.at(option.Territory)
	attack := s.land.strength(t) + min(t.figures(), int(s.me.Food))
	won := wins(attack-int(creature.Points), t.figures(), unharmed, 0)
	return (100*int(creature.Fame)+100)*won/throws - 100
}

// spendFood is the land by the chance to win it or to keep it, less what the food is worth.
//
// Food that winter will lack costs more. A defender who can still spend food does. The view does not tell how many
// attack: their points stand for them.
func (s *situation) spendFood(option *northgard.SpendFood) int {
	fight, spent := s.view.GetCombat(), int(option.Food)
	if fight.GetCreature() != 0 {
		return foodAgainstCreature(fight, spent)
	}
	t := s.land.at(fight.GetTerritory())
	there := int(fight.GetAttackerPoints()) - int(fight.GetAttackerFood())
	defenders, harm := t.figures(), int(fight.GetAttackerCasualties())
	won := 0
	if s.attacks(fight) {
		spare := min(int(s.view.Players[fight.GetDefender()].Food), defenders)
		won = wins(attackerLead(fight)+spent-spare, there, defenders, harm)
	} else {
		won = throws - wins(attackerLead(fight)-spent, there, defenders, harm)
	}
	cost := 60*spent + when(s.bringsUnrest(0, spent), 200)
	return (t.worth()+150)*won/throws - cost
}

// foodAgainstCreature is as little as gives a safe lead, and nothing where the fight is lost anyway.
func foodAgainstCreature(fight *northgard.CombatView, spent int) int {
	lead := attackerLead(fight)
	if fight.GetCreatureAttacks() {
		lead = -lead
	}
	lead += spent
	switch {
	case lead >= 2:
		return 1000 - 100*spent
	case lead > -2:
		return 500 + 100*lead
	}
	return 100 - 100*spent
}

// dieFace is a casualty that wipes the defenders out, then points where they may decide, else casualties.
func (s *situation) dieFace(option *northgard.DieFace) int {
	fight, casualties := s.view.GetCombat(), int(option.Casualties)
	if s.attacks(fight) && fight.GetCreature() == 0 {
		defenders := s.land.at(fight.GetTerritory()).figures()
		if casualties > 0 && int(fight.GetDefenderCasualties())+casualties >= defenders {
			return 1000
		}
	}
	lead := attackerLead(fight)
	return 100 + when(-2 <= lead && lead <= 2, 100*int(option.Points)) + 50*casualties
}

// attacks tells whether the seat is the attacker.
func (s *situation) attacks(fight *northgard.CombatView) bool {
	return int(fight.GetAttacker()) == s.seat
}

// attackerLead is how many points the attacker is ahead.
func attackerLead(fight *northgard.CombatView) int {
	return int(fight.GetAttackerPoints()) - int(fight.GetDefenderPoints())
}
