"""Chooses positions in which one answer is clearly the best, from the decisions of records.

A decision is taken if it has few enough answers to try them all, and two long searches, each with deals and dice of
its own, both put the same answer ahead of every other one by more than chance explains.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, permutations
from math import ceil, comb, perm
from random import Random
from statistics import fmean
from typing import Final

from lawspeaker_bots.search.candidates import MOST
from lawspeaker_bots.search.comparison import Comparison
from lawspeaker_bots.search.lookahead import ahead
from lawspeaker_bots.search.playouts import no_collection
from lawspeaker_engine.model import Decision, Picks, Seat
from lawspeaker_engine.position import Position, load
from lawspeaker_referee.devtools.analysis.judgement import DIGITS, Task
from lawspeaker_referee.devtools.skills.labels import AT_ONCE, DEALS, GAMES_A_DEAL, skill_of

FIRST_LOOK: Final = 20
"""Rounds after which most decisions are dropped, because nothing is clear."""
ROUNDS: Final = 60
"""Rounds of each of the two searches."""
CLEAR: Final = 3.0
"""Standard errors by which the best answer is ahead of each other one, in both searches."""
LEAST_LEAD: Final = 0.03
"""The chance to win that the second answer loses at least."""
OF_A_RECORD: Final = 6
"""Positions of one record at most, so that they are of many matches."""
OF_A_SKILL: Final = 2
"""No skill has more than this part of the positions: a half."""
OF_A_PROMPT: Final = 3
"""No prompt has more than this part: a third."""


@dataclass(frozen=True, slots=True)
class SkillPosition:
    """A position in which one answer is clearly the best."""

    game: str
    skill: str
    seat: Seat
    prompt: str
    position: bytes
    """What the seat knows; the rest was dealt anew."""
    answers: tuple[Picks, ...]
    """All legal answers."""
    values: tuple[float, ...]
    """By answer, the chance to win after it."""
    lead: float
    """The chance that the second answer loses."""
    error: float
    """The standard error of `lead`."""

    @property
    def best(self) -> Picks:
        """Return the expected answer."""
        return self.answers[self.values.index(max(self.values))]

    def loss(self, picks: Picks) -> float:
        """Return the chance that a legal answer loses, 0 for the best one."""
        return max(self.values) - self.values[self.answers.index(picks)]


def examined(task: Task) -> SkillPosition | None:
    """Return a decision as a position if one answer is clearly the best; else None. The same task has one result."""
    position = load(task.position)
    decision = next(each for each in position.decisions if each.seat == task.seat)
    answers = all_answers(decision)
    if not answers:
        return None
    comparison = Comparison(position.game, position.setup)
    with no_collection():
        return _examined(comparison, position, decision, answers, task)


def _examined(comparison: Comparison, position: Position, decision: Decision, answers: list[Picks],
              task: Task) -> SkillPosition | None:
    state, seat = position.state, task.seat

    def searched(name: str, rounds: int) -> list[list[float]]:
        return list(comparison.worths(state, seat, answers, Random(task.seed + name.encode()), rounds))

    first = searched("first", FIRST_LOOK)
    best = _clear_best(first, CLEAR / 2)
    if best is None:
        return None
    for name in ("second", "third"):
        found = searched(name, ROUNDS)
        if _clear_best(found, CLEAR) != best:
            return None
        first += found
    worths = first[FIRST_LOOK:]  # the first look has chosen, so its luck does not count
    means = [fmean(column) for column in zip(*worths, strict=True)]
    second = max((number for number in range(len(answers)) if number != best), key=lambda number: means[number])
    lead, error = ahead([each[best] for each in worths], [each[second] for each in worths])
    if lead < LEAST_LEAD:
        return None
    pair = list(comparison.worths(state, seat, [answers[best], answers[second]], Random(task.seed + b"pair"),
                                  DEALS * GAMES_A_DEAL, games_a_deal=GAMES_A_DEAL))
    at_once = list(comparison.worths_at_once(state, seat, answers, Random(task.seed + b"at once"), AT_ONCE))
    return SkillPosition(
        position.game.name, skill_of(decision.prompt, pair, at_once, best), seat, decision.prompt, task.position,
        tuple(answers), tuple(round(mean, DIGITS) for mean in means), round(lead, DIGITS), round(error, DIGITS))


def _clear_best(worths: Sequence[Sequence[float]], errors: float) -> int | None:
    """Return the number of the answer that is ahead of each other one by so many standard errors; None if none is."""
    columns = list(zip(*worths, strict=True))
    best = max(range(len(columns)), key=lambda number: sum(columns[number]))
    for number, column in enumerate(columns):
        if number != best:
            lead, error = ahead(columns[best], column)
            if lead <= errors * error:
                return None
    return best


def all_answers(decision: Decision) -> list[Picks]:
    """Return all legal answers to a decision; none if there is only one, or more than `search` compares."""
    number = len(decision.options)
    ways, made = (perm, permutations) if decision.ordered else (comb, combinations)
    counts = range(decision.least, decision.most + 1)
    if not 1 < sum(ways(number, count) for count in counts) <= MOST:
        return []
    return list(chain.from_iterable(made(range(number), count) for count in counts))


class ChosenPositions:
    """Takes positions of one game until there are enough of several skills, prompts and matches.

    If half as many again were found and one kind still has had no room, it gets the places that are left.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._taken: list[SkillPosition] = []
        self._others: list[SkillPosition] = []
        """Those without room, in the order in which they were found."""
        self._skills, self._prompts, self._records = Counter[str](), Counter[str](), Counter[str]()

    @property
    def is_complete(self) -> bool:
        """Return whether there are enough; then no more are taken."""
        return len(self._taken) >= self._count or 2 * self.found >= 3 * self._count

    @property
    def found(self) -> int:
        """Return how many were found, with and without room."""
        return len(self._taken) + len(self._others)

    def take(self, found: SkillPosition, record: str) -> None:
        """Take a position of a record, or keep it for later."""
        if self.is_complete:
            return
        counted = ((self._skills, found.skill, ceil(self._count / OF_A_SKILL)),
                   (self._prompts, found.prompt, ceil(self._count / OF_A_PROMPT)),
                   (self._records, record, OF_A_RECORD))
        if any(counter[key] >= most for counter, key, most in counted):
            self._others.append(found)
            return
        self._taken.append(found)
        for counter, key, _ in counted:
            counter[key] += 1

    @property
    def chosen(self) -> list[SkillPosition]:
        """Return the positions, as many as there are to be, or all that were found."""
        return [*self._taken, *self._others][:self._count]


def shuffled(tasks: Iterable[tuple[str, Task]]) -> list[tuple[str, Task]]:
    """Return tasks, each with the name of its record, in an order that is the same for the same tasks."""
    return sorted(tasks, key=lambda each: each[1].seed)
