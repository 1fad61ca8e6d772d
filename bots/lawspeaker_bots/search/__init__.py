"""A bot that looks ahead: it plays each promising answer on, many times, and takes the one that ends best.

It needs a referee that sends positions. Each position is dealt anew for its seat, so the bot
looks ahead over what it may know, and never at the cards of others.

- `thinking_time`: how long it thinks about a decision;
- `candidates`: the answers that it tries;
- `lookahead`: how it compares them by playouts;
- `comparison`: what an answer that was given is worth beside the best one;
- `player`: who plays in playouts;
- `judge`, `northgard`, `clansmen`, `pax_viking`: the chance to win in a position at which a playout stops.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import monotonic

from lawspeaker_bot import Bot, Decision
from lawspeaker_bot.errors import BotError
from lawspeaker_bots.search.thinking_time import ThinkingTime

__all__ = ["NoPosition", "SearchBot"]


class NoPosition(BotError):
    """The referee sent a decision without its position."""


class SearchBot(Bot):
    """Thinks for a share of its clock, or as `thinking` says; takes what wins most often in playouts.

    `thinking` is empty, a time such as `100ms`, or a number of playouts such as `200playouts`, with which the same
    decision under the same seed has the same answer on every machine. Raises
    ValueError for any other text.
    """

    name = "search"
    version = "1"
    max_matches = 64
    positions = True

    def __init__(self, thinking: str = "", clock: Callable[[], float] = monotonic) -> None:
        self._thinking = ThinkingTime.parse(thinking)
        self._clock = clock

    def decide(self, decision: Decision) -> Sequence[int]:
        """Return the answer that wins most often in playouts from the decision's position."""
        started = self._clock()
        from lawspeaker_bots.search.lookahead import Lookahead
        from lawspeaker_engine.position import load

        if not decision.position:
            raise NoPosition("the bot search needs positions, and got none: the game cannot deal anew what a seat may "
                             "not know, or this referee sends none: upgrade the referee")
        budget = self._thinking.budget(decision, self._clock, started)
        position = load(decision.position)
        return Lookahead(position.game, position.setup).answer(
            position.state, decision.seat, budget, Random(decision.random().next()))
