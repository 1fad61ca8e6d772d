"""The rows of all cards, read into `CARDS` when this module is imported, and the words that their effects use."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from lawspeaker_engine.content import Vocabulary, load_unique
from lawspeaker_engine.games.northgard import build, deck, explore, move, recruit
from lawspeaker_engine.games.northgard.card import CARDS, Card, playable
from lawspeaker_engine.games.northgard.specials import (
    choosing,
    copying,
    hands,
    paying,
    recruit_each,
    removing,
    shifting,
    this_year,
)

__all__ = ["CARDS", "REACTIONS", "UNREST", "VERBS", "number_of", "playable"]

VERBS: Final = Vocabulary({
    "recruit": recruit.Recruit,
    "add_unit": recruit.AddUnit,
    "recruit_each": recruit_each.RecruitEach,
    "build": build.Build,
    "exchange_building": build.ExchangeBuilding,
    "move": move.Move,
    "march_anywhere": shifting.MarchAnywhere,
    "bribe": shifting.Bribe,
    "explore": explore.ExploreEffect,
    "draw": deck.Draw,
    "draw_for_territories": deck.DrawForTerritories,
    "take_discarded": deck.TakeDiscarded,
    "take_displayed": this_year.TakeDisplayed,
    "awaken_kaija": this_year.AwakenKaija,
    "ignore_defenses": this_year.IgnoreDefenses,
    "scorch": this_year.Scorch,
    "gain": paying.Gain,
    "pay": paying.PayFor,
    "choose": choosing.Choose,
    "may": choosing.May,
    "before_or_after": choosing.BeforeOrAfter,
    "copy": copying.Copy,
    "spy": hands.Spy,
    "exploit": hands.Exploit,
    "extort": hands.Extort,
    "curse": hands.Curse,
    "remove_enemy": removing.RemoveEnemy,
})

_CONTENT: Final = Path(__file__).parent / "content"
_FILES: Final = tuple(_CONTENT / f"cards_{name}.toml" for name in ("starting", "clan", "early", "advanced", "other"))

CARDS.extend(load_unique(_FILES, "card", Card, VERBS))


def number_of(card: str) -> int:
    """The number of the card with this id. Raises ValueError if there is none."""
    return [row.id for row in CARDS].index(card)


UNREST: Final = number_of("unrest")

REACTIONS: Final = tuple(number for number, card in enumerate(CARDS) if card.reaction)
"""Cards that are used when an enemy plays a card."""
