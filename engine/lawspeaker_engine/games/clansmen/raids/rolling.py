"""One die of a raid, rolled for the first time or again (CL-RAID-05, CL-RAID-13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.clansmen.options import Face
from lawspeaker_engine.games.clansmen.state import State
from lawspeaker_engine.model import PUBLIC, Chance

SIDES: Final = 6
_FACES: Final = [Face(pips) for pips in range(1, SIDES + 1)]


@dataclass(slots=True)
class RollRaider(Frame[State]):
    """The die of a Raider shows something new."""

    raider: int
    stream: str
    """Of the Raiders of this raid, or of who rerolls, so that it does not depend on what others do."""

    def step(self, state: State) -> Chance:
        """Roll a six-sided die, for all to see."""
        return _die("raid.raider", self.stream)

    def take(self, state: State, chosen: Sequence[Face]) -> Work:
        """Set the die to the new result."""
        state.running_raid().raiders[self.raider] = chosen[0].pips
        return DONE


@dataclass(slots=True)
class RollDie(Frame[State]):
    """The die of a defender shows something new."""

    die: int
    """Its place among the dice of the raid."""
    stream: str
    """Of this die alone, or of who rerolls, so that it does not depend on what others do."""

    def step(self, state: State) -> Chance:
        """Roll a six-sided die, for all to see."""
        return _die("raid.die", self.stream)

    def take(self, state: State, chosen: Sequence[Face]) -> Work:
        """Set the die to the new result."""
        state.running_raid().dice[self.die].pips = chosen[0].pips
        return DONE


def _die(prompt: str, stream: str) -> Chance:
    return Chance(prompt, _FACES, 1, stream, PUBLIC)
