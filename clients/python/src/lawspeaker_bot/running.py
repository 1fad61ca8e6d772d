"""`run`, with which the program of a bot ends."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final

from lawspeaker_bot import aio
from lawspeaker_bot.bot import Bot
from lawspeaker_bot.errors import BotError
from lawspeaker_bot.printable import printable

if TYPE_CHECKING:
    import grpc

_KEPT: Final = "\n\t"


def run(
    bot: Bot, address: str | None = None, token: str | None = None, *,
    credentials: grpc.ChannelCredentials | None = None, connect_within: float = aio.CONNECT_WITHIN,
    keepalive: float = aio.KEEPALIVE, reconnect_within: float | None = None,
) -> None:
    """Play matches until the referee says goodbye. On an error, print one line on stderr and exit with code 1.

    `address` is HOST:PORT or unix:/PATH (default: LAWSPEAKER_ADDRESS), `token` the bot's token (LAWSPEAKER_TOKEN).
    `credentials` turn TLS on; `tls_credentials` reads them from files (default: LAWSPEAKER_TLS_CA, if set).
    A referee that is not there yet is dialled for `connect_within` seconds, and has as many to welcome the bot. A
    connection that is silent for `keepalive` seconds (at least 5) is pinged. A lost one is retried for
    `reconnect_within` seconds (LAWSPEAKER_RECONNECT_WITHIN, or 60).

        run(MyBot(), "127.0.0.1:50051")
    """
    to_end(aio.run(bot, address, token, credentials=credentials, connect_within=connect_within, keepalive=keepalive,
                   reconnect_within=reconnect_within))


def to_end(playing: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine as the whole program: log to stderr, exit with 1 on a BotError and with 130 if cancelled."""
    handler = logging.StreamHandler()
    handler.setFormatter(_Harmless("%(name)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.INFO)
    try:
        asyncio.run(playing)
    except BotError as error:
        sys.exit(f"lawspeaker_bot: {printable(str(error), keep=_KEPT)}")
    except (KeyboardInterrupt, asyncio.CancelledError):
        sys.exit(130)


class _Harmless(logging.Formatter):
    """Escapes control characters, because log lines quote the referee."""

    def format(self, record: logging.LogRecord) -> str:
        return printable(super().format(record), keep=_KEPT)
