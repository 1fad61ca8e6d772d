"""The texts about Pax Viking beside this module, and its printed components."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from lawspeaker_engine.games.pax_viking.board import HOME_GATES, HOMES, REGIONS, WIND_OF, WINDS
from lawspeaker_engine.games.pax_viking.catalogue import make_catalogue
from lawspeaker_engine.games.pax_viking.rows import KINDS, NO_TYPE, TILES, VICTORIES
from lawspeaker_engine.games.pax_viking.text import words
from lawspeaker_engine.guide import ComponentTable, load_guide, make_table
from lawspeaker_engine.model import Setup

_CATALOGUE: Final = make_catalogue()


def _tables() -> Iterator[ComponentTable]:
    yield make_table("Victory Condition cards", "card, difficulty, what it takes", (
        (row.name, row.difficulty, words.victory_text(card)) for card, row in enumerate(VICTORIES)))
    yield make_table("Jarls", "Jarl, HOME, more silver, spaces for Advocates, spaces for Gods, ability", (
        (row.name, _CATALOGUE.nodes[row.home].name, row.silver, row.advocates, row.gods, row.text)
        for row in _CATALOGUE.jarls))
    for kind, name in enumerate(KINDS):
        yield make_table(f"{name.capitalize()}s", "tile, copies: location and Follower, what it does", _tiles(kind))
    yield make_table("REGIONS", "REGION, WIND, kind, beside", (
        (row.name, WINDS[WIND_OF[number]], row.kind, _beside(number)) for number, row in enumerate(REGIONS)))
    yield make_table("POSTS", "POST, REGION, kind, entered from, price, KEY TRADE CENTER, what it does", (
        (row.name, REGIONS[row.region].name, "circle" if row.kind == "empty" else row.kind, REGIONS[row.gate].name,
         row.cost, row.key, row.text) for row in _CATALOGUE.posts))


def _tiles(kind: int) -> Iterator[Sequence[object]]:
    """Yield a row for tiles that do the same, which differ in their locations and Followers."""
    numbers = [number for number, tile in enumerate(TILES) if tile.kind == kind]
    for _, group in groupby(numbers, key=lambda number: TILES[number].archetype):
        alike = list(group)
        yield TILES[alike[0]].name, "; ".join(map(_copy, alike)), words.tile_text(alike[0])


def _copy(number: int) -> str:
    follower = TILES[number].follower
    where = words.location_name(number)
    return where if follower == NO_TYPE else f"{where}: {words.type_name(follower)}"


def _beside(region: int) -> str:
    """Return the REGIONS one STEP away from a REGION."""
    node = next(each for each in _CATALOGUE.nodes if (each.region, each.post, each.home) == (region, -1, False))
    return ", ".join(_CATALOGUE.nodes[other].name for other in node.beside if _CATALOGUE.nodes[other].post < 0)


def _tables_of(_setup: Setup) -> Iterator[ComponentTable]:
    """Yield all components, and where Longships sail from."""
    yield from GUIDE.tables
    yield make_table("HOMES", "HOME, beside", (
        (home.name, ", ".join(REGIONS[region].name for region in sorted(HOME_GATES[number])))
        for number, home in enumerate(HOMES)))


GUIDE: Final = load_guide(Path(__file__).parent, _tables(), _tables_of)
