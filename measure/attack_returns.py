"""Bots that come back again and again: what is left to honest bots while two tokens reconnect once a second.

`python -m measure.attack_returns`

Two tokens play many matches against each other and ask for texts and positions. Once a second each cancels its streams
and opens them again, so that every match is told and asked anew; they answer nothing. Beside them two honest bots with
tokens of their own play one match after another. Printed as JSON: the decisions a second of the honest bots with and
without the attack, by turns, and their ratio.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median
from time import monotonic, process_time
from typing import Any, Final

import click
import grpc.aio

from lawspeaker.v1.referee_service_pb2 import Answer, DecisionRequest, Hello, PlayRequest, PlayResponse
from lawspeaker_bot.addresses import proxy_options
from lawspeaker_bot.version import PROTOCOL
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import GAMES, find_game
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.config.proxies import Proxies
from lawspeaker_referee.devtools.bench.processes import MeasurementFailed
from lawspeaker_referee.devtools.bench.referee import BenchReferee, referee_server
from lawspeaker_referee.server.service import NAME
from measure.load_bots import LoadBotOptions
from measure.nginx import nginx
from measure.processes import command as command_of
from measure.processes import load_bots

CLOCK: Final = Clock(60.0)
"""Long, so that the matches of the attack stay open although nobody answers in them."""
ATTACKERS: Final = {"ann": "attack-0", "bob": "attack-1"}
HONEST: Final = {"eve": "honest-0", "fay": "honest-1"}
OPENED_WITHIN: Final = 120.0
STILL_FOR: Final = 1.0
"""Seconds without a decision after which the attackers have the matches that they get."""


@dataclass(frozen=True, slots=True)
class ReturnsAttack:
    """The settings of the attackers, all in one process."""

    address: str
    matches: int = 256
    """Matches that each stream asks for."""
    streams: int = 1
    """Streams of each token."""
    every: float = 1.0
    """Seconds between two returns; 0 to stay."""
    answers: int = 0
    """Decisions of each match that are answered, by default picks; nothing is answered later."""


class ReturningStream:
    """A stream that is opened, read and cancelled without end."""

    def __init__(self, channel: grpc.aio.Channel, token: str, attack: ReturnsAttack) -> None:
        self._method: Any = channel.stream_stream(f"/{NAME}/Play")
        self._attack = attack
        self._hello = PlayRequest(hello=Hello(
            protocol=PROTOCOL, bot=token, token=token, max_matches=attack.matches, text=True, text_in_full=True,
            positions=True)).SerializeToString()

    async def run(self) -> None:
        """Come back again and again."""
        while True:
            call = self._method()
            with suppress(TimeoutError, grpc.aio.AioRpcError, asyncio.InvalidStateError):
                async with asyncio.timeout(self._attack.every or None):
                    await call.write(self._hello)
                    while (data := await call.read()) is not grpc.aio.EOF:
                        if self._attack.answers:
                            await self._answer(call, PlayResponse.FromString(data).decision_request)
                    await asyncio.sleep(self._attack.every)
            call.cancel()

    async def _answer(self, call: Any, request: DecisionRequest) -> None:
        if 0 < request.decision_id <= self._attack.answers:
            await call.write(PlayRequest(answer=Answer(
                match_id=request.match_id, decision_id=request.decision_id, picks=request.default_picks,
            )).SerializeToString())


async def attack_from_here(attack: ReturnsAttack) -> None:
    """Attack until this process is killed, at the lowest priority: attackers have machines of their own."""
    os.nice(19)
    async with AsyncExitStack() as stack:
        streams = []
        for token in ATTACKERS.values():
            options = [("grpc.use_local_subchannel_pool", 1), *proxy_options(attack.address)]
            channel = await stack.enter_async_context(grpc.aio.insecure_channel(attack.address, options=options))
            streams += [ReturningStream(channel, token, attack) for _ in range(attack.streams)]
        await asyncio.gather(*(stream.run() for stream in streams))


@asynccontextmanager
async def attacking(attack: ReturnsAttack) -> AsyncIterator[None]:
    """Run a process that attacks; it is killed at the end."""
    process = await asyncio.create_subprocess_exec(
        *command_of("attack_returns"), "--attack", json.dumps(asdict(attack)))
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _all_opened(arena: BenchReferee) -> int:
    """Return the number of the attackers' matches once nothing is decided any more. Raises MeasurementFailed."""
    until, seen, since = monotonic() + OPENED_WITHIN, 0.0, monotonic()
    while monotonic() < until:
        if arena.decisions > seen:
            seen, since = arena.decisions, monotonic()
        if seen and monotonic() > since + STILL_FOR:
            return arena.matches
        await asyncio.sleep(0.05)
    raise MeasurementFailed("the attackers got no match")


async def honest_rate(
    game: Game[Any], limits: Limits, seconds: float, attack: ReturnsAttack | None, warm_up: float,
    through: Path | None = None,
) -> dict[str, Any]:
    """Return the decisions of honest bots in a window, with an attack or without one."""
    async with AsyncExitStack() as stack:
        arena = await stack.enter_async_context(referee_server(
            game, 2, CLOCK, limits, tokens=ATTACKERS | HONEST, proxies=Proxies(["127.0.0.1"] if through else [])))
        address = arena.address if through is None else await stack.enter_async_context(nginx(through, arena.address))
        opened = 0
        if attack is not None:
            async with attacking(replace(attack, address=address, every=0.0)):
                opened = await _all_opened(arena)
            await stack.enter_async_context(attacking(replace(attack, address=address, answers=0)))
        bots = await stack.enter_async_context(load_bots(address, LoadBotOptions(
            2, token=HONEST["eve"][:-1], own_connections=True)))
        await bots.connected()
        await asyncio.sleep(warm_up)
        start, used, decisions = monotonic(), process_time(), arena.decisions
        await asyncio.sleep(seconds)
        spent = monotonic() - start
        return {
            "decisions_per_second": round((arena.decisions - decisions) / spent, 1), "matches_of_attack": opened,
            "referee_core": round((process_time() - used) / spent, 2),
            "slowed_lines": arena.log.getvalue().count('"bot slowed"'),
        }


async def measure(
    game: Game[Any], limits: Limits, attack: ReturnsAttack, seconds: float, rounds: int, warm_up: float,
    through: Path | None = None,
) -> dict[str, Any]:
    """Return medians of the rounds, with and without the attack by turns."""
    calm, attacked = [], []
    for _ in range(rounds):
        calm.append(await honest_rate(game, limits, seconds, None, warm_up, through))
        attacked.append(await honest_rate(game, limits, seconds, attack, warm_up, through))
    ratios = [without["decisions_per_second"] / max(0.1, beside["decisions_per_second"])
              for without, beside in zip(calm, attacked, strict=True)]
    return {
        "game": game.name, "seconds": seconds, "rounds": rounds, "through": str(through or ""),
        "without": median(each["decisions_per_second"] for each in calm),
        "with": median(each["decisions_per_second"] for each in attacked),
        "ratio": round(median(ratios), 2), "attacked": attacked,
    }


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--game", type=click.Choice(list(GAMES)), default="pax_viking", show_default=True)
@click.option("--matches", type=click.IntRange(1, 1024), default=256, show_default=True,
              help="Matches that each stream asks for.")
@click.option("--streams", type=click.IntRange(1, 16), default=1, show_default=True, help="Streams of each token.")
@click.option("--every", type=click.FloatRange(0.05), default=1.0, show_default=True,
              help="Seconds between two returns.")
@click.option("--answers", type=click.IntRange(1, 1000), default=20, show_default=True,
              help="Decisions of each match of the attack before it: later positions are dearer.")
@click.option("--limited", is_flag=True, help="Keep the default of limits.matches_a_stream, and do not let as many "
              "matches begin as --matches says.")
@click.option("--seconds", type=click.FloatRange(0.5, 600), default=5.0, show_default=True, help="Length of a window.")
@click.option("--warm-up", type=click.FloatRange(0.0, 600), default=3.0, show_default=True,
              help="Seconds from the beginning of the attack to the window.")
@click.option("--rounds", type=click.IntRange(1, 100), default=3, show_default=True)
@click.option("--through", type=click.Path(path_type=Path, file_okay=False, exists=True), metavar="DIR",
              help="All come through an nginx of this configuration, such as deploy/nginx.")
@click.option("--attack", "orders", hidden=True)
def command(*, game: str, matches: int, streams: int, every: float, answers: int, limited: bool, seconds: float,
            warm_up: float, rounds: int, through: Path | None, orders: str | None) -> None:
    """Measure what bots that reconnect all the time leave to honest bots."""
    if orders is not None:
        asyncio.run(attack_from_here(ReturnsAttack(**json.loads(orders))))
        return
    limits = Limits() if limited else Limits(matches_a_stream=matches)
    click.echo(json.dumps(asyncio.run(measure(
        find_game(game), limits, ReturnsAttack("", matches, streams, every, answers), seconds, rounds, warm_up, through,
    )), indent=2))


if __name__ == "__main__":
    command()
