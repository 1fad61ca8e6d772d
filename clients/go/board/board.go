// Package board makes maps of views: what stands where, what lies beside it, and who is who.
//
// A view is flat, so that it is small: columns that run side by side. A map has a value for each place, such as a
// [Territory], with what stands there.
package board

import (
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
)

// None stands for nobody and nothing: the owner of free land, the terrain of an unrevealed hex, a spectator's seat.
const None = -1

// phase is the value of a game's enum Phase for the word of a view; 0 for one that this module does not know.
func phase[P ~int32](values map[string]int32, word string) P {
	return P(values["PHASE_"+strings.ToUpper(word)])
}

// player is what a view says of every player.
type player interface {
	proto.Message
	GetSeat() uint32
	GetHand() []uint32
}

// handOf is the own hand; empty for a spectator.
func handOf[P player](players []P, seat int) []int {
	if seat == None {
		return nil
	}
	return ints(players[seat].GetHand())
}

// othersThan are the seats of a game but one, ascending.
func othersThan[P player](players []P, seat int) []int {
	seats := make([]int, 0, len(players))
	for _, each := range players {
		seats = append(seats, int(each.GetSeat()))
	}
	return slices.DeleteFunc(seats, func(each int) bool { return each == seat })
}

func ints[N ~int32 | ~uint32](numbers []N) []int {
	found := make([]int, len(numbers))
	for i, number := range numbers {
		found[i] = int(number)
	}
	return found
}
