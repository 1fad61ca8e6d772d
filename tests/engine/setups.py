"""Setups in which every legal pair of values of two options occurs, for the laws that hold whatever is chosen.

To find them takes seconds, so they are kept: `python -m tests.engine.setups`, a part of `make golden`, writes
`tests/golden/<game>-setups.jsonl` after a change of FACTORS or of what the rules allow.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

from lawspeaker_engine.game import Game
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import BadSetup
from lawspeaker_engine.setups import make_setup

Value = bool | int | str
Factors = Mapping[str, Sequence[Value]]
"""By name of an option, or `players`: the values that are tried, the default first."""
Values = dict[str, Value]
"""A value for every factor."""

PLAYERS = "players"
NO_YES, YES_NO = (False, True), (True, False)

FACTORS: dict[str, Factors] = {
    "northgard": {
        PLAYERS: (2, 3, 4, 5),
        "years": (7, 10),
        "teams": NO_YES,
        "clans": ("chosen", "random"),
        "start_resource": ("wood", "lore"),
        "kaija_alone": YES_NO,
        "snake_over_impassable": YES_NO,
        "open_fame": NO_YES,
        "edition": ("retail", "prototype"),
        "clan_pool": ("base", "horizons", "all"),
        "warchiefs": NO_YES,
        "warchief_cards": NO_YES,
        "more_cards": ("none", "wip", "printed"),
        "more_tiles": NO_YES,
        "events": ("none", "wip", "all"),
        "victory": ("none", "thane", "jarl"),
        "victory_cards": ("wip", "all"),
        "built_alone": NO_YES,
        "dragon_bonus_needs_yield": YES_NO,
        "lynx_rough": NO_YES,
        "beasts_named": YES_NO,
        "copies_play": NO_YES,
        "creatures": ("none", "base", "horizons"),
        "more_creatures": NO_YES,
        "environment": NO_YES,
        "central": ("standard", "yggdrasil", "great_lake", "volcano", "wyverns_den", "random"),
        "vedrfolnir_fame": YES_NO,
        "camp_fame": ("fame", "lore"),
        "sea": NO_YES,
        "raid_deck": (20, 24),
        "port_points": (2, 1),
        "port_travel_attacks": YES_NO,
        "raid_last_unit": NO_YES,
        "sea_closes": NO_YES,
        "automa": (0, 1, 2, 5),
        "automa_ties": ("human", "first"),
        "automa_die": ("casualty", "point"),
        "automa_trades": ("lore", "wood"),
        "leader_points": (3, 2),
        "automa_creatures": ("neutral", "binding"),
        "automa_left_out": (2, 3),
        "automa_fame": ("open", "hidden"),
        "wyvern_attacks": YES_NO,
        "port_is_building": YES_NO,
    },
    "clansmen": {
        PLAYERS: (2, 3, 4, 5, 6),
        "years": (3, 4, 5, 6),
        "gate": (25, 20, 30),
        "promises": YES_NO,
        "first_spring_migrants": YES_NO,
        "migrants": ("players", "pool"),
        "cards": ("any", "before"),
        "specials": ("year", "season"),
        "passing": ("final", "consecutive"),
        "start_token": ("year", "season", "fixed"),
        "weak_defend": YES_NO,
        "weak_count": YES_NO,
        "winter_kills": YES_NO,
        "idle_goods": ("harvest", "at_once"),
        "exchanges": (1, 2, 3),
        "paved": ("trades", "actions"),
        "pray_mix": NO_YES,
        "blessing_die": ("any", "own"),
        "respect": ("distinct", "kept", "standing"),
        "grand_needs_long": YES_NO,
        "grand_shelters": NO_YES,
        "stone_over_wood": YES_NO,
        "stone_fence_needs_fence": NO_YES,
        "fences": ("tile", "farmer"),
        "houses_need_people": YES_NO,
        "unique_buildings": YES_NO,
        "raider_steps": (2, 1),
        "healing": ("raider", "raid"),
        "valor": ("commit", "roll"),
        "bystanders": ("once", "each"),
        "rot": ("down", "up"),
        "harvest_event": ("farmer", "player"),
        "highwaymen_stop_caravan": YES_NO,
        "craft_in_winter": YES_NO,
        "decisive": ("extra", "tempo"),
        "tie_bonus": ("leaders", "everybody"),
        "start_stock": (1, 0, 2),
        "move_from": ("others", "all"),
        "count_small": YES_NO,
        "failed": ("shared", "respect"),
        "hall_spares": ("exposure", "hunger"),
    },
    "pax_viking": {
        PLAYERS: (2, 3, 4, 5, 6),
        "novice_cards": (0, 2),
        "standard_cards": (3, 0),
        "advanced_cards": (0, 3),
        "eklundian_cards": (0, 1),
        "face_down": NO_YES,
        "deck": ("random", "starter", "balanced"),
        "tiles_per_player": (0, 12, 16, 20),
        "open_hands": NO_YES,
        "jarls": ("dealt", "chosen"),
        "promises": YES_NO,
        "later_silver": (1, 0, 4),
        "action_markers": (4, 3),
        "first_turns": ("fewer", "all"),
        "start_hand": (0, 1, 2),
        "track_spaces": (5, 4, 6),
        "track_slide": NO_YES,
        "track_removed": ("discard", "game"),
        "end_test": ("after_refresh", "immediate"),
        "harbor_exit": ("same_gate", "any_gate"),
        "duchy_persist": NO_YES,
        "tie_keeps": YES_NO,
        "marker_needs_follower": YES_NO,
        "pass_allowed": YES_NO,
        "trade_windows": ("each_node", "end"),
        "preprinted_replaceable": YES_NO,
        "challenge_loss": ("victim", "challenger"),
        "jarldom_needs_rival": NO_YES,
        "sweden_play_forced": YES_NO,
        "jarldom_establish": ("must", "may"),
        "replace_own": YES_NO,
        "duchy_moment": NO_YES,
        "novice_scope": ("active", "all"),
        "reveal": ("after_check", "before_check"),
        "althing_order": ("active_first", "active_last"),
        "trade_offers": (8, 2, 64),
        "trade_followers": YES_NO,
        "trade_ships": YES_NO,
        "ally_ships_kept": YES_NO,
        "bank": ("unlimited", "limited"),
        "slots": ("jarl", "equal"),
        "stale_round": ("discards", "ends"),
    },
}
"""By game. An option that is left out keeps its default."""

MOST_NEEDED = 2
"""How many other factors may have to leave their defaults before a value, or a pair of them, is legal."""


def legal_for(game: Game[Any]) -> Callable[[Values], bool]:
    """Return a function that asks the game whether it can be set up with these values."""

    def legal(values: Values) -> bool:
        options = {name: value for name, value in values.items() if name != PLAYERS}
        try:
            game.setup(make_setup(game, int(values[PLAYERS]), options))
        except BadSetup:
            return False
        return True

    return legal


def all_values(factors: Factors, legal: Callable[[Values], bool]) -> list[Values]:
    """Return setups in which every legal pair of values occurs, no setup twice.

    The list begins with the defaults, and the setup with fewest of them that a greedy search finds. Then come those
    for the pairs, then those in which one value alone, or with what it needs, is no default.
    """
    default = {name: values[0] for name, values in factors.items()}
    alone = [setup for name in factors for value in factors[name] if (setup := nearest(factors, {name: value}, legal))]
    farthest = max((spread(factors, setup, legal) for setup in alone), key=lambda setup: far(setup, default))
    found = [default, farthest, *pairwise(factors, legal), *alone]
    return [setup for number, setup in enumerate(found) if setup not in found[:number]]


def spread(factors: Factors, setup: Values, legal: Callable[[Values], bool]) -> Values:
    """Return a setup in which every factor that may has left its default, one factor after the other."""
    for name, values in factors.items():
        if setup[name] == values[0]:
            tried = ({**setup, name: value} for value in reversed(values))
            setup = next(each for each in tried if legal(each))
    return setup


def far(setup: Values, default: Values) -> int:
    """Return how many values of a setup are no defaults."""
    return sum(setup[name] != default[name] for name in default)


def pairwise(factors: Factors, legal: Callable[[Values], bool]) -> Iterator[Values]:
    """Yield setups until every legal pair of values has occurred, by a greedy search without chance.

    Each setup begins with a pair that has not occurred yet. Then every other factor in turn takes the legal value that
    makes most new pairs with the factors before it.
    """
    missing = dict.fromkeys(
        frozenset(((first, one), (second, other)))
        for first, second in combinations(factors, 2) for one, other in product(factors[first], factors[second])
    )
    while missing:
        pair = next(iter(missing))
        setup = nearest(factors, dict(pair), legal)
        if setup is None:
            del missing[pair]
            continue
        settled = dict(pair)
        for name in [name for name in factors if name not in settled]:
            new_pairs = [
                sum(frozenset(((name, value), other)) in missing for other in settled.items())
                for value in factors[name]
            ]
            ranked = sorted(range(len(new_pairs)), key=new_pairs.__getitem__, reverse=True)
            tried = ({**setup, name: factors[name][place]} for place in ranked)
            setup = next(each for each in tried if legal(each))
            settled[name] = setup[name]
        for both in combinations(setup.items(), 2):
            missing.pop(frozenset(both), None)
        yield setup


def nearest(factors: Factors, chosen: Values, legal: Callable[[Values], bool]) -> Values | None:
    """Return the legal setup with the chosen values that has fewest other values that are no defaults.

    None if more than MOST_NEEDED others would have to change.
    """
    base = {name: values[0] for name, values in factors.items()} | chosen
    others = [name for name in factors if name not in chosen]
    for count in range(MOST_NEEDED + 1):
        for names in combinations(others, count):
            for values in product(*(factors[name][1:] for name in names)):
                setup = {**base, **dict(zip(names, values, strict=True))}
                if legal(setup):
                    return setup
    return None


def found_setups(name: str) -> list[Values]:
    """Return the setups of a game by `all_values`, searched anew."""
    return all_values(FACTORS[name], legal_for(GAMES[name]))


def file_of(name: str) -> Path:
    """Return the file that keeps the setups of a game: a line each, with the values that are no defaults."""
    return Path(__file__).parents[1] / "golden" / f"{name}-setups.jsonl"


@cache
def setups(name: str) -> list[Values]:
    """Return the setups of a game as they are kept; for a game without FACTORS, one for each number of players."""
    if name not in FACTORS:
        return [{PLAYERS: players} for players in GAMES[name].players]
    default = {factor: values[0] for factor, values in FACTORS[name].items()}
    return [default | json.loads(line) for line in file_of(name).read_text(encoding="utf-8").splitlines()]


def main() -> None:
    """Search the setups of all games and write their files."""
    for name, factors in FACTORS.items():
        lines = [
            json.dumps({factor: value for factor, value in setup.items() if value != factors[factor][0]})
            for setup in found_setups(name)
        ]
        file_of(name).write_text("\n".join((*lines, "")), encoding="utf-8")


if __name__ == "__main__":
    main()
