"""The referee over gRPC beside two echoes of the same bytes: a bare one, and a busy one.

The busy echo spends as long on an answer as a referee does without gRPC (`path.py`): a server that does nothing shares
each wake-up of its event loop among many messages, and a busy one does not, so only this one is a floor.

All servers and the bots of each are processes of their own, and all live through the whole measurement. In each round
the bots of one server play for a window while those of the others hold their answers back, and then those of the next.
So a ratio compares windows that follow one another. A rate says what the machine gave; CPU time a decision says what a
process needs, and depends less on what else runs on the machine.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from os import cpu_count
from statistics import median
from typing import Any, Final

from lawspeaker_engine.game import Game
from lawspeaker_referee.devtools.bench.path import path_us
from lawspeaker_referee.devtools.bench.processes import MeasuredProcess, MeasurementFailed, shares
from lawspeaker_referee.devtools.bench.referee import RefereeLoad, request_bytes
from lawspeaker_referee.devtools.bench.servers import ServerOptions
from lawspeaker_referee.devtools.bench.throughput_bots import ThroughputBotOptions

ECHO: Final = "echo"
REFEREE: Final = "referee"
PATH_SECONDS: Final = 1.0
"""Seconds of CPU for which the path without gRPC is measured."""
CONNECT_SECONDS: Final = 2.0
"""The time over which bots connect, so that matches are at different points of their games."""
WARM_UP: Final = 0.1
"""Seconds from the first answer to the window."""
MOST_BOT_PROCESSES: Final = 4


@dataclass(frozen=True, slots=True)
class Window:
    """The rate and the CPU time of a server and its bots in a window."""

    rate: float
    """Round trips a second."""
    server_us: float
    """CPU microseconds of the server, a round trip."""
    bots_us: float
    """CPU microseconds of all processes of bots together, a round trip."""
    server_core: float
    """The share of a core that the server used."""
    bots_core: float
    """The share of a core that the busiest process of bots used."""


def bot_processes(streams: int) -> int:
    """Return how many processes share so many bots: two or more, since one needs more CPU time than the echo."""
    return min(streams, MOST_BOT_PROCESSES, max(2, (cpu_count() or 1) - 1))


def command_of(module: str) -> tuple[str, ...]:
    """Return the command that runs a module of this folder."""
    return sys.executable, "-m", f"{__package__}.{module}"


class MeasuredServer:
    """A server and its bots, which hold their answers back except in a window."""

    def __init__(self, server: MeasuredProcess, bots: Sequence[MeasuredProcess]) -> None:
        """Use `start`."""
        self._server, self._bots = server, bots

    @classmethod
    @asynccontextmanager
    async def start(
        cls, kind: str, game: Game[Any], load: RefereeLoad, *, batches: bool = False, work_us: float = 0.0,
    ) -> AsyncIterator[MeasuredServer]:
        """Start a server of this kind and connect its bots, which may take batches; an echo spends `work_us` of CPU on
        an answer. Raises MeasurementFailed.
        """
        streams, matches, connect_seconds = load.streams, load.matches_a_stream, CONNECT_SECONDS
        if kind == ECHO:
            streams, matches, connect_seconds = load.matches, 1, 0.0
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(MeasuredProcess.start(
                f"the {kind}", command_of("servers"), ServerOptions(kind, game.name, load.players, work_us).order))
            address = (await server.report())["address"]
            bots = [
                await stack.enter_async_context(MeasuredProcess.start(
                    f"process {number} of the {kind}'s bots", command_of("throughput_bots"),
                    ThroughputBotOptions(address, first, share, matches, connect_seconds, batches).order))
                for number, (first, share) in enumerate(shares(streams, bot_processes(streams)), 1)]
            measured = cls(server, bots)
            for each in bots:
                await each.report()
            await measured.hold()
            yield measured

    async def hold(self) -> None:
        """Let the bots hold their answers back. Raises MeasurementFailed."""
        await self._ask("hold")

    async def window(self, seconds: float) -> Window:
        """Let the bots play and measure. Raises MeasurementFailed."""
        await self._ask("play")
        await asyncio.sleep(WARM_UP)
        before = await self._ask("read")
        await asyncio.sleep(seconds)
        after = await self._ask("read")
        await self.hold()
        return window_between(before, after)

    async def _ask(self, order: str) -> list[dict[str, Any]]:
        """Return the reports of the server and of its bots. The server comes first: if it dies, its bots fail too."""
        return [await each.ask(order) for each in (self._server, *self._bots)]


def window_between(before: Sequence[dict[str, Any]], after: Sequence[dict[str, Any]]) -> Window:
    """Return the window between two lists of reports: the server's and one of each process of bots.

    Raises MeasurementFailed if there was no answer.
    """
    answers = [later["answers"] - earlier["answers"] for earlier, later in zip(before[1:], after[1:], strict=True)]
    spent = [later["at"] - earlier["at"] for earlier, later in zip(before, after, strict=True)]
    used = [later["cpu"] - earlier["cpu"] for earlier, later in zip(before, after, strict=True)]
    if not sum(answers):
        raise MeasurementFailed(f"no bot answered within {spent[0]:.2f} seconds; give --seconds more")
    cores = [cpu / seconds for cpu, seconds in zip(used, spent, strict=True)]
    return Window(
        rate=sum(count / seconds for count, seconds in zip(answers, spent[1:], strict=True)),
        server_us=used[0] / sum(answers) * 1e6, bots_us=sum(used[1:]) / sum(answers) * 1e6,
        server_core=cores[0], bots_core=max(cores[1:]),
    )


async def measure(game: Game[Any], load: RefereeLoad, seconds: float, rounds: int) -> dict[str, Any]:
    """Return rates and CPU times of referee, echoes and their bots, and the ratios within the rounds.

    Raises MeasurementFailed.
    """
    path = path_us(game, load.players, load.matches, PATH_SECONDS)
    async with (MeasuredServer.start(ECHO, game, load) as echo,
                MeasuredServer.start(ECHO, game, load, work_us=path) as busy,
                MeasuredServer.start(REFEREE, game, load) as referee):
        found = await in_turns(referee, echo, busy, seconds=seconds, rounds=rounds)
    return {
        "streams": load.streams, "matches": load.matches, "players": load.players,
        "request_bytes": round(median(map(len, request_bytes(game, load.players)))), "path_us": round(path, 1),
    } | _summary(found)


async def in_turns(*servers: MeasuredServer, seconds: float, rounds: int) -> list[list[Window]]:
    """Return the windows of each round by server; none is always the first. Raises MeasurementFailed."""
    found = []
    for number in range(rounds):
        windows = dict[int, Window]()
        for turn in range(len(servers)):
            place = (turn + number) % len(servers)
            windows[place] = await servers[place].window(seconds)
        found.append([windows[place] for place in range(len(servers))])
    return found


def spread(values: Sequence[float], digits: int) -> dict[str, float]:
    """Return median, least and most of some numbers, rounded."""
    return {"median": round(median(values), digits), "least": round(min(values), digits),
            "most": round(max(values), digits)}


def _summary(rounds: Sequence[Sequence[Window]]) -> dict[str, Any]:
    """Return the report on the windows of each round, (referee, echo, busy echo)."""
    referee, echo, busy = zip(*rounds, strict=True)
    rate_ratios = spread([ours.rate / bare.rate for ours, bare, _ in rounds], 3)
    return {
        "echo_round_trips_per_second": round(median(each.rate for each in echo)),
        "round_trips_per_second": round(median(each.rate for each in referee)),
        "ratio_to_echo": rate_ratios["median"],
        "ratio_to_echo_range": [rate_ratios["least"], rate_ratios["most"]],
        "cpu_ratio_to_echo": spread([bare.server_us / ours.server_us for ours, bare, _ in rounds], 3),
        "cpu_by_floor": spread([ours.server_us / floor.server_us for ours, _, floor in rounds], 3),
        "cpu_us": {
            "referee": spread([each.server_us for each in referee], 1),
            "referee_bots": spread([each.bots_us for each in referee], 1),
            "echo": spread([each.server_us for each in echo], 1),
            "echo_bots": spread([each.bots_us for each in echo], 1),
            "floor": spread([each.server_us for each in busy], 1),
        },
        "core": {
            "referee": round(median(each.server_core for each in referee), 2),
            "referee_busiest_bots": round(median(each.bots_core for each in referee), 2),
            "echo": round(median(each.server_core for each in echo), 2),
            "echo_busiest_bots": round(median(each.bots_core for each in echo), 2),
        },
    }
