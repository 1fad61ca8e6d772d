"""The texts about Clansmen beside this module, and its printed components."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from lawspeaker_engine.games.clansmen.actions.trade import RATES, SHREWD_RATES
from lawspeaker_engine.games.clansmen.buildings import BUILDINGS, REPLACES, REQUIRES
from lawspeaker_engine.games.clansmen.cards.tales import TALES
from lawspeaker_engine.games.clansmen.hexes import BOARDS, TERRAINS
from lawspeaker_engine.games.clansmen.people import KIND_TEXTS
from lawspeaker_engine.games.clansmen.phases.events import EVENTS
from lawspeaker_engine.games.clansmen.raids.raiders import DICE
from lawspeaker_engine.games.clansmen.state import KINDS, STOCK
from lawspeaker_engine.guide import ComponentTable, load_guide, make_table
from lawspeaker_engine.model import Setup
from lawspeaker_engine.text import amounts


def _tables() -> Iterator[ComponentTable]:
    yield make_table("Terrains", "terrain, Farmer in Spring, Summer, Autumn, Winter, Laborer", (
        (row.name, *(f"{food} food" for food in row.food), amounts((row.wood, row.stone), STOCK[1:3]))
        for row in TERRAINS))
    yield make_table("Populations", "population, what it does", (
        (kind.capitalize(), text) for kind, text in zip(KINDS, KIND_TEXTS, strict=True)))
    yield make_table("Buildings", "building, where, price, Respect at once, Respect each year, needs, replaces, "
                     "what it does", (
        (row.name, row.site, amounts((row.wood, row.stone, row.goods), STOCK[1:]), row.respect or "",
         row.yearly_respect or "", _building(requires), _building(replaces), row.text)
        for row, requires, replaces in zip(BUILDINGS, REQUIRES, REPLACES, strict=True)))
    yield make_table("Tales cards", "card, copies, what it does", ((row.name, row.copies, row.text) for row in TALES))
    yield make_table("Events", "event, copies, a Blessing ignores it, what it does", (
        (row.name, row.copies, row.ignorable, row.text) for row in EVENTS))
    yield make_table("Exchanges with the Homeland", "give, get, needs Shrewd Trading", (
        (_bundle(rate.give), _bundle(rate.take), rate not in RATES) for rate in SHREWD_RATES))
    spaces = ", ".join(f"space {space}" for space in range(len(DICE[2])))
    yield make_table("Raiders by space of their track", f"players, {spaces}", (
        (players, *dice) for players, dice in DICE.items()))


def _building(number: int) -> str:
    return BUILDINGS[number].name if number >= 0 else ""


def _bundle(resources: Sequence[int]) -> str:
    return amounts([resources.count(each) for each in range(len(STOCK))], STOCK)


def _tables_of(setup: Setup) -> Iterator[ComponentTable]:
    """Yield all components, and the land of so many players, which texts do not tell."""
    yield from GUIDE.tables
    board = BOARDS[setup.players]
    yield make_table("Settlements", "home, tiles", (
        (number, " ".join(map(str, tiles))) for number, tiles in enumerate(board.settlements)))
    yield make_table("Tiles", "tile, beside", (
        (tile, " ".join(map(str, beside))) for tile, beside in enumerate(board.neighbours)))


GUIDE: Final = load_guide(Path(__file__).parent, _tables(), _tables_of)
