"""Groups of three figures: put down during setup, and as a second chance (NG-SETUP-15, NG-EOY-03)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import Frame
from lawspeaker_engine.games.northgard.options import PlaceGroup
from lawspeaker_engine.games.northgard.state import State
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

    def step(self, state: State) -> Decision | None:
        """Ask where the group goes; the only possible answer is not asked for."""
        options = group_options(state, self.seat, self.territories)
        if len(options) == self.least:
            self.take(state, options)
            return None
        return Decision(self.seat, self.prompt, options, self.least, 1, (0,), PUBLIC)

    def take(self, state: State, chosen: Sequence[PlaceGroup]) -> None:
        """Kaija takes the place of one of the three units (NG-CLAN-BEAR-02)."""
        state.agenda.pop()
        for group in chosen:
            state.add_figures(self.seat, group.territory, GROUP - group.kaija, kaija=group.kaija)


def group_options(state: State, seat: int, territories: Iterable[int]) -> list[PlaceGroup]:
    """Return where a group can go, for each empty territory without Kaija and, if Bear has her in reserve, with her."""
    with_kaija = (False, True) if state.kaija_waits(seat) else (False,)
    owner = state.board.owner
    return [
        PlaceGroup(territory, kaija) for territory in territories if owner[territory] < 0 for kaija in with_kaija
    ]
