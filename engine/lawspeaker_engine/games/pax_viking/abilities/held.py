"""The abilities that a player has now: of the Jarl, of ESTABLISHED tiles, and of places (SG-TILE-08).

They are never stored: whoever needs one walks over what is established, board before map, so nothing can go stale.
"""

from __future__ import annotations

from collections.abc import Iterator
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


def modifiers(state: State, seat: int, kind: type[E]) -> Iterator[tuple[E, Held]]:
    """Yield the permanent effects of this kind that the seat has, each with where it comes from; in the order of
    `held`.

    Few tiles and places have a kind, so those that have it are looked up first: this is asked most of all.
    """
    of_jarls, of_tiles, of_places = _having(kind)  # type: ignore[arg-type] # classes have a hash
    player, owners, tiles = state.players[seat], state.owners, state.tiles
    if player.jarl in of_jarls:
        for each in _of_jarl(seat, player.jarl):
            yield from _permanent(each, kind)
    for spaces in (player.advocates, player.gods):
        for on_board in spaces:
            if on_board.tile in of_tiles and on_board.established:
                yield from _permanent(of_tile(seat, on_board.tile, NOWHERE), kind)
    post = -1
    for _ in range(owners.count(seat)):
        post = owners.index(seat, post + 1)
        tile = tiles[post]
        if tile != NO_TILE:
            if tile in of_tiles:
                yield from _permanent(of_tile(seat, tile, post), kind)
        elif post in of_places:
            for each in of_place(seat, post):
                yield from _permanent(each, kind)


@cache
def _having(kind: type[Effect]) -> tuple[frozenset[int], frozenset[int], frozenset[int]]:
    """Return the Jarls, the tiles and the POSTS of places that have a permanent effect of this kind."""
    def has(ability: Ability) -> bool:
        return ability.trigger == "always" and any(isinstance(effect, kind) for effect in ability.effects)

    return (
        frozenset(number for number, jarl in enumerate(JARLS) for ability in jarl.abilities if has(ability)),
        frozenset(number for number, tile in enumerate(TILES) if has(tile.ability)),
        frozenset(post for post in range(len(POSTS)) for ability in PLACE_ABILITIES[post] if has(ability)),
    )


def _permanent(each: Held, kind: type[E]) -> Iterator[tuple[E, Held]]:
    """Yield the permanent effects of this kind of an ability, each with it."""
    if each.ability.trigger == "always":
        for effect in each.ability.effects:
            if isinstance(effect, kind):
                yield effect, each
