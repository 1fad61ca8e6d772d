"""How much later a decision comes because a referee is between the bots: round trips beside those of a bare echo."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median
from typing import Any, Final

from lawspeaker_engine.game import Game
from lawspeaker_referee.devtools.bench.load_bots import LoadBotOptions
from lawspeaker_referee.devtools.bench.processes import crowd
from lawspeaker_referee.devtools.bench.referee import WARM_UP, echo_server, load, referee_server, request_bytes
from lawspeaker_referee.devtools.bench.stats import percentile

SETTLE: Final = 1.0
RATE: Final = 500.0
"""Decisions a second of all bots together, where they do not answer at once."""
PACES: Final = {"at_once": 0.0, "paced": RATE}


async def added(game: Game[Any], streams: int, seconds: float, rounds: int) -> dict[str, Any]:
    """Milliseconds from an answer to the next request of its match, by pace: at once, and 500 a second in all.

    As many round trips are open at once as there are streams, with the referee and with the echo. Percentiles are those
    of a round, and the median of the rounds; what the referee adds is the difference within a round.
    """
    return {name: await _added(game, streams, rate, seconds, rounds) for name, rate in PACES.items()}


async def _added(game: Game[Any], streams: int, rate: float, seconds: float, rounds: int) -> dict[str, Any]:
    wanted = load(game, streams)
    requests = request_bytes(game, wanted.players)
    pace = rate / wanted.matches
    echoed, refereed = [], []
    for _ in range(rounds):
        async with echo_server(requests) as address:
            echoed.append(await _trips(address, LoadBotOptions(
                wanted.matches, by_stream=True, matches_a_second=pace, warm_up=WARM_UP, seconds=seconds)))
        async with referee_server(game, wanted.players) as arena:
            refereed.append(await _trips(arena.address, LoadBotOptions(
                wanted.streams, matches=wanted.matches_a_stream, matches_a_second=pace, warm_up=SETTLE,
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


async def _trips(address: str, orders: LoadBotOptions) -> list[int]:
    """Sorted round trips in microseconds."""
    async with crowd(address, orders) as bots:
        await bots.connected()
        report = await bots.report()
    return sorted(report["round_trips_us"])
