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
    """The results of each bot against each other one; a thousand bots need twenty megabytes."""

    def __init__(self, pairs: Iterable[tuple[tuple[str, str], PairSums]]) -> None:
        """Take the sums of each pair, by (the lesser name, the other one)."""
        numbers: dict[str, int] = {}
        flat = array("i")
        for (one, other), each in pairs:
            flat.extend((numbers.setdefault(one, len(numbers)), numbers.setdefault(other, len(numbers)),
                         each.matches, each.won, each.drawn))
        self._bots = sorted(numbers)
        self._numbers = {bot: place for place, bot in enumerate(self._bots)}
        rows = np.array(flat, dtype=np.int32).reshape(-1, 5)
        # Numbers in the order of names, and each pair also from the side of the other one.
        rows[:, :2] = np.array([self._numbers[bot] for bot in numbers], dtype=np.int32)[rows[:, :2]]
        first, second, matches, won, drawn = rows.T
        both = np.concatenate([rows, np.stack([second, first, matches, matches - won - drawn, drawn], axis=1)])
        self._rows = both[np.lexsort((both[:, 1], both[:, 0]))]
        self._ends = np.searchsorted(self._rows[:, 0], np.arange(len(numbers) + 1)).tolist()

    def __getitem__(self, bot: str) -> dict[str, Meeting]:
        """Return the results of a bot against each opponent that it met, by name."""
        number = self._numbers[bot]
        return {self._bots[other]: Meeting(matches, won + drawn / 2, won, drawn)
                for _, other, matches, won, drawn in self._rows[self._ends[number]:self._ends[number + 1]].tolist()}

    def __iter__(self) -> Iterator[str]:
        return iter(self._bots)

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
                        sums.disqualified, sums.forfeits, sums.substituted, dict(sorted(sums.stand_ins.items())),
                        sums.stood_in, sums.own, sums.resigned)
