"""The end of Winter (CL-SEQ-10, CL-WINTER-*): exposure, then rot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.clansmen.buildings import sum_of_kinds
from lawspeaker_engine.games.clansmen.options import Tile, tile_option
from lawspeaker_engine.games.clansmen.people import weaken, yearly_yield
from lawspeaker_engine.games.clansmen.phases.feeding import houses, shelters
from lawspeaker_engine.games.clansmen.state import FOOD, Person, State
from lawspeaker_engine.model import PUBLIC, Decision

ROTS: Final = (2, 4)
"""One in so many Food rots, by how many stores preserve it; with more of them nothing does (CL-WINTER-03, 04)."""


@dataclass(slots=True)
class WinterPhase(Frame[State]):
    """All who are not housed are weakened, then Food rots (CL-WINTER-01..05)."""

    def step(self, state: State) -> tuple[Decision, ...] | Work:
        """Owners of a hall with more people exposed than it spares say at once whom it spares (CL-BUILD-06)."""
        questions = tuple(_spare(state, seat) for seat in choosing(state))
        if questions:
            return questions
        self._weather(state, {})
        return DONE

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        """Use one list of tiles for each seat that was asked."""
        self._weather(state, dict(zip(choosing(state), chosen, strict=True)))
        return DONE

    def _weather(self, state: State, spared: dict[int, Sequence[Tile]]) -> None:
        for seat, player in enumerate(state.players):
            cold = exposed(state, seat)
            if len(cold) > shelters(state, seat):
                for person in cold:
                    if tile_option(person.tile) not in spared.get(seat, ()):
                        _expose(state, seat, person)
            player.stock[FOOD] -= rot(state, seat)


def exposed(state: State, seat: int) -> list[Person]:
    """Return the seat's people who do not stand on a tile with an own house (CL-WINTER-01, CL-WINTER-02)."""
    housed = houses(state, seat)
    return [person for person in state.players[seat].people if person.tile not in housed]


def choosing(state: State) -> list[int]:
    """Return seats whose halls spare some of their exposed people, but not all."""
    return [
        seat for seat in range(state.settings.players) if 0 < shelters(state, seat) < len(exposed(state, seat))
    ]


def _spare(state: State, seat: int) -> Decision:
    """Ask whom the hall spares: by default the Weakened, then who brings most in a year; of equals the first."""
    people = exposed(state, seat)
    places = shelters(state, seat)

    def need(person: Person) -> tuple[bool, int]:
        return not person.weakened, -yearly_yield(state, person.kind, person.tile)

    order = sorted(range(len(people)), key=lambda i: need(people[i]))
    options = [tile_option(person.tile) for person in people]
    return Decision(seat, "winter.spare", options, places, places, tuple(sorted(order[:places])), PUBLIC)


def _expose(state: State, seat: int, person: Person) -> None:
    """Weaken a population; by the usual reading one that went hungry in the same Winter dies (AMB-CL-12)."""
    if state.settings.winter_kills or not person.weakened:
        weaken(state, seat, person.tile)


def rot(state: State, seat: int) -> int:
    """Return the Food that the seat loses: half of it, less with stores, rounded down or up (CL-WINTER-03..05,
    AMB-CL-38).
    """
    player = state.players[seat]
    preserved = sum_of_kinds(player, "preserves")
    if preserved >= len(ROTS):
        return 0
    share = ROTS[preserved]
    return (player.stock[FOOD] + (share - 1 if state.settings.rot == "up" else 0)) // share
