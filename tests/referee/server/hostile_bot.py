"""A bot that means harm, as a process: `python hostile_bot.py ADDRESS flood|mute|silent`. Sent away, it comes back."""

from __future__ import annotations

import asyncio
import sys

import grpc.aio

from lawspeaker.v1.referee_service_pb2 import Answer, Hello, PlayRequest
from lawspeaker.v1.referee_service_pb2_grpc import RefereeServiceStub

NONSENSE = PlayRequest(answer=Answer(match_id="x" * 200))


async def harm(call, kind: str) -> None:
    """Talk without end, read or not; or keep silent."""
    await call.write(PlayRequest(hello=Hello(protocol=1, bot=kind)))
    if kind == "silent":
        await asyncio.sleep(3600)
    reader = asyncio.create_task(swallow(call)) if kind == "flood" else None
    try:
        while True:
            await call.write(NONSENSE)
    finally:
        if reader is not None:
            reader.cancel()


async def swallow(call) -> None:
    while await call.read() is not grpc.aio.EOF:
        pass


async def main(address: str, kind: str) -> None:
    async with grpc.aio.insecure_channel(address) as channel:
        while True:
            try:
                await harm(RefereeServiceStub(channel).Play(), kind)
            except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
                await asyncio.sleep(0.01)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
