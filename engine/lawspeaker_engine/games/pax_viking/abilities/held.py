"""The abilities that a player has now: of the Jarl, of ESTABLISHED tiles, and of places (SG-TILE-08).

They are never stored: whoever needs one walks over what is established, board before map, so nothing can go stale.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from lawspeaker_engine.games.pax_viking.abilities.ability import Ability
from lawspeaker_engine.games.pax_viking.abilities.verbs import Effect
from lawspeaker_engine.games.pax_viking.board import NOWHERE, POST_REGION, POST_WIND, POSTS
from lawspeaker_engine.games.pax_viking.rows import JARLS, PLACE_ABILITIES, TILES
from lawspeaker_engine.games.pax_viking.state import NO_TILE, State

E = TypeVar("E", bound=Effect)


@dataclass(frozen=True, slots=True)
class Held:
    """An ability of a player, and what "this" means for it."""

    seat: int
    ability: Ability
    key: int
    """Tells the abilities of the game apart."""
    tile: int = NO_TILE
    post: int = NOWHERE
    region: int = NOWHERE
    """Of its POST; else the printed location of its tile. So too `wind`."""
    wind: int = NOWHERE


def held(state: State, seat: int) -> Iterator[Held]:
    """Yield the abilities of the seat that have their Follower: Jarl, Advocates, Gods, then POSTS by number."""
    player = state.players[seat]
    if player.jarl >= 0:
        yield from _of_jarl(seat, player.jarl)
    for spaces in (player.advocates, player.gods):
        for each in spaces:
            if each.established:
                yield of_tile(seat, each.tile, NOWHERE)
    post = -1
    for _ in range(state.owners.count(seat)):  # count and index search faster than a loop, and this is called most
        post = state.owners.index(seat, post + 1)
        tile = state.tiles[post]
        if tile != NO_TILE:
            yield of_tile(seat, tile, post)
        else:
            yield from of_place(seat, post)


@cache
def of_tile(seat: int, tile: int, post: int) -> Held:
    """Return the ability of a tile, in a POST or, with NOWHERE, on the Jarlboard."""
    row = TILES[tile]
    region, wind = (row.region, row.this_wind) if post == NOWHERE else (POST_REGION[post], POST_WIND[post])
    return Held(seat, row.ability, tile, tile, post, region, wind)


@cache
def of_place(seat: int, post: int) -> tuple[Held, ...]:
    """Return the abilities of a Trade Center or Powerful Ally."""
    first = len(TILES) + 2 * post
    return tuple(
        Held(seat, ability, first + number, NO_TILE, post, POST_REGION[post], POST_WIND[post])
        for number, ability in enumerate(PLACE_ABILITIES[post])
    )


@cache
def _of_jarl(seat: int, jarl: int) -> tuple[Held, ...]:
    first = len(TILES) + 2 * len(POSTS)
    return tuple(Held(seat, ability, first + jarl) for ability in JARLS[jarl].abilities)


def modifiers(state: State, seat: int, kind: type[E]) -> list[tuple[E, Held]]:
    """Return the permanent effects of this kind that the seat has, each with where it comes from; in the order of
    `held`.
    """
    return [
        (effect, each) for each in _among(state, seat, _modifying(kind))  # type: ignore[arg-type] # classes have a hash
        if each.ability.trigger == "always" for effect in each.ability.effects if isinstance(effect, kind)
    ]


def triggered(state: State, seat: int, trigger: str) -> list[Held]:
    """Return the abilities of the seat that work so, one of `ability.TRIGGERS`; in the order of `held`."""
    return [each for each in _among(state, seat, _triggered(trigger)) if each.ability.trigger == trigger]


def hooked(state: State, seat: int, hook: str) -> list[Held]:
    """Return the abilities of the seat that work at this moment, one of `ability.HOOKS`; in the order of `held`."""
    return [each for each in _among(state, seat, _hooked(hook)) if each.ability.hook == hook]


@dataclass(frozen=True, slots=True)
class _Bearers:
    """The Jarls, the tiles and the POSTS of places that have something. Few have any one thing, and this is asked most
    of all: they are found without a look at the abilities of the others.
    """

    jarls: frozenset[int]
    tiles: frozenset[int]
    places: frozenset[int]


def _bearers(has: Callable[[Ability], bool]) -> _Bearers:
    return _Bearers(
        frozenset(number for number, jarl in enumerate(JARLS) if any(has(each) for each in jarl.abilities)),
        frozenset(number for number, tile in enumerate(TILES) if has(tile.ability)),
        frozenset(post for post in range(len(POSTS)) if any(has(each) for each in PLACE_ABILITIES[post])),
    )


@cache
def _modifying(kind: type[Effect]) -> _Bearers:
    return _bearers(lambda ability: ability.trigger == "always" and any(isinstance(e, kind) for e in ability.effects))


@cache
def _triggered(trigger: str) -> _Bearers:
    return _bearers(lambda ability: ability.trigger == trigger)


@cache
def _hooked(hook: str) -> _Bearers:
    return _bearers(lambda ability: ability.hook == hook)


def _among(state: State, seat: int, bearers: _Bearers) -> list[Held]:
    """Return all abilities that the seat has of these bearers, in the order of `held`."""
    found: list[Held] = []
    player, owners, tiles = state.players[seat], state.owners, state.tiles
    wanted = bearers.tiles
    if player.jarl in bearers.jarls:
        found += _of_jarl(seat, player.jarl)
    for spaces in (player.advocates, player.gods):
        for each in spaces:
            if each.tile in wanted and each.established:
                found.append(of_tile(seat, each.tile, NOWHERE))
    post = -1
    for _ in range(owners.count(seat)):  # as in `held`
        post = owners.index(seat, post + 1)
        tile = tiles[post]
        if tile in wanted:
            found.append(of_tile(seat, tile, post))
        elif tile == NO_TILE and post in bearers.places:
            found += of_place(seat, post)
    return found
