"""Compares the answers to a decision by playouts.

Every round deals the position anew once and plays each answer from the same deal with the same dice, so that answers
differ by what they do and not by luck. Answers that do badly drop out as the budget is used (sequential halving); the
search ends early if the rest is clearly worse, or no different.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import ceil, log2, sqrt
from random import Random
from typing import Any, Final

from lawspeaker_bots.search.candidates import candidates
from lawspeaker_bots.search.judge import Judge
from lawspeaker_bots.search.player import Player
from lawspeaker_bots.search.thinking_time import Budget
from lawspeaker_engine.dice import Dice
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Chance, Decision, Picks, Question, Seat, Setup

CAUTION: Final = 0.5
"""Standard errors by which an answer must be better than the one of `greedy`."""
CLEAR: Final = 3.5
"""Standard errors by which the best answer must be ahead of each other one to end the search early."""
ROUNDS_TO_BE_CLEAR: Final = 10
ROUNDS_TO_BE_EQUAL: Final = 6
"""An answer whose playouts end in so many rounds as those of another one is dropped."""
MOST_ROUNDS: Final = 2000
"""No decision remembers more playouts of an answer."""
MOST_STEPS: Final = 2000
"""A playout without an end is given up as even."""


class Lookahead:
    """Answers decisions in one setup of a game."""

    def __init__(self, game: Game[Any], setup: Setup) -> None:
        self._game = game
        self._player = Player(game, setup)
        self._judge = Judge(game, setup)

    def answer(self, state: Any, seat: Seat, budget: Budget, rng: Random) -> Picks:
        """Return the picks for the seat's open decision; `state` holds nothing that the seat may not know."""
        decision = own(self._game.pending(state), seat)
        answers = candidates(decision, self._player.scores(decision, self._game.view(state, seat)))
        if len(answers) == 1:
            return answers[0]
        with _no_collection():
            return answers[self._best(state, seat, answers, budget, rng)]

    def _best(self, state: Any, seat: Seat, answers: Sequence[Picks], budget: Budget, rng: Random) -> int:
        """Return the number of the answer that is best by playouts."""
        tried, start = Tried(len(answers)), self._game.view(state, seat)
        while not tried.decided(budget.used):
            dealt = self._game.deal_anew(state, seat, rng)
            self._game.pending(dealt)  # once, not in each copy
            seed = rng.randbytes(16)
            worths = []
            for number in tried.live:
                worth = self._playout(dealt, seat, answers[number], seed, budget, start)
                if worth is None:
                    return tried.best()
                worths.append(worth)
            tried.note(worths)
        return tried.best()

    def _playout(
        self, dealt: Any, seat: Seat, picks: Picks, seed: bytes, budget: Budget, start: Any,
    ) -> float | None:
        """Return what the position is worth a while after the seat's answer; None if the budget ends before.

        `start` is the seat's view of the position.
        """
        game, player = self._game, self._player
        state = game.copy(dealt)
        dice, rng = Dice(seed), Random(seed)
        over = self._judge.end_of_playout(start, seat)
        answers = self._first_answers(state, seat, picks, rng)
        for _ in range(MOST_STEPS):
            if answers is None:
                break
            game.apply(state, answers)
            if budget.used >= 1:
                return None
            question = game.pending(state)
            if not question:
                break
            answers = ((dice.draw(question.stream, len(question.options), question.count),)
                       if isinstance(question, Chance) else player.answers(state, question, rng, over))
        budget.count()
        return self._judge.worth(state, seat)

    def _first_answers(self, state: Any, seat: Seat, picks: Picks, rng: Random) -> Sequence[Picks] | None:
        """Return the seat's picks, with answers of the others who are asked at the same time."""
        question = self._game.pending(state)
        assert not isinstance(question, Chance)
        rest = [decision for decision in question if decision.seat != seat]
        theirs = iter(self._player.answers(state, rest, rng) or ())
        return [picks if decision.seat == seat else next(theirs) for decision in question]


@contextmanager
def _no_collection() -> Iterator[None]:
    """Collect no garbage meanwhile: playouts make no cycles, and looking for some takes a sixth of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def own(question: Question, seat: Seat) -> Decision:
    """Return the seat's decision of a question. Raises ValueError if there is none."""
    for decision in () if isinstance(question, Chance) else question:
        if decision.seat == seat:
            return decision
    raise ValueError(f"the position asks seat {seat} nothing")


class Tried:
    """The worths of the answers, round by round; answer 0 is the one that needs no reason."""

    def __init__(self, count: int) -> None:
        self.live = list(range(count))
        """The answers that are still tried, ascending; 0 is always among them."""
        self._worths: list[list[float]] = [[] for _ in range(count)]
        self._rounds = 0
        self._halvings = 0
        self._most_halvings = max(0, ceil(log2(count)) - 1)

    def note(self, worths: list[float]) -> None:
        """Note one round: a worth for each answer that is live."""
        for number, worth in zip(self.live, worths, strict=True):
            self._worths[number].append(worth)
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
            order = sorted(self.live, key=lambda number: -sum(self._worths[number]))
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
        leader = max(self.live, key=lambda number: sum(self._worths[number]))
        leads = [self._ahead(leader, number) for number in self.live if number != leader]
        return all(mean > CLEAR * error for mean, error in leads)

    def _ahead(self, number: int, other: int) -> tuple[float, float]:
        """Return by how much an answer is ahead of another one on the average of the rounds, and the standard error."""
        differences = [mine - theirs for mine, theirs in zip(self._worths[number], self._worths[other], strict=True)]
        count = len(differences)
        if count < 2:
            return 0.0, 1.0
        mean = sum(differences) / count
        # A little is added, because a few rounds that are alike do not say that all are.
        spread = sum((difference - mean) ** 2 for difference in differences) + 0.0025
        return mean, sqrt(spread / count / (count - 1))

    def _drop_equal_ones(self) -> None:
        """Keep the first of several answers whose playouts have ended alike."""
        seen: dict[tuple[float, ...], int] = {}
        for number in self.live:
            seen.setdefault(tuple(self._worths[number]), number)
        self.live = sorted(seen.values())
