"""The changes by permanent abilities: prices, the HAND LIMIT, STEPS, strength, votes, and what is protected."""

from __future__ import annotations

from lawspeaker_engine.games.pax_viking import ships
from lawspeaker_engine.games.pax_viking.abilities.held import Held, modifiers
from lawspeaker_engine.games.pax_viking.abilities.verbs import Cost, HandLimit, MoreSteps, Protect, Strength, VoteWeight
from lawspeaker_engine.games.pax_viking.board import ALLIES, COSTS, NOWHERE, POST_REGION, POST_WIND, post_node
from lawspeaker_engine.games.pax_viking.state import HAND_LIMIT, NO_TILE, STEPS, State


def _changed(state: State, seat: int, price: int, *kinds: str) -> int:
    for effect, _ in modifiers(state, seat, Cost):
        if effect.of in kinds:
            price = max(min(price, effect.least), price + effect.by)
    return price


def buy_price(state: State, seat: int, space: int) -> int:
    """Return what the tile of this space of the track costs the seat."""
    return _changed(state, seat, space + 1, "buy")


def establish_price(state: State, seat: int, post: int) -> int:
    """Return what it costs the seat to ESTABLISH in the POST (SG-MAP-08)."""
    kinds = ("establish", "establish_ally") if post in ALLIES else ("establish",)
    return _changed(state, seat, COSTS[post], *kinds)


def hand_limit(state: State, seat: int) -> int:
    """Return the seat's HAND LIMIT (SG-TERM-16)."""
    return HAND_LIMIT + sum(effect.tiles for effect, _ in modifiers(state, seat, HandLimit))


def most_steps(state: State, seat: int, path: tuple[int, ...]) -> int:
    """Return how many STEPS a JOURNEY of the seat may have that touches these REGIONS."""
    is_first = state.journeys == 1
    return STEPS + sum(
        effect.steps for effect, held in modifiers(state, seat, MoreSteps)
        if (is_first or not effect.first_journey) and (not effect.if_path or held.region in path)
    )


def strength(state: State, seat: int, post: int, longships: int) -> int:
    """Return the seat's strength in a CHALLENGE in this POST: Longships and what abilities add (AMB-SG-25)."""
    return longships + sum(
        effect.ships for effect, held in modifiers(state, seat, Strength)
        if not effect.where or held.region == POST_REGION[post]
    )


def votes(state: State, seat: int) -> int:
    """Return how many votes the seat's vote counts as; several abilities do not add up."""
    return max((effect.votes for effect, _ in modifiers(state, seat, VoteWeight)), default=1)


def protected(state: State, seat: int, danger: str, post: int = NOWHERE) -> bool:
    """Return whether what the seat has in this POST, or with NOWHERE its Advocates or Longships, is safe from this."""
    return any(
        danger in effect.of and _covers(state, effect, held, post) for effect, held in modifiers(state, seat, Protect)
    )


def _covers(state: State, effect: Protect, held: Held, post: int) -> bool:
    if effect.what == "here":
        return held.post == post and bool(not effect.while_ or ships.at_node(state, held.seat, post_node(post)))
    if effect.what == "own_ventures_this_wind":
        return post != NOWHERE and state.tiles[post] != NO_TILE and POST_WIND[post] == held.wind
    return post == NOWHERE
