"""What a record tells about the conduct of each seat: faults and their reasons, strikes, and how long its bot took."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Final

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.record_pb2 import RecordHeader, Timing
from lawspeaker_engine.model import CHANCE, Seat
from lawspeaker_referee.clock import Clock, clock_of
from lawspeaker_referee.faults import BadPolicy, Conduct, Policy, fault_name, policy_of
from lawspeaker_referee.record import Record, RecordError

BOUNDS_US: Final = (
    100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000, 30_000_000,
    100_000_000, 300_000_000, 1_000_000_000, 3_600_000_000,
)
"""The upper bounds of a histogram's buckets in microseconds: half decades from 100 us to an hour."""
SHARES: Final = (50, 90, 99)
"""The percentiles that are told."""
_BAR: Final = 40
_MOST_REASONS: Final = 3


@dataclass(slots=True)
class SeatReport:
    """What a record tells about one seat; times are in microseconds."""

    seat: Seat
    bot: str
    conduct: Conduct = field(default_factory=Conduct)
    reasons: Counter[tuple[int, str]] = field(default_factory=Counter)
    """How often there was which fault with which evidence."""
    out_at: int | None = None
    """The step whose fault put the seat out; None if it never was."""
    think_us: list[int] = field(default_factory=list)
    """Of each answer that was the bot's own, the shortest first."""
    refused: int = 0
    """Answers that were refused."""
    charged_us: int = 0
    lag_us: int = 0
    """What the referee was late, and did not charge."""
    compensated_us: int = 0
    """What was given back for round trips."""
    bank_left_us: int | None = None
    """None if the clock has no bank."""

    def percentile(self, share: int) -> int:
        """The time within which so many of a hundred answers came; there must be answers."""
        return self.think_us[ceil(share * len(self.think_us) / 100) - 1]

    @property
    def histogram(self) -> dict[int | None, int]:
        """Upper bound -> number of answers, for every bucket that is used; None for what took longer than the last."""
        buckets = Counter(bisect_left(BOUNDS_US, each) for each in self.think_us)
        return {BOUNDS_US[bucket] if bucket < len(BOUNDS_US) else None: buckets[bucket] for bucket in sorted(buckets)}

    def add(self, number: int, fault: int, timing: Timing, policy: Policy) -> None:
        """Count a decision of step `number`."""
        if self.conduct.add(policy, fault):
            self.out_at = number
        if fault:
            self.reasons[fault, timing.evidence] += 1
        else:
            self.think_us.append(timing.think_us)
        self.refused += timing.rejections
        self.charged_us += timing.charged_us
        self.lag_us += timing.lag_us
        self.compensated_us += timing.compensated_us
        if self.bank_left_us is not None:
            self.bank_left_us = timing.bank_left_us


def known_policy(record: Record) -> Policy:
    """The policy of a record whose faults and seats are all known. Raises RecordError."""
    match_id, seats, faults = record.header.match_id, len(record.header.seats), frozenset(Fault.values())
    try:
        policy = policy_of(record.header)
    except BadPolicy as error:
        raise RecordError(f"match {match_id}: {error}") from None
    for number, step in enumerate(record.steps, 1):
        for act in step.acts:
            if not CHANCE <= act.seat < seats:
                raise RecordError(f"match {match_id}: step {number} is of seat {act.seat}; there are {seats} seats")
            if act.fault not in faults:
                raise RecordError(f"match {match_id}: step {number} has the fault {act.fault}, which is unknown here")
    return policy


def seat_reports(record: Record, policy: Policy) -> list[SeatReport]:
    """One a seat; none at all if nothing is known of how the answers came about."""
    clock = clock_of(record.header)
    bank = round(clock.bank * 1e6) if has_bank(clock) else None
    reports = [SeatReport(seat, who.bot or "unknown", bank_left_us=bank)
               for seat, who in enumerate(record.header.seats)]
    for number, step in enumerate(record.steps, 1):
        for act, timing in zip(step.acts, step.timing, strict=False):
            if act.seat != CHANCE:
                reports[act.seat].add(number, act.fault, timing, policy)
    for report in reports:
        report.think_us.sort()
    return reports if any(step.timing for step in record.steps) else []


def has_bank(clock: Clock) -> bool:
    """Whether seats have anything in their banks, now or later."""
    return bool(clock.bank or clock.increment)


# --- as text ---


def report_lines(reports: Sequence[SeatReport], policy: Policy, header: RecordHeader) -> Iterator[str]:
    """The reports, a block a seat with an empty line before it."""
    width = max((len(fault_name(fault)) for report in reports for fault, _ in report.reasons), default=0)
    for report in reports:
        answered = len(report.think_us)
        yield ""
        yield f"seat {report.seat}  {report.bot}: {counted(report.conduct.decisions, 'decision')}, {answered} answered"
        yield from _fault_lines(report, width)
        yield from _strike_lines(report, policy)
        yield from _charge_lines(report, clock_of(header))
        if answered:
            yield from _time_lines(report)


def _fault_lines(report: SeatReport, width: int) -> Iterator[str]:
    label = "faults"
    for fault in sorted({fault for fault, _ in report.reasons}):
        reasons = Counter({why: number for (each, why), number in report.reasons.items() if each == fault})
        told = reasons.most_common(_MOST_REASONS)
        lines = [(number, why or "no reason given") for why, number in told]
        if rest := reasons.total() - sum(number for number, _ in lines):
            lines.append((rest, "other reasons"))
        for number, why in lines:
            yield f"  {label:<10}  {number:>4} {fault_name(fault):<{width}}  {printable(why)}"
            label = ""
    if report.refused:
        yield f"  refused     {counted(report.refused, 'answer')}"


def _strike_lines(report: SeatReport, policy: Policy) -> Iterator[str]:
    conduct = report.conduct
    if conduct.strikes:
        limits = [f"{policy.disqualify_after} strikes"] if policy.disqualify_after else []
        if policy.disqualify_permille:
            limits.append(f"faults in over {policy.disqualify_permille / 10:g} % of at least "
                          f"{counted(policy.disqualify_minimum, 'decision')}")
        yield f"  strikes     {conduct.strikes}" + (f"; out with {' or '.join(limits)}" if limits else "")
    if report.out_at is not None:
        yield f"  out         disqualified at step {report.out_at}"


def _charge_lines(report: SeatReport, clock: Clock) -> Iterator[str]:
    bank = f"; {span(report.bank_left_us)} left in the bank" if report.bank_left_us is not None else ""
    if clock.move_time is not None:
        yield f"  charged     {span(report.charged_us)} in all{bank}"
    told = [f"{span(report.lag_us)} that the referee was late"] if report.lag_us else []
    told += [f"{span(report.compensated_us)} for round trips"] if report.compensated_us else []
    if told:
        yield f"  not charged {' and '.join(told)}"


def _time_lines(report: SeatReport) -> Iterator[str]:
    shares = ", ".join(f"{share} % within {span(report.percentile(share))}" for share in SHARES)
    yield f"  answers     {shares}, the slowest {span(report.think_us[-1])}"
    histogram = report.histogram
    most = max(histogram.values())
    for bound, number in histogram.items():
        label = f"over {span(BOUNDS_US[-1])}" if bound is None else f"to {span(bound)}"
        yield f"    {label:>11}  {'#' * max(1, round(_BAR * number / most))} {number}"


def span(microseconds: int) -> str:
    """A time for people, to three digits: `840 us`, `11.2 ms`, `1.5 s`, `25 min`."""
    for unit, size, most in (("us", 1, 999), ("ms", 1_000, 999_999), ("s", 1_000_000, 1_000_000_000)):
        if microseconds <= most:
            return f"{_three(microseconds / size)} {unit}"
    return f"{_three(microseconds / 60_000_000)} min"


def _three(value: float) -> str:
    digits = 0 if value >= 99.95 else 1 if value >= 9.995 else 2
    text = f"{value:.{digits}f}"
    return text.rstrip("0").rstrip(".") if digits else text


def counted(number: int, what: str) -> str:
    """`1 decision`, `2 decisions`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def printable(text: str) -> str:
    """Text in which nothing moves a cursor; files come from strangers."""
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


# --- as data ---


def report_object(reports: Sequence[SeatReport]) -> list[dict[str, Any]]:
    """The reports as plain data, one object a seat."""
    return [
        {
            "seat": report.seat,
            "bot": report.bot,
            "decisions": report.conduct.decisions,
            "answered": len(report.think_us),
            "faults": _faults_object(report),
            "refused": report.refused,
            "strikes": report.conduct.strikes,
            "disqualified_at_step": report.out_at,
            "charged_us": report.charged_us,
            "lag_us": report.lag_us,
            "compensated_us": report.compensated_us,
            "bank_left_us": report.bank_left_us,
            "think_us": {f"p{share}": report.percentile(share) for share in SHARES} | {"max": report.think_us[-1]}
            if report.think_us else None,
            "histogram": [{"up_to_us": bound, "answers": number} for bound, number in report.histogram.items()],
        }
        for report in reports
    ]


def _faults_object(report: SeatReport) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for (fault, evidence), number in sorted(report.reasons.items()):
        each = found.setdefault(fault_name(fault), {"number": 0, "reasons": {}})
        each["number"] += number
        each["reasons"][evidence] = number
    return found
