"""Cards and tiles of Uncharted Horizons that are shuffled among those of the box (UH-CARD-01, UH-CARD-02)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lawspeaker_engine.games.northgard.cards.resolving import CARDS, cards_of
from lawspeaker_engine.games.northgard.module import Module
from lawspeaker_engine.games.northgard.settings import has_creatures
from lawspeaker_engine.games.northgard.table import Table
from lawspeaker_engine.games.northgard.tiles import TILES

_BRINGS: Final = "horizons_cards"
_WITH_CREATURES: Final = "creature_cards"


def _add_cards(table: Table) -> None:
    """Add them to what is drawn from; how many are drawn stays."""
    all_printed = table.settings.more_cards == "printed"
    brings = (_BRINGS, _WITH_CREATURES) if has_creatures(table.settings) else (_BRINGS,)

    def more(kind: str, there: tuple[int, ...]) -> tuple[int, ...]:
        new = [card for card in cards_of(kind, brings) if CARDS[card].module and (all_printed or CARDS[card].wip)]
        return (*there, *new)

    table.decks = [replace(part, cards=more(part.kind, part.cards)) for part in table.decks]
    table.achievements = list(more("achievement", tuple(table.achievements)))


MORE_CARDS: Final = Module("more_cards", lambda settings: settings.more_cards != "none", _add_cards)


def _add_tiles(table: Table) -> None:
    """Add them to the pile."""
    table.tiles += [number for number, tile in enumerate(TILES) if tile.module == "more_tiles"]


MORE_TILES: Final = Module("more_tiles", lambda settings: settings.more_tiles, _add_tiles)
