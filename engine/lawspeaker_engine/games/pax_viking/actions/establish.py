"""ESTABLISH: a Follower is put where an icon asks for it, at the price of the POST (SG-TERM-13, AMB-SG-22)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, Work
from lawspeaker_engine.games.pax_viking import followers, silver
from lawspeaker_engine.games.pax_viking.abilities import prices
from lawspeaker_engine.games.pax_viking.abilities.effect import push_effects, source_of
from lawspeaker_engine.games.pax_viking.abilities.held import of_place, of_tile
from lawspeaker_engine.games.pax_viking.board import PREPRINTED
from lawspeaker_engine.games.pax_viking.options import Accept, FollowerType
from lawspeaker_engine.games.pax_viking.question_context import About, ContextFrame
from lawspeaker_engine.games.pax_viking.rows import TILES, TYPES
from lawspeaker_engine.games.pax_viking.state import NO_TILE, NOBODY, State
from lawspeaker_engine.model import PUBLIC, Decision

OWN_PRICE = -1
"""In place of a price: that of the POST."""


def types(state: State, seat: int, post: int, price: int = OWN_PRICE) -> list[int]:
    """Return the types of Follower that the seat could ESTABLISH in the POST now; none where nothing would change."""
    owner, there, tile = state.owners[post], state.followers[post], state.tiles[post]
    if tile == NO_TILE and post not in PREPRINTED:
        return []
    settings = state.settings
    if post in PREPRINTED and owner not in (NOBODY, seat) and not settings.preprinted_replaceable:
        return []
    if owner == seat and not settings.replace_own:
        return []
    if state.players[seat].silver < _price(state, seat, post, price):
        return []
    supply = state.players[seat].supply
    wanted = range(len(TYPES)) if tile == NO_TILE else (TILES[tile].follower,)
    return [kind for kind in wanted if supply[kind] and (owner, there) != (seat, kind)]


def _price(state: State, seat: int, post: int, price: int) -> int:
    return prices.establish_price(state, seat, post) if price == OWN_PRICE else price


def establish(state: State, seat: int, post: int, kind: int, price: int = OWN_PRICE) -> None:
    """ESTABLISH: pay, put the Follower, and have what happens each time it is done happen (SG-TERM-24)."""
    silver.pay(state, seat, _price(state, seat, post, price))
    followers.put(state, seat, post, kind)
    abilities = of_place(seat, post) if state.tiles[post] == NO_TILE else (of_tile(seat, state.tiles[post], post),)
    for held in reversed(abilities):
        if held.ability.trigger == "establish":
            push_effects(state, held.ability.effects, source_of(held))


@dataclass(slots=True)
class Establish(ContextFrame[State]):
    """The seat ESTABLISHES in the POST if it can, and says of which type the Follower is if there is a choice."""

    seat: int
    post: int
    may: bool
    """True if it may leave it."""

    def step(self, state: State) -> Decision | Work:
        """Ask for the type; where the icon fixes it, whether to ESTABLISH at all."""
        kinds = types(state, self.seat, self.post)
        options = [FollowerType(kind) for kind in kinds]
        if not self.may:
            return self.choose(state, self.seat, "establish.type", options, PUBLIC)
        if not kinds:
            return DONE
        if state.tiles[self.post] == NO_TILE:
            return Decision(self.seat, "establish.type", options, 0, 1, (), PUBLIC)
        return Decision(self.seat, "establish.may", [Accept()], 0, 1, (), PUBLIC)

    def take(self, state: State, chosen: Sequence[Accept | FollowerType]) -> Work:
        """ESTABLISH, or leave it."""
        for option in chosen:
            kind = option.type if isinstance(option, FollowerType) else types(state, self.seat, self.post)[0]
            establish(state, self.seat, self.post, kind)
        return DONE

    def about(self, state: State) -> About:
        """Return the POST."""
        return About(post=self.post)
