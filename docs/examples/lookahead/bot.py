"""Looks ahead by playouts: tries the most promising answers, and takes the one that wins most often."""

from __future__ import annotations

from math import inf, sqrt
from random import Random

from lawspeaker_bot import Bot, Decision, run
from lawspeaker_bots.lookahead import Budget, Playouts, Sums
from lawspeaker_engine.model import Picks
from lawspeaker_engine.position import load

THINKING = 0.1  # seconds a decision
PHASES = 4  # after each of them the worse half of the answers is dropped


class Lookahead(Bot):
    """Compares answers from the same deals with the same dice."""

    name = "lookahead"
    positions = True

    def decide(self, decision: Decision) -> list[int]:
        """Return the picks to answer with."""
        seconds = min(THINKING, (decision.time_left or inf) / 4)
        position, random, seat = load(decision.position), Random(decision.random().next()), decision.seat
        # THINK HERE. All seats play like greedy, to where search ends playouts, and its weights judge what is there.
        playouts = Playouts(position.game, position.setup)
        first, *others = map(Tried, playouts.answers_to_try(position.state, seat))
        for _ in range(PHASES if others else 0):
            found = playouts.run(
                position, 1000, random, deal_anew_for=seat, seat=seat,
                answers=[each.picks for each in (first, *others)], budget=Budget(seconds / PHASES))
            for each, sums in zip((first, *others), found, strict=True):
                each.add(sums, seat)
            others.sort(key=lambda each: -each.worth)
            del others[max(1, len(others) // 2):]
        return list(max((first, *others), key=lambda each: each.lead(first)).picks)


class Tried:
    """What came of the playouts after one answer."""

    def __init__(self, picks: Picks) -> None:
        self.picks, self.playouts, self.worth, self.squares = picks, 0, 0.0, 0.0

    def add(self, sums: Sums, seat: int) -> None:
        """Add playouts of one phase."""
        self.playouts += sums.playouts
        self.worth += sums.worths[seat]
        self.squares += sums.lead_squares

    def lead(self, first: Tried) -> float:
        """By how much it is better than the first answer, less half a standard error, which may be luck."""
        if self is first:
            return 0.0
        mean = (self.worth - first.worth) / first.playouts
        return mean - 0.5 * sqrt((self.squares / first.playouts - mean * mean + 0.0025) / first.playouts)


if __name__ == "__main__":
    run(Lookahead())
