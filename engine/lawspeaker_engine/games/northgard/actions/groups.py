"""Groups of three figures: put down during setup, and as a second chance (NG-SETUP-15, NG-EOY-03)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.northgard import figures
from lawspeaker_engine.games.northgard.options import PlaceGroup, group_option
from lawspeaker_engine.games.northgard.state import RESERVE, State
from lawspeaker_engine.model import PUBLIC, Decision

GROUP: Final = 3


@dataclass(slots=True)
class PlaceGroups(Frame[State]):
    """The seat puts a group into an empty one of these territories."""

    seat: int
    prompt: str
    territories: tuple[int, ...]
    least: int = 1
    """0 where the seat may do without."""

    def step(self, state: State) -> Decision | Work:
        """Ask where the group goes; the only possible answer is not asked for."""
        options = group_options(state, self.seat, self.territories)
        if len(options) == self.least:
            return self.take(state, options)
        return Decision(self.seat, self.prompt, options, self.least, 1, (0,), PUBLIC)

    def take(self, state: State, chosen: Sequence[PlaceGroup]) -> Work:
        """Special figures take the places of units (NG-CLAN-BEAR-02)."""
        for group in chosen:
            special = figures.special_of(group)
            state.add_figures(self.seat, group.territory, GROUP - len(special), special)
        return DONE


def group_options(state: State, seat: int, territories: Iterable[int]) -> list[PlaceGroup]:
    """Return where a group can go: for each empty territory with each choice of the special figures in reserve."""
    waiting = state.special_figures(seat, RESERVE) if state.figures else ()
    if state.phase == "setup" and not state.table.numbers.kaija_in_setup:
        waiting = figures.others(waiting)
    choices = [figures.told(chosen) for chosen in figures.subsets(waiting, GROUP)]
    return [group_option(each, *chosen) for each in group_places(state, seat, territories) for chosen in choices]


def group_places(state: State, seat: int, territories: Iterable[int]) -> list[int]:
    """Return the empty ones of these territories; guarded ones only if all are, for a group must have a place."""
    owner, guarded = state.board.owner, state.board.guarded_from(seat)
    empty = [territory for territory in territories if owner[territory] < 0]
    return [territory for territory in empty if territory not in guarded] or empty
