"""A bot that is an object of this process and plays over gRPC like any other one: a person at the terminal."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from lawspeaker_bot import BotError, aio
from lawspeaker_bot.bot import Bot
from lawspeaker_referee.host.process.bot import LEAVE_WITHIN, ProcessEnd


class BotLeft(Exception):
    """Raised by a bot of this process that leaves its match; the text says why."""


class OwnBot:
    """A bot of this process, with what a pool asks of a bot's process."""

    not_enforced = not_hidden = ""

    def __init__(self, bot: Bot, address: str, token: str, connect: float) -> None:
        """Begin to play; the first connection may take `connect` seconds."""
        self._asked = False
        self._playing = asyncio.ensure_future(aio.run(bot, address, token, connect_within=connect, reconnect_within=0))
        self._ended = asyncio.ensure_future(self._watch())

    @property
    def ending(self) -> ProcessEnd | None:
        """Return how it ended; None while it plays."""
        return self._ended.result() if self._ended.done() else None

    async def wait(self) -> ProcessEnd:
        """Wait until it plays no more."""
        return await asyncio.shield(self._ended)

    def end(self) -> None:
        """Let it play no more. A method of the bot that waits in a thread is left there."""
        self._asked = True
        self._playing.cancel()

    async def _watch(self) -> ProcessEnd:
        await asyncio.wait({self._playing})
        if self._playing.cancelled():
            return ProcessEnd(asked=self._asked)
        error = self._playing.exception()
        if error is None:
            return ProcessEnd(exit_code=0, asked=self._asked)
        if isinstance(error, BotLeft | BotError):
            return ProcessEnd(exit_code=0, asked=self._asked, reason=str(error))
        traceback.print_exception(error)  # a fault of ours, which nobody else would see
        return ProcessEnd(exit_code=1, asked=self._asked, reason=f"it failed: {error!r}")


@asynccontextmanager
async def running_here(bot: Bot, address: str, token: str, connect: float) -> AsyncIterator[list[OwnBot]]:
    """Yield the bot, which connects; it plays no more after this. It is left a moment to take its goodbye."""
    own = OwnBot(bot, address, token, connect)
    try:
        yield [own]
        await asyncio.wait({asyncio.ensure_future(own.wait())}, timeout=LEAVE_WITHIN)
    finally:
        own.end()
        await own.wait()
