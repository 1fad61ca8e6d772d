"""Questions about a setup of Pax Viking, and their right answers: from its settings and the printed rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any, Final

from lawspeaker_engine.games.pax_viking.abilities.ability import Ability
from lawspeaker_engine.games.pax_viking.abilities.verbs import Cost, Unexhaust
from lawspeaker_engine.games.pax_viking.actions.bargain import PROPOSALS
from lawspeaker_engine.games.pax_viking.actions.journey import PARTNERS
from lawspeaker_engine.games.pax_viking.actions.play import EQUAL_SLOTS
from lawspeaker_engine.games.pax_viking.actions.promises import IN_TURN
from lawspeaker_engine.games.pax_viking.board import (
    ALLY,
    BESIDE,
    FIRST_POST,
    FIRST_REGION,
    GATES,
    HARBOR,
    HOME_GATES,
    HOMES,
    POST_REGION,
    POSTS,
    REGIONS,
    TRADE_CENTER,
    WINDS,
)
from lawspeaker_engine.games.pax_viking.followers import VENTURES_OF_A_DUCHY
from lawspeaker_engine.games.pax_viking.phases.end import TIES
from lawspeaker_engine.games.pax_viking.phases.setup import BALANCED, FIRST_SILVER, STARTER_TILES, VENTURES_FOR
from lawspeaker_engine.games.pax_viking.phases.turn import exhausted_at_first
from lawspeaker_engine.games.pax_viking.rows import (
    DIFFICULTIES,
    JARL_HOMES,
    JARLS,
    KINDS,
    NO_TYPE,
    PLACE_ABILITIES,
    TILES,
    TYPES,
    VENTURE,
    VICTORIES,
    Tile,
)
from lawspeaker_engine.games.pax_viking.settings import Settings, read_settings
from lawspeaker_engine.games.pax_viking.state import (
    ALLY_SHIPS,
    FOLLOWERS,
    HAND_LIMIT,
    HOME_MARKERS,
    LONGSHIPS,
    SILVER,
    STEPS,
)
from lawspeaker_engine.model import Setup
from tests.referee.match.reader.reading import Asked

_KINDS_OF_POSTS: Final = {TRADE_CENTER: "Trade Center", ALLY: "Ally"}


def pax_viking_asked(setup: Setup) -> dict[Asked, Any]:
    """Return the right answers by question."""
    settings = read_settings(setup)
    right: dict[Asked, Any] = {}
    for asked in (_ends, _map, _start, _turn, _actions, _talk, _cards, _tiles, _places):
        right.update(asked(settings))
    return right


def _ends(settings: Settings) -> Iterator[tuple[Asked, Any]]:
    yield ("players",), settings.players
    laid = {name: count for name, count in zip(DIFFICULTIES, settings.cards, strict=True) if count}
    yield ("cards_laid",), laid
    yield ("face_down",), settings.face_down
    if settings.face_down:
        yield ("turned_up",), settings.reveal.removesuffix("_check")
    if settings.novice_cards:
        yield ("novice_for",), "everybody" if settings.novice_scope == "all" else "the player whose turn"
    yield ("empty_track_ends",), settings.end_test
    yield ("ties",), list(TIES)
    yield ("score",), TIES[0]


def _map(settings: Settings) -> Iterator[tuple[Asked, Any]]:
    yield ("winds",), len(WINDS)
    yield ("harbor_exit",), settings.harbor_exit
    yield ("duchy",), (VENTURES_OF_A_DUCHY, HOME_MARKERS)
    yield ("duchy_persists",), settings.duchy_persist
    if not settings.duchy_persist:
        yield ("duchy_moment",), settings.duchy_moment
    yield ("pieces",), (LONGSHIPS, FOLLOWERS, len(TYPES))


def _start(settings: Settings) -> Iterator[tuple[Asked, Any]]:
    yield ("jarls_come",), settings.jarls
    for place in range(settings.players):
        yield ("start_silver", place), FIRST_SILVER + place * settings.later_silver
    yield ("start_hand",), settings.start_hand
    yield ("laid",), VENTURES_FOR - settings.players
    yield ("bank",), SILVER if settings.bank == "limited" else 0
    yield ("pile",), settings.tiles * settings.players
    yield ("deck",), settings.deck
    if settings.deck == "balanced":
        yield ("balanced",), [count for _, count in BALANCED]
    if settings.deck == "random":
        yield ("box",), len(TILES)
    yield ("track",), list(range(1, settings.track_spaces + 1))


def _turn(settings: Settings) -> Iterator[tuple[Asked, Any]]:
    yield ("tie_keeps",), settings.tie_keeps
    if settings.tie_keeps:
        yield ("marker_needs_follower",), settings.marker_needs_follower
    yield ("markers",), settings.action_markers
    for place in range(settings.players):
        lost = exhausted_at_first(settings, place + 1) if settings.first_turns == "fewer" else 0
        yield ("first_markers", place), settings.action_markers - lost
    yield ("may_pass",), settings.pass_allowed
    yield ("solstice_silver",), 1
    yield ("hand_limit",), HAND_LIMIT
    yield ("slides",), settings.track_slide
    yield ("stale_round",), settings.stale_round


def _actions(settings: Settings) -> Iterator[tuple[Asked, Any]]:
    yield ("removed",), settings.track_removed
    yield ("steps",), STEPS
    yield ("trade_windows",), settings.trade_windows
    yield ("partners",), PARTNERS
    yield ("names_loss",), settings.challenge_loss
    yield ("jarldom_needs_rival",), settings.jarldom_needs_rival
    yield ("jarldom",), settings.jarldom_establish
    yield ("sweden_forced",), settings.sweden_play_forced
    yield ("preprinted_replaced",), settings.preprinted_replaceable
    yield ("replaces_own",), settings.replace_own
    yield ("keys",), sum(post.key for post in POSTS)
    yield ("ally_ships",), sum(ALLY_SHIPS)
    yield ("ally_ships_kept",), settings.ally_ships_kept


def _talk(settings: Settings) -> Iterator[tuple[Asked, Any]]:
    yield ("votes_first",), settings.althing_order
    yield ("offers",), (PROPOSALS, settings.trade_offers)
    more = {"Followers": settings.trade_followers, "Longships": settings.trade_ships, "promises": settings.promises}
    yield ("traded",), {"silver", "tiles", *(what for what, can in more.items() if can)}
    yield ("promises",), IN_TURN if settings.promises else 0
    yield ("open_hands",), settings.open_hands


def _cards(settings: Settings) -> Iterator[tuple[Asked, Any]]:
    on_table = [row for row in VICTORIES if settings.cards[DIFFICULTIES.index(row.difficulty)]]
    yield ("victory_cards",), frozenset(row.name for row in on_table)
    for row in on_table:
        yield ("difficulty", row.name), row.difficulty
        yield ("takes", row.name), {each.count: each.least for each in row.all_of}
    for jarl, home in zip(JARLS, JARL_HOMES, strict=True):
        yield ("jarl_home", jarl.name), (HOMES[home].name, REGIONS[HOME_GATES[home][0]].name)
        yield ("jarl_silver", jarl.name), jarl.silver
        yield ("jarl_numbers", jarl.name), _numbers(jarl.abilities)
        yield ("spaces", jarl.name), EQUAL_SLOTS if settings.slots == "equal" else (jarl.advocates, jarl.gods)


def _tiles(settings: Settings) -> Iterator[tuple[Asked, Any]]:
    starter = settings.deck == "starter" and settings.tiles == STARTER_TILES
    laid = settings.players < VENTURES_FOR
    by_name: dict[tuple[str, str], list[Tile]] = {}
    for row in TILES:
        if not starter or 0 < row.starter <= settings.players or (laid and row.kind == VENTURE):
            by_name.setdefault((f"{KINDS[row.kind].capitalize()}s", row.name), []).append(row)
    for (part, name), rows in by_name.items():
        ability = rows[0].ability
        yield ("tile", part, name), frozenset(map(_place, rows))
        yield ("once", part, name), ability.once
        if part == "Events":
            yield ("voted", name), ability.trigger == "vote"
        else:
            known = ability.trigger in ("activate", "marker", "establish")
            yield ("how", part, name), ability.trigger if known else ""
        yield ("numbers", part, name), _numbers([ability])


def _numbers(abilities: Iterable[Ability]) -> list[int]:
    """The numbers in abilities, ascending; that a Longship is unexhausted after a moment of its own is no number."""
    return sorted(
        abs(value) for ability in abilities for effect in ability.all_effects()
        for each in fields(effect)  # type: ignore[arg-type]  # all are dataclasses
        if type(value := getattr(effect, each.name)) is int and (value > 0 or (value and isinstance(effect, Cost)))
        and not (ability.trigger == "hook" and isinstance(effect, Unexhaust)))


def _place(row: Tile) -> tuple[str, str]:
    """The name of a tile's place, and the letter of its Follower."""
    where = REGIONS[row.region].name if row.region >= 0 else WINDS[row.wind].capitalize() if row.wind >= 0 else "any"
    return where, "" if row.follower == NO_TYPE else TYPES[row.follower][0].upper()


def _places(_settings: Settings) -> Iterator[tuple[Asked, Any]]:
    for number, region in enumerate(REGIONS):
        yield ("region", region.name), (region.kind, region.wind.capitalize())
        yield ("beside", region.name), frozenset() if region.kind == HARBOR else frozenset(
            REGIONS[node - FIRST_REGION].name for node in BESIDE[number] if FIRST_REGION <= node < FIRST_POST)
    for number, post in enumerate(POSTS):
        kind = _KINDS_OF_POSTS.get(post.kind, "")
        yield ("post_price", post.name), post.cost
        yield ("post_sea", post.name), REGIONS[GATES[number]].name if post.harbor else ""
        yield ("post_kind", post.name), f"Key {kind}" if post.key else kind
        yield ("post_region", post.name), REGIONS[POST_REGION[number]].name
        if kind:
            yield ("post_numbers", post.name), _numbers(PLACE_ABILITIES[number])
