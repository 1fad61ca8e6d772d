"""Longships: where they stand, how they come and go, and who is where (SG-TERM-02, -07, -29, -34)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lawspeaker_engine.games.pax_viking.abilities.held import modifiers
from lawspeaker_engine.games.pax_viking.abilities.hooks import step_into
from lawspeaker_engine.games.pax_viking.abilities.verbs import FollowerIsLongship
from lawspeaker_engine.games.pax_viking.board import (
    BESIDE,
    FIRST_DUCHY,
    FIRST_POST,
    FIRST_REGION,
    GATES,
    HOME_GATES,
    NOWHERE,
    POST_REGION,
    REGION_GATES,
    REGION_OF,
    TRADE_CENTERS,
    WIND_OF,
    duchy_node,
    home_node,
    is_home,
    post_node,
    post_of,
    region_node,
)
from lawspeaker_engine.games.pax_viking.rows import JARL_HOMES, TILES
from lawspeaker_engine.games.pax_viking.state import NO_TILE, NOBODY, OWN, State

_TRADE_CENTERS: Final = frozenset(TRADE_CENTERS)
_FOLLOWER_IS_LONGSHIP: Final = tuple(
    any(isinstance(effect, FollowerIsLongship) and effect.where == "here" for effect in tile.ability.effects)
    for tile in TILES
)
"""By tile: whether a Follower on it acts as a Longship."""


def of_seat(state: State, seat: int) -> list[int]:
    """Return the Longships of the seat, Ally Longships last."""
    return [number for number, ship in enumerate(state.longships) if ship.seat == seat]


def on_map(state: State, seat: int) -> list[int]:
    """Return the Longships of the seat that stand at a node."""
    return [number for number, ship in enumerate(state.longships) if ship.seat == seat and ship.node != NOWHERE]


def at_node(state: State, seat: int, node: int) -> list[int]:
    """Return the Longships of the seat at a node."""
    return [
        number for number, ship in enumerate(state.longships) if ship.node == node and ship.seat == seat
    ]


def one_of_each(state: State, longships: list[int]) -> list[int]:
    """Return the first of those that are alike: same owner, kind, node and state."""
    if len(longships) < 2:
        return longships
    found: dict[tuple[int, int, int, bool], int] = {}
    for number in longships:
        ship = state.longships[number]
        found.setdefault((ship.seat, ship.kind, ship.node, ship.exhausted), number)
    return list(found.values())


def on_board(state: State, seat: int) -> int:
    """Return an own Longship of the Jarlboard, or -1; one that is not exhausted if there is one."""
    found = [number for number in of_seat(state, seat) if state.longships[number].node == NOWHERE]
    return min(found, key=lambda number: (state.longships[number].exhausted, number), default=-1)


def send_back(state: State, number: int) -> None:
    """RETURN a Longship: to the Jarlboard, as it was at the start, or to the stock of Allies."""
    ship = state.longships[number]
    ship.node, ship.exhausted = NOWHERE, False
    if ship.kind != OWN:
        ship.seat = NOBODY


def homes(state: State, seat: int) -> list[int]:
    """Return the nodes of the seat's HOMES: the Jarl's, then those of its DUCHIES."""
    player = state.players[seat]
    return [home_node(JARL_HOMES[player.jarl]), *(duchy_node(region) for region in player.duchies)]


def home_regions(state: State, seat: int) -> list[int]:
    """Return the REGIONS that lie one STEP from an own HOME, ascending."""
    return sorted({region for node in homes(state, seat) for region in HOME_GATES[node]})


def neighbours(state: State, seat: int, node: int) -> list[int]:
    """Return the nodes one STEP from this one for a Longship of the seat (SG-TERM-34); HOMES of others are closed."""
    if is_home(node):
        return [region_node(region) for region in HOME_GATES[node]]
    post = post_of(node)
    if post != NOWHERE:
        if state.settings.harbor_exit == "any_gate":
            return [region_node(region) for region in REGION_GATES[POST_REGION[post]]]
        return [region_node(GATES[post])]
    region = node - FIRST_REGION
    return [*BESIDE[region], *(home for home in homes(state, seat) if region in HOME_GATES[home])]


def step(state: State, number: int, node: int) -> None:
    """Move a Longship one STEP; abilities of RIVALS in the REGION that it enters work."""
    ship = state.longships[number]
    before, region = REGION_OF[ship.node], REGION_OF[node]
    ship.node = node
    if region not in (before, NOWHERE):
        step_into(state, ship.seat, region)


def acts_as_longship(state: State, post: int) -> bool:
    """Return whether the Follower in this POST acts as a Longship of its owner."""
    owner = state.owners[post]
    if owner == NOBODY:
        return False
    tile = state.tiles[post]
    if tile != NO_TILE:
        return _FOLLOWER_IS_LONGSHIP[tile]
    return post in _TRADE_CENTERS and any(
        effect.where == "own_trade_centers" for effect, _ in modifiers(state, owner, FollowerIsLongship)
    )


def presence(state: State, post: int) -> list[int]:
    """Return by seat how many Longships are in the POST, Followers that act as such counted."""
    counts = [0] * state.settings.players
    node = post_node(post)
    for ship in state.longships:
        if ship.node == node:
            counts[ship.seat] += 1
    if acts_as_longship(state, post):
        counts[state.owners[post]] += 1
    return counts


def posts_of(state: State, seat: int) -> list[int]:
    """Return the POSTS in which the seat has Longships, Followers that act as such counted; ascending."""
    nodes = [ship.node for ship in state.longships if ship.seat == seat]
    found = {node - FIRST_POST for node in nodes if FIRST_POST <= node < FIRST_DUCHY}
    owners, post = state.owners, -1
    for _ in range(owners.count(seat)):
        post = owners.index(seat, post + 1)
        if acts_as_longship(state, post):
            found.add(post)
    return sorted(found)


def alone(state: State, seat: int, post: int) -> bool:
    """Return whether the seat is ALONE in the POST (SG-TERM-02)."""
    return are_of(seat, presence(state, post))


def are_of(seat: int, counts: Sequence[int]) -> bool:
    """Return whether all Longships of a POST, as `presence` counts them, are the seat's, and there are any."""
    return counts[seat] > 0 and sum(counts) == counts[seat]


def regions_of(state: State, seat: int) -> list[int]:
    """Return the REGIONS in which the seat has Longships, ascending."""
    found = {REGION_OF[ship.node] for ship in state.longships if ship.seat == seat}
    return sorted(found - {NOWHERE})


def colocated(state: State, seat: int, region: int, *, same_wind: bool = False) -> list[int]:
    """Return the RIVALS with a Longship in the REGION, or anywhere in its WIND; in turn order (SG-TERM-07)."""
    if region == NOWHERE:
        return []
    if same_wind:
        wanted = {other for other, wind in enumerate(WIND_OF) if wind == WIND_OF[region]}
        there = {ship.seat for ship in state.longships if REGION_OF[ship.node] in wanted}
    else:
        there = {ship.seat for ship in state.longships if REGION_OF[ship.node] == region}
    return [rival for rival in state.rivals(seat) if rival in there]
