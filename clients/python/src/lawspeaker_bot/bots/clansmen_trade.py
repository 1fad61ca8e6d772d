"""Rules of thumb for trading in Clansmen: with the Homeland at its rates, with others where both gain."""

from __future__ import annotations

from typing import Any

from lawspeaker_bot.bots.clansmen_clan import FOOD, GOODS, STONE, WOOD, Clan

UNITS = (FOOD, WOOD, STONE)
PAIRS = tuple((a, b) for a in UNITS for b in UNITS if a <= b)

Rate = tuple[tuple[int, ...], tuple[int, ...]]
"""What is given, and what for."""

RATES: tuple[Rate, ...] = (
    *(((GOODS,), (a,)) for a in UNITS), *((pair, (GOODS,)) for pair in PAIRS),
    *(((a,), (b,)) for a in UNITS for b in UNITS if a != b),
)
SHREWD_RATES: tuple[Rate, ...] = (
    *RATES, *(((GOODS,), pair) for pair in PAIRS), *(((a,), (GOODS,)) for a in UNITS),
)


def trade(c: Clan, option: Any) -> float:
    """Trading is worth it when the best exchange, or the best deal with another player, gains something."""
    worth, stock = c.worth(), c.stock
    gains = [
        sum(worth[r] for r in take) - sum(worth[r] for r in give)
        for give, take in (SHREWD_RATES if option.cards else RATES) if all(stock[r] >= give.count(r) for r in give)
    ]
    best = max(gains, default=-1.0)
    if not option.cards:
        best = max(best, *(deal(c, seat)[0] for seat in range(len(c.view.players)) if seat != c.seat))
    return best + 0.1 - 0.4 * len(option.cards) if best > 0.15 else -1.0


def exchange(c: Clan, option: Any) -> float:
    """What it brings, less what it takes."""
    worth = c.worth()
    return 0.01 + float(sum(worth[r] for r in option.take) - sum(worth[r] for r in option.give))


def deal(c: Clan, partner: int) -> tuple[float, int, int]:
    """The best one for one with a partner that gains too: (own gain, resource given, resource taken)."""
    mine, theirs = c.worth(), c.worth(partner)
    them = c.view.players[partner]
    stock = (them.food, them.wood, them.stone, them.goods)
    swaps = [(give, take) for give in range(4) if c.stock[give] for take in range(4) if stock[take]]
    return max(
        ((mine[take] - mine[give], give, take) for give, take in swaps if theirs[give] - theirs[take] > 0.2),
        default=(-1.0, 0, 0),
    )


def partner(c: Clan, option: Any) -> float:
    """Whoever there is a good deal with; what one has refused the next one would not like better."""
    return deal(c, option.seat)[0] if c.prompt == "trade.with" else -1.0


def pile(c: Clan, option: Any) -> float:
    """One of what is given, one of what is taken."""
    gain, give, take = deal(c, c.view.offer.partner)
    wanted = give if c.prompt == "trade.give" else take
    return 1.0 if gain > 0 and option.number == 0 and option.resource == wanted else -1.0


def accept(c: Clan, _: Any) -> float:
    """An offer is good if it brings more than it takes."""
    offer = c.view.offer
    gain = 0.0
    for give, want, value in zip(offer.give, offer.want, c.worth(), strict=True):
        gain += (give - want) * value
    return (gain if offer.partner == c.seat else -gain) - 0.1
