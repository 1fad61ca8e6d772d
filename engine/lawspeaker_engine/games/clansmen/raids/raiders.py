"""The Raider track: how many Raiders come from each of its spaces (CL-RAID-01, CL-RAID-02)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lawspeaker_engine.content import load_rows


@dataclass(frozen=True, slots=True)
class _TrackRow:
    players: int
    dice: tuple[int, ...]


DICE: Final = {
    row.players: row.dice
    for row in load_rows(Path(__file__).parent.parent / "content" / "raiders.toml", "track", _TrackRow)
}
"""By number of players: the Raider dice on each space, from the lowest to the top."""
TOP: Final = len(DICE[2]) - 1
"""The top space: a raid is fought when the counter gets there (CL-RAID-01)."""
