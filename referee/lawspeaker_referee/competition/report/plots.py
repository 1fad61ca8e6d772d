"""Plots as rows on one axis. All positions are per cent of the width, so that the page decides how wide they are."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10
from typing import Final

from lawspeaker_referee.competition.kept_ratings import RatedMoment
from lawspeaker_referee.competition.rating_values import Spread, interval, told_ends
from lawspeaker_referee.competition.report.facts import FaultSummary, Scores, Times
from lawspeaker_referee.config.formatting import format_elo, format_microseconds, format_percent
from lawspeaker_referee.record.verify.seat_report import BOUNDS_US

_STEPS: Final = (1, 2, 5, 10, 20)
_MARGIN: Final = 0.05
"""Space beyond the outermost values, as a share of their distance."""
_LEAST: Final = 1e-9
"""A span smaller than this share of its values is none: floats could not tell its ticks apart."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A linear axis."""

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    """Values and their labels."""

    def place(self, value: float) -> float:
        """Return per cent of the way from left to right; values beyond an end are placed at it."""
        return round(100 * (min(max(value, self.low), self.high) - self.low) / (self.high - self.low), 3)


def linear(low: float, high: float, most: int = 6, *, signed: bool = False) -> Axis:
    """Return an axis with at most `most` ticks at round numbers; `signed` writes a plus, for differences."""
    if high - low <= _LEAST * max(1.0, abs(low), abs(high)):
        low, high = low - 1, high + 1
    size = 10.0 ** floor(log10((high - low) / most))
    step = next(size * factor for factor in _STEPS if floor(high / size / factor) - ceil(low / size / factor) < most)
    digits = max(0, -floor(log10(step)))
    return Axis(low, high, tuple(
        (number * step, f"{number * step:{'+' if signed and number else ''}.{digits}f}")
        for number in range(ceil(low / step), floor(high / step) + 1)))


def around(values: Sequence[float], *, signed: bool = False) -> Axis:
    """Return an axis that holds all finite values, with some margin; at least one must be finite."""
    finite = [value for value in values if isfinite(value)]
    low, high = min(finite), max(finite)
    margin = (high - low) * _MARGIN
    return linear(low - margin, high + margin, signed=signed)


def buckets(first: int, last: int, bounds: tuple[int, ...]) -> Axis:
    """Return an axis of the buckets of times `first` to `last`, all equally wide; every second bound has its label."""
    return Axis(first, last + 1, tuple(
        (number + 1, format_microseconds(bounds[number]))
        for number in range(first, min(last + 1, len(bounds))) if number % 2 == 0))


MOST_BARS: Final = 40
BAR_HEIGHT: Final = 34
"""Pixels of the highest bar of a row."""
LEAST: Final = 1.0
"""Least height of a bar in pixels."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a row; all but the height in per cent of the width."""

    start: float
    width: float
    height: float
    """Pixels."""
    kind: int = 0
    """Its index in the plot's legend."""


@dataclass(frozen=True, slots=True)
class PlotRow:
    """One row of a plot."""

    label: str
    description: str
    """The row as text, for readers who do not see it."""
    bars: tuple[Bar, ...] = ()
    whisker: tuple[float, float] | None = None
    dot: float | None = None
    unknown: bool = False
    """True if the interval is unknown: nothing tells how far from the dot the true value is."""


@dataclass(frozen=True, slots=True)
class Plot:
    """Rows on one axis."""

    caption: str
    axis: Axis
    unit: str
    rows: tuple[PlotRow, ...]
    zero: float | None = None
    """The place of an emphasised line, in per cent; None for no such line."""
    legend: tuple[str, ...] = ()
    height: int = 26
    """Pixels of a row."""


def spreads(caption: str, unit: str, named: Sequence[tuple[str, Spread]], *, signed: bool = False) -> Plot:
    """Return a plot of numbers with intervals; an open end goes to the edge, without a mark."""
    shown = [end for _, spread in named for end in (spread.elo, *told_ends(spread))]
    axis = around([*shown, 0.0] if signed else shown, signed=signed)
    return Plot(caption, axis, unit, tuple(
        PlotRow(name, f"{format_elo(spread.elo, signed=signed)}, interval {interval(spread, signed=signed)}",
                whisker=_whisker(spread, axis), dot=axis.place(spread.elo), unknown=_whisker(spread, axis) is None)
        for name, spread in named), zero=axis.place(0.0) if signed else None)


def _whisker(spread: Spread, axis: Axis) -> tuple[float, float] | None:
    """Return the ends of an interval; None if both are open."""
    low, high = told_ends(spread)
    return (axis.place(low), axis.place(high)) if isfinite(low) or isfinite(high) else None


def score_bars(scores: Sequence[Scores]) -> Plot:
    """Return a plot of each bot's scores, with a dot at the median."""
    low, high = min(each.quartiles[0] for each in scores), max(each.quartiles[-1] for each in scores)
    width = max(1, ceil((high - low + 1) / MOST_BARS))
    axis = linear(low, low + ceil((high - low + 1) / width) * width)
    rows = []
    for each in scores:
        counts: dict[int, int] = {}
        for score, number in each.counts.items():
            start = low + (score - low) // width * width
            counts[start] = counts.get(start, 0) + number
        least, quarter, median, three, most = each.quartiles
        rows.append(PlotRow(each.bot,
                            f"from {least} to {most}, median {median}, half of them from {quarter} to {three}",
                            _bars(counts, axis, width), dot=axis.place(median + 0.5)))
    return Plot("Matches by score", axis, "score", tuple(rows), height=BAR_HEIGHT + 8)


def time_bars(times: Sequence[Times]) -> Plot:
    """Return a plot of each bot's thinking times, in buckets of half decades."""
    numbers = {bound: bisect_left(BOUNDS_US, bound) for bound in BOUNDS_US} | {0: len(BOUNDS_US)}
    used = [numbers[bound] for each in times for bound in each.histogram]
    axis = buckets(min(used), max(used), BOUNDS_US)
    return Plot("Answers by time taken, on a scale of half decades", axis, "no longer than", tuple(
        PlotRow(each.bot, f"{each.answers} answers",
                _bars({numbers[bound]: number for bound, number in each.histogram.items()}, axis, 1))
        for each in times), height=BAR_HEIGHT + 8)


@dataclass(frozen=True, slots=True)
class Curve:
    """The values of one bot over numbers of matches."""

    caption: str
    across: Axis
    up: Axis
    points: tuple[tuple[float, float], ...]
    """(Per cent from the left, per cent from the bottom)."""
    description: str


def history_curve(moments: Sequence[RatedMoment], bot: str) -> Curve | None:
    """Return the ratings of a bot at the moments at which they were computed; None if there are fewer than two."""
    known = [(each.matches, each.elo[bot]) for each in moments if bot in each.elo]
    if len(known) < 2:
        return None
    across, up = linear(0, known[-1][0]), around([elo for _, elo in known])
    return Curve("Rating by counted matches of all bots", across, up,
                 tuple((across.place(matches), up.place(elo)) for matches, elo in known),
                 "; ".join(f"{format_elo(elo)} after {matches} matches" for matches, elo in known))


def _bars(counts: Mapping[int, int], axis: Axis, width: int) -> tuple[Bar, ...]:
    """Return a bar for each start; the highest one is as high as the row."""
    most = max(counts.values(), default=1)
    return tuple(Bar(axis.place(start), round(axis.place(start + width) - axis.place(start), 3),
                     round(max(LEAST, BAR_HEIGHT * counts[start] / most), 2)) for start in sorted(counts))


def fault_bars(fault_summaries: Sequence[FaultSummary]) -> Plot:
    """Return a plot of the share of decisions that the referee answered, by kind of fault."""
    kinds = tuple(sorted({kind for each in fault_summaries for kind in each.faults}))
    shares = [100 * sum(each.faults.values()) / each.decisions if each.decisions else 0.0 for each in fault_summaries]
    axis = linear(0, max(shares))
    rows = []
    for each, share in zip(fault_summaries, shares, strict=True):
        start, bars = 0.0, []
        for kind, number in each.faults.items():
            end = start + 100 * number / each.decisions
            bars.append(Bar(axis.place(start), round(axis.place(end) - axis.place(start), 3), 14, kinds.index(kind)))
            start = end
        rows.append(PlotRow(each.bot, f"{format_percent(share / 100)} of {each.decisions} decisions", tuple(bars)))
    return Plot("Decisions that the referee answered, by kind", axis, "% of decisions", tuple(rows), legend=kinds)
