"""The answers that are worth a playout: what `greedy` would take, and what differs from it by one option."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from lawspeaker_bots.greedy import best
from lawspeaker_bots.search.player import arranged
from lawspeaker_engine.model import Decision, Picks

MOST: Final = 12
"""Answers that are compared for one decision."""


def candidates(decision: Decision, scores: Sequence[float] | None) -> list[Picks]:
    """Return up to MOST legal answers, without doubles: first what the scores say, or the default without scores.

    Then, where they are legal: no option at all, the default, each single option from the best score down; and for
    decisions that take several options, the first answer with one option more, one less, or one exchanged.
    """
    found: dict[Picks, None] = {}
    for picks in _in_order(decision, scores):
        if decision.least <= len(picks) <= decision.most:
            found[arranged(decision, list(picks))] = None
        if len(found) == MOST:
            break
    return list(found)


def _in_order(decision: Decision, scores: Sequence[float] | None) -> Iterator[Sequence[int]]:
    options = range(len(decision.options))
    if scores is None:
        first: Sequence[int] = decision.default
        order: Sequence[int] = options
    else:
        first = best(scores, decision.least, decision.most)
        order = sorted(options, key=lambda option: -scores[option])
    yield first
    yield ()
    yield decision.default
    if decision.most > 1:
        yield from islice(_varied(first, order), MOST)
    yield from ((option,) for option in order)


def _varied(first: Sequence[int], order: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield the picks with one option less, more, or exchanged, those with good options first."""
    for option in order:
        if option in first:
            yield [pick for pick in first if pick != option]
        else:
            yield [*first, option]
            yield from ([option if pick == given else pick for pick in first] for given in first)
