"""PLAY: a tile of the hand comes to the map, to the Jarlboard, or is RESOLVED (SG-PLAY-01..04)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, Work
from lawspeaker_engine.games.pax_viking import followers, ships, tiles
from lawspeaker_engine.games.pax_viking.abilities import prices
from lawspeaker_engine.games.pax_viking.abilities.effect import push_effects, source_of
from lawspeaker_engine.games.pax_viking.abilities.held import of_tile
from lawspeaker_engine.games.pax_viking.abilities.hooks import Moment
from lawspeaker_engine.games.pax_viking.abilities.verbs import CountsAs
from lawspeaker_engine.games.pax_viking.actions.establish import establish
from lawspeaker_engine.games.pax_viking.board import CIRCLES, NOWHERE, POST_REGION, POST_WIND
from lawspeaker_engine.games.pax_viking.options import FollowerType, Post, Space
from lawspeaker_engine.games.pax_viking.phases import events
from lawspeaker_engine.games.pax_viking.question_context import About, ContextFrame
from lawspeaker_engine.games.pax_viking.rows import ADVOCATE, EVENT, JARLS, TILES, TYPES, VENTURE, Tile
from lawspeaker_engine.games.pax_viking.state import NO_TILE, NOBODY, BoardTile, State
from lawspeaker_engine.model import PUBLIC, Decision

EQUAL_SLOTS = (3, 2)
"""Spaces for Advocates and for Gods by the option `slots`."""


def in_location(row: Tile, post: int) -> bool:
    """Return whether the POST lies in the tile's location (AMB-SG-49)."""
    return row.region in (NOWHERE, POST_REGION[post]) and row.wind in (NOWHERE, POST_WIND[post])


def alone_posts(state: State, seat: int) -> list[int]:
    """Return the POSTS in which the seat is ALONE, ascending."""
    return [post for post in ships.posts_of(state, seat) if ships.alone(state, seat, post)]


def playable(state: State, seat: int, alone: Sequence[int]) -> Iterator[int]:
    """Yield the tiles of the hand that can be PLAYED now; `alone` is `alone_posts`."""
    for tile in state.players[seat].hand:
        if posts_for(state, seat, tile, alone):
            yield tile


def posts_for(state: State, seat: int, tile: int, alone: Sequence[int]) -> list[int]:
    """Return the POSTS that meet the tile's REQUIREMENT (SG-TERM-27); for a Venture those where it can be laid.

    None if it cannot be PLAYED for another reason: no Follower of its type, no space, no silver (AMB-SG-19).
    """
    row = TILES[tile]
    posts = [post for post in alone if in_location(row, post)]
    if row.kind == VENTURE:
        return [post for post in posts if _can_lay(state, seat, row.follower, post)]
    if row.kind != EVENT and posts and not spaces(state, seat, tile):
        return []
    return posts


def _can_lay(state: State, seat: int, kind: int, post: int) -> bool:
    if post not in CIRCLES or state.players[seat].silver < prices.establish_price(state, seat, post):
        return False
    owner = state.owners[post]
    if owner not in (NOBODY, seat) and prices.protected(state, owner, "replace_tile", post):
        return False
    returned = owner == seat and state.followers[post] == kind
    return state.players[seat].supply[kind] > 0 or returned


def spaces(state: State, seat: int, tile: int) -> list[int]:
    """Return the spaces of the Jarlboard for a God or Advocate: NO_TILE for a free one, and the tiles it can replace.

    Empty if there is no Follower for it.
    """
    player, row = state.players[seat], TILES[tile]
    there = player.advocates if row.kind == ADVOCATE else player.gods
    free = [NO_TILE] if len(there) < slots(state, seat, row.kind) else []
    left = player.supply[row.follower] > 0
    return [space for space in free if left] + [
        each.tile for each in there if left or (each.established and TILES[each.tile].follower == row.follower)
    ]


def slots(state: State, seat: int, kind: int) -> int:
    """Return how many Advocates, or Gods, the seat's Jarlboard takes (AMB-SG-46)."""
    if state.settings.slots == "equal":
        return EQUAL_SLOTS[kind != ADVOCATE]
    jarl = JARLS[state.players[seat].jarl]
    return jarl.advocates if kind == ADVOCATE else jarl.gods


def begin(state: State, seat: int, tile: int, posts: Sequence[int] = ()) -> None:
    """PLAY the tile of the hand; `posts` narrows where, and is empty for all that meet the REQUIREMENT."""
    tiles.show(state, seat, tile, PUBLIC)
    kind = TILES[tile].kind
    after = [Moment("own_play", seat), *([Moment("own_play_event", seat)] if kind == EVENT else [])]
    frame = PlayInPost(seat, tile, tuple(posts)) if kind in (VENTURE, EVENT) else PlayOnBoard(seat, tile)
    state.push_all(frame, *after)


@dataclass(slots=True)
class PlayInPost(ContextFrame[State]):
    """A Venture is laid in a POST, or an Event happens there."""

    seat: int
    tile: int
    posts: tuple[int, ...]

    def step(self, state: State) -> Decision | Work:
        """Ask for the POST. Of an Event only the WIND matters: a POST is offered for each."""
        posts = posts_for(state, self.seat, self.tile, self.posts or alone_posts(state, self.seat))
        if TILES[self.tile].kind == EVENT:
            posts = list({POST_WIND[post]: post for post in reversed(posts)}.values())[::-1]
        return self.choose(state, self.seat, "play.post", [Post(post) for post in posts], PUBLIC)

    def take(self, state: State, chosen: Sequence[Post]) -> Work:
        """Lay the Venture and ESTABLISH, or let the Event happen."""
        tiles.from_hand(state, self.seat, self.tile)
        post = chosen[0].post
        if TILES[self.tile].kind == EVENT:
            events.begin(state, self.seat, self.tile, post)
        else:
            followers.lay(state, post, self.tile)
            establish(state, self.seat, post, TILES[self.tile].follower)
        return DONE

    def about(self, state: State) -> About:
        """Return the tile."""
        return About(tile=self.tile)


@dataclass(slots=True)
class PlayOnBoard(ContextFrame[State]):
    """A God or Advocate comes to the Jarlboard."""

    seat: int
    tile: int

    def step(self, state: State) -> Decision | Work:
        """Ask for the space."""
        options = [Space(space) for space in spaces(state, self.seat, self.tile)]
        return self.choose(state, self.seat, "play.space", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Space]) -> Work:
        """(RE)PLACE it and ESTABLISH; a Jarlboard has no price."""
        seat, tile, row, old = self.seat, self.tile, TILES[self.tile], chosen[0].tile
        tiles.from_hand(state, seat, tile)
        if old != NO_TILE:
            followers.remove_from_board(state, seat, old)
            state.discard.append(old)
        player = state.players[seat]
        player.supply[row.follower] -= 1
        (player.advocates if row.kind == ADVOCATE else player.gods).append(BoardTile(tile, established=True))
        if row.ability.trigger == "establish":
            push_effects(state, row.ability.effects, source_of(of_tile(seat, tile, NOWHERE)))
        if any(isinstance(effect, CountsAs) and effect.of == "chosen_type" for effect in row.ability.effects):
            state.push(ChooseType(seat, tile))
        return DONE

    def about(self, state: State) -> About:
        """Return the tile."""
        return About(tile=self.tile)


@dataclass(slots=True)
class ChooseType(ContextFrame[State]):
    """The type of Follower that a tile counts as, chosen when it is ESTABLISHED (G13)."""

    seat: int
    tile: int

    def step(self, state: State) -> Decision | Work:
        """Ask for the type."""
        options = [FollowerType(kind) for kind in range(len(TYPES))]
        return self.choose(state, self.seat, "play.counts_as", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[FollowerType]) -> Work:
        """Note it."""
        for each in state.players[self.seat].gods + state.players[self.seat].advocates:
            if each.tile == self.tile:
                each.counts_as = chosen[0].type
        return DONE

    def about(self, state: State) -> About:
        """Return the tile."""
        return About(tile=self.tile)
