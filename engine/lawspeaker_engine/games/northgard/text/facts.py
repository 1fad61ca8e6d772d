"""Facts of a match of Northgard, which fill its texts: numbers, and which parts are in play."""

from __future__ import annotations

from typing import Final

from lawspeaker_engine.games.northgard.actions.combat import FACES
from lawspeaker_engine.games.northgard.actions.groups import GROUP
from lawspeaker_engine.games.northgard.actions.move import ROUGH_MOVES
from lawspeaker_engine.games.northgard.buildings import BUILDINGS
from lawspeaker_engine.games.northgard.cards.resolving import CARDS
from lawspeaker_engine.games.northgard.editions import Edition
from lawspeaker_engine.games.northgard.phases.end import (
    SOLO_TERRITORIES_TO_WIN,
    TEAM_TERRITORIES_TO_WIN,
    TERRITORIES_TO_WIN,
)
from lawspeaker_engine.games.northgard.phases.harvest import CLOSED_FAME, GIVEN_FOR_ONE, LARGE_FAME, LARGE_TILES
from lawspeaker_engine.games.northgard.phases.scoring import RESOURCES_FOR_FAME, TIES
from lawspeaker_engine.games.northgard.phases.turn import REMOVE_LORE, REPLACE_DRAWS, REPLACE_LORE, UPGRADE_LORE
from lawspeaker_engine.games.northgard.phases.year import CARDS_DRAWN
from lawspeaker_engine.games.northgard.settings import NORMAL_YEARS, Settings, has_creatures
from lawspeaker_engine.games.northgard.state import TOKENS_OF_A_KIND, UNITS
from lawspeaker_engine.games.northgard.table import Table
from lawspeaker_engine.games.northgard.tables import tiles_on
from lawspeaker_engine.games.northgard.text.module_text import ModuleTexts
from lawspeaker_engine.games.northgard.text.pieces import face_text
from lawspeaker_engine.games.northgard.tiles import ROUGH, TILES
from lawspeaker_engine.template import Fact

TITLE: Final = "Northgard: Uncharted Lands"
_LATE_FOOD: Final = 3
"""The place in the turn order, from 0, from which on players may begin with more food."""


def facts_of(table: Table, words: ModuleTexts) -> dict[str, Fact]:
    """Return the facts of the base game on a table, and those of modules."""
    settings, numbers = table.settings, table.numbers
    return {
        "title": TITLE, "players": settings.players, "years": settings.years,
        "prototype": settings.edition == "prototype", "teams": settings.teams,
        **_ends(table), **_start(settings, numbers), **_costs(numbers),
        "cards_drawn": CARDS_DRAWN, "achievements": numbers.achievements, "trapper": any(
            CARDS[card].id == "trapper" for card in table.achievements),
        "closed_fame": CLOSED_FAME, "large_fame": LARGE_FAME, "large_tiles": LARGE_TILES,
        "altar_fame": next(row.fame for row in BUILDINGS if row.fame), "given_for_one": GIVEN_FOR_ONE,
        "faces": "; ".join(map(face_text, FACES)), "casualties_first": numbers.casualties_first,
        "misfits_leave": numbers.misfits_leave, "open_fame": settings.open_fame,
        "rough_moves": ROUGH_MOVES, "impassable": any(
            border.kind > ROUGH for tile in tiles_on(table) for border in TILES[tile].borders),
        "units": UNITS, "group": GROUP, "building_tokens": TOKENS_OF_A_KIND,
        **_modules(settings), **words.facts(table),
    }


def _modules(settings: Settings) -> dict[str, Fact]:
    """Return which parts are in play, as far as the options say it."""
    parts: dict[str, Fact] = {
        "warchiefs": settings.warchiefs, "warchief_cards": settings.warchief_cards,
        "horizons": settings.clan_pool != "base", "events": settings.events != "none",
        "creatures": has_creatures(settings), "more_creatures": settings.more_creatures,
        "environment": settings.environment, "central": settings.central != "standard",
        "central_random": settings.central == "random", "sea": settings.sea, "sea_closes": settings.sea_closes,
        "port_attacks": settings.port_travel_attacks, "port_points": settings.port_points,
        "victory": settings.victory != "none", "thane": settings.victory == "thane",
        "jarl": settings.victory == "jarl", "built_alone": settings.built_alone,
        "solo": bool(settings.automa), "automa_late": settings.automa > 1, "level": settings.automa,
        "human_ties": bool(settings.automa) and settings.automa_ties == "human",
        "neutral": settings.automa_creatures == "neutral",
        "automa_fame_open": settings.automa_fame == "open",
        "automa_trades": settings.automa_trades, "casualty_first": settings.automa_die == "casualty",
    }
    parts["rerolls"] = parts["warchiefs"] or parts["horizons"]
    parts["groups"] = parts["rerolls"] or parts["solo"]
    named = ("warchiefs", "warchief_cards", "horizons", "events", "creatures", "environment", "central", "sea", "solo")
    return parts | {"modules": any(parts[name] for name in named)}


def _ends(table: Table) -> dict[str, Fact]:
    settings, numbers = table.settings, table.numbers
    needed = TEAM_TERRITORIES_TO_WIN if settings.teams else TERRITORIES_TO_WIN
    return {
        "by_territories": settings.years == NORMAL_YEARS and settings.victory == "none" and settings.automa <= 1,
        "territories": SOLO_TERRITORIES_TO_WIN if settings.automa else needed,
        "ties": ", then ".join(TIES[1:]),
        "resources_for_fame": RESOURCES_FOR_FAME, "card_fame": numbers.card_fame, "unrest_cost": -numbers.unrest_fame,
    }


def _start(settings: Settings, numbers: Edition) -> dict[str, Fact]:
    food, wood = numbers.start_food, numbers.start_wood
    more = food[_LATE_FOOD] if settings.players > _LATE_FOOD and food[_LATE_FOOD] != food[0] else 0
    return {
        "clans_chosen": not numbers.clans_dealt and settings.clans == "chosen",
        "clans_dealt": numbers.clans_dealt or settings.clans == "random",
        "start_food": food[0], "late_food": more, "start_second": wood[0], "start_resource": settings.start_resource,
        "tile_hand": numbers.setup_tiles > 1, "setup_tiles": numbers.setup_tiles, "all_touch": numbers.all_touch_start,
        "kaija_in_setup": numbers.kaija_in_setup,
        "starting_cards": sum(row.copies for row in CARDS if row.set == "starting"),
    }


def _costs(numbers: Edition) -> dict[str, Fact]:
    large = {row.large: row.cost for row in BUILDINGS if not row.carved}
    return {
        "replace_lore": REPLACE_LORE, "replace_draws": REPLACE_DRAWS, "remove_lore": REMOVE_LORE,
        "remove_draws": numbers.remove_draws, "upgrade_lore": UPGRADE_LORE,
        "small_wood": large[False], "large_wood": large[True], "winter": _winter(numbers),
    }


def _winter(numbers: Edition) -> str:
    """Return the costs of winter: `up to 3 nothing, from 4 on 1 food, from 13 on 4 food and 2 wood`."""
    rising = sorted(numbers.winter, key=lambda cost: cost.units)
    said = [f"up to {rising[1].units - 1} cost nothing"]
    said += [f"from {cost.units} on {cost.food} food" + (f" and {cost.wood} wood" if cost.wood else "")
             for cost in rising[1:]]
    return ", ".join(said)
