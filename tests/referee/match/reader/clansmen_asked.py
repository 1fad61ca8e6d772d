"""Questions about a setup of Clansmen, and their right answers: from its settings and the printed rows."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from lawspeaker_engine.games import clansmen
from lawspeaker_engine.games.clansmen.actions.action_budget import PEOPLE_FOR_ACTION
from lawspeaker_engine.games.clansmen.actions.bargain import PROPOSALS
from lawspeaker_engine.games.clansmen.actions.pray import BLESSING_PRICE, HEALTH_PRICE
from lawspeaker_engine.games.clansmen.actions.promises import IN_TURNS
from lawspeaker_engine.games.clansmen.actions.regular import FEAST_PRICE, HUNTED
from lawspeaker_engine.games.clansmen.actions.specials import MOST_LIGHTS, SUN_DRAWS, SUN_FOOD, SUN_GOODS, SUN_HAND
from lawspeaker_engine.games.clansmen.actions.trade import RATES, SHREWD_RATES
from lawspeaker_engine.games.clansmen.buildings import BUILDINGS, HOME, REPLACES
from lawspeaker_engine.games.clansmen.cards.tales import TALES
from lawspeaker_engine.games.clansmen.hexes import BOARDS, RING, TERRAINS
from lawspeaker_engine.games.clansmen.people import REACH
from lawspeaker_engine.games.clansmen.phases.arrivals import POOL
from lawspeaker_engine.games.clansmen.phases.end import SOLE_LEADER, TIED
from lawspeaker_engine.games.clansmen.phases.events import EVENTS
from lawspeaker_engine.games.clansmen.phases.setup import START_PEOPLE, START_TALES
from lawspeaker_engine.games.clansmen.phases.winter import ROTS
from lawspeaker_engine.games.clansmen.raids.raiders import DICE, TOP
from lawspeaker_engine.games.clansmen.raids.rolling import SIDES
from lawspeaker_engine.games.clansmen.settings import Settings, read_settings
from lawspeaker_engine.games.clansmen.state import GOODS, KINDS, SEASONS
from lawspeaker_engine.model import Setup
from tests.referee.match.reader.reading import Asked

_SPECIALS: Final = {
    "Call for Kin": "Spring", "Festival of the Sun": "Summer", "Caravan": "Autumn", "Festival of Lights": "Winter",
}
"""By CL-SPEC-04 to CL-SPEC-07."""
_SEASONS_OF: Final = {
    "Build": "not Winter", "Trade": "not Winter", "Idle Hands": "Winter", "Gifts": "Winter", "Hunt": "always",
    "Feast": "always", "Explore": "always", "Reorganize": "always",
}
"""By CL-ACTION-01 to CL-ACTION-09."""
_ROADS: Final = next(row.reach for row in BUILDINGS if row.id == "dirt_roads")
_TEXTS: Final = Path(clansmen.__file__).parent / "text" / "readings.toml"
_REREAD: Final = {reading["row"] for reading in tomllib.loads(_TEXTS.read_text(encoding="utf-8"))["reading"]}
"""Rows that an option may give another text: what they do is not asked word by word."""


def clansmen_asked(setup: Setup) -> dict[Asked, Any]:
    """Return the right answers by question."""
    settings = read_settings(setup)
    right: dict[Asked, Any] = {}
    for asked in (_ends, _start, _season, _actions, _raids, _buildings, _cards, _land):
        right.update(asked(settings))
    return right


def _ends(settings: Settings) -> Iterator[tuple[Asked, Any]]:
    yield ("players",), settings.players
    yield ("years",), settings.years
    yield ("gate",), (settings.gate * settings.players, settings.gate)
    yield ("failed",), settings.failed
    yield ("at_the_end",), (1, 1)
    yield ("majorities",), (SOLE_LEADER, TIED)
    yield ("majorities_of",), ["Warriors", "people", "Goods", "Food", "buildings"]
    yield ("tie_bonus",), settings.tie_bonus
    yield ("count_small",), settings.count_small
    yield ("promises",), IN_TURNS if settings.promises else 0


def _counted(kinds: tuple[int, ...]) -> dict[str, int]:
    return {KINDS[kind]: kinds.count(kind) for kind in kinds}


def _start(settings: Settings) -> Iterator[tuple[Asked, Any]]:
    yield ("ring",), (RING, sum(row.in_ring for row in TERRAINS), sum(row.in_bag for row in TERRAINS))
    yield ("start_people",), _counted(START_PEOPLE)
    yield ("start_tales",), START_TALES
    yield ("start_stock",), settings.start_stock
    yield ("weak_count",), settings.weak_count
    yield ("weak_defend",), settings.weak_defend
    yield ("blessing_dice",), settings.blessing_die
    yield ("tales_in_a_turn",), settings.cards
    yield ("valor",), settings.valor


def _season(settings: Settings) -> Iterator[tuple[Asked, Any]]:
    yield ("seasons",), [season.capitalize() for season in SEASONS]
    yield ("start_token",), settings.start_token
    yield ("raider_steps",), settings.raider_steps
    yield ("top",), TOP
    yield ("migrants",), len(POOL) if settings.migrants == "pool" else min(settings.players, len(POOL))
    yield ("pool",), _counted(POOL)
    yield ("first_spring",), settings.first_spring_migrants
    yield ("reach",), (REACH, REACH + _ROADS)
    yield ("people_for_action",), PEOPLE_FOR_ACTION
    yield ("passing",), settings.passing
    yield ("harvest_event",), settings.harvest_event
    yield ("hall_feeds",), settings.hall_spares == "hunger"
    yield ("winter_kills",), settings.winter_kills
    for food in (1, 2, 7, 9):
        for stores in range(3):
            share = (*ROTS, food + 1)[stores]
            up = share - 1 if settings.rot == "up" and stores < len(ROTS) else 0
            yield ("rots", food, stores), (food + up) // share


def _actions(settings: Settings) -> Iterator[tuple[Asked, Any]]:
    yield ("moves_from",), settings.move_from
    yield ("hunt",), HUNTED
    yield ("feast",), FEAST_PRICE
    yield ("exchanges",), settings.exchanges
    yield ("offers",), PROPOSALS
    yield ("idle_goods",), settings.idle_goods
    yield ("pray",), (1, HEALTH_PRICE, BLESSING_PRICE, BLESSING_PRICE)
    yield ("pray_mix",), settings.pray_mix
    yield ("specials",), settings.specials
    yield ("sun",), (SUN_FOOD, SUN_GOODS, SUN_DRAWS, SUN_HAND)
    yield ("lights",), MOST_LIGHTS
    yield ("decisive",), settings.decisive
    for special, season in _SPECIALS.items():
        yield ("special_season", special), season
    for action, seasons in _SEASONS_OF.items():
        yield ("when", action), seasons
    for shrewd, rates in ((False, RATES), (True, SHREWD_RATES)):
        yield ("rates", shrewd), frozenset(
            (len(rate.give), GOODS in rate.give, len(rate.take), GOODS in rate.take) for rate in rates)


def _raids(settings: Settings) -> Iterator[tuple[Asked, Any]]:
    track = DICE[settings.players]
    yield ("spaces",), len(track)
    for space, raiders in enumerate(track):
        yield ("raiders", space), raiders
    yield ("die",), SIDES
    yield ("bystanders",), settings.bystanders


def _buildings(settings: Settings) -> Iterator[tuple[Asked, Any]]:
    yield ("unique",), settings.unique_buildings
    yield ("houses_need_people",), settings.houses_need_people
    yield ("respect",), settings.respect
    yield ("fences",), settings.fences
    for number, row in enumerate(BUILDINGS):
        yield ("price", row.name), (row.wood, row.stone, row.goods)
        lower = BUILDINGS[REPLACES[number]].name if row.replaces else ""
        if row.site == HOME and not settings.stone_over_wood:
            lower = ""
        needed = next((each.name for each in BUILDINGS if each.id == row.requires), "")
        must = row.upgrade and settings.grand_needs_long
        if row.id == "stone_fence":
            must = settings.stone_fence_needs_fence
        needed = lower if must else needed
        yield ("replaces", row.name), lower
        yield ("needs", row.name), needed
        if row.id not in _REREAD:
            yield ("building_does", row.name), row.text
        yield ("building_respect", row.name), (row.respect, row.yearly_respect)


def _cards(settings: Settings) -> Iterator[tuple[Asked, Any]]:
    for number, row in enumerate(TALES):
        yield ("tale", row.name), (number, row.copies)
        if row.id not in _REREAD:
            yield ("tale_does", row.name), row.text
        food = getattr(row.effect, "food", None)
        if isinstance(food, tuple):
            yield ("tale_food", row.name), frozenset(food) - {0} | {1}
    for number, event in enumerate(EVENTS):
        yield ("event", number), (event.name, event.copies, event.ignorable)
        yield ("hunted", number), HUNTED + event.hunt
        if event.id not in _REREAD:
            yield ("event_does", number), event.text


def _land(settings: Settings) -> Iterator[tuple[Asked, Any]]:
    for row in TERRAINS:
        yield ("laborer", row.name), (row.wood, row.stone)
        yield ("drawn", row.name), (row.in_ring, row.in_bag)
        for season, food in enumerate(row.food):
            yield ("farmer", row.name, season), food
    board = BOARDS[settings.players]
    for home, tiles in enumerate(board.settlements):
        yield ("settlement", home), list(tiles)
    for tile in range(len(board.hexes)):
        yield ("beside", tile), frozenset(board.neighbours[tile])
