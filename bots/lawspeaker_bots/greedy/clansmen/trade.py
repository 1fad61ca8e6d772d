"""Rules of thumb for trading in Clansmen: with the Homeland at its rates, with others where both gain."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from lawspeaker_bots.greedy.clansmen.clan import FOOD, GOODS, STONE, WOOD, Clan

UNITS = (FOOD, WOOD, STONE)

NO_DEAL = -1.0
"""The gain where nothing can be exchanged."""
CONSENT = 0.1
"""Least gain for which anybody agrees to a deal."""


def trade(c: Clan, option: Any) -> float:
    """Score a Trade by the best exchange, or the best deal with another player."""
    best = best_exchange(c, shrewd=bool(option.cards))
    if not option.cards:
        best = max(best, *(deal(c, seat)[0] for seat in range(len(c.view.players)) if seat != c.seat))
    return best + 0.1 - 0.4 * len(option.cards) if best > 0.15 else -1.0


def best_exchange(c: Clan, *, shrewd: bool = False) -> float:
    """Return the gain of the best exchange with the Homeland."""
    if shrewd not in c.exchanges:
        c.exchanges[shrewd] = _best_exchange(c, shrewd=shrewd)
    return c.exchanges[shrewd]


def _best_exchange(c: Clan, *, shrewd: bool) -> float:
    """Look at one Goods for a resource, two resources for a Goods, and one for another; shrewd, at better rates too."""
    gains, losses, stock = c.gains, c.losses, c.stock
    have = [resource for resource in UNITS if stock[resource]]
    best, most = -inf, max(gains[FOOD], gains[WOOD], gains[STONE])
    if stock[GOODS]:
        best = max(best, (most + most if shrewd else most) - losses[GOODS])
    for place, one in enumerate(have):
        best = max(best, max([gains[other] for other in UNITS if other != one]) - losses[one])
        if shrewd:
            best = max(best, gains[GOODS] - losses[one])
        for other in have[place:]:
            if other != one or stock[one] > 1:
                best = max(best, gains[GOODS] - (losses[one] + losses[other]))
    return best if best > -inf else NO_DEAL


def caravan(c: Clan, _: Any) -> float:
    """Score the Caravan: good if the first exchange gains and somebody is left for the Festival of Lights."""
    best = best_exchange(c)
    return 0.5 + best if best > 0.15 and c.lights_elsewhere else -1.0


def exchange(c: Clan, option: Any) -> float:
    """Score an exchange by what it brings, less what it takes."""
    return _gain(c, option.give, option.take) - 0.05


def _gain(c: Clan, give: Sequence[int], take: Sequence[int]) -> float:
    """Return the worth of the resources taken, less those given; a second one counts like the first."""
    gains, losses = c.gains, c.losses
    return sum([gains[resource] for resource in take]) - sum([losses[resource] for resource in give])


def deal(c: Clan, partner: int) -> tuple[float, int, int]:
    """Return the best one-for-one deal that gains for both: (own gain, resource given, resource taken)."""
    if partner not in c.deals:
        c.deals[partner] = _deal(c, partner)
    return c.deals[partner]


def _deal(c: Clan, partner: int) -> tuple[float, int, int]:
    them, best = c.other(partner), (-inf, 0, 0)
    for give in range(4):
        if not c.stock[give]:
            continue
        for take in range(4):
            if take != give and them.stock[take] and them.gains[give] - them.losses[take] > CONSENT:
                best = max(best, (c.gains[take] - c.losses[give], give, take))
    return best if best[0] > -inf else (NO_DEAL, 0, 0)


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
