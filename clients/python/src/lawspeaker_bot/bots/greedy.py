"""Takes what looks best now, by readable rules of thumb; what has no such rules gets the default answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lawspeaker_bot import Bot, Decision, run
from lawspeaker_bot.bots import clansmen, northgard

SCORES: dict[str, Callable[[Decision], Sequence[float] | None]] = {
    "northgard": northgard.scores, "clansmen": clansmen.scores,
}
"""By game: how good each option is; one that is not above 0 is better not taken where nothing need be taken.

None for a decision of a kind that the rules of thumb do not know.
"""


class GreedyBot(Bot):
    """Takes the options with the highest scores, ties to the first."""

    name = "greedy"
    version = "1"
    max_matches = 64
    quick = True

    def decide(self, decision: Decision) -> list[int]:
        """The best `most` options that are worth taking, and at least `least` of them."""
        scores = SCORES.get(decision.match.game)
        worth = scores(decision) if scores else None
        if worth is None:
            return decision.default
        best = sorted(range(len(worth)), key=lambda i: -worth[i])[: decision.most]
        return [pick for place, pick in enumerate(best) if place < decision.least or worth[pick] > 0]


if __name__ == "__main__":
    run(GreedyBot())
