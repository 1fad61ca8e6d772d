package main

import (
	"slices"

	"lawspeaker/pb/northgard"
)

// clans are the preferred ones, the favourite first.
var clans = []string{"wolf", "goat", "stag", "raven", "boar", "bear", "snake"}

// kind is what a card is for; cards that are not named are special.
type kind int

const (
	special kind = iota
	exploring
	building
	recruiting
	moving
	drawing
	gaining
	anything
)

var kindOf = byCard(map[kind][]string{
	exploring: {
		"explore", "scouts", "scout_camp", "rangers", "huginn_and_muninn", "upgraded_scout_camp", "raven_initial",
		"lay_of_the_land", "annexation",
	},
	building: {
		"build", "improved_villager_tools", "simple_living", "industrious_villagers", "carpentry_mastery", "amenities",
		"boar_initial", "goat_initial", "glory_of_the_clan",
	},
	recruiting: {
		"recruit", "town_hall", "recruitment", "mercenary", "hunters", "woodcutters", "loremasters", "outpost",
		"upgraded_town_hall", "allies_from_the_wild", "osmosis", "raven_mercenaries", "stag_initial", "call_to_war",
		"the_bear_awakens",
	},
	moving: {
		"move", "militia", "intimidate", "shieldbearers", "bodyguard", "axe_throwers", "grizzled_warriors",
		"infiltration", "incursion", "heroic_charge", "warriors", "bear_initial", "snake_initial", "wolf_initial",
	},
	drawing: {
		"merchant", "market_place", "upgraded_market_place", "upgraded_trading_post", "greater_trade_routes",
		"trading_post", "cunning_merchant", "negociation", "spy", "ancestral_curse", "resourceful_people",
		"protector_of_the_land",
	},
	gaining:  {"fishing", "lore_mastery", "wood_monopoly", "capture", "raiding_party", "plunder"},
	anything: {"feast", "early_feast", "teamwork"},
})

// modes are what a card that is for anything offers, by the numbers of its actions.
var modes = []kind{recruiting, moving, exploring, building}

// givingUp are the prompts at which the cards taken do not stay in hand.
var givingUp = []string{"draw.discard", "draw.top", "card.discard"}

func byCard(cards map[kind][]string) map[string]kind {
	kinds := map[string]kind{}
	for kind, names := range cards {
		for _, name := range names {
			kinds[name] = kind
		}
	}
	return kinds
}

func (s *situation) chooseClan(option *northgard.ChooseClan) int {
	place := slices.Index(clans, s.catalogue.Clans[option.Clan].Id)
	if place < 0 {
		return firstCome
	}
	return 100 * (len(clans) - place)
}

// playValue is how good it is to play a card now; below 100 it is better to pass.
func (s *situation) playValue(card uint32) int {
	info := s.catalogue.Cards[card]
	return s.kindValue(kindOf[info.Id]) + when(info.Flash, 50)
}

func (s *situation) kindValue(of kind) int {
	switch of {
	case exploring:
		return when(s.land.holds(func(t *territory) bool { return t.OpenSides > 0 }), 300)
	case building:
		return s.buildValue()
	case recruiting:
		return s.recruitValue()
	case moving:
		return s.moveValue()
	case drawing:
		return 700
	case gaining:
		return 800
	case anything:
		return max(s.kindValue(exploring), s.kindValue(building), s.kindValue(recruiting), s.kindValue(moving)) - 10
	}
	return 300
}

func (s *situation) buildValue() int {
	wood := s.me.Wood
	if wood >= 3 && s.land.holds(func(t *territory) bool { return t.Large > 0 }) {
		return 850
	}
	return when(wood > 0 && s.land.holds(func(t *territory) bool { return t.Small+t.Carved > 0 }), 400)
}

func (s *situation) recruitValue() int {
	switch {
	case s.kaijaWaits(): // she costs nothing in winter
		return 450
	case s.me.Reserve == 0:
		return 0
	case s.bringsUnrest(1, 0):
		return 50
	}
	return 680 - 27*s.onMap()
}

func (s *situation) moveValue() int {
	if gain := s.bestMove(); gain > 0 {
		return 130 + gain
	}
	return 50
}

// upgrade is a clan upgrade for the least useful card, as long as there is time to play it.
func (s *situation) upgrade(option *northgard.Upgrade) int {
	if s.yearsLeft < 3 {
		return 0
	}
	fame := int(s.catalogue.Cards[option.Card].Fame)
	score := 900 - s.playValue(option.Card)/10
	if option.OutOfGame {
		return score - 100*fame
	}
	return score + 5*fame
}

// replace is for a useless card, while lore is plenty.
func (s *situation) replace(option *northgard.Replace) int {
	return when(s.playValue(option.Card) < 100 && s.me.Lore != 3, 250)
}

// takeCard is a card to take or keep: fame at the end, and use until then.
func (s *situation) takeCard(option *northgard.Card) int {
	card := s.catalogue.Cards[option.Card]
	switch {
	case s.prompt == "automa.tie":
		return 1000 - 100*int(card.Fame)
	case card.Set == "achievement":
		return 100 + s.land.achievement(card.Id, int(s.me.Reserve))
	case slices.Contains(givingUp, s.prompt):
		return s.leastNeeded(option)
	case card.Set == "unrest":
		return 5
	}
	use, known := map[kind]int{drawing: 80, gaining: 80, building: 88, exploring: 72, recruiting: 60, moving: 56}[kindOf[card.Id]]
	if !known {
		use = 48
	}
	return 10 + 100*int(card.Fame) + (use+when(card.Flash, 20))*min(s.yearsLeft, 4)
}

// leastNeeded is for what is least worth playing; Unrest goes to the discard pile, but is not laid where it is drawn
// again.
func (s *situation) leastNeeded(option *northgard.Card) int {
	if s.catalogue.Cards[option.Card].Set != "unrest" {
		return 3000 - s.playValue(option.Card)
	}
	if s.prompt == "draw.top" {
		return 1
	}
	return 5000
}

// mode is the best use of the card just played, if it is one for anything; the first of what others offer.
func (s *situation) mode(option *northgard.Action) int {
	active := s.me.Active
	if len(active) == 0 || kindOf[s.catalogue.Cards[active[len(active)-1]].Id] != anything {
		return firstCome
	}
	return s.kindValue(modes[option.Action]) + 10
}
