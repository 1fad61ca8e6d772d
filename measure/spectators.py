"""Spectators that make load: `python -m measure.spectators`, orders on stdin.

The first order is `SpectatorOptions` as JSON. All are in this process; each watches a match from its first step to its
end, and then another one. After every further order the process reports what they have got so far.
"""

from __future__ import annotations

import asyncio
import os
from dataclasses import asdict, dataclass
from typing import Any, Final

import grpc.aio

from lawspeaker.v1.watch_service_pb2 import ListMatchesRequest, WatchRequest
from lawspeaker.v1.watch_service_pb2_grpc import WatchServiceStub
from lawspeaker_bot.addresses import proxy_options
from lawspeaker_referee.event_loop import run_async
from lawspeaker_referee.host.process.child import run_child
from lawspeaker_referee.host.process.child_side import fail, first_order, report

PAUSE: Final = 0.5
"""Seconds before a spectator looks for a match again."""


@dataclass(frozen=True, slots=True)
class SpectatorOptions:
    """The settings of the spectators of one process."""

    address: str
    spectators: int

    @property
    def order(self) -> dict[str, Any]:
        """The first order."""
        return asdict(self)


class Spectators:
    """The spectators of a process, and what they have got."""

    def __init__(self, options: SpectatorOptions) -> None:
        self._options = options
        self.watching = self.responses = self.bytes = self.failed = 0

    @property
    def report(self) -> dict[str, int]:
        """Return all numbers."""
        return {"watching": self.watching, "responses": self.responses, "bytes": self.bytes, "failed": self.failed}

    async def run(self) -> None:
        """Watch until this task is cancelled."""
        address = self._options.address
        line = grpc.aio.insecure_channel(address, options=proxy_options(address))
        async with line as channel, asyncio.TaskGroup() as group:
            for number in range(self._options.spectators):
                group.create_task(self._one(WatchServiceStub(channel), number))  # type: ignore[no-untyped-call]

    async def _one(self, stub: Any, number: int) -> None:
        while True:
            try:
                running = (await stub.ListMatches(ListMatchesRequest())).matches
                # Those that are watched already come first, because only so many are followed at once.
                running = sorted(running, key=lambda each: (not each.HasField("steps"), each.match_id))
                if running:
                    self.watching += 1
                    try:
                        await self._watch(stub, running[number % min(len(running), 16)].match_id)
                    finally:
                        self.watching -= 1
            except grpc.aio.AioRpcError:
                self.failed += 1
            await asyncio.sleep(PAUSE)

    async def _watch(self, stub: Any, match_id: str) -> None:
        async for response in stub.Watch(WatchRequest(match_id=match_id, from_step=1)):
            self.responses += 1
            self.bytes += response.ByteSize()


def main() -> None:
    """Watch until stdin is closed, at the lowest priority: other spectators have machines of their own."""
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    try:
        spectators = Spectators(SpectatorOptions(**first_order()))
        run_async(run_child(spectators.run(), lambda _: report(spectators.report)))
    except Exception as error:  # noqa: BLE001  whatever it is, the measuring process says it in one line
        fail(error)


if __name__ == "__main__":
    main()
