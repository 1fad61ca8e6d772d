"""Being told to stop."""

from __future__ import annotations

import asyncio
import signal


def stop_signals() -> tuple[asyncio.Event, asyncio.Event]:
    """Set by the first SIGTERM or SIGINT, and by the second."""
    stop, hurry = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, lambda: hurry.set() if stop.is_set() else stop.set())
    return stop, hurry


async def first(*events: asyncio.Event) -> None:
    """Wait for any of them."""
    waits = [asyncio.ensure_future(event.wait()) for event in events]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
