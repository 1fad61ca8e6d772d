"""Many matches at once on one referee process, tight clocks and no idle core: are bots blamed that were in time?"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from os import cpu_count
from pathlib import Path
from time import monotonic, process_time
from typing import Any, Final

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.record_pb2 import RecordStep
from lawspeaker_engine.game import Game
from lawspeaker_referee.bench.crowd import Orders
from lawspeaker_referee.bench.crowds import busy_cores, crowd
from lawspeaker_referee.bench.figures import busy_and_all, busy_share, need_files, percentile, wilson
from lawspeaker_referee.bench.lag import LagWatch
from lawspeaker_referee.bench.referee import MOST_PLAYERS, Arena, referee_server
from lawspeaker_referee.clock import Clock
from lawspeaker_referee.limits import Limits
from lawspeaker_referee.record import SUFFIX, read_record

SETTLE: Final = 2.0
"""Seconds from the beginning of the matches, once all bots are connected, to the window."""
SPARE_FILES: Final = 512
SPARE_PLACES: Final = 64


async def pressed(game: Game[Any], matches: int, clock: Clock, seconds: float) -> dict[str, Any]:
    """Bots that answer at once, a connection and a seat each, in as many processes as there are cores.

    Beside them each core has a busy loop at the lowest priority. Rates of time-outs are over all decisions from the
    first on, when all matches begin at once; decisions a second, and the rate of all time-outs, also of the window.
    """
    players = min(MOST_PLAYERS, max(game.players))
    seats, processes = matches * players, min(cpu_count() or 1, matches)
    need_files(2 * seats + matches + SPARE_FILES)
    limits = Limits(streams=seats + SPARE_PLACES, strangers=seats + SPARE_PLACES)
    async with AsyncExitStack() as stack:
        arena = await stack.enter_async_context(referee_server(game, players, clock, limits, begun=False))
        loops = await stack.enter_async_context(busy_cores())
        crowds = [
            await stack.enter_async_context(crowd(arena.address, Orders(
                streams=share, first=first, own_connections=True, limit=clock.move_time or 0.0)))
            for first, share in _shares(seats, processes)]
        connected = max([await each.connected() for each in crowds])
        await arena.begin()
        await asyncio.sleep(SETTLE)
        with LagWatch().watching() as lag:
            window = await _window(arena, seconds)
        await arena.stop()
        reports = [await each.report() for each in crowds]
        counted = await asyncio.to_thread(count_decisions, arena.records)
    return {
        "matches": matches, "seats": seats, "clock": clock.text, "bot_processes": processes, "busy_loops": loops,
        "connected_seconds": round(connected, 2),
    } | window | _verdict(counted, reports) | {
        "referee_lag_ms": lag.report, "bots_lag_ms": [report["lag_ms"] for report in reports]}


def _shares(seats: int, processes: int) -> Iterator[tuple[int, int]]:
    """(the first, how many) of each process's bots."""
    for number in range(processes):
        first, last = seats * number // processes, seats * (number + 1) // processes
        yield first, last - first


async def _window(arena: Arena, seconds: float) -> dict[str, Any]:
    """What the referee does in so many seconds."""
    start, used, cores = monotonic(), process_time(), busy_and_all()
    decisions, timeouts = arena.decisions, arena.timeouts
    await asyncio.sleep(seconds)
    spent, decided, timed_out = monotonic() - start, arena.decisions - decisions, arena.timeouts - timeouts
    low, high = wilson(round(timed_out), round(decided))
    return {
        "decisions_per_second": round(decided / spent),
        "referee_core": round((process_time() - used) / spent, 3),
        "cores_busy": busy_share(cores, busy_and_all()),
        "window": {"decisions": round(decided), "timeouts": round(timed_out),
                   "timeout_rate": round(timed_out / max(1, decided), 7),
                   "timeout_rate_95": [round(low, 7), round(high, 7)]},
    }


@dataclass(slots=True)
class Counted:
    """What stands in records, finished or not."""

    decisions: int = 0
    """That bots were asked and answered, or ran out of time for."""
    timeouts: int = 0
    other_faults: int = 0
    owed_us: list[int] = field(default_factory=list)
    """What the referee did not charge because it was late itself, by decision."""

    def add(self, step: RecordStep) -> None:
        """Count a step."""
        acts = [act for act in step.acts if act.seat >= 0]
        for act, timing in zip(acts, step.timing, strict=True):
            if act.fault in {Fault.FAULT_UNSPECIFIED, Fault.FAULT_TIMEOUT}:
                self.decisions += 1
                self.timeouts += act.fault == Fault.FAULT_TIMEOUT
                self.owed_us.append(timing.lag_us)
            else:
                self.other_faults += 1


def count_decisions(records: Path) -> Counted:
    """All steps of all records of a folder."""
    counted = Counted()
    for path in sorted(records.glob(f"*{SUFFIX}*")):
        if path.stat().st_size:  # or the match was given up before it began
            for step in read_record(path).steps:
                counted.add(step)
    return counted


def _verdict(counted: Counted, reports: list[dict[str, Any]]) -> dict[str, Any]:
    """A time-out is false unless its bot, by its own watch, took longer than it had."""
    own_fault = sum(report["late"] for report in reports)
    false = max(0, counted.timeouts - own_fault)
    low, high = wilson(false, counted.decisions)
    return {
        "decisions": counted.decisions, "timeouts": counted.timeouts, "other_faults": counted.other_faults,
        "late_by_own_watch": own_fault,
        "most_think_ms": round(max(report["most_think"] for report in reports) * 1000, 2),
        "false_timeouts": false,
        "refused_though_in_time": sum(report["refused_in_time"] for report in reports),
        "false_timeout_rate": round(false / max(1, counted.decisions), 7),
        "false_timeout_rate_95": [round(low, 7), round(high, 7)],
        "owed_ms": _quantiles(counted.owed_us),
        "round_trip_ms": _quantiles([trip for report in reports for trip in report["round_trips_us"]]),
    }


def _quantiles(microseconds: list[int]) -> dict[str, float]:
    """Milliseconds."""
    ordered = sorted(microseconds)
    return {name: round(percentile(ordered, share) / 1000, 2) for name, share in (("p50", 0.5), ("p99", 0.99))}
