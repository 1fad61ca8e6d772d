"""The rows of all Tales cards, read into `TALES` when this module is imported, and the words that they use."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from lawspeaker_engine.content import Vocabulary, load_unique
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

TALES.extend(load_unique([Path(__file__).parent / "content" / "tales.toml"], "tale", Tale, VERBS))
