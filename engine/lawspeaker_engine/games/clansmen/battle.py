"""A raid as it stands: who defends, and what the dice show. How it is fought is in `raid`."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field

UNDECIDED, BEATS, UNHURT, FAILS = range(4)
"""What became of a die; a die that never rolls stays undecided, and its population unhurt (CL-RAID-14)."""


@dataclass(slots=True)
class Die:
    """The die of one defending population, which its tile names."""

    seat: int
    tile: int
    warrior: bool
    raider: int = -1
    """The Raider it fights; -1 until it is placed."""
    pips: int = 0
    """0 until it is rolled."""
    fate: int = UNDECIDED
    """Fixed when its round is settled."""

    @property
    def total(self) -> int:
        """What it shows, 1 more for a Warrior (CL-RAID-05)."""
        return self.pips + self.warrior


@dataclass(slots=True)
class Raid:
    """One raid, from the number of Raiders to the plunder."""

    raiders: list[int]
    """By Raider: what its die shows; 0 until it is rolled."""
    committed: list[list[int]]
    """By seat: tiles of the defenders, ascending; sealed until `opened`."""
    valor: list[list[int]]
    """By seat: tiles of defenders whose die a card sets to 6; sealed likewise."""
    own_rerolls: list[int]
    """By seat: rerolls of own dice that its buildings have left."""
    raider_rerolls: list[int]
    """By seat: rerolls of Raider dice that its buildings have left."""
    opened: bool = False
    dice: list[Die] = field(default_factory=list)
    """In the order in which they are placed."""
    defeated: list[int] = field(default_factory=list)
    """Raiders beaten so far, ascending."""

    @property
    def undefeated(self) -> list[int]:
        """Raiders not beaten so far, ascending."""
        return [raider for raider in range(len(self.raiders)) if raider not in self.defeated]

    def copy(self) -> Raid:
        """An independent copy."""
        other = copy(self)
        other.dice = [copy(die) for die in self.dice]
        for name in ("raiders", "own_rerolls", "raider_rerolls", "defeated"):
            setattr(other, name, getattr(self, name)[:])
        for name in ("committed", "valor"):
            setattr(other, name, [row[:] for row in getattr(self, name)])
        return other


@dataclass(slots=True)
class DieView:
    """The die of one defending population."""

    seat: int
    tile: int
    warrior: bool
    """Whether 1 is added to what the die shows."""
    raider: int
    """The Raider it fights; -1 until it is placed."""
    pips: int
    """0 until it is rolled."""


@dataclass(slots=True)
class RaidView:
    """A raid as a seat may know it."""

    raiders: list[int]
    """By Raider: what its die shows; 0 until it is rolled."""
    opened: bool
    """Whether the commitments are known."""
    committed: list[int]
    """Tiles of own defenders; once opened, of all."""
    valor: list[int]
    """Tiles of defenders whose die is set to 6: own ones; once opened, all."""
    dice: list[DieView]
    defeated: list[int]
    """Raiders beaten so far."""


def raid_view(raid: Raid, seats: tuple[int, ...]) -> RaidView:
    """What those who know the sealed commitments of these seats may know."""
    known = range(len(raid.committed)) if raid.opened else seats
    return RaidView(
        raid.raiders, raid.opened,
        [tile for seat in known for tile in raid.committed[seat]],
        [tile for seat in known for tile in raid.valor[seat]],
        [DieView(die.seat, die.tile, die.warrior, die.raider, die.pips) for die in raid.dice],
        raid.defeated,
    )
