package board

import (
	"lawspeaker/pb/pax_viking"
)

// PaxVikingMap is what a seat sees in Pax Viking, by POST and by place.
type PaxVikingMap struct {
	View      *pax_viking.View
	Catalogue *pax_viking.Catalogue
	// Seat is who sees it; None for a spectator.
	Seat int
	// Phase is the part of the turn.
	Phase pax_viking.Phase
	// Posts are in the order of their numbers.
	Posts []*Post
	// Nodes are in the order of their numbers.
	Nodes []*Node
	// Rivals are the other seats, ascending.
	Rivals []int
	// Hand is the own hand, as indices of Catalogue.Tiles; empty for a spectator.
	Hand []int
}

// Post is a POST.
type Post struct {
	// Number is its index in Catalogue.Posts.
	Number int
	// Node is its number among the nodes.
	Node int
	// Region is the REGION in which it lies.
	Region int
	// Wind is the WIND in which that REGION lies.
	Wind pax_viking.Wind
	// Cost is the price of ESTABLISHING there, in silver.
	Cost int
	// Owner is whose Follower is there, or None.
	Owner int
	// Follower is the type of that Follower, a pax_viking.InfluenceType, or None.
	Follower pax_viking.InfluenceType
	// Venture is the Venture on it, as an index of Catalogue.Tiles, or None.
	Venture int
}

// Node is a place where Longships stand: a REGION, a POST, or the HOME of a Jarl or of a DUCHY.
type Node struct {
	// Number is its index in Catalogue.Nodes.
	Number int
	// Region is the REGION that it is or lies in, or the DUCHY whose HOME it is; None for the HOME of a Jarl.
	Region int
	// Post is the POST that it is, or None.
	Post int
	// Home tells whether it is a HOME, which only its owner may enter.
	Home bool
	// Neighbours are the nodes one STEP away, by number; the own HOMES beside a REGION are not named.
	Neighbours []int
	// Longships are those that stand there, as indices of View.Longships, ascending.
	Longships []int
}

// PaxViking returns a view as a map.
func PaxViking(view *pax_viking.View, catalogue *pax_viking.Catalogue) *PaxVikingMap {
	seat := int(view.GetSeat())
	m := &PaxVikingMap{
		View: view, Catalogue: catalogue, Seat: seat,
		Phase:  phase[pax_viking.Phase](pax_viking.Phase_value, view.GetPhase()),
		Rivals: othersThan(view.GetPlayers(), seat), Hand: handOf(view.GetPlayers(), seat),
	}
	for i, post := range catalogue.GetPosts() {
		m.Posts = append(m.Posts, &Post{
			Number: i, Region: int(post.Region), Wind: pax_viking.Wind(catalogue.Regions[post.Region].Wind),
			Cost: int(post.Cost), Owner: int(view.Owners[i]), Follower: pax_viking.InfluenceType(view.Followers[i]),
			Venture: int(view.Tiles[i]),
		})
	}
	for i, row := range catalogue.GetNodes() {
		node := &Node{
			Number: i, Region: int(row.Region), Post: int(row.Post), Home: row.Home, Neighbours: ints(row.Beside),
		}
		m.Nodes = append(m.Nodes, node)
		if node.Post != None {
			m.Posts[node.Post].Node = i
		}
	}
	for i, ship := range view.GetLongships() {
		if ship.GetNode() != None {
			node := m.Nodes[ship.GetNode()]
			node.Longships = append(node.Longships, i)
		}
	}
	return m
}

// OwnedBy returns the POSTS with a Follower of a seat, or those of nobody (None), ascending.
func (m *PaxVikingMap) OwnedBy(seat int) []*Post {
	var owned []*Post
	for _, post := range m.Posts {
		if post.Owner == seat {
			owned = append(owned, post)
		}
	}
	return owned
}

// Own returns the POSTS with a Follower of this seat; none for a spectator.
func (m *PaxVikingMap) Own() []*Post {
	if m.Seat == None {
		return nil
	}
	return m.OwnedBy(m.Seat)
}

// LongshipsOf returns the Longships of a seat, as indices of View.Longships, wherever they are.
func (m *PaxVikingMap) LongshipsOf(seat int) []int {
	var found []int
	for i, ship := range m.View.GetLongships() {
		if int(ship.GetSeat()) == seat {
			found = append(found, i)
		}
	}
	return found
}

// Me returns what the view says of this seat; nil for a spectator.
func (m *PaxVikingMap) Me() *pax_viking.PlayerView {
	if m.Seat == None {
		return nil
	}
	return m.View.Players[m.Seat]
}
