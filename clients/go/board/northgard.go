package board

import (
	"slices"

	"lawspeaker/pb/northgard"
)

// NorthgardMap is what a seat sees in Northgard, by territory.
type NorthgardMap struct {
	View      *northgard.View
	Catalogue *northgard.Catalogue
	// Seat is who sees it; None for a spectator.
	Seat int
	// Phase is the part of the year.
	Phase northgard.Phase
	// Territories are in the order of their ids.
	Territories []*Territory
	// Enemies are the other seats, ascending; in a game of teams those of the other team.
	Enemies []int
	// Hand is the own hand, as indices of Catalogue.Cards; empty for a spectator.
	Hand []int

	byID map[int]*Territory
}

// Territory is what is printed on a territory, and what stands there.
type Territory struct {
	ID int
	// Owner is the seat that controls it; None for nobody.
	Owner int
	// Units are the owner's, special figures not counted.
	Units int
	// Kaija tells whether she stands there.
	Kaija bool
	// Food, Wood and Lore are printed symbols; what buildings yield comes on top.
	Food, Wood, Lore int
	// Lairs are printed creature lairs.
	Lairs int
	// Size is how many tiles it covers.
	Size int
	// OpenSides are sides of its tiles beyond which no tile lies yet; 0 if it is closed.
	OpenSides int
	// Small, Carved and Large are free spaces: without symbol, with the Carved Stone symbol, and large ones.
	Small, Carved, Large int
	Buildings            []Building
	// Neighbours are the territories beside it, also those beyond impassable borders.
	Neighbours []Border
	// Figures are special figures that stand there, Kaija included.
	Figures []*northgard.FigureView
	// Creatures are the creatures there, by their numbers in the Creature line.
	Creatures []int
}

// Border is the way from a territory to another one beside it.
type Border struct {
	// Territory is the other one, by its id.
	Territory int
	// Kind is the easiest common border.
	Kind northgard.BorderKind
}

// Building is a building on the map.
type Building struct {
	// Number is its index in Catalogue.Buildings, which says what it brings.
	Number int
	// ID is the stable word of its type, such as food_silo.
	ID string
	// Space is what it stands on.
	Space northgard.SpaceKind
}

// Northgard returns a view as a map.
func Northgard(view *northgard.View, catalogue *northgard.Catalogue) *NorthgardMap {
	seat := int(view.GetSeat())
	m := &NorthgardMap{
		View: view, Catalogue: catalogue, Seat: seat,
		Phase:   phase[northgard.Phase](northgard.Phase_value, view.GetPhase()),
		Enemies: othersThan(view.GetPlayers(), seat), Hand: handOf(view.GetPlayers(), seat), byID: map[int]*Territory{},
	}
	if seat != None && view.GetTeams() {
		m.Enemies = slices.DeleteFunc(m.Enemies, func(each int) bool { return (each-seat)%2 == 0 })
	}
	m.addTerritories(view.GetLayout(), view.GetBoard())
	for _, figure := range view.GetFigures() {
		if t := m.byID[int(figure.GetTerritory())]; t != nil {
			t.Figures = append(t.Figures, figure)
		}
	}
	for _, creature := range view.GetCreatures().GetLine() {
		t := m.byID[int(creature.GetTerritory())]
		t.Creatures = append(t.Creatures, int(creature.GetNumber()))
	}
	return m
}

// addTerritories adds the columns of layout and board as rows.
func (m *NorthgardMap) addTerritories(layout *northgard.Layout, board *northgard.BoardView) {
	for i, id := range layout.GetTerritory() {
		t := &Territory{
			ID: int(id), Owner: int(board.Owner[i]), Units: int(board.Units[i]), Kaija: int(m.View.Kaija) == int(id),
			Food: int(layout.Food[i]), Wood: int(layout.Wood[i]), Lore: int(layout.Lore[i]), Lairs: int(layout.Lairs[i]),
			Size: int(layout.Size[i]), OpenSides: int(layout.OpenSides[i]),
			Small: int(board.Small[i]), Carved: int(board.Carved[i]), Large: int(board.Large[i]),
		}
		m.Territories = append(m.Territories, t)
		m.byID[t.ID] = t
	}
	for i, number := range board.GetBuilding() {
		t := m.byID[int(board.BuildingTerritory[i])]
		id, space := m.Catalogue.Buildings[number].Id, northgard.SpaceKind(board.BuildingSpace[i])
		t.Buildings = append(t.Buildings, Building{int(number), id, space})
	}
	for i, source := range layout.GetBorderFrom() {
		t, kind := m.byID[int(source)], northgard.BorderKind(layout.BorderKind[i])
		t.Neighbours = append(t.Neighbours, Border{int(layout.BorderTo[i]), kind})
	}
}

// Territory returns the territory of an id; nil if there is none.
func (m *NorthgardMap) Territory(id int) *Territory { return m.byID[id] }

// OwnedBy returns the territories that a seat controls, or those of nobody (None), in the order of their ids.
func (m *NorthgardMap) OwnedBy(seat int) []*Territory {
	var owned []*Territory
	for _, t := range m.Territories {
		if t.Owner == seat {
			owned = append(owned, t)
		}
	}
	return owned
}

// Own returns the territories that this seat controls; none for a spectator.
func (m *NorthgardMap) Own() []*Territory {
	if m.Seat == None {
		return nil
	}
	return m.OwnedBy(m.Seat)
}

// Me returns what the view says of this seat; nil for a spectator.
func (m *NorthgardMap) Me() *northgard.PlayerView {
	if m.Seat == None {
		return nil
	}
	return m.View.Players[m.Seat]
}

// Has returns how many buildings of an id stand there.
func (t *Territory) Has(building string) int {
	count := 0
	for _, each := range t.Buildings {
		if each.ID == building {
			count++
		}
	}
	return count
}
