"""What answers to a decision are worth: the one that was given beside the best that the search finds.

The best answer is found in one half of the playouts and valued in the other half. An answer that was found because it
had luck would be praised for that luck otherwise, and every given answer would look like a mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, repeat
from math import inf
from random import Random
from typing import Any, Final

from lawspeaker_bots.search.horizon import AT_ONCE, WHOLE_STAGES
from lawspeaker_bots.search.lookahead import Lookahead, Tried, ahead
from lawspeaker_bots.search.player import arranged, is_forced
from lawspeaker_bots.search.playouts import Playouts, no_collection, own
from lawspeaker_bots.search.thinking_time import Budget
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Decision, Picks, Seat, Setup

FEWEST_PLAYOUTS: Final = 16
"""With fewer there would be no error to tell."""


@dataclass(frozen=True, slots=True)
class Compared:
    """The worth of two answers to a decision: chances to win, from 0 to 1, in the same playouts."""

    given: Picks
    best: Picks
    """The given answer, unless another one was better by more than chance explains."""
    value: float
    """The chance after the given answer."""
    best_value: float
    loss: float
    """`best_value` less `value`: 0 if the given answer is the best, and below 0 if the playouts that value do not
    agree with those that found."""
    error: float
    """The standard error of `loss`; 0 if the given answer is the best."""


class Comparison(Lookahead):
    """Values answers in one setup of a game, by the playouts of `search`, which go on for longer here: always until the
    game's stage has risen.

    Where one answer ends a season and another one does not, worths at the next turn would be those of two seasons.
    """

    def __init__(self, game: Game[Any], setup: Setup) -> None:
        super().__init__(game, setup, WHOLE_STAGES)
        self._at_once = Playouts(game, setup, horizon=AT_ONCE)

    def compare(
        self, state: Any, seat: Seat, given: Picks, rng: Random, *, playouts: int = 0, seconds: float = 0.0,
        clock: Callable[[], float] | None = None,
    ) -> Compared | None:
        """Return what the seat's answer to its open decision is worth, beside the best one; None without a choice.

        Give either a number of `playouts`, at least FEWEST_PLAYOUTS, with which the same `rng` gives the same result,
        or `seconds` by a `clock`. Only what the seat may know of `state` is used: it is dealt anew for each round.
        """
        given = arranged(own(self._game.pending(state), seat), list(given))
        answers = list(dict.fromkeys([given, *self._playouts.answers_to_try(state, seat)]))
        if len(answers) == 1:
            return None
        now = clock or _no_time
        with no_collection():
            best = self._best(state, seat, answers, Tried(len(answers)), _half(playouts, seconds, now), rng)
            rounds = max(2, playouts // 4) if playouts else 0
            pair = [given, answers[best]] if best else [given]
            worths = list(self.worths(state, seat, pair, rng, rounds, _half(playouts, seconds, now)))
        value, best_value = (sum(each[number] for each in worths) / len(worths) for number in (0, -1))
        loss, error = ahead([each[-1] for each in worths], [each[0] for each in worths]) if best else (0.0, 0.0)
        return Compared(given, answers[best], value, best_value, loss, error)

    def worths(
        self, state: Any, seat: Seat, answers: Sequence[Picks], rng: Random, rounds: int, budget: Budget | None = None,
        *, games_a_deal: int = 1,
    ) -> Iterator[list[float]]:
        """Yield by round what the position is worth a while after each of the answers.

        A round has the same deal and the same dice for all answers; so many rounds in a row have the same deal. After
        `rounds` it ends, or if these are 0, at two rounds or more, with the budget.
        """
        dealt = None
        for number in range(rounds) if rounds else count():
            if not rounds and budget is not None and number >= 2 and budget.used >= 1:
                return
            if number % games_a_deal == 0:
                dealt = self._game.deal_anew(state, seat, rng)
                self._game.pending(dealt)  # once, not in each copy
            yield self._round(self._playouts, state, dealt, seat, answers, rng)

    def worths_at_once(
        self, state: Any, seat: Seat, answers: Sequence[Picks], rng: Random, rounds: int,
    ) -> Iterator[list[float]]:
        """Yield by round what the position is worth as soon as somebody decides after each of the answers."""
        for _ in repeat(None, rounds):
            dealt = self._game.deal_anew(state, seat, rng)
            yield self._round(self._at_once, state, dealt, seat, answers, rng)

    def first_of_greedy(self, state: Any, seat: Seat) -> Picks:
        """Return the answer of `greedy` to the seat's open decision, or the default where it has no rule of thumb."""
        return self._playouts.answers_to_try(state, seat)[0]

    def _round(
        self, playouts: Playouts, state: Any, dealt: Any, seat: Seat, answers: Sequence[Picks], rng: Random,
    ) -> list[float]:
        """Return what a deal of `state` is worth after each of the answers, with the same dice."""
        seed, start = rng.randbytes(16), self._game.view(state, seat)
        ends = (playouts.play(dealt, seat, picks, seed, start) for picks in answers)
        return [playouts.judge.worth(end, seat) for end in ends]


def is_choice(decision: Decision) -> bool:
    """Return whether a decision has more than one answer."""
    return not is_forced(decision) and decision.most > 0


def _half(playouts: int, seconds: float, clock: Callable[[], float]) -> Budget:
    return _budget(playouts // 2, seconds / 2 if seconds else inf, clock)


def _budget(playouts: int, seconds: float, clock: Callable[[], float]) -> Budget:
    return Budget(seconds, playouts, clock, clock())


def _no_time() -> float:
    return 0.0
