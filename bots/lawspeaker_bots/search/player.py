"""The players in playouts: every seat plays by the rules of thumb of `greedy`, on the engine's own values.

Views and options of the engine have the names and fields of their messages, so the rules of thumb read both alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from types import SimpleNamespace
from typing import Any, cast

from lawspeaker_bot import Decision as BotDecision
from lawspeaker_bots.greedy import SCORES, best
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Decision, Picks, Setup
from lawspeaker_engine.position import any_picks
from lawspeaker_engine.setups import spell


@dataclass(slots=True)
class Asked:
    """The parts of a decision that the rules of thumb read."""

    prompt: str
    seat: int
    view: Any
    catalogue: Any
    options: Any
    least: int
    most: int
    ordered: bool
    option_count: int
    match: Any


class Player:
    """Answers decisions of one setup by rules of thumb, those of `greedy` unless others are given; else at random.

    With `at_random` it has no rules of thumb.
    """

    def __init__(
        self, game: Game[Any], setup: Setup, scores: Callable[[BotDecision], Sequence[float] | None] | None = None,
        *, at_random: bool = False,
    ) -> None:
        self._game = game
        self._scores = None if at_random else scores or SCORES.get(game.name)
        options = {name: spell(value) for name, value in setup.options.items()}
        self._match = SimpleNamespace(game=game.name, players=setup.players, options=options)

    def scores(self, decision: Decision, view: Any) -> list[float] | None:
        """Return a score for each option by the seat's view; None without rules of thumb for the decision."""
        if self._scores is None:
            return None
        asked = Asked(decision.prompt, decision.seat, view, self._game.catalogue, decision.options, decision.least,
                      decision.most, decision.ordered, len(decision.options), self._match)
        scores = self._scores(cast("BotDecision", asked))
        return None if scores is None else list(scores)

    def answers(
        self, state: Any, question: Sequence[Decision], rng: Random,
        over: Callable[[Decision, Any], bool] | None = None,
    ) -> list[Picks] | None:
        """Return legal picks for each decision; None if the playout is over by the view of somebody who must choose."""
        answers = []
        for decision in question:
            if is_forced(decision):
                answers.append(tuple(range(decision.least)))
                continue
            view = self._game.view(state, decision.seat) if self._scores or over else None
            if over is not None and over(decision, view):
                return None
            answers.append(self._picks(decision, view, rng))
        return answers

    def _picks(self, decision: Decision, view: Any, rng: Random) -> Picks:
        scores = self.scores(decision, view)
        if scores is not None:
            return arranged(decision, best(scores, decision.least, decision.most))
        if self._scores is not None:
            return decision.default
        return any_picks(decision, rng)


def is_forced(decision: Decision) -> bool:
    """Return whether all options must be taken, in the only order that there is."""
    count = len(decision.options)
    return decision.least == count and not (decision.ordered and count > 1)


def arranged(decision: Decision, picks: list[int]) -> Picks:
    """Return picks as the engine takes them: ascending unless their order counts."""
    return tuple(picks if decision.ordered else sorted(picks))
