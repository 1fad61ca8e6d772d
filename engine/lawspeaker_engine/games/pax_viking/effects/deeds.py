"""The one list of what the verbs of abilities do."""

from __future__ import annotations

from typing import Final

from lawspeaker_engine.games.pax_viking.deeds import Deeds
from lawspeaker_engine.games.pax_viking.effects import control, followers, money, ships, tiles

DEEDS: Final = Deeds(
    {**control.BEGIN, **followers.BEGIN, **money.BEGIN, **ships.BEGIN, **tiles.BEGIN},
    {**control.POSSIBLE, **followers.POSSIBLE, **money.POSSIBLE, **ships.POSSIBLE, **tiles.POSSIBLE},
)
