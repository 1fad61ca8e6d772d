"""Bots that answer at once and count their answers.

`python -m lawspeaker_referee.devtools.bench.throughput_bots ADDRESS STREAMS MATCHES_A_STREAM WARM_UP SECONDS`

They answer at random, and all streams are in this one process. It prints one JSON object: answers in the window, its
seconds, and the share of a core that the process used. `load_bots` measure more, and so cost more for each answer.
"""

from __future__ import annotations

import asyncio
import json
import sys
from random import Random
from time import perf_counter, process_time

import grpc.aio

from lawspeaker.v1.referee_service_pb2 import Answer, Hello, PlayRequest
from lawspeaker.v1.referee_service_pb2_grpc import RefereeServiceStub
from lawspeaker_bot.version import PROTOCOL


class AnswerCounter:
    """The number of answers of all streams."""

    answers = 0


async def main(address: str, streams: int, matches: int, warm_up: float, seconds: float) -> dict[str, float]:
    """Return what was measured in the window."""
    counter = AnswerCounter()
    async with grpc.aio.insecure_channel(address) as channel:
        await channel.channel_ready()
        tasks = [asyncio.create_task(bot(channel, number, matches, counter)) for number in range(streams)]
        await asyncio.sleep(warm_up)
        answers, start, used = counter.answers, perf_counter(), process_time()
        await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        answers, spent, used = counter.answers - answers, perf_counter() - start, process_time() - used
        for task in tasks:
            if task.done():
                task.result()
            task.cancel()
        await asyncio.wait(tasks)
    return {"answers": answers, "seconds": spent, "core": used / spent}


async def bot(channel: grpc.aio.Channel, number: int, matches: int, counter: AnswerCounter) -> None:
    """Play one stream; answers are random, so that the games are as long as games usually are."""
    call = RefereeServiceStub(channel).Play()  # type: ignore[no-untyped-call]
    await call.write(PlayRequest(hello=Hello(
        protocol=PROTOCOL, bot=f"load-{number}", max_matches=matches)))
    random = Random(number)
    while (message := await call.read()) is not grpc.aio.EOF:
        if message.HasField("decision_request"):
            request = message.decision_request
            count = request.least if request.least == request.most else random.randint(request.least, request.most)
            picks = random.sample(range(request.option_count), count)
            await call.write(PlayRequest(answer=Answer(
                match_id=request.match_id, decision_id=request.decision_id, picks=picks)))
            counter.answers += 1


if __name__ == "__main__":
    where, streams_, matches_, warm_up_, seconds_ = sys.argv[1:]
    found = asyncio.run(main(where, int(streams_), int(matches_), float(warm_up_), float(seconds_)))
    sys.stdout.write(json.dumps(found))
