"""The texts about Northgard beside this module, and its printed components."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

from lawspeaker_engine.games.northgard.buildings import BUILDINGS
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, Card
from lawspeaker_engine.games.northgard.clans import CLANS
from lawspeaker_engine.games.northgard.figures import FIGURES, UNIT
from lawspeaker_engine.games.northgard.settings import Settings, read_settings
from lawspeaker_engine.games.northgard.table import Table
from lawspeaker_engine.games.northgard.tables import cards_on, figures_on, tiles_on
from lawspeaker_engine.games.northgard.text.clan_texts import POWERS
from lawspeaker_engine.games.northgard.text.facts import facts_of
from lawspeaker_engine.games.northgard.text.module_text import ModuleTexts
from lawspeaker_engine.games.northgard.text.prompts import PROMPTS_FILE
from lawspeaker_engine.games.northgard.text.views import SPACES, building_effect, letters
from lawspeaker_engine.games.northgard.tiles import KINDS, SEA, SIDES, TILES, AreaRow, Tile
from lawspeaker_engine.guide import ComponentTable, Guide, make_table
from lawspeaker_engine.template import Template
from lawspeaker_engine.text import counted
from lawspeaker_engine.text_rows import load_prompts

_SETS: Final = {
    "starting": "Starting cards", "clan": "Clan cards", "early": "Early Developments", "advanced":
    "Advanced Developments", "achievement": "Achievements", "unrest": "Unrest",
    "prototype": "Cards of the prototype",
}


def tables(words: ModuleTexts, table: Table) -> Iterator[ComponentTable]:
    """Yield the printed components on the table of a match."""
    yield make_table("Buildings", "building, size, wood, brings", (
        (row.name, "large" if row.large else "small", row.cost, building_effect(kind))
        for kind, row in enumerate(BUILDINGS)), "{0} ({1}, {2} wood): {3}")
    yield make_table("Clans", "clan, power, initial card, upgrades", (
        (row.name, POWERS[row.id], CARDS[table.initial[clan]].name,
         ", ".join(CARDS[card].name for card in table.upgrades[clan]))
        for clan, row in ((clan, CLANS[clan]) for clan in table.clans)), "{0}: {1}")
    figures = [
        (row.name, row.clan, counted(table.points[number], "point"), "" if row.winter else "free",
         words.figure(row.id, table))
        for number, row in ((number, FIGURES[number]) for number in figures_on(table)) if number != UNIT]
    if figures:
        yield make_table("Special figures", "figure, clan, worth in combat, in winter, what it does", figures,
                         "{0} ({1}, {2}, {3} in winter): {4}")
    yield from _cards(table)
    yield from words.components(table)
    yield make_table("Tiles", "tile, areas by their sides: what is printed, borders", (
        _tile(TILES[tile]) for tile in tiles_on(table)), "{0}: {1} ({2})")


def _cards(table: Table) -> Iterator[ComponentTable]:
    """Yield a table for each set of cards."""
    by_set = sorted((CARDS[number] for number in cards_on(table)), key=lambda row: list(_SETS).index(row.set))
    for kind, rows in groupby(by_set, key=lambda row: row.set):
        yield make_table(_SETS[kind], "card, clan, Flash, copies, fame at the end, what it does", (
            (row.name, _clan(row), "Flash" if row.flash else "",
             f"x{row.copies}" if row.copies > 1 else "", _fame(table, row), row.text)
            for row in rows), "{0} ({1}, {2}, {3}, {4}): {5}")


def _clan(row: Card) -> str:
    """Return whose card it is; the name of an initial card says it."""
    return f"{row.clan} upgrade" if row.upgrade else ""


def _fame(table: Table, row: Card) -> str:
    """Return the fame of a card at the end of a match on this table; nothing for none."""
    if row.set == "unrest":
        return f"{table.numbers.unrest_fame} fame"
    return f"{row.fame} fame" if table.numbers.card_fame and row.fame else ""


def _tile(tile: Tile) -> tuple[str, str, str]:
    areas = [_area(tile, number, area) for number, area in enumerate(tile.areas)]
    sea = "".join(SIDES[side] for side, area in enumerate(tile.sides) if area == SEA)
    borders = [f"{kind} {' '.join(pairs)}" for kind in KINDS[1:] if kind != "regular" and (pairs := [
        f"{_sides(tile, border.first)}/{_sides(tile, border.second)}" for border in tile.borders
        if KINDS[border.kind] == kind])]
    return tile.id, "; ".join(areas + [f"{sea} sea"] * bool(sea)), "; ".join(borders)


def _area(tile: Tile, number: int, area: AreaRow) -> str:
    """Return the sides of an area and what is printed in it: `NE 2f 1S lair`."""
    spaces = [f"{count}{letter}" for count, letter in zip((area.small, area.carved, area.large), SPACES, strict=True)
              if count]
    lairs = ["lair" if area.lairs == 1 else f"{area.lairs} lairs"] if area.lairs else []
    printed = [letters((area.food, area.wood, area.lore)), "".join(spaces), *lairs]
    return " ".join(filter(None, [_sides(tile, number), *printed]))


def _sides(tile: Tile, area: int) -> str:
    """Return the sides of the unrotated tile that an area owns; `middle` for one enclosed by others."""
    return "".join(SIDES[side] for side, owner in enumerate(tile.sides) if owner == area) or "middle"


def make_guide(words: ModuleTexts, lay_table: Callable[[Settings], Table]) -> Guide:
    """Return the texts, with the components of modules; `lay_table` returns the table of a match."""
    folder = Path(__file__).parent
    return Guide(
        Template((folder / "play.md").read_text(encoding="utf-8")), load_prompts(PROMPTS_FILE),
        lambda setup: facts_of(lay_table(read_settings(setup)), words),
        lambda setup: tables(words, lay_table(read_settings(setup))),
    )
