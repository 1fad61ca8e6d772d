"""Round trips of bots with and without spectators, in the same run.

The bots of a round play at a steady rate: once without spectators, then with some and with many, who all watch matches
from their first steps. What the spectators cost the bots is a ratio within a round.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from statistics import median
from time import monotonic, process_time
from typing import Any, Final

from lawspeaker_engine.game import Game
from lawspeaker_referee.devtools.bench.beside_echo import spread
from lawspeaker_referee.devtools.bench.processes import MeasuredProcess
from lawspeaker_referee.devtools.bench.referee import load_of, referee_server
from measure.load import LATENCY_SETTLE, RATE, round_trips
from measure.load_bots import LoadBotOptions
from measure.processes import command
from measure.spectators import SpectatorOptions
from measure.stats import LagWatch, percentile
from measure.watch_server import WatchOptions

SPECTATORS: Final = (0, 16, 64)
MATCHES: Final = 32
DELAY: Final = 1.0
"""Seconds that spectators are behind, so that they get steps within the window."""
LEAST_SECONDS: Final = 4.0
"""Seconds of a window at least: matches must have been played for longer than the delay."""


async def measure(game: Game[Any], seconds: float, rounds: int) -> dict[str, Any]:
    """Return the medians by number of spectators, and ratios to none within a round."""
    found: dict[int, list[dict[str, float]]] = {spectators: [] for spectators in SPECTATORS}
    for _ in range(rounds):
        for spectators, runs in found.items():
            runs.append(await _window(game, spectators, max(seconds, LEAST_SECONDS)))
    report: dict[str, Any] = {str(spectators): {name: round(median(run[name] for run in runs), 3) for name in runs[0]}
                              for spectators, runs in found.items()}
    for spectators in SPECTATORS[1:]:
        for name in ("p50_ms", "p99_ms", "cpu_us"):
            ratios = [run[name] / none[name] for run, none in zip(found[spectators], found[0], strict=True)]
            report[str(spectators)][f"{name}_ratio"] = spread(ratios, 2)
    return report


async def _window(game: Game[Any], spectators: int, seconds: float) -> dict[str, float]:
    """Return round trips, the referee's processor time and lag, and what the spectators got."""
    load = load_of(game, MATCHES)
    async with AsyncExitStack() as stack:
        arena = await stack.enter_async_context(referee_server(game, load.players))
        watching = None
        if spectators:
            server = await stack.enter_async_context(MeasuredProcess.start(
                "the server of spectators", command("watch_server"), WatchOptions(
                    str(arena.records), DELAY, spectators).order))
            port = (await server.report())["port"]
            watching = await stack.enter_async_context(MeasuredProcess.start(
                "the spectators", command("spectators"), SpectatorOptions(f"127.0.0.1:{port}", spectators).order))
        before, used, began = arena.decisions, process_time(), monotonic()
        with LagWatch().watching() as lag:
            trips = await round_trips(arena.address, LoadBotOptions(
                load.streams, matches=load.matches_a_stream, matches_a_second=RATE / load.matches,
                warm_up=LATENCY_SETTLE, seconds=seconds))
        spent, took = process_time() - used, monotonic() - began
        decisions = max(1.0, arena.decisions - before)
        got = await watching.ask("read") if watching is not None else {"watching": 0, "responses": 0, "failed": 0}
    return {
        "p50_ms": percentile(trips, 0.5) / 1000, "p99_ms": percentile(trips, 0.99) / 1000,
        "lag_p99_ms": lag.report["p99"], "cpu_us": spent / decisions * 1e6, "core": spent / took,
        "decisions_per_second": decisions / took, "watching": got["watching"], "failed": got["failed"],
        "responses_per_second": got["responses"] / took,
    }
