"""Matches that stand out, so that somebody may look at their records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePath
from typing import TypeVar

from lawspeaker_referee.tournament.ledger import Counted
from lawspeaker_referee.tournament.report.calibration import Chances
from lawspeaker_referee.tournament.report.facts import Remarkable
from lawspeaker_referee.wording import counted as number_of
from lawspeaker_referee.wording import per_cent, span

Key = TypeVar("Key", int, float)


def remarkable_of(counted: Sequence[Counted], chances: Chances) -> tuple[Remarkable, ...]:
    """One match for each thing that a match can be the first in; of equals the first in the schedule."""
    return tuple(found for found in _all(counted, chances) if found is not None)


def _all(counted: Sequence[Counted], chances: Chances) -> Iterator[Remarkable | None]:
    def surprise(each: Counted) -> float:
        own = chances.get(each.played.match_id)
        if not own or sum(rank == 1 for rank in each.played.ranks) != 1 or own[_winner(each)] >= max(own):
            return 0.0  # who was likeliest to win is no surprise
        return 1 - own[_winner(each)]

    yield _most("Greatest surprise", counted, surprise, lambda each: (
        f"{each.played.seats[_winner(each)]} won, with a chance of {per_cent(1 - surprise(each))}"))
    yield _most("Highest score", counted, lambda each: max(each.played.scores), lambda each: (
        f"{each.played.seats[_best(each)]} had {max(each.played.scores)}"))
    yield _most("Widest margin", counted, _margin, lambda each: (
        f"{each.played.seats[_best(each)]} was {_margin(each)} ahead of the next"))
    yield _most("Longest match", counted, lambda each: each.details.steps, lambda each: (
        number_of(each.details.steps, "step")))
    yield _most("Most faults", counted, lambda each: sum(each.played.faults), lambda each: (
        f"{number_of(sum(each.played.faults), 'decision')} answered by the referee"))
    yield _most("Slowest answer", counted, _slowest, lambda each: (
        f"{each.played.seats[[seat.slowest_us for seat in each.details.seats].index(_slowest(each))]} took "
        f"{span(_slowest(each))}"))


def _most(
    why: str, counted: Sequence[Counted], key: Callable[[Counted], Key], told: Callable[[Counted], str],
) -> Remarkable | None:
    """None if nothing is above 0 in it."""
    each = max(counted, key=key, default=None)
    if each is None or key(each) <= 0:
        return None
    return Remarkable(why, each.played.match_id, told(each), PurePath(each.record_path).name)


def _winner(each: Counted) -> int:
    return each.played.ranks.index(min(each.played.ranks))


def _best(each: Counted) -> int:
    return each.played.scores.index(max(each.played.scores))


def _margin(each: Counted) -> int:
    """By score between the first two, team mates aside."""
    teams = each.played.teams or tuple(range(len(each.played.seats)))
    best = _best(each)
    others = [score for score, team in zip(each.played.scores, teams, strict=True) if team != teams[best]]
    return each.played.scores[best] - max(others)


def _slowest(each: Counted) -> int:
    return max(seat.slowest_us for seat in each.details.seats)
