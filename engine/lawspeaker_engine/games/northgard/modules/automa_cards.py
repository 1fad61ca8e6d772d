"""The Automa cards, and what they do in words."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from lawspeaker_engine.content import CardEffect, Vocabulary, load_rows, refuse_unknown
from lawspeaker_engine.games.northgard.actions import build, explore, move, recruit
from lawspeaker_engine.games.northgard.modules.automa_actions import AutomaAction, Build, Either, Explore, Recruit
from lawspeaker_engine.games.northgard.modules.automa_moves import MoveLeader, MoveUnit

KINDS: Final = ("move", "draw", "recruit", "explore", "special")
"""Kinds of card that the Automa looks for in the display (AUTO-DEVPRIO-01)."""
SIDES: Final = ("left", "right")
"""The card that it takes at last."""


@dataclass(frozen=True, slots=True)
class AutomaCard:
    """A row of content/automa.toml; its number is its index."""

    id: str
    picks: str
    """Criteria of a card of the display, of KINDS and SIDES."""
    actions: tuple[AutomaAction, ...]
    """The first possible one is done."""
    flash: bool = False
    """True if the next card is played at once (AUTO-FLASH-01)."""
    passes: bool = False
    """True if the Automa passes with it if it is the last one (AUTO-PASS-01)."""

    def __post_init__(self) -> None:
        for word in self.picks.split():
            refuse_unknown("automa picks", word, KINDS + SIDES)


_VERBS: Final = Vocabulary({
    "move_leader": MoveLeader, "move_unit": MoveUnit, "recruit": Recruit, "build": Build, "either": Either,
    "explore": Explore,
})

AUTOMA_CARDS: Final = load_rows(Path(__file__).parent.parent / "content/automa.toml", "automa", AutomaCard, _VERBS)


def first_effect(card: AutomaCard) -> CardEffect[Any]:
    """Return the effect with which a player copies the first action of the card (AUTO-SNAKE-01)."""
    action = card.actions[0]
    if isinstance(action, MoveLeader):
        return move.Move(moves=2)
    if isinstance(action, MoveUnit):
        return move.Move(moves=1)
    if isinstance(action, Recruit):
        return recruit.Recruit(units=action.figures)
    if isinstance(action, Explore):
        return explore.ExploreEffect()
    assert isinstance(action, Build), "no card begins with one of two buildings"
    return build.Build(only=action.building)
