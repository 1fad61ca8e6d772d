"""Bots that make load and measure: `python -m measure.load_bots ADDRESS OPTIONS`.

OPTIONS are `LoadBotOptions` as JSON. The bots answer at random, and all are in this one process. It prints two JSON
objects, a line each: `{"connected": SECONDS}` once all have been welcomed, and at the end what `LoadBots.report`
returns.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from random import Random
from time import monotonic, process_time
from typing import Any, Final

import grpc.aio

from lawspeaker.v1.referee_service_pb2 import Answer, DecisionRequest, Hello, PlayRequest, PlayResponse
from lawspeaker.v1.referee_service_pb2_grpc import RefereeServiceStub
from lawspeaker_bot.addresses import proxy_options
from lawspeaker_bot.version import PROTOCOL
from lawspeaker_referee.open_files import need_files
from measure.stats import LagWatch

AT_ONCE: Final = 64
"""Bots that connect at the same time."""
SPARE_FILES: Final = 256
PATIENCE: Final = 60.0
"""Seconds after which a referee that does not welcome a bot has failed."""


@dataclass(frozen=True, slots=True)
class LoadBotOptions:
    """The settings of the bots of one process."""

    streams: int
    first: int = 0
    """The number of the first bot; names and random answers follow from it."""
    matches: int = 1
    """Seats that each bot takes at once."""
    own_connections: bool = False
    """True if each bot has a connection of its own."""
    matches_a_second: float = 0.0
    """Answers a second in each match, on average; 0 to answer at once."""
    by_stream: bool = False
    """True if round trips are told apart by stream, because all have the same match id."""
    limit: float = 0.0
    """Seconds that a decision may take; 0 for no limit, and then single decisions are not reported."""
    late_share: float = 0.0
    """The share of decisions for which a bot takes longer on purpose."""
    late_think: float = 0.0
    """Seconds that such a decision takes."""
    warm_up: float = 0.0
    token: str = ""
    """The beginning of their tokens, which end with their numbers; empty for none."""
    seconds: float = 0.0
    """The window in which round trips are measured; 0 for all until the referee says goodbye."""

    @property
    def text(self) -> str:
        """Return the options as text for the command line."""
        return json.dumps(asdict(self))


class LoadBots:
    """The bots of a process, and what they have measured."""

    def __init__(self, orders: LoadBotOptions) -> None:
        self.orders = orders
        self.measuring = not orders.seconds
        self.answers = self.goodbyes = 0
        self.goodbye_at = 0.0
        self.thinks: dict[str, dict[int, int]] = {}
        """By match and decision: microseconds from reading a request to writing its answer, or as intended."""
        self.lag = LagWatch()
        self.round_trips: list[int] = []
        """In microseconds, from an answer to the next request of its match, whichever bot of it is asked."""
        self._answered_at: dict[object, float] = {}

    def asked(self, key: object, now: float) -> None:
        """Note that a request came."""
        before = self._answered_at.pop(key, None)
        if before is not None and self.measuring:
            self.round_trips.append(round((now - before) * 1e6))

    def answering(self, key: object) -> None:
        """Note that an answer is about to be written."""
        self._answered_at[key] = monotonic()

    def think(self, request: DecisionRequest, seconds: float) -> None:
        """Note how long a bot takes for a decision."""
        if self.orders.limit:
            self.thinks.setdefault(request.match_id, {})[request.decision_id] = round(seconds * 1e6)

    def report(self, seconds: float, used: float) -> dict[str, Any]:
        """Return all measurements, after a window of so many seconds in which the process used so many of a core."""
        return {
            "answers": self.answers, "seconds": seconds, "core": used / seconds, "round_trips_us": self.round_trips,
            "thinks_us": self.thinks, "goodbyes": self.goodbyes, "goodbye_at": self.goodbye_at,
            "lag_ms": self.lag.report,
        }


class LoadBot:
    """One bot on one stream."""

    def __init__(self, bots: LoadBots, channel: grpc.aio.Channel, number: int) -> None:
        self._bots, self._number = bots, number
        self._call: Any = RefereeServiceStub(channel).Play()  # type: ignore[no-untyped-call]
        self._random = Random(number)
        self._writing = asyncio.Lock()
        self._thinking: set[asyncio.Task[None]] = set()
        self._cut_short = False
        """True if the stream ended while this bot wrote."""

    async def hello(self) -> None:
        """Say hello and wait to be welcomed. Raises RuntimeError."""
        orders = self._bots.orders
        await self._call.write(PlayRequest(hello=Hello(
            protocol=PROTOCOL, bot=f"load-{self._number}", max_matches=orders.matches,
            token=f"{orders.token}{self._number}" if orders.token else "")))
        async with asyncio.timeout(PATIENCE):
            message = await self._call.read()
        if message is grpc.aio.EOF:
            raise RuntimeError(f"bot {self._number} was not let in: {await self._call.details()}")

    async def play(self) -> None:
        """Play until the referee ends the stream. Raises AioRpcError if it ends in any other way."""
        try:
            while (message := await self._call.read()) is not grpc.aio.EOF:
                now = monotonic()
                if message.HasField("decision_request"):
                    await self._asked(message.decision_request, now)
                else:
                    self._told(message, now)
        except grpc.aio.AioRpcError as error:
            # grpc.aio's client makes INTERNAL of an end that comes while it writes, whatever the referee said.
            if not (self._cut_short and error.code() == grpc.StatusCode.INTERNAL):
                raise
        finally:
            for task in self._thinking:
                task.cancel()

    async def _asked(self, request: DecisionRequest, now: float) -> None:
        """Answer at once, or later while other requests are answered."""
        orders = self._bots.orders
        self._bots.asked(self._key(request), now)
        if orders.late_share and self._random.random() < orders.late_share:
            self._bots.think(request, orders.late_think)
            delay = orders.late_think
        elif orders.matches_a_second:
            delay = self._random.expovariate(orders.matches_a_second)
        else:
            await self._answer(request, now)
            return
        task = asyncio.create_task(self._later(request, delay, now))
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)

    def _told(self, message: PlayResponse, now: float) -> None:
        if message.HasField("goodbye"):
            self._bots.goodbyes += 1
            self._bots.goodbye_at = max(self._bots.goodbye_at, now)

    def _key(self, request: DecisionRequest) -> object:
        return self._number if self._bots.orders.by_stream else request.match_id

    async def _later(self, request: DecisionRequest, delay: float, since: float) -> None:
        await asyncio.sleep(delay)
        await self._answer(request, since)

    async def _answer(self, request: DecisionRequest, since: float) -> None:
        count = request.least
        if request.least != request.most:
            count = self._random.randint(request.least, request.most)
        picks = self._random.sample(range(request.option_count), count)
        answer = Answer(match_id=request.match_id, decision_id=request.decision_id, picks=picks)
        async with self._writing:
            self._bots.answering(self._key(request))
            try:
                await self._call.write(PlayRequest(answer=answer))
            except (asyncio.InvalidStateError, grpc.aio.AioRpcError):  # the stream has ended; who reads learns how
                self._cut_short = True
                return
        self._bots.answers += self._bots.measuring
        self._bots.think(request, monotonic() - since)


async def main(address: str, orders: LoadBotOptions) -> None:
    """Connect all bots, play and print. Raises whatever a bot raises."""
    need_files(orders.streams + SPARE_FILES)
    gc.disable()  # hundreds of bots would stand still at once, as no single one does
    bots, began = LoadBots(orders), monotonic()
    async with AsyncExitStack() as stack:
        shared = await stack.enter_async_context(grpc.aio.insecure_channel(address, options=proxy_options(address)))
        door = asyncio.Semaphore(AT_ONCE)

        async def come(number: int) -> asyncio.Task[None]:
            async with door:
                channel = shared
                if orders.own_connections:
                    # or equal channels share a connection
                    options = [("grpc.use_local_subchannel_pool", 1), *proxy_options(address)]
                    channel = await stack.enter_async_context(grpc.aio.insecure_channel(address, options=options))
                bot = LoadBot(bots, channel, number)
                await bot.hello()
                return asyncio.create_task(bot.play())

        tasks = await asyncio.gather(*(come(orders.first + number) for number in range(orders.streams)))
        tell({"connected": monotonic() - began})
        await asyncio.sleep(orders.warm_up)
        bots.measuring = True
        start, used = monotonic(), process_time()
        with bots.lag.watching():
            done, _ = await asyncio.wait(tasks, timeout=orders.seconds or None, return_when=asyncio.FIRST_EXCEPTION)
        report = bots.report(monotonic() - start, process_time() - used)
        for task in done:
            task.result()
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    tell(report)


def tell(what: dict[str, Any]) -> None:
    """Print one line of JSON at once."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], LoadBotOptions(**json.loads(sys.argv[2]))))
