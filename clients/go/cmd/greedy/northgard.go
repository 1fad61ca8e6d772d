package main

import (
	"sync"

	"google.golang.org/protobuf/proto"

	"lawspeaker"
	"lawspeaker/pb/northgard"
)

// situation is a decision with what the rules of thumb need to know about it.
//
// They say how good an option is in hundredths of a point of fame. All is in integers, so that the same bot in another
// language decides the same, ties included.
type situation struct {
	prompt    string
	seat      int
	view      *northgard.View
	catalogue *northgard.Catalogue
	land      *land
	me        *northgard.PlayerView
	yearsLeft int        // this one included
	bestMove  func() int // found once, for every card that moves asks for it
}

func newSituation(d *lawspeaker.Decision) (*situation, error) {
	view, err := lawspeaker.View[*northgard.View](d)
	if err != nil {
		return nil, err
	}
	catalogue, err := lawspeaker.Catalogue[*northgard.Catalogue](d.Match)
	if err != nil {
		return nil, err
	}
	s := &situation{
		prompt:    d.Prompt,
		seat:      d.Match.Seat,
		view:      view,
		catalogue: catalogue,
		land:      newLand(view, catalogue),
		me:        view.Players[d.Match.Seat],
		yearsLeft: int(view.Years) - int(view.Year) + 1,
	}
	s.bestMove = sync.OnceValue(s.findBestMove)
	return s, nil
}

// onMap is the own units on the map, all of which cost food in winter.
func (s *situation) onMap() int { return 14 - int(s.me.Reserve) }

// kaijaWaits tells whether Kaija is in the seat's reserve.
func (s *situation) kaijaWaits() bool {
	clan := s.me.Clan
	return clan >= 0 && s.catalogue.Clans[clan].Id == "bear" && s.view.Kaija == -1
}

// bringsUnrest tells whether winter can be paid, but not with so many units more or so much food less.
func (s *situation) bringsUnrest(units, food int) bool {
	return s.view.UnrestLeft > 0 && s.winterIsPaid(0, 0) && !s.winterIsPaid(units, food)
}

// winterIsPaid tells whether the harvest pays for winter with so many units more and so much food less.
func (s *situation) winterIsPaid(moreUnits, lessFood int) bool {
	have := [3]int{int(s.me.Food), int(s.me.Wood), int(s.me.Lore)}
	for resource := range have {
		have[resource] += s.land.income(resource)
	}
	have[food] -= lessFood
	return winterIsPaid(s.onMap()+moreUnits, have)
}

// northgardScores is how good each option of the decision is.
func northgardScores(d *lawspeaker.Decision) ([]int, error) {
	options, err := d.Options()
	if err != nil {
		return nil, err
	}
	s, err := newSituation(d)
	if err != nil {
		return nil, err
	}
	scores := make([]int, len(options))
	for i, option := range options {
		scores[i] = s.score(option)
	}
	return scores, nil
}

// firstCome is the score of what no rule is for: the first one is taken.
const firstCome = 10

// never is the score of what is better left.
const never = -100

func (s *situation) score(option proto.Message) int {
	switch option := option.(type) {
	case *northgard.ChooseClan:
		return s.chooseClan(option)
	case *northgard.PlaceGroup:
		return s.placeGroup(option)
	case *northgard.PlaceTile:
		return s.placeTile(option)
	case *northgard.Upgrade:
		return s.upgrade(option)
	case *northgard.Replace:
		return s.replace(option)
	case *northgard.PlayCard:
		return s.playValue(option.Card)
	case *northgard.Card:
		return s.takeCard(option)
	case *northgard.Action:
		return s.mode(option)
	case *northgard.Recruit:
		return s.recruit(option)
	case *northgard.Build:
		return s.build(option)
	case *northgard.ReplaceBuilding:
		return s.replaceBuilding(option)
	case *northgard.Move:
		return s.move(option)
	case *northgard.SpendFood:
		return s.spendFood(option)
	case *northgard.Hunt:
		return s.hunt(option)
	case *northgard.DieFace:
		return s.dieFace(option)
	case *northgard.Lose:
		return 100 - when(option.Kaija, 50)
	case *northgard.Collect:
		return 100 + 10*int(option.Resource)
	case *northgard.Trade:
		return s.trade(option)
	case *northgard.Territory:
		return s.territory(option)
	case *northgard.Figure:
		return s.figure(option)
	case *northgard.Opponent:
		return s.opponent(option)
	case *northgard.Pass:
		return 100
	case *northgard.Remove, *northgard.Wait, *northgard.Exchange:
		return never
	}
	return firstCome
}

// territory is for the best land; where the Automa is helped by the choice, for the least.
func (s *situation) territory(option *northgard.Territory) int {
	worth := s.land.at(option.Territory).worth()
	if s.prompt == "automa.tie" {
		return 10000 - worth
	}
	return 50 + worth
}

// figure is for enemies that stand alone on good land; Kaija rather than a unit, as she fights for two.
func (s *situation) figure(option *northgard.Figure) int {
	t := s.land.at(option.Territory)
	if t.Owner == s.seat {
		return 50 + 100*t.Units - when(option.Kaija, 50)
	}
	return 50 + t.worth()/max(1, t.figures()) + when(option.Kaija, 50)
}

// opponent is for whoever holds most land.
func (s *situation) opponent(option *northgard.Opponent) int {
	score := 50
	for _, t := range s.land.territories {
		if t.Owner == int(option.Seat) {
			score += t.worth()
		}
	}
	return score
}

// when is a value that counts only under a condition.
func when(condition bool, value int) int {
	if condition {
		return value
	}
	return 0
}
