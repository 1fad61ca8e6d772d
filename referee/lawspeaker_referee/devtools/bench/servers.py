"""A server that is measured, in a process of its own: `python -m lawspeaker_referee.devtools.bench.servers`.

The first order on stdin is `ServerOptions` as JSON. The process reports its address, and after every further order its
`reading`. It ends when stdin is closed.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from typing import Any, Final

from lawspeaker_engine.games import find_game
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.devtools.bench.processes import reading
from lawspeaker_referee.devtools.bench.referee import echo_server, referee_server, request_bytes
from lawspeaker_referee.event_loop import run_async, settle
from lawspeaker_referee.host.process.child import run_child
from lawspeaker_referee.host.process.child_side import fail, first_order, report

CLOCK: Final = Clock(3600.0)
"""Bots hold their answers back while the other server is measured, and must not time out meanwhile."""


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """The kind of a server, and its game."""

    kind: str
    """`referee`, or `echo`: requests of the same bytes without a referee."""
    game: str
    players: int
    work_us: float = 0.0
    """CPU microseconds that an echo spends on each answer."""

    @property
    def order(self) -> dict[str, Any]:
        """The first order."""
        return asdict(self)


async def _work(options: ServerOptions) -> None:
    """Serve until this task is cancelled."""
    game = find_game(options.game)
    async with AsyncExitStack() as stack:
        if options.kind == "echo":
            requests = request_bytes(game, options.players)
            address = await stack.enter_async_context(echo_server(requests, options.work_us))
            settle()
        else:
            referee = await stack.enter_async_context(referee_server(game, options.players, CLOCK))
            address = referee.address
        report({"address": address})
        await asyncio.Event().wait()


def main() -> None:
    """Serve until stdin is closed."""
    try:
        options = ServerOptions(**first_order())
        run_async(run_child(_work(options), lambda _: report(reading())))
    except Exception as error:  # noqa: BLE001  whatever it is, the measuring process says it in one line
        fail(error)


if __name__ == "__main__":
    main()
