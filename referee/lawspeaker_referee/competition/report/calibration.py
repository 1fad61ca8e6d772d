"""Calibration: do predictions from ratings come true on matches that the ratings have not seen (cross-validation)?"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import fsum
from typing import Final

from lawspeaker_referee.competition.ratings.strengths import Strengths
from lawspeaker_referee.competition.report.facts import Bin, Calibration
from lawspeaker_referee.competition.results import PlayedMatch
from lawspeaker_referee.config.intervals import wilson

FOLDS: Final = 5
BINS: Final = 10

Chances = Mapping[str, tuple[float, ...]]
"""Match id -> probability of each seat to be first."""


@dataclass(frozen=True, slots=True)
class _Case:
    """A competitor of a match."""

    block: str
    predicted: float
    observed: float
    even: float
    """The probability of one among so many equal competitors."""


def predict(games: Sequence[PlayedMatch],
            fitted: Callable[[Sequence[PlayedMatch]], Strengths] = Strengths.of) -> Chances:
    """Return the predictions for each match from the strengths in the other four fifths of the seed blocks.

    `fitted` returns the strengths that matches show.

    Matches with a bot that is in no other part have none, and no match has one with fewer than two blocks a part.
    """
    blocks = sorted({game.block for game in games}, key=_shuffled)
    if len(blocks) < 2 * FOLDS:
        return {}
    part = {block: number % FOLDS for number, block in enumerate(blocks)}
    found: dict[str, tuple[float, ...]] = {}
    for fold in range(FOLDS):
        strengths = fitted([game for game in games if part[game.block] != fold])
        told = [game for game in games if part[game.block] == fold and strengths.bots.keys() >= set(game.seats)]
        chances = strengths.first_places([(game.seats, game.teams) for game in told])
        found |= {game.match_id: chance for game, chance in zip(told, chances, strict=True)}
    return found


def _shuffled(block: str) -> bytes:
    """Return a key that orders blocks independently of who plays them."""
    return blake2b(block.encode(), digest_size=16).digest()


def calibration_of(games: Sequence[PlayedMatch], chances: Chances) -> Calibration | None:
    """Compare predictions with results; None if there are none."""
    cases = [case for game in games if game.match_id in chances for case in _cases(game, chances[game.match_id])]
    if not cases:
        return None
    by_bin: dict[int, list[_Case]] = defaultdict(list)
    for case in cases:
        by_bin[min(int(case.predicted * BINS), BINS - 1)].append(case)
    return Calibration(
        FOLDS, len(chances), len(games) - len(chances),
        fsum((case.predicted - case.observed) ** 2 for case in cases) / len(cases),
        fsum((case.even - case.observed) ** 2 for case in cases) / len(cases),
        tuple(_bin(number, by_bin[number]) for number in sorted(by_bin)))


def _cases(game: PlayedMatch, chances: Sequence[float]) -> list[_Case]:
    """Return a case for each bot that plays alone and each team."""
    sides = dict(zip(game.teams or range(len(game.seats)), zip(game.ranks, chances, strict=True), strict=True))
    best = min(game.ranks)
    first = sum(rank == best for rank, _ in sides.values())
    return [_Case(game.block, chance, (rank == best) / first, 1 / len(sides)) for rank, chance in sides.values()]


def _bin(number: int, cases: Sequence[_Case]) -> Bin:
    predicted = fsum(case.predicted for case in cases) / len(cases)
    observed = fsum(case.observed for case in cases) / len(cases)
    return Bin(number / BINS, (number + 1) / BINS, len(cases), predicted, observed, _interval(cases, observed))


def _interval(cases: Sequence[_Case], observed: float) -> tuple[float, float] | None:
    """Return Wilson's interval (1927) for the effective number of independent observations.

    Cases of one block are not independent: its matches share their luck, and competitors share the first place. The
    effective number is that of unequal blocks (Kish), or less where blocks vary more than as many throws of a coin
    would.
    """
    off: dict[str, float] = defaultdict(float)
    for case in cases:
        off[case.block] += case.observed - observed
    if len(off) < 2:
        return None
    size = Counter(case.block for case in cases)
    number = len(cases) ** 2 / sum(each * each for each in size.values())
    variance = fsum(each * each for each in off.values()) * len(off) / (len(off) - 1) / len(cases) ** 2
    if variance * number > observed * (1 - observed):
        number = max(1.0, observed * (1 - observed) / variance)
    return wilson(observed, number)
