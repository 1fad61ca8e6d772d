"""The texts about Northgard beside this module, and its printed components."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

from lawspeaker_engine.games.northgard.buildings import BUILDINGS
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, number_of
from lawspeaker_engine.games.northgard.clans import CLANS
from lawspeaker_engine.games.northgard.figures import FIGURES
from lawspeaker_engine.games.northgard.settings import Settings, read_settings
from lawspeaker_engine.games.northgard.table import Table
from lawspeaker_engine.games.northgard.tables import cards_on
from lawspeaker_engine.games.northgard.text.module_text import ModuleTexts
from lawspeaker_engine.games.northgard.text.views import POWERS, RESOURCES, building_effect
from lawspeaker_engine.games.northgard.tiles import KINDS, SEA, SIDES, TILES, AreaRow, Tile
from lawspeaker_engine.guide import ComponentTable, Guide, load_guide, make_table
from lawspeaker_engine.text import amounts, counted

_BROUGHT_BY: Final = {
    "": "", "horizons": "clan_pool", "prototype": "edition=prototype", "horizons_cards": "more_cards",
    "creature_cards": "more_cards=printed with creatures", "warchief_cards": "warchief_cards",
    "warchiefs": "warchiefs", "automa": "automa", "more_tiles": "more_tiles", "environment": "environment",
    "central": "central", "sea": "sea",
}
"""By module of a row: the option that brings it."""
_SETS: Final = {
    "starting": "Starting cards", "clan": "Clan cards", "early": "Early Developments", "advanced":
    "Advanced Developments", "achievement": "Achievements", "unrest": "Unrest",
    "prototype": "Developments of the prototype",
}


def tables(words: ModuleTexts, table: Table | None = None) -> Iterator[ComponentTable]:
    """Yield the printed components: those that are on the table of a match, or all without one."""
    clans = range(len(CLANS)) if table is None else table.clans
    own = {CLANS[clan].base or CLANS[clan].id for clan in clans}
    yield make_table("Buildings", "building, size, wood, brings", (
        (row.name, "large" if row.large else "small", row.cost, building_effect(kind))
        for kind, row in enumerate(BUILDINGS)))
    yield make_table("Clans", "clan, power, initial card, upgrades, option", (
        (row.name, POWERS[row.id], CARDS[number_of(row.cards[0])].name,
         ", ".join(CARDS[number_of(card)].name for card in row.cards[1:]),
         _BROUGHT_BY["prototype" if row.edition == "prototype" else row.module])
        for row in map(CLANS.__getitem__, clans)))
    yield make_table("Figures", "figure, clan, points in combat, counted in winter, option", (
        (row.name, row.clan, row.points, row.winter, _BROUGHT_BY[row.module]) for row in FIGURES
        if table is None or (row.clan in own and row.module in ("", *table.modules))))
    yield from _cards(range(len(CARDS)) if table is None else cards_on(table))
    yield from words.components(None if table is None else table.settings)
    tiles = TILES if table is None else [TILES[tile] for tile in table.tiles]
    yield make_table("Tiles", "tile, areas (sides: what is printed), rough borders, impassable borders, option", map(
        _tile, tiles))


def _cards(numbers: Iterable[int]) -> Iterator[ComponentTable]:
    """Yield a table for each set of cards."""
    by_set = sorted((CARDS[number] for number in numbers), key=lambda row: list(_SETS).index(row.set))
    for kind, rows in groupby(by_set, key=lambda row: row.set):
        yield make_table(_SETS[kind], "card, clan, flash, copies, fame at the end, what it does, option", (
            (row.name, _clan(row.clan, upgrade=row.upgrade), row.flash, row.copies, row.fame or "", row.text,
             _BROUGHT_BY[row.module]) for row in rows))


def _clan(clan: str, *, upgrade: bool) -> str:
    return f"{clan} (upgrade)" if upgrade else clan


def _tile(tile: Tile) -> tuple[str, ...]:
    areas = [_area(tile, number, area) for number, area in enumerate(tile.areas)]
    sea = "".join(SIDES[side] for side, area in enumerate(tile.sides) if area == SEA)
    rough, impassable = (
        ", ".join(f"{_sides(tile, border.first)}/{_sides(tile, border.second)}" for border in tile.borders
                  if KINDS[border.kind] == kind) for kind in ("rough", "impassable"))
    return tile.id, "; ".join(areas + [f"{sea}: sea"] * bool(sea)), rough, impassable, _BROUGHT_BY[tile.module]


def _area(tile: Tile, number: int, area: AreaRow) -> str:
    printed = amounts(
        (area.food, area.wood, area.lore, area.small, area.carved, area.large),
        (*RESOURCES, "small", "carved", "large"))
    parts = ([printed] if printed != "nothing" else []) + ([counted(area.lairs, "lair")] if area.lairs else [])
    return f"{_sides(tile, number)}: {', '.join(parts) or 'nothing'}"


def _sides(tile: Tile, area: int) -> str:
    """Return the sides of the unrotated tile that an area owns; `middle` for one enclosed by others."""
    return "".join(SIDES[side] for side, owner in enumerate(tile.sides) if owner == area) or "middle"


def make_guide(words: ModuleTexts, lay_table: Callable[[Settings], Table]) -> Guide:
    """Return the texts, with the components of modules; `lay_table` returns the table of a match."""
    return load_guide(
        Path(__file__).parent, tables(words), lambda setup: tables(words, lay_table(read_settings(setup))))
