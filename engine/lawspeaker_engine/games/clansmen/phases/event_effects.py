"""The effects of events when they are drawn (CL-EVENT-*): one function for each kind of effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.clansmen import people
from lawspeaker_engine.games.clansmen.actions import trade
from lawspeaker_engine.games.clansmen.cards.deck import DrawTales
from lawspeaker_engine.games.clansmen.options import Tile, tile_option
from lawspeaker_engine.games.clansmen.phases.events import (
    Attack,
    Bard,
    Bless,
    EventEffect,
    Explorers,
    Illness,
    Peddlers,
    Rats,
    Refugees,
    Track,
)
from lawspeaker_engine.games.clansmen.raids import raid
from lawspeaker_engine.games.clansmen.state import FARMER, FOOD, GOODS, Person, State
from lawspeaker_engine.model import PUBLIC, Decision


def begin(state: State, effect: EventEffect) -> None:
    """Do what the event does at once, or push the frames that will."""
    _BEGIN[type(effect)](state, effect)


def concerned(state: State) -> list[int]:
    """Return the seats that have not ignored the event, ascending."""
    return [seat for seat, player in enumerate(state.players) if not player.ignores_event]


def _attack(state: State, _effect: Attack) -> None:
    raid.begin_raid(state)


def _bless(state: State, _effect: Bless) -> None:
    for player in state.players:
        player.blessings += 1


def _refugees(state: State, _effect: Refugees) -> None:
    # AMB-CL-41: the Farmer is placed first, so that it is there when the Raiders' step brings a raid.
    state.push(raid.EventMoves(1))
    state.push(people.Place(receiver(state), FARMER, "refugees.place"))


def receiver(state: State) -> int:
    """Return the seat with the fewest populations, then the lowest Respect, then the first turn (AMB-CL-41)."""
    players = state.players
    return min(state.turn_order(), key=lambda seat: (len(players[seat].people), players[seat].respect))


def _rats(state: State, _effect: Rats) -> None:
    for seat in concerned(state):
        player = state.players[seat]
        player.stock[FOOD] = max(0, player.stock[FOOD] - len(player.people))


def _illness(state: State, _effect: Illness) -> None:
    """Ask everybody who has a choice, all at once; a single population is weakened without asking."""
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
    """Return the seat's healthy people, or all of them if none is healthy; ascending by tile."""
    return people.healthy(state, seat) or state.players[seat].people


@dataclass(slots=True)
class FallIll(Frame[State]):
    """All who have a choice name their victim at once: none of the answers matters to another one."""

    seats: tuple[int, ...]
    """Ascending."""

    def step(self, state: State) -> tuple[Decision, ...]:
        """Ask all of them; by default the victim is the one that brings least this season."""
        return tuple(self._ask(state, seat) for seat in self.seats)

    def _ask(self, state: State, seat: int) -> Decision:
        candidates = victims(state, seat)
        options = [tile_option(person.tile) for person in candidates]
        yields = [people.season_yield(state, person.kind, person.tile, state.season) for person in candidates]
        return Decision(seat, "event.illness", options, 1, 1, (yields.index(min(yields)),), PUBLIC)

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        """Weaken every victim; a Weakened one is lost."""
        for seat, (option,) in zip(self.seats, chosen, strict=True):
            people.weaken(state, seat, option.tile)
        return DONE


def _explorers(state: State, _effect: Explorers) -> None:
    state.push(SendExplorers(tuple(state.turn_order())))


@dataclass(slots=True)
class SendExplorers(Frame[State]):
    """One player after the other names a hex before its terrain is known, or declines."""

    seats: tuple[int, ...]
    """The seats that have still to be asked."""

    def step(self, state: State) -> Decision | Work:
        """Ask the next seat that can pay."""
        if not self.seats:
            return DONE
        seat = self.seats[0]
        options = list(map(tile_option, state.explorable()))
        stock = state.players[seat].stock
        if options and stock[FOOD] and stock[GOODS]:
            return Decision(seat, "event.explorers", options, 0, 1, (), PUBLIC)
        self.seats = self.seats[1:]
        return ONGOING

    def take(self, state: State, chosen: Sequence[Tile]) -> Work:
        """Reveal the hex, which all see before the next player decides."""
        seat, self.seats = self.seats[0], self.seats[1:]
        for option in chosen:
            state.pay(seat, food=1, goods=1)
            state.reveal(option.tile)
        return ONGOING


def _track(state: State, effect: Track) -> None:
    state.push(raid.EventMoves(effect.steps))  # at the top a raid may follow (AMB-CL-28)


def _peddlers(state: State, _effect: Peddlers) -> None:
    for seat in reversed(state.turn_order()):
        state.push(trade.FreeTrade(seat))


def _bard(state: State, _effect: Bard) -> None:
    for seat in reversed(state.turn_order()):
        state.push(DrawTales(seat, 1))


_BEGIN: Final[Mapping[type[EventEffect], Callable[[State, Any], None]]] = {
    Attack: _attack,
    Bless: _bless,
    Refugees: _refugees,
    Rats: _rats,
    Illness: _illness,
    Explorers: _explorers,
    Track: _track,
    Peddlers: _peddlers,
    Bard: _bard,
}
