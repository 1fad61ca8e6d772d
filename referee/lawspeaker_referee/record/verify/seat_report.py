"""Reports about the seats of a record: faults with their reasons, strikes, and how long each bot took."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker_engine.model import CHANCE, Seat
from lawspeaker_referee.config.clocks import Clock, clocks_of
from lawspeaker_referee.config.fault_policies import RESIGNED, BadPolicy, Policy, policy_of
from lawspeaker_referee.match.events import CountedAnswer
from lawspeaker_referee.match.faults import FaultCount
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import Record

BOUNDS_US: Final = (
    100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000, 30_000_000,
    100_000_000, 300_000_000, 1_000_000_000, 3_600_000_000,
)
"""The upper bounds of a histogram's buckets in microseconds: half decades from 100 us to an hour."""
SHARES: Final = (50, 90, 99)
"""The percentiles that reports show."""


@dataclass(slots=True)
class SeatReport:
    """One seat of a record; times are in microseconds."""

    seat: Seat
    bot: str
    faults: FaultCount = field(default_factory=FaultCount)
    reasons: Counter[tuple[int, str]] = field(default_factory=Counter)
    """(Fault, evidence) -> how often it came."""
    out_at: int | None = None
    """The step whose fault disqualified the seat; None if it was not disqualified."""
    resigned_at: int | None = None
    """The step at which its bot resigned, and a substitute went on; None if it did not."""
    think_us: list[int] = field(default_factory=list)
    """The time of each answer that the bot gave, the shortest first."""
    origins: Counter[int] = field(default_factory=Counter)
    """Origin -> answers that were stand-ins, as the bot says."""
    refused: int = 0
    """Answers that were refused."""
    charged_us: int = 0
    lag_us: int = 0
    """Time that the referee was late in all, which it did not charge."""
    compensated_us: int = 0
    """Time that was given back for round trips."""
    input_tokens: int = 0
    """Tokens that the bot's model read, as the bot says; nobody can check it."""
    output_tokens: int = 0
    bank_left_us: int | None = None
    """None if the clock has no bank."""

    def percentile(self, share: int) -> int:
        """Return the time within which `share` of a hundred answers came. There must be answers."""
        return self.think_us[ceil(share * len(self.think_us) / 100) - 1]

    @property
    def own(self) -> int:
        """Return the number of decisions that the bot answered itself, without stand-ins."""
        return len(self.think_us) - self.faults.stand_ins

    @property
    def histogram(self) -> dict[int | None, int]:
        """Return the number of answers by upper bound of their bucket, None for longer ones, without empty buckets."""
        buckets = Counter(bisect_left(BOUNDS_US, each) for each in self.think_us)
        return {BOUNDS_US[bucket] if bucket < len(BOUNDS_US) else None: buckets[bucket] for bucket in sorted(buckets)}

    def add(self, number: int, answer: CountedAnswer, policy: Policy) -> None:
        """Count a decision of step `number`."""
        fault = answer.fault
        if self.faults.add(policy, fault, answer.origin):
            self.out_at = number
        if fault == RESIGNED:
            self.resigned_at = self.resigned_at or number
        elif fault:
            self.reasons[fault, answer.evidence] += 1
        else:
            self.think_us.append(answer.think_us)
            if answer.origin:
                self.origins[answer.origin] += 1
        self.refused += answer.rejections
        self.charged_us += answer.charged_us
        self.lag_us += answer.lag_us
        self.compensated_us += answer.compensated_us
        self.input_tokens += answer.input_tokens
        self.output_tokens += answer.output_tokens
        if self.bank_left_us is not None:
            self.bank_left_us = answer.bank_left_us


def known_policy(record: Record) -> Policy:
    """Return the policy of a record. Raises RecordError if a seat or fault in it is unknown here."""
    match_id, seats, faults = record.header.match_id, len(record.header.seats), frozenset(Fault.values())
    try:
        policy = policy_of(record.header)
    except BadPolicy as error:
        raise RecordError(f"match {match_id}: {error}") from None
    for number, seat, fault in record.seats_and_faults():
        if not CHANCE <= seat < seats:
            raise RecordError(f"match {match_id}: step {number} is of seat {seat}; there are {seats} seats")
        if fault not in faults:
            raise RecordError(f"match {match_id}: step {number} has the fault {fault}, which is unknown here")
    return policy


def seat_reports(record: Record, policy: Policy) -> list[SeatReport]:
    """Return one report a seat, or an empty list if the record has no timings."""
    reports = [
        SeatReport(seat, who.bot or "unknown", bank_left_us=round(clock.bank * 1e6) if has_bank(clock) else None)
        for seat, (who, clock) in enumerate(zip(record.header.seats, clocks_of(record.header), strict=True))]
    timed = False
    for number, answer in record.answers():
        timed = True
        reports[answer.seat].add(number, answer, policy)
    for report in reports:
        report.think_us.sort()
    return reports if timed else []


def has_bank(clock: Clock) -> bool:
    """Return True if seats ever have time in their banks."""
    return bool(clock.bank or clock.increment)
