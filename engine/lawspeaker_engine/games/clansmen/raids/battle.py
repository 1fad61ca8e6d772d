"""A raid as it stands: who defends, and what the dice show. How it is fought is in `raid`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from lawspeaker_engine.games.clansmen.enums import DieFate
from lawspeaker_engine.shallow_copy import shallow_copy

UNDECIDED, BEATS, UNHURT, FAILS = map(int, DieFate)
"""The outcomes of a die; a die that never rolls stays undecided, and its population unhurt (CL-RAID-14)."""

UNPLACED: Final = -1
"""The Raider of a die that has not been placed."""


@dataclass(slots=True)
class Die:
    """The die of one defending population, which its tile names."""

    seat: int
    tile: int
    warrior: bool
    raider: int = UNPLACED
    """The Raider it fights."""
    pips: int = 0
    """0 until it is rolled."""
    fate: int = UNDECIDED
    """Fixed when its round is settled."""

    @property
    def total(self) -> int:
        """Return what it shows, 1 more for a Warrior (CL-RAID-05)."""
        return self.pips + self.warrior


@dataclass(slots=True)
class Raid:
    """One raid, from the number of Raiders to the plunder."""

    raiders: list[int]
    """By Raider: what its die shows; 0 until it is rolled."""
    committed: list[list[int]]
    """By seat: tiles of the defenders in the order in which their dice are dealt (AMB-CL-34)."""
    valor: list[list[int]]
    """By seat: tiles of defenders whose die a card sets to 6."""
    own_rerolls: list[int]
    """By seat: rerolls of own dice that its buildings have left."""
    raider_rerolls: list[int]
    """By seat: rerolls of Raider dice that its buildings have left."""
    opened: bool = False
    """True if it is known who defends; until then nobody is named here, the answers are with the referee."""
    dice: list[Die] = field(default_factory=list)
    """In the order in which they are placed."""
    defeated: list[int] = field(default_factory=list)
    """Raiders beaten so far, ascending."""

    @property
    def undefeated(self) -> list[int]:
        """Raiders not beaten so far, ascending."""
        return [raider for raider in range(len(self.raiders)) if raider not in self.defeated]

    def copy(self) -> Raid:
        """Return an independent copy."""
        other = shallow_copy(self)
        other.dice = [shallow_copy(die) for die in self.dice]
        for name in ("raiders", "own_rerolls", "raider_rerolls", "defeated"):
            setattr(other, name, getattr(self, name)[:])
        for name in ("committed", "valor"):
            setattr(other, name, [row[:] for row in getattr(self, name)])
        return other


@dataclass(slots=True)
class DieView:
    """The die of one defending population."""

    seat: int
    """Whose it is."""
    tile: int
    """The tile of that population."""
    warrior: bool
    """True if 1 is added to what the die shows."""
    raider: int
    """The Raider it fights; -1 until it is placed."""
    pips: int
    """The number on it; 0 until it is rolled."""
    fate: int
    """What came of it, a DieFate. A die that has not been rolled once its Raider is defeated never rolls."""


@dataclass(slots=True)
class RaidView:
    """A raid, all of which is public."""

    raiders: list[int]
    """By Raider: what its die shows; 0 until it is rolled. There are as many Raiders as entries."""
    opened: bool
    """True if it is known who defends: all have answered raid.commit."""
    committed: list[int]
    """Tiles of all defenders, by seat in the order in which their owner named them; empty until opened."""
    valor: list[int]
    """Tiles of defenders whose die a card has set to 6."""
    dice: list[DieView]
    """In the order in which they are placed, Warriors first; empty until the commitments are known."""
    defeated: list[int]
    """Raiders beaten so far, ascending."""
    own_rerolls: list[int]
    """By seat: rerolls of own dice that its buildings have left in this raid."""
    raider_rerolls: list[int]
    """By seat: rerolls of Raider dice that its buildings have left in this raid."""


def raid_view(raid: Raid) -> RaidView:
    """Return all of the raid, which is public."""
    return RaidView(
        raid.raiders, raid.opened,
        [tile for row in raid.committed for tile in row],
        [tile for row in raid.valor for tile in row],
        [DieView(die.seat, die.tile, die.warrior, die.raider, die.pips, die.fate) for die in raid.dice],
        raid.defeated, raid.own_rerolls, raid.raider_rerolls,
    )
