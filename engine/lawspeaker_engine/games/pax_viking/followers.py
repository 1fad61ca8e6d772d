"""Followers: how they come to POSTS and Jarlboards and go back, and what DUCHIES that makes (SG-TERM-11, -13, -29)."""

from __future__ import annotations

from typing import Final

from lawspeaker_engine.games.pax_viking import ships
from lawspeaker_engine.games.pax_viking.abilities.held import held
from lawspeaker_engine.games.pax_viking.abilities.verbs import MakeDuchy
from lawspeaker_engine.games.pax_viking.board import DUCHIES, NOWHERE, POST_REGION, POSTS, duchy_node
from lawspeaker_engine.games.pax_viking.rows import NO_TYPE, TILES
from lawspeaker_engine.games.pax_viking.state import (
    FOLLOWERS,
    HOME_MARKERS,
    NO_TILE,
    NOBODY,
    SHIP_KINDS,
    BoardTile,
    State,
)

VENTURES_OF_A_DUCHY: Final = 2


def established_of(state: State, seat: int) -> list[int]:
    """Return by type how many Followers the seat has ESTABLISHED, on POSTS and on its Jarlboard (AMB-SG-34)."""
    return [FOLLOWERS - left for left in state.players[seat].supply]


def established(state: State, seat: int) -> int:
    """Return how many Followers the seat has ESTABLISHED."""
    return sum(established_of(state, seat))


def put(state: State, seat: int, post: int, kind: int) -> None:
    """Put a Follower of the seat in a POST; one that is there goes back first. The caller has seen that one is left."""
    _take_off(state, post)
    state.players[seat].supply[kind] -= 1
    state.owners[post], state.followers[post] = seat, kind
    update_duchies(state)


def send_back(state: State, post: int) -> None:
    """RETURN the Follower of a POST, if there is one."""
    _take_off(state, post)
    update_duchies(state)


def _take_off(state: State, post: int) -> None:
    owner = state.owners[post]
    if owner == NOBODY:
        return
    state.players[owner].supply[state.followers[post]] += 1
    state.owners[post], state.followers[post] = NOBODY, NO_TYPE
    if not state.settings.ally_ships_kept and POSTS[post].id in SHIP_KINDS:
        kind = SHIP_KINDS.index(POSTS[post].id)
        for number in list(ships.of_seat(state, owner)):
            if state.longships[number].kind == kind:
                ships.send_back(state, number)


def lay(state: State, post: int, tile: int) -> None:
    """(RE)PLACE a Venture in a POST: the old tile is discarded, its Follower goes back (AMB-SG-21).

    The caller ESTABLISHES there next. Only then is it seen which DUCHIES there are (AMB-SG-60).
    """
    _take_off(state, post)
    if state.tiles[post] != NO_TILE:
        state.discard.append(state.tiles[post])
    state.tiles[post] = tile
    if state.settings.duchy_moment:
        update_duchies(state)


def remove_from_board(state: State, seat: int, tile: int) -> None:
    """Take a God or Advocate off the seat's Jarlboard; its Follower goes back, the tile is the caller's."""
    player = state.players[seat]
    for spaces in (player.advocates, player.gods):
        for each in [each for each in spaces if each.tile == tile]:
            spaces.remove(each)
            send_back_from(state, seat, each)


def send_back_from(state: State, seat: int, each: BoardTile) -> None:
    """RETURN the Follower of a tile on the seat's Jarlboard, if there is one; the tile stays."""
    if each.established:
        each.established, each.counts_as = False, NO_TYPE
        state.players[seat].supply[TILES[each.tile].follower] += 1


def update_duchies(state: State) -> None:
    """Set and take the HOME markers of DUCHIES; a Longship in a HOME that is gone is RETURNED (AMB-SG-14)."""
    for seat, player in enumerate(state.players):
        now = _duchies(state, seat)
        if state.settings.duchy_persist:
            now = sorted({*now, *player.duchies})
        gone = [duchy_node(region) for region in player.duchies if region not in now]
        player.duchies = now
        for number in ships.of_seat(state, seat):
            if state.longships[number].node in gone:
                ships.send_back(state, number)


def _duchies(state: State, seat: int) -> list[int]:
    """Return the REGIONS in which the seat has two Ventures, or a tile that makes one; as many as it has markers."""
    ventures = [0] * (max(DUCHIES) + 1)
    made = set()
    for each in held(state, seat):
        if each.post != NOWHERE and each.tile != NO_TILE:
            ventures[POST_REGION[each.post]] += 1
            if any(isinstance(effect, MakeDuchy) for effect in each.ability.effects):
                made.add(each.region)
    found = [region for region in DUCHIES if ventures[region] >= VENTURES_OF_A_DUCHY or region in made]
    return found[:HOME_MARKERS - 1]
