"""A bot that takes what looks best now, by readable rules of thumb; without rules it takes the defaults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from lawspeaker_bot import Bot, Decision
from lawspeaker_bot.plugged_in import plugged_in
from lawspeaker_bots.greedy.clansmen import scores as clansmen
from lawspeaker_bots.greedy.northgard import scores as northgard
from lawspeaker_bots.greedy.pax_viking import scores as pax_viking

__all__ = ["SCORES", "GreedyBot", "best"]

SCORES: dict[str, Callable[[Decision], Sequence[float] | None]] = {
    "northgard": northgard.scores, "clansmen": clansmen.scores, "pax_viking": pax_viking.scores,
}
"""By game, of ours: a function that returns a score for each option, or None for an unknown kind of decision.

An option with a score of 0 or less is taken only if `least` demands it.
"""
PLUGGED_IN: Final = "lawspeaker.greedy"
"""Entry points of other packages whose name is a game's and whose value is such a function."""


class GreedyBot(Bot):
    """Takes the options with the highest scores, ties to the first."""

    name = "greedy"
    version = "1"
    max_matches = 64
    quick = True

    def decide(self, decision: Decision) -> list[int]:
        """Return the best `most` options with a score above 0, and at least `least` options."""
        game = decision.match.game
        scores = SCORES[game] if game in SCORES else plugged_in(PLUGGED_IN, game)
        worth = scores(decision) if scores else None
        if worth is None:
            return decision.default
        return best(worth, decision.least, decision.most)


def best(worth: Sequence[float], least: int, most: int) -> list[int]:
    """Return the best `most` options with a score above 0, and at least `least` options; the best first."""
    order = sorted(range(len(worth)), key=lambda i: -worth[i])[:most]
    return [pick for place, pick in enumerate(order) if place < least or worth[pick] > 0]

