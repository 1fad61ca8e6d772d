"""Using up a building."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.northgard.board import CARVED_SPACE, SMALL_SPACE
from lawspeaker_engine.games.northgard.buildings import BUILDINGS, PRODUCES, RECRUITS
from lawspeaker_engine.games.northgard.cards.special import Special
from lawspeaker_engine.games.northgard.options import Build
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(frozen=True, slots=True)
class UseUp(Special):
    """Use one of the small buildings in own territories so often, then take it off the map.

    To use one is to collect what it yields at Harvest, or, for a Training Camp, to add its unit to the territory, from
    the reserve and without a Recruit action (as AMB-R61). A Defense Tower, of use only in combats, cannot be chosen.
    """

    times: int

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask which building."""
        state.push(ChooseUsed(seat, self.times))


@dataclass(slots=True)
class ChooseUsed(Frame[State]):
    """The seat chooses the building that it uses up."""

    seat: int
    times: int

    def step(self, state: State) -> Decision | Work:
        """Ask which building."""
        options = [
            Build(building, territory, carved)
            for territory in state.controlled(self.seat)
            for building, carved in sorted({
                (code >> 2, code & 3 == CARVED_SPACE) for code in state.board.buildings[territory]
            })
            if not BUILDINGS[building].large and (any(PRODUCES[building]) or RECRUITS[building])
        ]
        return self.choose(state, self.seat, "card.use_up", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Build]) -> Work:
        """Give what the building is good for, and return its token to the stock."""
        for option in chosen:
            for resource, amount in enumerate(PRODUCES[option.building]):
                state.gain(self.seat, resource, amount * self.times)
            units = min(RECRUITS[option.building] * self.times, state.players[self.seat].reserve)
            if units and option.territory not in state.board.barred_to(self.seat):
                state.add_figures(self.seat, option.territory, units)
            take_off(state, option)
        return DONE


def take_off(state: State, building: Build) -> None:
    """Take a small building off the map; its space is free again. One on a space goes before one without."""
    board, territory = state.board, building.territory
    codes = list(board.buildings[territory])
    code = min(
        code for code in codes
        if code >> 2 == building.building and (code & 3 == CARVED_SPACE) == building.carved
    )
    codes.remove(code)
    board.buildings[territory] = tuple(codes)
    board.small[territory] += code & 3 == SMALL_SPACE
    board.carved[territory] += code & 3 == CARVED_SPACE
    state.stock[building.building] += 1
    board.changed()
