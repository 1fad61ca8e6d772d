"""Cards of Uncharted Horizons that are shuffled into the Development decks and Achievements (UH-CARD-01)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lawspeaker_engine.games.northgard.cards import CARDS, cards_of
from lawspeaker_engine.games.northgard.modules.module import Module
from lawspeaker_engine.games.northgard.table import Table

_BRINGS: Final = "horizons_cards"


def _add_cards(table: Table) -> None:
    """Add them to what is drawn from; how many are drawn stays."""
    all_printed = table.settings.more_cards == "printed"

    def more(kind: str, there: tuple[int, ...]) -> tuple[int, ...]:
        new = [card for card in cards_of(kind, (_BRINGS,)) if CARDS[card].module and (all_printed or CARDS[card].wip)]
        return (*there, *new)

    table.decks = [replace(part, cards=more(part.kind, part.cards)) for part in table.decks]
    table.achievements = list(more("achievement", tuple(table.achievements)))


MORE_CARDS: Final = Module("more_cards", lambda settings: settings.more_cards != "none", _add_cards)
