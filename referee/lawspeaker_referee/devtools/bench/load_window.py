"""Many matches at once on one referee process, tight clocks and no idle core: are bots blamed that were in time?"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from os import cpu_count
from pathlib import Path
from time import monotonic, process_time
from typing import Any, Final

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.record_pb2 import RecordStep
from lawspeaker_engine.game import Game
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.devtools.bench.flood import flooding
from lawspeaker_referee.devtools.bench.load_bots import LoadBotOptions
from lawspeaker_referee.devtools.bench.nginx import nginx
from lawspeaker_referee.devtools.bench.processes import busy_cores, crowd
from lawspeaker_referee.devtools.bench.referee import MOST_PLAYERS, BenchReferee, referee_server
from lawspeaker_referee.devtools.bench.stats import LagWatch, busy_and_all, busy_share, need_files, percentile, wilson
from lawspeaker_referee.record.file import SUFFIX, read_record
from lawspeaker_referee.server.addresses import Proxies

SETTLE: Final = 2.0
"""Seconds from the beginning of the matches, once all bots are connected, to the window."""
LATE_SHARE: Final = 0.02
"""Of all decisions: for these a bot takes half as long again as it may."""
LATE_UP_TO: Final = 1.0
"""Seconds; with a longer limit nobody is late, for the matches would wait for them most of the time."""
SPARE_FILES: Final = 512
SPARE_PLACES: Final = 64
FLOODED: Final = 0.5
"""Seconds from the beginning of a flood to the window."""
STRANGER: Final = "127.0.0.2"
"""Where it comes from; the bots are at 127.0.0.1."""


async def pressed(
    game: Game[Any], matches: int, clock: Clock, seconds: float, late_share: float = LATE_SHARE, *, flood: str = "",
    through: Path | None = None,
) -> dict[str, Any]:
    """Bots that answer at once, or too late on purpose, a connection and a seat each, in a process a core.

    Beside them each core has a busy loop at the lowest priority. Rates of time-outs are over all decisions from the
    first on, when all matches begin at once; decisions a second, and the rate of all time-outs, also of the window.
    All through the window a stranger may `flood` the referee; all may come `through` an nginx of this configuration.
    """
    players = min(MOST_PLAYERS, max(game.players))
    seats, processes = matches * players, min(cpu_count() or 1, matches)
    limit = clock.move_time or 0.0
    late = late_share if limit <= LATE_UP_TO else 0.0
    need_files(2 * seats + matches + SPARE_FILES)
    limits = Limits(streams=seats + SPARE_PLACES, strangers=seats + SPARE_PLACES,
                    strangers_an_address=seats + SPARE_PLACES)
    proxies = Proxies(["127.0.0.1"] if through else [])
    async with AsyncExitStack() as stack:
        arena = await stack.enter_async_context(referee_server(
            game, players, clock, limits, begun=False, proxies=proxies))
        address = arena.address if through is None else await stack.enter_async_context(nginx(through, arena.address))
        loops = await stack.enter_async_context(busy_cores())
        crowds = [
            await stack.enter_async_context(crowd(address, LoadBotOptions(
                streams=share, first=first, own_connections=True, limit=limit, late_share=late,
                late_think=1.5 * limit)))
            for first, share in _shares(seats, processes)]
        connected = max([await each.connected() for each in crowds])
        await arena.begin()
        await asyncio.sleep(SETTLE)
        with LagWatch().watching() as lag:
            window = await (_flooded_window(arena, seconds, address, flood) if flood else _window(arena, seconds))
        await arena.stop()
        reports = [await each.report() for each in crowds]
        counted = await asyncio.to_thread(count_decisions, arena.records)
    return {
        "matches": matches, "seats": seats, "clock": clock.text, "bot_processes": processes, "busy_loops": loops,
        "connected_seconds": round(connected, 2),
    } | window | verdict(counted, reports, limit) | {
        "referee_lag_ms": lag.report, "bots_lag_ms": [report["lag_ms"] for report in reports]}


def _shares(seats: int, processes: int) -> Iterator[tuple[int, int]]:
    """(the first, how many) of each process's bots."""
    for number in range(processes):
        first, last = seats * number // processes, seats * (number + 1) // processes
        yield first, last - first


async def _window(arena: BenchReferee, seconds: float) -> dict[str, Any]:
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


async def _flooded_window(arena: BenchReferee, seconds: float, address: str, flood: str) -> dict[str, Any]:
    """The same with a flood, and what that was."""
    async with flooding(address, flood, seconds + FLOODED, source=STRANGER) as process:
        await asyncio.sleep(FLOODED)
        window = await _window(arena, seconds)
        told, _ = await process.communicate()
    return window | {"flood": json.loads(told)}


@dataclass(frozen=True, slots=True)
class TimedDecision:
    """A decision as a record tells it, of a bot that was there."""

    match_id: str
    decision_id: int
    timed_out: bool
    charged_us: int
    owed_us: int
    """What the referee did not charge because it was late itself."""


@dataclass(slots=True)
class DecisionCounts:
    """What stands in records, finished or not."""

    taken: list[TimedDecision] = field(default_factory=list)
    other_faults: int = 0

    def add(self, match_id: str, steps: Sequence[RecordStep]) -> None:
        """Count the decisions of a match; their ids are their numbers."""
        decision_id = 0
        for step in steps:
            acts = [act for act in step.acts if act.seat >= 0]
            for act, timing in zip(acts, step.timing, strict=True):
                decision_id += 1
                if act.fault in {Fault.FAULT_UNSPECIFIED, Fault.FAULT_TIMEOUT}:
                    timed_out = act.fault == Fault.FAULT_TIMEOUT
                    self.taken.append(TimedDecision(match_id, decision_id, timed_out, timing.charged_us, timing.lag_us))
                else:
                    self.other_faults += 1


def count_decisions(records: Path) -> DecisionCounts:
    """All steps of all records of a folder."""
    counted = DecisionCounts()
    for path in sorted(records.glob(f"*{SUFFIX}*")):
        if path.stat().st_size:  # or the match was given up before it began
            record = read_record(path)
            counted.add(record.header.match_id, record.steps)
    return counted


def verdict(counted: DecisionCounts, reports: Sequence[Mapping[str, Any]], limit: float) -> dict[str, Any]:
    """A time-out is false unless its bot, by its own watch, took longer than it had; otherwise a late bot was missed.

    Who was asked and has no reading of its watch was asked too late by us, so that a time-out of it is false too.
    """
    own: dict[str, dict[str, int]] = {}
    for report in reports:
        for match_id, thinks in report["thinks_us"].items():
            own.setdefault(match_id, {}).update(thinks)
    false = missed = late = most = 0
    over: list[int] = []
    for each in counted.taken:
        think = own.get(each.match_id, {}).get(str(each.decision_id), 0)
        is_late = limit > 0 and think > limit * 1e6
        late += is_late
        missed += is_late and not each.timed_out
        false += each.timed_out and not is_late
        if not each.timed_out:
            over.append(each.charged_us - think)
        if not is_late:
            most = max(most, think)
    return {
        "decisions": len(counted.taken), "timeouts": sum(each.timed_out for each in counted.taken),
        "other_faults": counted.other_faults,
        "false_timeouts": false, **_rate("false_timeout_rate", false, len(counted.taken) - late),
        "late_by_own_watch": late, "missed_timeouts": missed, **_rate("missed_timeout_rate", missed, late),
        "most_think_in_time_ms": round(most / 1000, 2),
        "owed_ms": _quantiles([each.owed_us for each in counted.taken]),
        "charged_minus_own_ms": _quantiles(over),
        "round_trip_ms": _quantiles([trip for report in reports for trip in report["round_trips_us"]]),
    }


def _rate(name: str, hits: int, of: int) -> dict[str, Any]:
    """A rate with its interval."""
    low, high = wilson(hits, of)
    return {name: round(hits / max(1, of), 7), f"{name}_95": [round(low, 7), round(high, 7)]}


def _quantiles(microseconds: list[int]) -> dict[str, float]:
    """Milliseconds."""
    ordered = sorted(microseconds)
    return {name: round(percentile(ordered, share) / 1000, 2) for name, share in (("p50", 0.5), ("p99", 0.99))}
