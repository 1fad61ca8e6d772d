"""Facts of a match of Clansmen, which fill its texts: numbers, and which readings are in play."""

from __future__ import annotations

from typing import Final

from lawspeaker_engine.games.clansmen.actions.action_budget import PEOPLE_FOR_ACTION
from lawspeaker_engine.games.clansmen.actions.bargain import PROPOSALS
from lawspeaker_engine.games.clansmen.actions.pray import BLESSING_PRICE, HEALTH_PRICE
from lawspeaker_engine.games.clansmen.actions.promises import IN_TURNS
from lawspeaker_engine.games.clansmen.actions.regular import FEAST_PRICE, HUNTED
from lawspeaker_engine.games.clansmen.actions.specials import MOST_LIGHTS, SUN_DRAWS, SUN_FOOD, SUN_GOODS, SUN_HAND
from lawspeaker_engine.games.clansmen.buildings import BUILDINGS
from lawspeaker_engine.games.clansmen.hexes import RING, TERRAINS
from lawspeaker_engine.games.clansmen.people import REACH
from lawspeaker_engine.games.clansmen.phases.arrivals import POOL
from lawspeaker_engine.games.clansmen.phases.end import SOLE_LEADER, TIED
from lawspeaker_engine.games.clansmen.phases.setup import START_PEOPLE, START_TALES
from lawspeaker_engine.games.clansmen.phases.winter import ROTS
from lawspeaker_engine.games.clansmen.raids.raiders import DICE, TOP
from lawspeaker_engine.games.clansmen.raids.rolling import SIDES
from lawspeaker_engine.games.clansmen.settings import Settings
from lawspeaker_engine.games.clansmen.state import KINDS, SEASONS
from lawspeaker_engine.games.clansmen.text.views import kind_name
from lawspeaker_engine.template import Fact
from lawspeaker_engine.text import counted

_ROADS: Final = max(row.reach for row in BUILDINGS)


def facts_of(settings: Settings) -> dict[str, Fact]:
    """Return the facts of a match."""
    return {**_numbers(settings), **_readings(settings)}


def _numbers(settings: Settings) -> dict[str, Fact]:
    players = settings.players
    batch = len(POOL) if settings.migrants == "pool" else min(players, len(POOL))
    return {
        "players": players, "years": settings.years, "gate": settings.gate, "together": settings.gate * players,
        "seasons": len(SEASONS), "start_stock": settings.start_stock, "start_tales": START_TALES,
        "start_people": _people(START_PEOPLE), "settling": len(START_PEOPLE), "ring": RING,
        "ring_pool": sum(row.in_ring for row in TERRAINS), "bag": sum(row.in_bag for row in TERRAINS),
        "batch": batch, "pool": len(POOL), "pool_people": _people(POOL), "all_migrants": batch == len(POOL),
        "reach": REACH, "reach_roads": REACH + _ROADS, "people_for_action": PEOPLE_FOR_ACTION,
        "hunted": HUNTED, "feast_price": FEAST_PRICE, "health_price": HEALTH_PRICE, "blessing_price": BLESSING_PRICE,
        "sun_food": SUN_FOOD, "sun_goods": SUN_GOODS, "sun_draws": SUN_DRAWS, "sun_hand": SUN_HAND,
        "most_lights": MOST_LIGHTS, "exchanges": settings.exchanges, "offers": PROPOSALS,
        "raider_steps": settings.raider_steps, "top": TOP, "sides": SIDES,
        "track": ", ".join(map(str, DICE[players])), "rot": ROTS[0], "rot_stored": ROTS[1],
        "most": SOLE_LEADER, "tied": TIED, "promised": IN_TURNS,
    }


def _people(kinds: tuple[int, ...]) -> str:
    """Return `2 Farmers and 1 Laborer`, in the order of kinds."""
    said = [counted(kinds.count(kind), kind_name(kind)) for kind in range(len(KINDS)) if kind in kinds]
    return f"{', '.join(said[:-1])} and {said[-1]}"


def _readings(settings: Settings) -> dict[str, Fact]:
    first = settings.start_token
    return {
        "promises": settings.promises, "first_migrants": settings.first_spring_migrants,
        "cards_any": settings.cards_add_up, "special_each_season": settings.specials == "season",
        "final_pass": settings.passing == "final",
        "start_yearly": first == "year", "start_seasonal": first == "season",
        "weak_defend": settings.weak_defend, "weak_count": settings.weak_count, "winter_kills": settings.winter_kills,
        "idle_at_once": settings.idle_goods == "at_once", "more_exchanges": settings.exchanges > 1,
        "paved_actions": settings.paved == "actions", "pray_mix": settings.pray_mix,
        "raiders_rerolled": settings.blessing_die == "any",
        "respect_kept": settings.respect == "kept", "respect_stands": settings.respect == "standing",
        "grand_shelters": settings.grand_shelters, "fence_first": settings.stone_fence_needs_fence,
        "fences_fall": settings.fences == "farmer", "houses_anywhere": not settings.houses_need_people,
        "unique": settings.unique_buildings, "healing_raid": settings.healing == "raid",
        "valor_first": settings.valor == "commit", "plundered_once": settings.bystanders == "once",
        "rot_up": settings.rot == "up", "harvest_player": settings.harvest_event == "player",
        "caravan_passes": not settings.highwaymen_stop_caravan, "craft_rests": not settings.craft_in_winter,
        "tempo": settings.decisive == "tempo", "ties_pay_all": settings.tie_bonus == "everybody",
        "moves_from_all": settings.move_from == "all", "count_small": settings.count_small,
        "failed_shared": settings.failed == "shared", "hall_feeds": settings.hall_spares == "hunger",
    }
