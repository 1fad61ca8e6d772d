"""Rules of thumb for trading in Clansmen: with the Homeland at its rates, with others where both gain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lawspeaker_bots.greedy.clansmen.clan import FOOD, GOODS, STONE, WOOD, Clan

UNITS = (FOOD, WOOD, STONE)
PAIRS = tuple((a, b) for a in UNITS for b in UNITS if a <= b)

CONSENT = 0.1
"""Least gain for which anybody agrees to a deal."""

Rate = tuple[tuple[int, ...], tuple[int, ...]]
"""The resources given, and those that they buy."""

RATES: tuple[Rate, ...] = (
    *(((GOODS,), (a,)) for a in UNITS), *((pair, (GOODS,)) for pair in PAIRS),
    *(((a,), (b,)) for a in UNITS for b in UNITS if a != b),
)
SHREWD_RATES: tuple[Rate, ...] = (
    *RATES, *(((GOODS,), pair) for pair in PAIRS), *(((a,), (GOODS,)) for a in UNITS),
)


def trade(c: Clan, option: Any) -> float:
    """Score a Trade by the best exchange, or the best deal with another player."""
    best = best_exchange(c, shrewd=bool(option.cards))
    if not option.cards:
        best = max(best, *(deal(c, seat)[0] for seat in range(len(c.view.players)) if seat != c.seat))
    return best + 0.1 - 0.4 * len(option.cards) if best > 0.15 else -1.0


def best_exchange(c: Clan, *, shrewd: bool = False) -> float:
    """Return the gain of the best exchange with the Homeland."""
    return max((
        _gain(c, give, take) for give, take in (SHREWD_RATES if shrewd else RATES)
        if all(c.stock[resource] >= give.count(resource) for resource in give)
    ), default=-1.0)


def caravan(c: Clan, _: Any) -> float:
    """Score the Caravan: good if the first exchange gains and somebody is left for the Festival of Lights."""
    best = best_exchange(c)
    return 0.5 + best if best > 0.15 and c.lights_elsewhere else -1.0


def exchange(c: Clan, option: Any) -> float:
    """Score an exchange by what it brings, less what it takes."""
    return _gain(c, option.give, option.take) - 0.05


def _gain(c: Clan, give: Sequence[int], take: Sequence[int]) -> float:
    """Return the worth of the resources taken, less those given; a second one counts like the first."""
    return sum(c.gains[resource] for resource in take) - sum(c.losses[resource] for resource in give)


def deal(c: Clan, partner: int) -> tuple[float, int, int]:
    """Return the best one-for-one deal that gains for both: (own gain, resource given, resource taken)."""
    them = c.other(partner)
    swaps = [(give, take) for give in range(4) if c.stock[give] for take in range(4) if them.stock[take]]
    return max((
        (c.gains[take] - c.losses[give], give, take) for give, take in swaps
        if give != take and them.gains[give] - them.losses[take] > CONSENT
    ), default=(-1.0, 0, 0))


def partner(c: Clan, option: Any) -> float:
    """Score a partner by the best deal; what one has refused the next one would not like better."""
    return deal(c, option.seat)[0] if c.prompt == "trade.with" else -1.0


def pile(c: Clan, option: Any) -> float:
    """Score a pile: one of what is given, one of what is taken."""
    gain, give, take = deal(c, c.view.offer.partner)
    wanted = give if c.prompt == "trade.give" else take
    return 1.0 if gain > 0 and option.number == 0 and option.resource == wanted else -1.0


def accept(c: Clan, _: Any) -> float:
    """Score an offer: good if it brings more than it takes."""
    offer = c.view.offer
    more, less = (offer.give, offer.want) if offer.partner == c.seat else (offer.want, offer.give)
    return sum(_change(c, resource, more[resource] - less[resource]) for resource in range(4)) - CONSENT


def _change(c: Clan, resource: int, amount: int) -> float:
    """Return the worth of so much more of a resource, or the cost of so much less, unit by unit."""
    have = c.stock[resource]
    if amount < 0:
        return -sum(c.unit(resource, left) for left in range(have + amount, have))
    return sum(c.unit(resource, left) for left in range(have, have + amount))
