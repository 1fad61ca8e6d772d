"""Compares the answers to a decision by playouts.

Every round deals the position anew once and plays each answer from the same deal with the same dice, so that answers
differ by what they do and not by luck. Answers that do badly drop out as the budget is used (sequential halving); the
search ends early if the rest is clearly worse, or no different.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log2, sqrt
from random import Random
from typing import Any, Final

from lawspeaker_bots.search.horizon import AS_SEARCH, Horizon
from lawspeaker_bots.search.playouts import Playouts, no_collection
from lawspeaker_bots.search.thinking_time import Budget
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Picks, Seat, Setup
from lawspeaker_engine.position import EVERYTHING, Position

CAUTION: Final = 0.5
"""Standard errors by which an answer must be better than the one of `greedy`."""
CLEAR: Final = 3.5
"""Standard errors by which the best answer must be ahead of each other one to end the search early."""
ROUNDS_TO_BE_CLEAR: Final = 10
ROUNDS_TO_BE_EQUAL: Final = 6
"""An answer whose playouts end in so many rounds as those of another one is dropped."""
MOST_ROUNDS: Final = 2000
"""No decision remembers more playouts of an answer."""


@dataclass(frozen=True, slots=True)
class TriedAnswer:
    """An answer that was compared."""

    picks: Picks
    value: float | None
    """The mean of what its playouts were worth, from 0 (lost) to 1 (won); None without playouts."""
    playouts: int


@dataclass(frozen=True, slots=True)
class Found:
    """What was found about a decision."""

    picks: Picks
    """The answer to give: not always that of the highest value, which may be chance."""
    tried: tuple[TriedAnswer, ...]
    """All that were compared; first the one of `greedy`."""


def best_answer(position: Position, budget: Budget, rng: Random, seat: Seat | None = None) -> Found:
    """Return what `search` finds about the open decision of a seat, by default the one whose position it is.

    Raises ValueError if the seat is asked nothing, or if none is given and the position is the true state.
    """
    seat = position.seat if seat is None else seat
    if seat == EVERYTHING:
        raise ValueError("say for which seat: this position holds the true state")
    return Lookahead(position.game, position.setup).search(position.state, seat, budget, rng)


class Lookahead:
    """Answers decisions in one setup of a game."""

    def __init__(self, game: Game[Any], setup: Setup, horizon: Horizon = AS_SEARCH) -> None:
        self._game = game
        self._playouts = Playouts(game, setup, horizon=horizon)

    def answer(self, state: Any, seat: Seat, budget: Budget, rng: Random) -> Picks:
        """Return the picks for the seat's open decision. Raises ValueError if there is none."""
        return self.search(state, seat, budget, rng).picks

    def search(self, state: Any, seat: Seat, budget: Budget, rng: Random) -> Found:
        """Return what is found about the seat's open decision. Raises ValueError if there is none.

        It looks at nothing in `state` that the seat may not know.
        """
        answers = self._playouts.answers_to_try(state, seat)
        tried, best = Tried(len(answers)), 0
        if len(answers) > 1:
            with no_collection():
                best = self._best(state, seat, answers, tried, budget, rng)
        return Found(answers[best], tuple(
            TriedAnswer(picks, sum(worths) / len(worths) if worths else None, len(worths))
            for picks, worths in zip(answers, tried.worths, strict=True)))

    def _best(
        self, state: Any, seat: Seat, answers: Sequence[Picks], tried: Tried, budget: Budget, rng: Random,
    ) -> int:
        """Return the number of the answer that is best by playouts, and note what they are worth in `tried`."""
        playouts, start = self._playouts, self._game.view(state, seat)
        while not tried.decided(budget.used):
            dealt = self._game.deal_anew(state, seat, rng)
            self._game.pending(dealt)  # once, not in each copy
            seed = rng.randbytes(16)
            worths = []
            for number in tried.live:
                end = playouts.play(dealt, seat, answers[number], seed, start, lambda: budget.used >= 1)
                if end is None:
                    return tried.best()
                budget.count()
                worths.append(playouts.judge.worth_of_end(end, seat))
            tried.note(worths)
        return tried.best()


def ahead(mine: Sequence[float], theirs: Sequence[float]) -> tuple[float, float]:
    """Return by how much worths are above others on the average of the same rounds, and the standard error."""
    differences = [one - other for one, other in zip(mine, theirs, strict=True)]
    count = len(differences)
    if count < 2:
        return 0.0, 1.0
    mean = sum(differences) / count
    # A little is added, because a few rounds that are alike do not say that all are.
    spread = sum((difference - mean) ** 2 for difference in differences) + 0.0025
    return mean, sqrt(spread / count / (count - 1))


class Tried:
    """The worths of the answers, round by round; answer 0 is the one that needs no reason."""

    def __init__(self, count: int) -> None:
        self.live = list(range(count))
        """The answers that are still tried, ascending; 0 is always among them."""
        self.worths: list[list[float]] = [[] for _ in range(count)]
        """By answer, of each round in which it was tried."""
        self._rounds = 0
        self._halvings = 0
        self._most_halvings = max(0, ceil(log2(count)) - 1)

    def note(self, worths: list[float]) -> None:
        """Note one round: a worth for each answer that is live."""
        for number, worth in zip(self.live, worths, strict=True):
            self.worths[number].append(worth)
        self._rounds += 1
        if self._rounds == ROUNDS_TO_BE_EQUAL:
            self._drop_equal_ones()

    def decided(self, used: float) -> bool:
        """Return whether to stop, when this share of the budget is used; drops the worse half from time to time."""
        if used >= 1 or len(self.live) == 1 or self._rounds >= MOST_ROUNDS:
            return True
        if self._rounds and self._halvings < self._most_halvings \
                and used > (self._halvings + 1) / (self._most_halvings + 1):
            self._halvings += 1
            order = sorted(self.live, key=lambda number: -sum(self.worths[number]))
            self.live = sorted({0, *order[:max(2, (len(order) + 1) // 2)]})
        return self._rounds >= ROUNDS_TO_BE_CLEAR and self._rounds % 4 == 0 and self._is_clear()

    def best(self) -> int:
        """Return the answer to give: 0, unless another one is better by more than chance explains."""
        best, lead = 0, 0.0
        for number in self.live[1:]:
            mean, error = self._ahead(number, 0)
            if mean - CAUTION * error > lead:
                best, lead = number, mean - CAUTION * error
        return best

    def _is_clear(self) -> bool:
        leader = max(self.live, key=lambda number: sum(self.worths[number]))
        leads = [self._ahead(leader, number) for number in self.live if number != leader]
        return all(mean > CLEAR * error for mean, error in leads)

    def _ahead(self, number: int, other: int) -> tuple[float, float]:
        """Return by how much an answer is ahead of another one on the average of the rounds, and the standard error."""
        return ahead(self.worths[number], self.worths[other])

    def _drop_equal_ones(self) -> None:
        """Keep the first of several answers whose playouts have ended alike."""
        seen: dict[tuple[float, ...], int] = {}
        for number in self.live:
            seen.setdefault(tuple(self.worths[number]), number)
        self.live = sorted(seen.values())
