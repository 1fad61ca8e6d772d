"""The texts about Pax Viking beside this module, and its printed components."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from lawspeaker_engine.games.pax_viking.actions.play import EQUAL_SLOTS
from lawspeaker_engine.games.pax_viking.board import (
    ALLY,
    BESIDE,
    CIRCLES,
    COSTS,
    EMPTY,
    FIRST_POST,
    GATES,
    HARBOR,
    HOME_GATES,
    HOMES,
    POST_REGION,
    POSTS,
    REGIONS,
    TRADE_CENTER,
)
from lawspeaker_engine.games.pax_viking.rows import JARL_HOMES, JARLS, KINDS, TILES, VICTORIES
from lawspeaker_engine.games.pax_viking.settings import Settings, read_settings
from lawspeaker_engine.games.pax_viking.text import words
from lawspeaker_engine.games.pax_viking.text.facts import cards_on, facts_of, tiles_on
from lawspeaker_engine.games.pax_viking.text.prompts import PROMPTS
from lawspeaker_engine.guide import ComponentTable, Guide, make_table
from lawspeaker_engine.template import Template


def tables(settings: Settings) -> Iterator[ComponentTable]:
    """Yield the printed components that a match can use."""
    laid = cards_on(settings)
    yield make_table("Victory Condition cards", "card, difficulty, what it takes", (
        (VICTORIES[card].name, VICTORIES[card].difficulty, words.victory_text(card)) for card in laid),
        "{0} ({1}): {2}")
    equal = settings.slots == "equal"
    yield make_table(
        "Jarls: HOME; more silver; spaces for Advocates and Gods",
        "Jarl, HOME, beside, more silver, spaces for Advocates, spaces for Gods, ability", (
            (row.name, HOMES[home].name, REGIONS[HOME_GATES[home][0]].name, row.silver,
             *(EQUAL_SLOTS if equal else (row.advocates, row.gods)), words.jarl_text(jarl))
            for jarl, (row, home) in enumerate(zip(JARLS, JARL_HOMES, strict=True))),
        "{0} ({1} by {2}; {3}; {4}+{5}): {6}")
    on_table = tiles_on(settings)
    for kind, name in enumerate(KINDS):
        rows = list(_tiles([tile for tile in on_table if TILES[tile].kind == kind]))
        if rows:
            yield make_table(f"{name.capitalize()}s", "tile, copies: location and Follower, what it does", rows,
                             "{0} ({1}): {2}")
    yield make_table("REGIONS", "REGION, WIND, kind, beside", _regions(), "{0} ({2}, {1}): {3}")
    yield make_table(
        "POSTS: price, sea of the harbor, kind if no circle, REGION if not in the name",
        "POST, price, harbor, kind, REGION, what it does", _posts(), "{0} ({1}, {2}, {3}, {4}): {5}")


def _tiles(numbers: Sequence[int]) -> Iterator[Sequence[object]]:
    """Yield a row for tiles that do the same, which differ in their locations and Followers."""
    for _, group in groupby(numbers, key=lambda number: TILES[number].archetype):
        alike = list(group)
        yield TILES[alike[0]].name, ", ".join(map(words.short_location, alike)), words.tile_text(alike[0])


def _regions() -> Iterator[Sequence[object]]:
    """Yield a row for each REGION; harbors, which have nothing beside them, together by WIND."""
    for (wind, kind, beside), group in groupby(range(len(REGIONS)), key=_terms_of_region):
        yield ", ".join(REGIONS[region].name for region in group), wind, kind, beside


def _terms_of_region(region: int) -> tuple[str, str, str]:
    """Return the WIND, the kind and the REGIONS one STEP away."""
    beside = ", ".join(words.node_name(node) for node in BESIDE[region] if node < FIRST_POST)
    row = REGIONS[region]
    return row.wind.capitalize(), row.kind, "" if row.kind == HARBOR else beside


_KINDS: Final = {EMPTY: "", TRADE_CENTER: "Trade Center", ALLY: "Ally"}


def _posts() -> Iterator[Sequence[object]]:
    """Yield a row for the circles of the same sea and price, then one for each other POST."""
    for (price, sea), group in groupby(sorted(CIRCLES, key=_terms_of_circle), key=_terms_of_circle):
        yield ", ".join(POSTS[post].name for post in group), price, sea, "", "", ""
    for post, row in enumerate(POSTS):
        if row.kind != EMPTY:
            kind = f"{'Key ' if row.key else ''}{_KINDS[row.kind]}"
            yield row.name, row.cost, _sea(post), kind, REGIONS[POST_REGION[post]].name, words.place_text(post)


def _terms_of_circle(post: int) -> tuple[int, str]:
    return COSTS[post], _sea(post)


def _sea(post: int) -> str:
    """Return the sea that holds the harbor of a POST; nothing in a river."""
    return REGIONS[GATES[post]].name if GATES[post] != POST_REGION[post] else ""


GUIDE: Final = Guide(
    Template((Path(__file__).parent / "play.md").read_text(encoding="utf-8")), PROMPTS,
    lambda setup: facts_of(read_settings(setup)), lambda setup: tables(read_settings(setup)),
)
