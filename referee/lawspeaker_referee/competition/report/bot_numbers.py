"""Makes the numbers of each bot in a report from the sums that the ledger keeps."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from math import ceil, fsum, inf
from typing import Final

import numpy as np

from lawspeaker_referee.competition.ledger.sums import BotSums, PairSums
from lawspeaker_referee.competition.report.facts import FaultSummary, Meeting, Scores, Times
from lawspeaker_referee.record.verify.seat_report import SHARES

QUARTERS: Final = range(5)


class Meetings(Mapping[str, Mapping[str, Meeting]]):
    """The results of each bot against each other one; a thousand bots need ten megabytes."""

    def __init__(self, pairs: Iterable[tuple[tuple[str, str], PairSums]]) -> None:
        """Take the sums of each pair, by (the lesser name, the other one)."""
        numbers: dict[str, int] = {}
        flat = array("i")
        for (one, other), each in pairs:
            flat.extend((numbers.setdefault(one, len(numbers)), numbers.setdefault(other, len(numbers)),
                         each.matches, each.won, each.drawn))
        rows = np.array(flat, dtype=np.int32).reshape(-1, 5)
        self._bots = list(numbers)
        self._numbers = numbers
        self._pairs, self._sums = rows[:, :2], rows[:, 2:]

    def __getitem__(self, bot: str) -> dict[str, Meeting]:
        """Return the results of a bot against each opponent that it met, by name."""
        number = self._numbers[bot]
        found: dict[str, Meeting] = {}
        for place, other in ((0, 1), (1, 0)):
            mine = np.flatnonzero(self._pairs[:, place] == number)
            for opponent, row in zip(self._pairs[mine, other].tolist(), self._sums[mine].tolist(), strict=True):
                sums = PairSums(*row)
                sums = sums if place == 0 else sums.turned
                found[self._bots[opponent]] = Meeting(sums.matches, sums.points, sums.won, sums.drawn)
        return dict(sorted(found.items()))

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._bots))

    def __len__(self) -> int:
        return len(self._bots)


def scores_of(bot: str, sums: BotSums) -> Scores:
    """Return the scores of a bot that has played."""
    counts = dict(sorted(sums.scores.items()))
    values, ends = list(counts), np.cumsum(list(counts.values()))
    least, low, median, high, most = (
        values[int(np.searchsorted(ends, ceil((sums.matches - 1) * quarter / 4), side="right"))]
        for quarter in QUARTERS)
    mean = fsum(score * number for score, number in counts.items()) / sums.matches
    return Scores(bot, sums.matches, mean, (least, low, median, high, most), counts)


def times_of(bot: str, sums: BotSums) -> Times:
    """Return the thinking times of all answers of a bot."""
    histogram = {bound: sums.histogram[bound] for bound in sorted(sums.histogram, key=lambda bound: bound or inf)}
    return Times(bot, sum(histogram.values()), histogram, _percentiles(histogram, sums.slowest_us), sums.slowest_us,
                 sums.charged_us, sums.input_tokens, sums.output_tokens)


def _percentiles(histogram: Mapping[int, int], slowest: int) -> tuple[tuple[int, int], ...]:
    answers = sum(histogram.values())
    found = []
    for share in SHARES if answers else ():
        left = ceil(share * answers / 100)
        for bound, number in histogram.items():
            left -= number
            if left <= 0:
                found.append((share, min(bound or slowest, slowest)))
                break
    return tuple(found)


def fault_summary(bot: str, sums: BotSums) -> FaultSummary:
    """Return the faults of a bot in all its matches."""
    return FaultSummary(bot, sums.matches, sums.decisions, dict(sorted(sums.faults.items())), sums.refused, sums.lost,
                        sums.disqualified, sums.forfeits, sums.substituted)
