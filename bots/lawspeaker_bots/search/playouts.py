"""Playouts: a position is played on by a policy, to a horizon, and judged there.

Several answers to a decision are compared in rounds. A round deals the position anew once, and plays on after each
answer from this deal and with the same dice, so that the answers differ by what they do and not by luck.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import isfinite
from random import Random
from typing import Any, Final, Literal, get_args

from lawspeaker_bots.search.candidates import candidates
from lawspeaker_bots.search.horizon import AS_SEARCH, Horizon
from lawspeaker_bots.search.judge import Judge, Weights
from lawspeaker_bots.search.player import Player
from lawspeaker_bots.search.thinking_time import Budget
from lawspeaker_engine.dice import Dice
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Chance, Decision, Outcome, Picks, Question, Seat, Setup
from lawspeaker_engine.playing import check
from lawspeaker_engine.position import MOST_QUESTIONS, BadPosition, Position
from lawspeaker_engine.suggestions import did_you_mean

Policy = Literal["greedy", "random"]

MOST_STEPS: Final = 2000
"""Questions after which a playout of `search` is judged where it stands."""


@dataclass(slots=True)
class Sums:
    """What came of the playouts after one answer, or of a position as it is."""

    picks: Picks | None
    ranks: list[int]
    """By seat: the sum of the places in games that were played to their end; 1 is the best."""
    scores: list[int]
    """By seat: the sum of the scores in these games."""
    worths: list[float]
    """By seat: the sum of the chances to win, each from 0 to 1, where the playouts ended."""
    playouts: int = 0
    finished: int = 0
    """How many playouts came to the end of the game."""
    lead_squares: float = 0.0
    """The sum of the squares of how much more the seat had than after the first answer, in each round."""
    outcomes: list[Outcome] = field(default_factory=list)
    """Of the games that were played to their end, if they are kept."""

    @classmethod
    def of_none(cls, picks: Picks | None, players: int) -> Sums:
        """Return the sums of no playouts."""
        return cls(picks, [0] * players, [0] * players, [0.0] * players)

    def add(self, outcome: Outcome | None, worths: Sequence[float], *, keep_outcome: bool) -> None:
        """Add one playout; without an outcome it ended before its game."""
        self.playouts += 1
        self.worths = [one + other for one, other in zip(self.worths, worths, strict=True)]
        if outcome is None:
            return
        self.finished += 1
        self.ranks = [one + other for one, other in zip(self.ranks, outcome.ranks, strict=True)]
        self.scores = [one + other for one, other in zip(self.scores, outcome.scores, strict=True)]
        if keep_outcome:
            self.outcomes.append(outcome)


class Playouts:
    """Plays positions of one setup on: by default as `search` does, with its judgement.

    `weights`, as `judge.read_weights` returns them, take the place of those that were fitted. Raises ValueError for an
    unknown policy, and if the game has no such horizon.
    """

    def __init__(
        self, game: Game[Any], setup: Setup, policy: Policy = "greedy", horizon: Horizon = AS_SEARCH,
        weights: Sequence[Weights] = (),
    ) -> None:
        if policy not in get_args(Policy):
            raise ValueError(f"no policy {policy!r}{did_you_mean(policy, get_args(Policy))}; there are: "
                             f"{', '.join(get_args(Policy))}")
        self._game, self._setup, self._horizon = game, setup, horizon
        self._rules = Player(game, setup)
        self._player = self._rules if policy == "greedy" else Player(game, setup, at_random=True)
        self._by_engine = policy == "random" and horizon.open
        self.judge = Judge(game, setup, weights)
        horizon.check(game.name, self.judge.hooks)

    def answers_to_try(self, state: Any, seat: Seat, scores: Sequence[float] | None = None) -> list[Picks]:
        """Return the answers to a seat's decision that are worth a playout, the best by the scores first.

        `scores` has a number for each option, the higher the better; by default those of `greedy`. Raises ValueError if
        the seat is asked nothing, and unless there is a finite score for each option.
        """
        decision = own(self._game.pending(state), seat)
        if scores is None:
            scores = self._rules.scores(decision, self._game.view(state, seat))
        elif len(scores) != len(decision.options) or not all(map(isfinite, scores)):
            raise ValueError(f"there are {len(scores)} scores for the {len(decision.options)} options of "
                             f"{decision.prompt}; give each option a finite number")
        return candidates(decision, scores)

    def run(
        self, position: Position, count: int, rng: Random, *, deal_anew_for: Seat | None = None,
        seat: Seat | None = None, answers: Sequence[Sequence[int]] = (), keep_outcomes: bool = False,
        budget: Budget | None = None,
    ) -> list[Sums]:
        """Return the sums of `count` playouts of a position, or after each of these answers of a seat.

        `deal_anew_for` a seat the position is dealt anew in each round. No round begins once the budget is used up.
        Raises ValueError if the position is of another game or setup, the seat is asked nothing, or the position is
        dealt anew for another one; IllegalAnswer; and BadPosition if a game does not end.
        """
        if (position.game.name, position.setup) != (self._game.name, self._setup):
            raise ValueError(f"the position is of another game or setup than these playouts, which are of "
                             f"{self._game.name} for {self._setup.players}")
        players = self._setup.players
        tried: Sequence[Picks | None] = [None]
        if answers:
            if seat is None or deal_anew_for not in {None, seat}:
                raise ValueError("answers are those of a seat, for which the position is dealt anew")
            decision = own(position.question, seat)
            tried = [check(decision, picks) for picks in answers]
        sums = [Sums.of_none(picks, players) for picks in tried]
        budget = budget or Budget()
        with no_collection():
            for _ in range(count):
                if budget.used >= 1:
                    break
                dealt = position if deal_anew_for is None else position.deal_anew(rng, deal_anew_for)
                seed = b"" if self._by_engine and not answers else rng.randbytes(16)
                ends = []
                for picks in tried:
                    end = self._end(dealt, seat, picks, seed, rng)
                    ends.append((self._game.outcome(end), self.judge.worths(end, range(players))))
                    budget.count()
                for each, (outcome, worths) in zip(sums, ends, strict=True):
                    each.add(outcome, worths, keep_outcome=keep_outcomes)
                    if seat is not None:
                        each.lead_squares += (worths[seat] - ends[0][1][seat]) ** 2
        return sums

    def _end(self, dealt: Position, seat: Seat | None, picks: Picks | None, seed: bytes, rng: Random) -> Any:
        """Return the state in which a playout ends."""
        asked = dealt.decisions
        whose = seat if seat is not None else asked[0].seat if asked else 0
        if not self._by_engine:
            return self.play(dealt.state, whose, picks, seed, self._game.view(dealt.state, whose))
        position = dealt.copy()
        if picks is not None:
            rng = Random(seed)
            position.answer(*(self._first_answers(position.state, whose, picks, rng) or ()))
        position.playout(rng)
        return position.state

    def play(
        self, dealt: Any, seat: Seat, picks: Picks | None, seed: bytes, start: Any,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Any | None:
        """Return the state in which a playout ends; None if it was stopped before.

        `picks` is the seat's first answer, None for one of the policy; `start` is the seat's view before it. The state
        `dealt` stays as it is.
        """
        game, player, horizon = self._game, self._player, self._horizon
        state = game.copy(dealt)
        dice, rng = Dice(seed), Random(seed)
        over = horizon.end(self.judge.hooks, start, seat)
        answers = self._first_answers(state, seat, picks, rng)
        for _ in range(MOST_STEPS if horizon.as_search else MOST_QUESTIONS):
            if answers is None:
                return state
            game.apply(state, answers)
            if stopped():
                return None
            question = game.pending(state)
            if not question:
                return state
            answers = ((dice.answer(question),)
                       if isinstance(question, Chance) else player.answers(state, question, rng, over))
        if not horizon.as_search:
            raise BadPosition(f"{game.name} does not end: it has asked {MOST_QUESTIONS:,} questions")
        return state

    def _first_answers(self, state: Any, seat: Seat, picks: Picks | None, rng: Random) -> Sequence[Picks] | None:
        """Return the seat's picks, with answers of the others who are asked at the same time; None at the end."""
        question = self._game.pending(state)
        if isinstance(question, Chance):
            raise ValueError("chance is asked; let it answer first")  # noqa: TRY004 - it is about the moment
        if picks is None:
            return self._player.answers(state, question, rng) if question else None
        rest = [decision for decision in question if decision.seat != seat]
        theirs = iter(self._player.answers(state, rest, rng) or ())
        return [picks if decision.seat == seat else next(theirs) for decision in question]


def own(question: Question, seat: Seat) -> Decision:
    """Return the seat's decision of a question. Raises ValueError if there is none."""
    for decision in () if isinstance(question, Chance) else question:
        if decision.seat == seat:
            return decision
    raise ValueError(f"the position asks seat {seat} nothing")


@contextmanager
def no_collection() -> Iterator[None]:
    """Collect no garbage meanwhile: playouts make no cycles, and looking for some takes a sixth of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
