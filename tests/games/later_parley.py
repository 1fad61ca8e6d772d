"""Later Parley: Parley with an option, a field of its state and rows that came after its first records were made."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from lawspeaker_engine.canon import WHEN_SET
from lawspeaker_engine.model import GameOption, Outcome, Setup
from tests.games import parley
from tests.games.parley import Parley


@dataclass(slots=True)
class State(parley.State):
    stakes: int = field(default=1, metadata=WHEN_SET)


class LaterParley(Parley):
    """Every point counts `stakes` times, and the rows for that are used only if it is not 1."""

    options = (*Parley.options, GameOption("stakes", 1, "what a point counts", (1, 2)))  # type: ignore[assignment]

    def content(self, setup: Setup) -> str:
        return super().content(setup) + (" with stakes" if setup.options["stakes"] != 1 else "")

    def setup(self, setup: Setup) -> State:
        return _with_stakes(super().setup(setup), int(setup.options["stakes"]))

    def copy(self, state: parley.State) -> State:
        assert isinstance(state, State)
        return _with_stakes(super().copy(state), state.stakes)

    def outcome(self, state: parley.State) -> Outcome | None:
        assert isinstance(state, State)
        ended = super().outcome(state)
        return ended and Outcome(ended.ranks, tuple(each * state.stakes for each in ended.scores), ended.reason)


def _with_stakes(state: parley.State, stakes: int) -> State:
    return State(**{each.name: getattr(state, each.name) for each in fields(parley.State)}, stakes=stakes)


LATER_PARLEY = LaterParley()
