"""Restoring and feeding (CL-SEQ-08, CL-SEQ-09): all become healthy, then all eat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.clansmen.buildings import BUILDINGS, HOME, REPLACES, sum_of_all
from lawspeaker_engine.games.clansmen.options import Tile, tile_option
from lawspeaker_engine.games.clansmen.people import heal, season_yield, weaken, weakened
from lawspeaker_engine.games.clansmen.state import FOOD, WINTER, Person, State
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(slots=True)
class RestorePhase(Frame[State]):
    """Every Weakened population of every player becomes healthy (CL-SEQ-08)."""

    def step(self, state: State) -> Work:
        """Restore everybody at once; nothing is asked."""
        for seat in range(state.settings.players):
            for person in weakened(state, seat):
                heal(state, seat, person.tile)
        return DONE


@dataclass(slots=True)
class FeedPhase(Frame[State]):
    """Each population eats 1 Food; those left without are Weakened, and never removed by it (CL-POP-07..11)."""

    def step(self, state: State) -> tuple[Decision, ...] | Work:
        """All who have some Food but not enough say at once who stays unfed."""
        questions = tuple(_unfed(state, seat) for seat in choosing(state))
        if questions:
            return questions
        self._feed(state, {})
        return DONE

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        """Use one list of tiles for each seat that was asked."""
        self._feed(state, dict(zip(choosing(state), chosen, strict=True)))
        return DONE

    def _feed(self, state: State, unfed: dict[int, Sequence[Tile]]) -> None:
        for seat, player in enumerate(state.players):
            hungry = unfed.get(seat, player.people[:] if hunger(state, seat) else ())
            player.hall_used = _hosted(state, seat)
            player.stock[FOOD] -= min(player.stock[FOOD], len(player.people))
            for each in hungry:
                weaken(state, seat, each.tile)


def choosing(state: State) -> list[int]:
    """Return seats that must choose who stays unfed: not everybody does, and not nobody."""
    return [seat for seat, player in enumerate(state.players) if 0 < hunger(state, seat) < len(player.people)]


def hunger(state: State, seat: int) -> int:
    """Return how many of the seat's people its Food leaves unfed and hungry.

    By one reading a Long Hall keeps people from hunger too, in Winter (AMB-CL-57).
    """
    return _short(state, seat) - _hosted(state, seat)


def _short(state: State, seat: int) -> int:
    """Return how many of the seat's people there is no Food for."""
    player = state.players[seat]
    return max(0, len(player.people) - player.stock[FOOD])


def _hosted(state: State, seat: int) -> int:
    """Return how many of these people the seat's halls keep from hunger."""
    if state.season != WINTER or state.settings.hall_spares != "hunger":
        return 0
    return min(_short(state, seat), shelters(state, seat))


def shelters(state: State, seat: int) -> int:
    """Return how many people the seat's halls still spare this Winter; by one reading also what took a hall's place.

    AMB-CL-22, AMB-CL-57.
    """
    player = state.players[seat]
    places = sum_of_all(player, "shelters")
    if state.settings.grand_shelters:
        for number, old in enumerate(REPLACES):
            if old >= 0 and player.built[number]:
                places += BUILDINGS[old].shelters * player.built[number]
    return places - player.hall_used


def houses(state: State, seat: int) -> list[int]:
    """Return tiles on which the seat has a house."""
    return [each.tile for each in state.players[seat].structures if BUILDINGS[each.building].site == HOME]


def _unfed(state: State, seat: int) -> Decision:
    """Ask who stays unfed: by default the housed, in Winter, else who brings least next season, the first of equals."""
    people = state.players[seat].people
    short = hunger(state, seat)
    housed = houses(state, seat) if state.season == WINTER else []

    def worth(person: Person) -> tuple[bool, int]:
        return person.tile not in housed, season_yield(state, person.kind, person.tile, (state.season + 1) % 4)

    order = sorted(range(len(people)), key=lambda i: worth(people[i]))
    options = [tile_option(person.tile) for person in people]
    return Decision(seat, "feed.unfed", options, short, short, tuple(sorted(order[:short])), PUBLIC)
