"""The changes by permanent abilities: prices, the HAND LIMIT, STEPS, strength, votes, and what is protected."""

from __future__ import annotations

from collections.abc import Iterable

from lawspeaker_engine.games.pax_viking import ships
from lawspeaker_engine.games.pax_viking.abilities.held import Held, modifiers
from lawspeaker_engine.games.pax_viking.abilities.verbs import Cost, HandLimit, MoreSteps, Protect, Strength, VoteWeight
from lawspeaker_engine.games.pax_viking.board import ALLIES, COSTS, NOWHERE, POST_REGION, POST_WIND, post_node
from lawspeaker_engine.games.pax_viking.state import HAND_LIMIT, NO_TILE, STEPS, State


def _changed(prices: Iterable[int], state: State, seat: int, *kinds: str) -> list[int]:
    changes = [effect for effect, _ in modifiers(state, seat, Cost) if effect.of in kinds]
    found = list(prices)
    for change in changes:
        found = [max(min(price, change.least), price + change.by) for price in found]
    return found


def buy_prices(state: State, seat: int) -> list[int]:
    """Return by space of the track what its tile costs the seat."""
    return _changed(range(1, len(state.track) + 1), state, seat, "buy")


def establish_price(state: State, seat: int, post: int) -> int:
    """Return what it costs the seat to ESTABLISH in the POST (SG-MAP-08)."""
    kinds = ("establish", "establish_ally") if post in ALLIES else ("establish",)
    return _changed((COSTS[post],), state, seat, *kinds)[0]


def hand_limit(state: State, seat: int) -> int:
    """Return the seat's HAND LIMIT (SG-TERM-16)."""
    return HAND_LIMIT + sum(effect.tiles for effect, _ in modifiers(state, seat, HandLimit))


def most_steps(state: State, seat: int, path: tuple[int, ...]) -> int:
    """Return how many STEPS a JOURNEY of the seat may have that touches these REGIONS."""
    return STEPS + sum(steps for region, steps in more_steps(state, seat) if region == NOWHERE or region in path)


def more_steps(state: State, seat: int) -> list[tuple[int, int]]:
    """Return the STEPS that a JOURNEY has more, each with the REGION that it must touch for them, or NOWHERE."""
    is_first = state.journeys == 1
    return [
        (held.region if effect.if_path else NOWHERE, effect.steps)
        for effect, held in modifiers(state, seat, MoreSteps) if is_first or not effect.first_journey
    ]


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
