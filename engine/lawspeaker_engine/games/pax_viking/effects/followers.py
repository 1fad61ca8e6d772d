"""Followers that abilities ESTABLISH from afar, and RETURN."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.games.pax_viking import followers
from lawspeaker_engine.games.pax_viking.abilities import prices
from lawspeaker_engine.games.pax_viking.abilities.effect import Source
from lawspeaker_engine.games.pax_viking.abilities.effect_table import Begins, Tests
from lawspeaker_engine.games.pax_viking.abilities.verbs import EstablishRemote, ReturnFollower
from lawspeaker_engine.games.pax_viking.actions.establish import establish, types
from lawspeaker_engine.games.pax_viking.board import POST_WIND, POSTS, WINDS
from lawspeaker_engine.games.pax_viking.effects.choosing import Choose
from lawspeaker_engine.games.pax_viking.options import Post, Tile
from lawspeaker_engine.games.pax_viking.rows import TILES
from lawspeaker_engine.games.pax_viking.state import NO_TILE, NOBODY, State


def _establish_remote(effect: EstablishRemote, state: State, source: Source) -> None:
    state.push(EstablishFar(source, effect))


def _can_establish_remote(effect: EstablishRemote, state: State, source: Source) -> bool:
    return bool(_empty_ventures(state, effect, source))


def _empty_ventures(state: State, effect: EstablishRemote, source: Source) -> list[int]:
    """Return the Ventures without a Follower in the WIND on which the seat can ESTABLISH."""
    wind = WINDS.index("east") if effect.on == "empty_venture_east" else source.wind
    return [
        post for post in range(len(POSTS))
        if state.tiles[post] != NO_TILE and state.owners[post] == NOBODY and POST_WIND[post] == wind
        and types(state, source.seat, post, effect.cost)
    ]


@dataclass(slots=True)
class EstablishFar(Choose):
    """ESTABLISH on one of them, without a Longship."""

    effect: EstablishRemote

    PROMPT = "effect.post"

    def options(self, state: State) -> list[Post]:
        """Return the POSTS."""
        return [Post(post) for post in _empty_ventures(state, self.effect, self.source)]

    def chosen(self, state: State, option: Post) -> None:
        """ESTABLISH there."""
        kind = TILES[state.tiles[option.post]].follower
        establish(state, self.source.seat, option.post, kind, self.effect.cost)


def _return_follower(effect: ReturnFollower, state: State, source: Source) -> None:
    if effect.on == "advocate":
        state.push(ReturnFromAdvocate(source))
    else:
        state.push(ReturnFromVenture(source, effect.on))


def _can_return_follower(effect: ReturnFollower, state: State, source: Source) -> bool:
    return bool(_advocates(state, source) if effect.on == "advocate" else _rival_ventures(state, effect.on, source))


def _rival_ventures(state: State, on: str, source: Source) -> list[int]:
    """Return the Ventures in this REGION or WIND that have a RIVAL's Follower, which nothing protects."""
    return [
        post for post, owner in enumerate(state.owners)
        if owner not in (NOBODY, source.seat) and state.tiles[post] != NO_TILE
        and (POST_WIND[post] == source.wind if on == "venture_this_wind" else POSTS[post].region == _region(source))
        and not prices.protected(state, owner, "return_follower", post)
    ]


def _region(source: Source) -> str:
    return POSTS[source.post].region


@dataclass(slots=True)
class ReturnFromVenture(Choose):
    """A RIVAL's Follower is RETURNED from a Venture."""

    on: str

    PROMPT = "effect.post"

    def options(self, state: State) -> list[Post]:
        """Return the POSTS."""
        return [Post(post) for post in _rival_ventures(state, self.on, self.source)]

    def chosen(self, state: State, option: Post) -> None:
        """RETURN it."""
        followers.send_back(state, option.post)


def _advocates(state: State, source: Source) -> list[int]:
    """Return the own Advocates with a Follower, unless they are protected from Events."""
    if prices.protected(state, source.seat, "event"):
        return []
    return [each.tile for each in state.players[source.seat].advocates if each.established]


@dataclass(slots=True)
class ReturnFromAdvocate(Choose):
    """An own Follower is RETURNED from an Advocate; the tile stays."""

    PROMPT = "effect.advocate"

    def options(self, state: State) -> list[Tile]:
        """Return the Advocates."""
        return [Tile(tile) for tile in _advocates(state, self.source)]

    def chosen(self, state: State, option: Tile) -> None:
        """RETURN it."""
        for each in state.players[self.source.seat].advocates:
            if each.tile == option.tile:
                followers.send_back_from(state, self.source.seat, each)


BEGIN: Final[Begins] = {
    EstablishRemote: _establish_remote,
    ReturnFollower: _return_follower,
}
POSSIBLE: Final[Tests] = {
    EstablishRemote: _can_establish_remote,
    ReturnFollower: _can_return_follower,
}
