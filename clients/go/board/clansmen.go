package board

import (
	"slices"

	"lawspeaker/pb/clansmen"
)

// ClansmenMap is what a seat sees in Clansmen, by hex.
type ClansmenMap struct {
	View      *clansmen.View
	Catalogue *clansmen.Catalogue
	// Seat is who sees it; None for a spectator.
	Seat int
	// Phase is the part of the season.
	Phase clansmen.Phase
	// Hexes are in the order of their numbers.
	Hexes []*Hex
	// Others are the other seats, ascending.
	Others []int
	// Hand are the own Tales cards, as indices of Catalogue.Cards; empty for a spectator.
	Hand []int
}

// Hex is a hex, which options call a tile.
type Hex struct {
	Number int
	// Q and R are the axial coordinates.
	Q, R int
	// Terrain is its index in Catalogue.Terrains; None if it is not revealed.
	Terrain int
	// Settlement is the seat in whose settlement it lies, or None.
	Settlement int
	// Person is who is on it, or nil.
	Person *Person
	// Structures are the fences and houses on it.
	Structures []Structure
	// Cards are Tales cards in play on it, as indices of Catalogue.Cards.
	Cards []int
	// Neighbours are the numbers of the hexes beside it, ascending.
	Neighbours []int
}

// Person is the population on a hex.
type Person struct {
	Seat     int
	Kind     clansmen.Population
	Weakened bool
}

// Structure is a fence or house on a hex.
type Structure struct {
	// Seat is whose it is.
	Seat int
	// Number is its index in Catalogue.Buildings, which says what it does.
	Number int
	// ID is the stable word of its type, such as wooden_house.
	ID string
}

// directions are the six steps from a hex to the ones beside it, in axial coordinates.
var directions = [][2]int{{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}}

// Clansmen returns a view as a map.
func Clansmen(view *clansmen.View, catalogue *clansmen.Catalogue) *ClansmenMap {
	seat := int(view.GetSeat())
	m := &ClansmenMap{
		View: view, Catalogue: catalogue, Seat: seat,
		Phase:  phase[clansmen.Phase](clansmen.Phase_value, view.GetPhase()),
		Others: othersThan(view.GetPlayers(), seat), Hand: handOf(view.GetPlayers(), seat),
	}
	for _, board := range catalogue.GetBoards() {
		if int(board.GetPlayers()) == len(view.GetPlayers()) {
			m.addHexes(board)
		}
	}
	for _, player := range view.GetPlayers() {
		m.addPlayer(player)
	}
	return m
}

func (m *ClansmenMap) addHexes(board *clansmen.BoardInfo) {
	numbers := map[[2]int]int{}
	for i, q := range board.GetQ() {
		hex := &Hex{Number: i, Q: int(q), R: int(board.R[i]), Settlement: None}
		hex.Terrain = int(m.View.GetMap().GetTerrain()[i]) - 1 // 0 is unrevealed
		m.Hexes = append(m.Hexes, hex)
		numbers[[2]int{hex.Q, hex.R}] = i
	}
	for _, hex := range m.Hexes {
		for _, step := range directions {
			if other, ok := numbers[[2]int{hex.Q + step[0], hex.R + step[1]}]; ok {
				hex.Neighbours = append(hex.Neighbours, other)
			}
		}
		slices.Sort(hex.Neighbours)
	}
	for _, player := range m.View.GetPlayers() {
		if first := 7 * int(player.GetHome()); first >= 0 {
			for _, number := range board.Settlements[first : first+7] {
				m.Hexes[number].Settlement = int(player.GetSeat())
			}
		}
	}
}

func (m *ClansmenMap) addPlayer(player *clansmen.PlayerView) {
	seat := int(player.GetSeat())
	for _, each := range player.GetPeople() {
		m.Hexes[each.GetTile()].Person = &Person{seat, clansmen.Population(each.GetKind()), each.GetWeakened()}
	}
	for _, each := range player.GetStructures() {
		hex, id := m.Hexes[each.GetTile()], m.Catalogue.Buildings[each.GetBuilding()].Id
		hex.Structures = append(hex.Structures, Structure{seat, int(each.GetBuilding()), id})
	}
	for _, each := range player.GetAttached() {
		hex := m.Hexes[each.GetTile()]
		hex.Cards = append(hex.Cards, int(each.GetCard()))
	}
}

// PeopleOf returns the hexes on which a seat has a population, ascending.
func (m *ClansmenMap) PeopleOf(seat int) []*Hex {
	var found []*Hex
	for _, hex := range m.Hexes {
		if hex.Person != nil && hex.Person.Seat == seat {
			found = append(found, hex)
		}
	}
	return found
}

// Own returns the hexes on which this seat has a population; none for a spectator.
func (m *ClansmenMap) Own() []*Hex { return m.PeopleOf(m.Seat) }

// Me returns what the view says of this seat; nil for a spectator.
func (m *ClansmenMap) Me() *clansmen.PlayerView {
	if m.Seat == None {
		return nil
	}
	return m.View.Players[m.Seat]
}

// Steps returns the number of steps between two hexes.
func (m *ClansmenMap) Steps(one, other int) int {
	start, end := m.Hexes[one], m.Hexes[other]
	q, r := start.Q-end.Q, start.R-end.R
	return max(q, -q, r, -r, q+r, -q-r)
}
