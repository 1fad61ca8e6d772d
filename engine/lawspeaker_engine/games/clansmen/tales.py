"""The rows of all Tales cards, read into `TALES` when this module is imported, and the words that they use."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from lawspeaker_engine.content import Vocabulary, load_rows
from lawspeaker_engine.games.clansmen import verbs
from lawspeaker_engine.games.clansmen.attach import Attach
from lawspeaker_engine.games.clansmen.tale import TALES, Tale

__all__ = ["TALES", "VERBS"]

VERBS: Final = Vocabulary({
    "six": verbs.Six,
    "attach": Attach,
    "with_action": verbs.WithAction,
    "heal": verbs.Heal,
    "again": verbs.Again,
    "gain": verbs.Gain,
    "repel": verbs.Repel,
    "two_actions": verbs.TwoActions,
    "shield": verbs.Shield,
})


def _fill() -> None:
    """Read the rows into TALES, in their order. Raises ValueError for an id that is there twice."""
    TALES.extend(load_rows(Path(__file__).parent / "content" / "tales.toml", "tale", Tale, VERBS))
    ids = [row.id for row in TALES]
    for tale in ids:
        if ids.count(tale) > 1:
            raise ValueError(f"content/tales.toml: two cards have the id {tale!r}")


_fill()
