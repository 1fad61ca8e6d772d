"""Victory cards in plain English."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lawspeaker_engine.games.northgard.modules.victory import (
    TEAMS_WEALTH_CARDS,
    VICTORY_CARDS,
    WEALTH_CARDS,
    VictoryCard,
)
from lawspeaker_engine.games.northgard.table import Table
from lawspeaker_engine.games.northgard.text.module_text import ModuleText
from lawspeaker_engine.games.northgard.view import View
from lawspeaker_engine.guide import ComponentTable, make_table
from lawspeaker_engine.template import Fact


def _view(view: View) -> Iterator[str]:
    victory, seats = view.victory, len(view.players)
    if victory is None:
        return
    needed = "the first card and one other" if victory.mode == "thane" else "all cards"
    yield f"Who fulfils {needed} of these at the end of a year wins ({victory.mode}):"
    for place, card in enumerate(victory.cards):
        row = VICTORY_CARDS[card]
        tokens = [victory.counts[seat * len(victory.cards) + place] for seat in range(seats)] if row.counted else []
        counted_so_far = f" Tokens by seat: {', '.join(map(str, tokens))}." if tokens else ""
        yield f"- {row.name}: {row.text}{counted_so_far}"


def _components(table: Table) -> Iterator[ComponentTable]:
    rows = [row for row in table.rows if isinstance(row, VictoryCard)]
    if rows:
        yield make_table("Victory cards", "card, kind, what fulfils it", (
            (row.name, row.kind, row.text) for row in rows), "{0} ({1}): {2}")


def _facts(table: Table) -> dict[str, Fact]:
    return {"wealth_cards": TEAMS_WEALTH_CARDS if table.settings.teams else WEALTH_CARDS}


TEXT: Final = ModuleText(view=_view, components=_components, facts=_facts, pieces={
    "victory_card": lambda option, _: f"{VICTORY_CARDS[option.action].name}. {VICTORY_CARDS[option.action].text}",
})
