"""The referee under load: the parts that `python -m measure --load` and `--flood` measure.

Many matches run at once with short clocks and no idle core, and the question is whether a bot that answered in time is
blamed for a time-out. The same is measured while a stranger floods the referee. Beside that: how much later a decision
comes because a referee is between the bots, and the memory of matches and of idle bots.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from os import cpu_count
from pathlib import Path
from statistics import median
from time import monotonic, process_time
from typing import Any, Final

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.record_pb2 import RecordStep
from lawspeaker_engine.game import Game
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.config.proxies import Proxies
from lawspeaker_referee.devtools.bench.processes import shares
from lawspeaker_referee.devtools.bench.referee import (
    MOST_PLAYERS,
    BenchReferee,
    echo_server,
    load_of,
    referee_server,
    request_bytes,
)
from lawspeaker_referee.open_files import need_files
from lawspeaker_referee.record.file import SUFFIX, read_record
from measure.flood import flooding
from measure.load_bots import LoadBotOptions
from measure.nginx import nginx
from measure.processes import busy_cores, in_fresh_process, load_bots
from measure.stats import LagWatch, busy_and_all, busy_share, percentile, wilson

CLOCK: Final = Clock(0.1)
FLOOD_STATS: Final = ("decisions_per_second", "decisions", "timeouts", "false_timeouts", "late_by_own_watch",
                      "missed_timeouts")


@dataclass(frozen=True, slots=True)
class LoadPlan:
    """The amount of load."""

    matches: int = 250
    """Matches at once, of four seats where the game has them."""
    clock: Clock = CLOCK
    streams: tuple[int, ...] = (1, 64, 256)
    """Numbers of bots with which round trips are measured."""
    held_matches: int = 100
    """Matches whose memory is measured."""
    bots: int = 1000
    """Connected idle bots whose memory is measured."""


def parts_of(games: Sequence[Game[Any]], load: LoadPlan) -> Iterator[str]:
    """Yield the names of the parts that `measure` will measure, in order, for a progress bar."""
    for game in games:
        yield f"{game.name}: {load.matches} matches under load"
        yield from (f"{game.name}: latency, {streams} streams" for streams in load.streams)
        yield f"{game.name}: memory of a match"
    yield f"{load.bots} idle bots"


def measure(
    games: Sequence[Game[Any]], load: LoadPlan, seconds: float, rounds: int, begin: Callable[[], None],
) -> dict[str, Any]:
    """Return the report; `begin` is called before each part.

    The window of the matches under load lasts `rounds` times `seconds`.
    """
    found: dict[str, Any] = {"games": {game.name: _game(game, load, seconds, rounds, begin) for game in games}}
    begin()
    return found | {"idle": asyncio.run(in_fresh_process("memory", ("streams", load.bots)))}


def _game(game: Game[Any], load: LoadPlan, seconds: float, rounds: int, begin: Callable[[], None]) -> dict[str, Any]:
    begin()
    found: dict[str, Any] = {"pressed": asyncio.run(measure_load(game, load.matches, load.clock, seconds * rounds))}
    found["latency"] = {}
    for streams in load.streams:
        begin()
        found["latency"][str(streams)] = asyncio.run(added_latency(game, streams, seconds, rounds))
    begin()
    return found | {"memory": asyncio.run(in_fresh_process("memory", ("matches", game.name, load.held_matches)))}


def measure_floods(
    game: Game[Any], kinds: Sequence[str], matches: int, clock: Clock, seconds: float, rounds: int,
    through: Path | None, begin: Callable[[], None],
) -> dict[str, Any]:
    """Measure for each kind of flood the decisions a second with and without it, by turns, and false time-outs.

    `begin` is called before each kind.
    """
    return {kind: _one_flood(game, kind, matches, clock, seconds, rounds, through, begin) for kind in kinds}


def _one_flood(
    game: Game[Any], kind: str, matches: int, clock: Clock, seconds: float, rounds: int, through: Path | None,
    begin: Callable[[], None],
) -> dict[str, Any]:
    begin()
    found: dict[str, list[dict[str, Any]]] = {"": [], kind: []}
    for _ in range(rounds):
        for flood, runs in found.items():
            runs.append(asyncio.run(measure_load(game, matches, clock, seconds, flood=flood, through=through)))
    ratios = [flooded["decisions_per_second"] / max(1, calm["decisions_per_second"])
              for calm, flooded in zip(found[""], found[kind], strict=True)]
    return {
        "share_of_calm": round(median(ratios), 3),
        "calm": _summed(found[""]),
        "flooded": _summed(found[kind]) | {"flood": [run["flood"] for run in found[kind]]},
    }


def _summed(runs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the sums over all rounds, and the median of the decisions a second."""
    found: dict[str, Any] = {name: sum(run[name] for run in runs) for name in FLOOD_STATS}
    return found | {"decisions_per_second": round(median(run["decisions_per_second"] for run in runs))}


# --- many matches with short clocks, and floods ---

SETTLE: Final = 2.0
"""Seconds from the beginning of the matches, when all bots are connected, to the window."""
LATE_SHARE: Final = 0.02
"""The share of decisions for which a bot takes half as long again as it may."""
LATE_UP_TO: Final = 1.0
"""Seconds; with a longer limit no bot is late, because matches would wait for it most of the time."""
SPARE_FILES: Final = 512
SPARE_PLACES: Final = 64
FLOODED: Final = 0.5
"""Seconds from the beginning of a flood to the window."""
STRANGER: Final = "127.0.0.2"
"""The address that the flood comes from; the bots are at 127.0.0.1."""


async def measure_load(
    game: Game[Any], matches: int, clock: Clock, seconds: float, late_share: float = LATE_SHARE, *, flood: str = "",
    through: Path | None = None,
) -> dict[str, Any]:
    """Play matches under load and return who was blamed for time-outs, rightly or not.

    The bots answer at once, or too late on purpose; each has a connection and a seat, and there is a process of bots a
    core. Beside them each core runs a busy loop at the lowest priority. The rates of false and missed time-outs are
    over all decisions from the first one on; decisions a second and the rate of all time-outs are also those of the
    window. All through the window a stranger may `flood` the referee; all may connect `through` an nginx of this
    configuration.
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
        processes_of_bots = [
            await stack.enter_async_context(load_bots(address, LoadBotOptions(
                streams=share, first=first, own_connections=True, limit=limit, late_share=late,
                late_think=1.5 * limit)))
            for first, share in shares(seats, processes)]
        connected = max([await each.connected() for each in processes_of_bots])
        await arena.begin()
        await asyncio.sleep(SETTLE)
        with LagWatch().watching() as lag:
            window = await (_flooded_window(arena, seconds, address, flood) if flood else _window(arena, seconds))
        await arena.stop()
        reports = [await each.report() for each in processes_of_bots]
        counted = await asyncio.to_thread(count_decisions, arena.records)
    return {
        "matches": matches, "seats": seats, "clock": clock.text, "bot_processes": processes, "busy_loops": loops,
        "connected_seconds": round(connected, 2),
    } | window | time_out_counts(counted, reports, limit) | {
        "referee_lag_ms": lag.report, "bots_lag_ms": [report["lag_ms"] for report in reports]}


async def _window(arena: BenchReferee, seconds: float) -> dict[str, Any]:
    """Return what the referee does in so many seconds."""
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
    """Return the same under a flood, with the flood's report."""
    async with flooding(address, flood, seconds + FLOODED, source=STRANGER) as process:
        await asyncio.sleep(FLOODED)
        window = await _window(arena, seconds)
        told, _ = await process.communicate()
    return window | {"flood": json.loads(told)}


@dataclass(frozen=True, slots=True)
class TimedDecision:
    """A decision of a connected bot, from a record."""

    match_id: str
    decision_id: int
    timed_out: bool
    charged_us: int
    compensated_us: int
    """Microseconds that were not charged because the referee was late."""


@dataclass(slots=True)
class DecisionCounts:
    """The decisions of records, finished or not."""

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
    """Count all steps of all records of a folder."""
    counted = DecisionCounts()
    for path in sorted(records.glob(f"*{SUFFIX}*")):
        if path.stat().st_size:  # or the match was given up before it began
            record = read_record(path)
            counted.add(record.header.match_id, record.steps)
    return counted


def time_out_counts(counted: DecisionCounts, reports: Sequence[Mapping[str, Any]], limit: float) -> dict[str, Any]:
    """Return how many time-outs were false, and how many late answers were taken.

    A time-out is false unless its bot, by its own watch, took longer than the limit. Otherwise, an answer that took
    longer and was taken is a missed time-out; it is explained if its record says that the referee was late. A bot
    without a reading of its watch got the request too late from us, so that its time-out is false too.
    """
    own: dict[str, dict[str, int]] = {}
    for report in reports:
        for match_id, thinks in report["thinks_us"].items():
            own.setdefault(match_id, {}).update(thinks)
    false = missed = unexplained = late = most = 0
    over: list[int] = []
    for each in counted.taken:
        think = own.get(each.match_id, {}).get(str(each.decision_id), 0)
        is_late = limit > 0 and think > limit * 1e6
        late += is_late
        missed += is_late and not each.timed_out
        unexplained += is_late and not each.timed_out and not each.compensated_us
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
        "unexplained_timeouts": unexplained,
        "most_think_in_time_ms": round(most / 1000, 2),
        "owed_ms": _quantiles([each.compensated_us for each in counted.taken]),
        "charged_minus_own_ms": _quantiles(over),
        "round_trip_ms": _quantiles([trip for report in reports for trip in report["round_trips_us"]]),
    }


def _rate(name: str, hits: int, of: int) -> dict[str, Any]:
    """Return a rate with its interval."""
    low, high = wilson(hits, of)
    return {name: round(hits / max(1, of), 7), f"{name}_95": [round(low, 7), round(high, 7)]}


def _quantiles(microseconds: list[int]) -> dict[str, float]:
    """Return median and 99th percentile in milliseconds."""
    ordered = sorted(microseconds)
    return {name: round(percentile(ordered, share) / 1000, 2) for name, share in (("p50", 0.5), ("p99", 0.99))}


# --- what the referee adds to a round trip ---

WARM_UP: Final = 0.5
LATENCY_SETTLE: Final = 1.0
"""Seconds from the beginning of the matches to the window in which round trips are measured."""
RATE: Final = 500.0
"""Decisions a second of all bots together, where they do not answer at once."""
PACES: Final = {"at_once": 0.0, "paced": RATE}


async def added_latency(game: Game[Any], streams: int, seconds: float, rounds: int) -> dict[str, Any]:
    """Return milliseconds from an answer to the next request of its match, by pace: at once, and 500 a second in all.

    As many round trips are open at once as there are streams, with the referee and with a bare echo. Percentiles are
    those of a round, and the median of the rounds; what the referee adds is the difference within a round.
    """
    return {name: await _added_at(game, streams, rate, seconds, rounds) for name, rate in PACES.items()}


async def _added_at(game: Game[Any], streams: int, rate: float, seconds: float, rounds: int) -> dict[str, Any]:
    wanted = load_of(game, streams)
    requests = request_bytes(game, wanted.players)
    pace = rate / wanted.matches
    echoed, refereed = [], []
    for _ in range(rounds):
        async with echo_server(requests) as address:
            echoed.append(await round_trips(address, LoadBotOptions(
                wanted.matches, by_stream=True, matches_a_second=pace, warm_up=WARM_UP, seconds=seconds)))
        async with referee_server(game, wanted.players) as arena:
            refereed.append(await round_trips(arena.address, LoadBotOptions(
                wanted.streams, matches=wanted.matches_a_stream, matches_a_second=pace, warm_up=LATENCY_SETTLE,
                seconds=seconds)))
    found: dict[str, Any] = {"round_trips": sum(map(len, refereed))}
    for name, share in (("p50_ms", 0.5), ("p99_ms", 0.99)):
        pairs = [(percentile(echo, share), percentile(referee, share))
                 for echo, referee in zip(echoed, refereed, strict=True)]
        found[name] = {
            "echo": _ms(echo for echo, _ in pairs), "referee": _ms(referee for _, referee in pairs),
            "added": _ms(referee - echo for echo, referee in pairs),
        }
    return found


def _ms(microseconds: Iterable[float]) -> float:
    return round(median(microseconds) / 1000, 3)


async def round_trips(address: str, orders: LoadBotOptions) -> list[int]:
    """Return the round trips in microseconds, sorted."""
    async with load_bots(address, orders) as bots:
        await bots.connected()
        report = await bots.report()
    return sorted(report["round_trips_us"])
