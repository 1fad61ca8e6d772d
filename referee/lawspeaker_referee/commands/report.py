"""The report on each seat that `lawspeaker show` ends with, as text and as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from lawspeaker.v1.record_pb2 import RecordHeader
from lawspeaker_referee.match.clock import Clock, clock_of
from lawspeaker_referee.match.faults import Policy, fault_name
from lawspeaker_referee.replay.seat_reports import BOUNDS_US, SHARES, SeatReport
from lawspeaker_referee.wording import counted, span

_BAR: Final = 40
_MOST_REASONS: Final = 3


# --- as text ---


def report_lines(reports: Sequence[SeatReport], policy: Policy, header: RecordHeader) -> Iterator[str]:
    """The reports, a block a seat with an empty line before it; words of strangers are in them as they are."""
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
            yield f"  {label:<10}  {number:>4} {fault_name(fault):<{width}}  {why}"
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
