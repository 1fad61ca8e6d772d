"""What events do when they are drawn (CL-EVENT-*): one verb each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lawspeaker_engine.agenda import Frame
from lawspeaker_engine.games.clansmen import people, raid, trade
from lawspeaker_engine.games.clansmen.deck import DrawTales
from lawspeaker_engine.games.clansmen.options import Tile
from lawspeaker_engine.games.clansmen.state import FARMER, FOOD, GOODS, Person, State
from lawspeaker_engine.model import PUBLIC, Decision


def concerned(state: State) -> list[int]:
    """Seats that have not ignored the event, ascending."""
    return [seat for seat, player in enumerate(state.players) if not player.ignores_event]


@dataclass(frozen=True, slots=True)
class Attack:
    """A raid is fought where the counter stands (CL-EVENT-05)."""

    def begin(self, state: State) -> None:
        """The raid resets the counter."""
        raid.begin_raid(state)


@dataclass(frozen=True, slots=True)
class Bless:
    """Every player gains a Blessing (CL-EVENT-10)."""

    def begin(self, state: State) -> None:
        """At once."""
        for player in state.players:
            player.blessings += 1


@dataclass(frozen=True, slots=True)
class Refugees:
    """The smallest people gain a Farmer, and the Raiders come closer (CL-EVENT-12)."""

    def begin(self, state: State) -> None:
        """The Farmer is there before a raid that this brings begins; without a legal tile it is lost (AMB-CL-41)."""
        state.push(raid.EventMoves(1))
        state.push(people.Place(receiver(state), FARMER, "refugees.place"))


def receiver(state: State) -> int:
    """Who has the fewest populations; among those the lowest Respect; then the first in turn order (AMB-CL-41)."""
    players = state.players
    return min(state.turn_order(), key=lambda seat: (len(players[seat].people), players[seat].respect))


@dataclass(frozen=True, slots=True)
class Rats:
    """Each player loses 1 Food for each population, as far as there is any (CL-EVENT-13)."""

    def begin(self, state: State) -> None:
        """At once."""
        for seat in concerned(state):
            player = state.players[seat]
            player.stock[FOOD] = max(0, player.stock[FOOD] - len(player.people))


@dataclass(frozen=True, slots=True)
class Illness:
    """Each player weakens a healthy population, or loses one if none is healthy (CL-EVENT-14, AMB-CL-40)."""

    def begin(self, state: State) -> None:
        """Who has a choice is asked; whoever has one population to name does not need to be."""
        asked = []
        for seat in concerned(state):
            candidates = victims(state, seat)
            if len(candidates) > 1:
                asked.append(seat)
            elif candidates:
                people.weaken(state, seat, candidates[0].tile)
        if asked:
            state.push(FallIll(tuple(asked)))


def victims(state: State, seat: int) -> list[Person]:
    """The seat's healthy people, or all if none is healthy; ascending by tile."""
    return people.healthy(state, seat) or state.players[seat].people


@dataclass(slots=True)
class FallIll(Frame[State]):
    """All who have a choice name their victim at once: none of the answers matters to another one."""

    seats: tuple[int, ...]
    """Ascending."""

    def step(self, state: State) -> tuple[Decision, ...]:
        """By default it is the one that brings least this season."""
        return tuple(self._ask(state, seat) for seat in self.seats)

    def _ask(self, state: State, seat: int) -> Decision:
        candidates = victims(state, seat)
        options = [Tile(person.tile) for person in candidates]
        yields = [people.season_yield(state, person.kind, person.tile, state.season) for person in candidates]
        return Decision(seat, "event.illness", options, 1, 1, (yields.index(min(yields)),), PUBLIC)

    def take(self, state: State, chosen: Sequence[Any]) -> None:
        """A Weakened one is lost."""
        state.agenda.pop()
        for seat, (option,) in zip(self.seats, chosen, strict=True):
            people.weaken(state, seat, option.tile)


@dataclass(frozen=True, slots=True)
class Explorers:
    """Each player may pay 1 Food and 1 Goods to reveal a hex, without an action (CL-EVENT-15)."""

    def begin(self, state: State) -> None:
        """In turn order."""
        state.push(SendExplorers(tuple(state.turn_order())))


@dataclass(slots=True)
class SendExplorers(Frame[State]):
    """One player after the other names a hex before its terrain is known, or declines."""

    seats: tuple[int, ...]
    """Who has still to be asked."""

    def step(self, state: State) -> Decision | None:
        """Who cannot pay is not asked."""
        if not self.seats:
            state.agenda.pop()
            return None
        seat = self.seats[0]
        options = [Tile(tile) for tile in state.explorable()]
        stock = state.players[seat].stock
        if options and stock[FOOD] and stock[GOODS]:
            return Decision(seat, "event.explorers", options, 0, 1, (), PUBLIC)
        self.seats = self.seats[1:]
        return None

    def take(self, state: State, chosen: Sequence[Tile]) -> None:
        """All see the hex before the next player decides."""
        seat, self.seats = self.seats[0], self.seats[1:]
        for option in chosen:
            state.pay(seat, food=1, goods=1)
            state.reveal(option.tile)


@dataclass(frozen=True, slots=True)
class Track:
    """The Raider counter moves up, or down but not below its lowest space (CL-EVENT-17, CL-EVENT-18)."""

    steps: int

    def begin(self, state: State) -> None:
        """At the top a raid may follow (AMB-CL-28)."""
        state.push(raid.EventMoves(self.steps))


@dataclass(frozen=True, slots=True)
class Peddlers:
    """Each player may trade at once, free (CL-EVENT-19)."""

    def begin(self, state: State) -> None:
        """In turn order."""
        for seat in reversed(state.turn_order()):
            state.push(trade.FreeTrade(seat))


@dataclass(frozen=True, slots=True)
class Bard:
    """Every player draws a Tales card (CL-EVENT-20)."""

    def begin(self, state: State) -> None:
        """In turn order."""
        for seat in reversed(state.turn_order()):
            state.push(DrawTales(seat, 1))
