"""Standings with bots of all states, and a gRPC server that serves them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

import grpc.aio

from lawspeaker_referee.competition.ladder.probation import ON_PROBATION, QUARANTINED
from lawspeaker_referee.competition.ladder.rpc import handler
from lawspeaker_referee.competition.ladder.standings import AWAY, PLAYING, RETIRED, WAITING, Standings, StandingsRow

STATES = (PLAYING, WAITING, AWAY, QUARANTINED, ON_PROBATION, RETIRED)
NOON = 1_700_000_000_000
"""Milliseconds since 1970."""
LONG = "a-name-as-long-as-the-referee-lets-a-token-have.it-has-64-signs"


def standings(bots: int = 5, **more: object) -> Standings:
    """Return bots of all states; the first and last rated one have an open end, and one is not rated."""
    rows = []
    for number in range(bots):
        rating = None if number and number == bots - 1 else 2000 - 900 * number / bots
        state = STATES[number % len(STATES)]
        rows.append(StandingsRow(
            0 if rating is None else number + 1, LONG if number == 1 else f"bot-{number}", rating,
            None if rating is None or number == bots - 2 else rating - 30.5,
            None if rating is None or not number else rating + 40.5, 0 if rating is None else 10 * number + 4,
            0.0 if rating is None else 2.5 * number + 1, 3 * number, state,
            *(("it crashed in 3 matches in a row", NOON + 60_000) if state == QUARANTINED else ("", 0)),
            0 if rating is None else 40 * number + 4, 0 if rating is None else 5 * number + 1))
    fields = {"ladder": "cup", "game": "parley", "players": 2, "options": "rounds=3", "clock": "2s",
              "matches": 120, "playing": 2, "rated": 118, "commitment": "ab" * 32, "unix_ms": NOON,
              "rows": tuple(rows), "notes": ("bot-0 won everything: nothing says how good it is",)}
    return Standings(**fields | more)


@contextmanager
def standings_server(
    look: Callable[[], Standings] | None, credentials: grpc.ServerCredentials | None = None, challenge: Any = None,
) -> Iterator[str]:
    """Yield the address of a server of these standings, or of a referee without a ladder; `challenge` answers calls."""
    up = Event()
    address, end = "", lambda: None

    async def serve() -> None:
        nonlocal address, end
        server = grpc.aio.server()
        if look is not None:
            server.add_generic_rpc_handlers((handler(look, challenge=challenge),))
        port = (server.add_insecure_port("127.0.0.1:0") if credentials is None
                else server.add_secure_port("127.0.0.1:0", credentials))
        await server.start()
        loop, over = asyncio.get_running_loop(), asyncio.Event()
        address, end = f"127.0.0.1:{port}", lambda: loop.call_soon_threadsafe(over.set)
        up.set()
        await over.wait()
        await server.stop(0)

    thread = Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    assert up.wait(20)
    try:
        yield address
    finally:
        end()
        thread.join()
