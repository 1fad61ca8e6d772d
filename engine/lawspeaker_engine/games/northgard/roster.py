"""The players' choices in a match: a clan with its cards, its power and its figures."""

from __future__ import annotations

from lawspeaker_engine.games.northgard.cards.resolving import number_of
from lawspeaker_engine.games.northgard.clans import CLANS
from lawspeaker_engine.games.northgard.figures import FIGURES
from lawspeaker_engine.games.northgard.table import Table


def add_clans(table: Table, module: str = "") -> None:
    """Let the clans be played that a module brings, or the base game, in the edition of the table.

    Each comes with its cards, its power and those of its figures that no other module brings.
    """
    for number, clan in enumerate(CLANS):
        if clan.edition != table.numbers.id or clan.module != module:
            continue
        initial, *upgrades = map(number_of, clan.cards)
        table.clans.append(number)
        table.initial[number], table.upgrades[number] = initial, sorted(upgrades)
        table.own_cards[number] = frozenset((initial, *upgrades))
        table.powers[number] = (table.power_of[number],)
        table.figures[number] = [
            figure for figure, row in enumerate(FIGURES)
            if row.clan in (clan.id, clan.base) and not row.module and row.clan
        ]


def remove_clans(table: Table) -> None:
    """Let no clan be played, until others are added."""
    for number in table.clans:
        for by_clan in (table.initial, table.upgrades, table.own_cards, table.powers, table.figures):
            del by_clan[number]
    table.clans.clear()
