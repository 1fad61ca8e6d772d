"""Counting the continuations of a position, as chess programs do to compare two engines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from math import comb, perm, prod
from typing import TypeVar

from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Chance, Picks, Question

__all__ = ["every_answer", "perft"]

State = TypeVar("State")


def perft(game: Game[State], state: State, depth: int) -> int:
    """Return the number of distinct continuations of `depth` steps, every single pick and every outcome of chance
    counted. The last step is counted and not taken. Raises ValueError for a depth below 0.
    """
    if depth < 0:
        raise ValueError(f"a depth is a whole number from 0, not {depth}")
    question = game.pending(state)
    if depth == 0 or not question:
        return 1
    if depth == 1:
        return _count(question)
    total = 0
    for answers in every_answer(question):
        after = game.copy(state)
        game.apply(after, answers)
        total += perft(game, after, depth - 1)
    return total


def _count(question: Question) -> int:
    """Return how many answers `every_answer` yields."""
    if isinstance(question, Chance):
        return perm(len(question.options), question.count)
    return prod(
        sum((perm if decision.ordered else comb)(len(decision.options), size)
            for size in range(decision.least, decision.most + 1))
        for decision in question)


def every_answer(question: Question) -> Iterator[tuple[Picks, ...]]:
    """Yield all answers to a question, in a fixed order."""
    if isinstance(question, Chance):
        yield from ((picks,) for picks in permutations(range(len(question.options)), question.count))
        return
    one_by_one = []
    for decision in question:
        choose = permutations if decision.ordered else combinations
        sizes = range(decision.least, decision.most + 1)
        one_by_one.append([picks for size in sizes for picks in choose(range(len(decision.options)), size)])
    yield from product(*one_by_one)
