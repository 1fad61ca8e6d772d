"""Which card of the display the Automa takes when it passes (AUTO-DEVPRIO-01, AUTO-PASS-06)."""

from __future__ import annotations

from typing import Any, Final

from lawspeaker_engine.content import CardEffect
from lawspeaker_engine.games.northgard.actions import build, explore, move, recruit
from lawspeaker_engine.games.northgard.cards.choosing import BeforeOrAfter, Choose, May
from lawspeaker_engine.games.northgard.cards.deck import DrawForTerritories, TakeDiscarded
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, Draw
from lawspeaker_engine.games.northgard.modules.automa_criteria import best
from lawspeaker_engine.games.northgard.modules.automa_part import AUTOMA, HUMAN
from lawspeaker_engine.games.northgard.phases import scoring
from lawspeaker_engine.games.northgard.state import State

SPECIAL: Final = "special"
"""The kind of all cards that are of no other."""


def display_cards(state: State, picks: str) -> list[int]:
    """Return the cards of the display that are left when each criterion has broken the ties of those before.

    In the last year the Achievement counts that is worth most to the Automa now, then to the human (AUTO-PASS-06).
    """
    left = state.display[:]
    if any(CARDS[card].set == "achievement" for card in left):
        for seat in (AUTOMA, HUMAN):
            left = best(left, lambda card, seat=seat: scoring.achievement_fame(  # type: ignore[misc]
                state, seat, CARDS[card].counts))
    for word in picks.split():
        if word == "left":
            left = left[:1]
        elif word == "right":
            left = left[-1:]
        else:
            left = best(left, lambda card, kind=word: int(kind in kinds(state, card)))  # type: ignore[misc]
    return left


def kinds(state: State, card: int) -> set[str]:
    """Return of which kinds a Development card is: of that of each of its effects, those that may be left out too.

    One without effects of its own, which is a reaction, is a special one.
    """
    return set().union(*map(_kinds, state.table.effects[card])) or {SPECIAL}


def _kinds(effect: CardEffect[Any]) -> set[str]:
    if isinstance(effect, Choose):
        return set().union(*map(_kinds, effect.among))
    if isinstance(effect, May):
        return _kinds(effect.effect)
    if isinstance(effect, BeforeOrAfter):
        return _kinds(effect.main) | _kinds(effect.extra)
    return {next((kind for kind, verbs in _KINDS.items() if isinstance(effect, verbs)), SPECIAL)}


_KINDS: Final[dict[str, tuple[type, ...]]] = {
    "move": (move.Move,),
    "draw": (Draw, DrawForTerritories, TakeDiscarded),
    "recruit": (recruit.Recruit, recruit.RecruitEach),
    "explore": (explore.ExploreEffect,),
    "build": (build.Build, build.ExchangeBuilding),
}
