"""Bots that answer at once and count their answers: `python -m lawspeaker_referee.devtools.bench.throughput_bots`.

The first order on stdin is `ThroughputBotOptions` as JSON. The bots answer at random, and all streams are in this one
process. It reports `{"connected": STREAMS}` once all have connected. A further order is "play", "hold" (no answers
until the next "play") or "read", and each is followed by a report of the answers so far with the process's `reading`.
It ends when stdin is closed. `measure/load_bots.py` measures more, and so costs more for each answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

import grpc.aio

from lawspeaker.v1.referee_service_pb2 import Answer, AnswerBatch, DecisionRequest, Hello, PlayRequest
from lawspeaker.v1.referee_service_pb2_grpc import RefereeServiceStub
from lawspeaker_bot.addresses import proxy_options
from lawspeaker_bot.version import PROTOCOL
from lawspeaker_referee.devtools.bench.processes import reading
from lawspeaker_referee.event_loop import run_async, settle
from lawspeaker_referee.host.process.child import run_child
from lawspeaker_referee.host.process.child_side import fail, first_order, report


@dataclass(frozen=True, slots=True)
class ThroughputBotOptions:
    """The address of the server, and the number of bots and matches."""

    address: str
    first: int
    """The number of the first bot; names and random answers follow from it."""
    streams: int
    matches: int
    """Seats that each bot takes at once."""
    connect_seconds: float = 0.0
    """The time over which they connect, so that not all matches begin together."""
    batches: bool = False
    """True to take several requests in one message, and to answer them in one."""

    @property
    def order(self) -> dict[str, Any]:
        """The first order."""
        return asdict(self)


class ThroughputBots:
    """The bots of a process."""

    def __init__(self, options: ThroughputBotOptions) -> None:
        self._options = options
        self._answers = 0
        self._playing = asyncio.Event()
        self._playing.set()

    def order(self, order: str) -> None:
        """Obey an order after the first one, and report."""
        if order == "play":
            self._playing.set()
        elif order == "hold":
            self._playing.clear()
        report({"answers": self._answers, **reading()})

    async def work(self) -> None:
        """Connect all bots and play until this task is cancelled. Raises AioRpcError if the server ends a stream."""
        options = self._options
        line = grpc.aio.insecure_channel(options.address, options=proxy_options(options.address))
        async with line as channel, asyncio.TaskGroup() as tasks:
            await channel.channel_ready()
            for number in range(options.streams):
                connected = asyncio.Event()
                tasks.create_task(self._bot(channel, options.first + number, connected.set))
                await connected.wait()
                await asyncio.sleep(options.connect_seconds / options.streams)
            settle()
            report({"connected": options.streams})

    async def _bot(self, channel: grpc.aio.Channel, number: int, connected: Callable[[], None]) -> None:
        """Play one stream; answers are random, so that the games are as long as games usually are."""
        call = RefereeServiceStub(channel).Play()  # type: ignore[no-untyped-call]
        await call.write(PlayRequest(hello=Hello(
            protocol=PROTOCOL, bot=f"load-{number}", max_matches=self._options.matches, batches=self._options.batches)))
        random, playing = Random(number), self._playing
        while (message := await call.read()) is not grpc.aio.EOF:
            messages = message.batch.responses if message.HasField("batch") else (message,)
            answers = [answer_to(each.decision_request, random) for each in messages
                       if each.HasField("decision_request")]
            if not answers:
                connected()
                continue
            if not playing.is_set():
                await playing.wait()
            if len(answers) == 1:
                await call.write(PlayRequest(answer=answers[0]))
            else:
                await call.write(PlayRequest(answer_batch=AnswerBatch(answers=answers)))
            self._answers += len(answers)
        raise ConnectionError(f"the server ended the stream of bot {number}: {await call.details() or 'no reason'}")


def answer_to(request: DecisionRequest, random: Random) -> Answer:
    """Return any legal answer."""
    count = request.least if request.least == request.most else random.randint(request.least, request.most)
    picks = random.sample(range(request.option_count), count)
    return Answer(match_id=request.match_id, decision_id=request.decision_id, picks=picks)


async def _run(options: ThroughputBotOptions) -> None:
    bots = ThroughputBots(options)
    await run_child(bots.work(), bots.order)


def main() -> None:
    """Play until stdin is closed."""
    try:
        options = ThroughputBotOptions(**first_order())
        run_async(_run(options))
    except BaseExceptionGroup as group:
        fail(_first_of(group))
    except Exception as error:  # noqa: BLE001  whatever it is, the measuring process says it in one line
        fail(error)


def _first_of(group: BaseExceptionGroup[BaseException]) -> Exception:
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return ConnectionError(error.details() if isinstance(error, grpc.aio.AioRpcError) else str(error))


if __name__ == "__main__":
    main()
