"""The use of cards in Northgard, by what the game's own rows let them do."""

from __future__ import annotations

from typing import Any, Final

from lawspeaker_engine.games.northgard.cards.resolving import CARDS
from lawspeaker_engine.games.northgard.composition import CARD_EFFECTS

MODES: Final = ("recruit", "move", "explore", "build")
"""The choices of a card with several uses, by the numbers of its actions."""
_USES: Final = {
    "ExploreEffect": "explore", "BeforeOrAfter": "explore", "Build": "build", "Recruit": "recruit",
    "RecruitEach": "recruit", "Move": "move", "Draw": "draw", "DrawForTerritories": "draw", "Spy": "draw",
    "Curse": "draw", "Gain": "gain", "RemoveEnemy": "gain", "CollectOne": "gain", "CollectMissing": "gain",
    "HarvestOne": "gain",
}
"""By class of an effect; the first one that stands here counts."""


def _use(effects: tuple[Any, ...]) -> str:
    """Return what a card is for: one of MODES, draw, gain, any for a card with all of MODES, or special."""
    for effect in effects:
        name = type(effect).__name__
        if name == "May":
            effect = effect.effect  # noqa: PLW2901 - what may be done counts
            name = type(effect).__name__
        if name == "Choose":
            among = [_USES.get(type(each).__name__, "") for each in effect.among]
            return "any" if sorted(among) == sorted(MODES) else "draw" if "draw" in among else "special"
        if name in _USES:
            return _USES[name]
    return "special"


KIND: Final = {row.id: _use(CARD_EFFECTS[number]) for number, row in enumerate(CARDS)}
"""By card id: its use."""
