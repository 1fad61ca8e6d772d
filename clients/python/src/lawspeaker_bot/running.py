"""`run`: a bot process's last line."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Coroutine
from typing import Any, Final

import grpc

from lawspeaker_bot import aio
from lawspeaker_bot.bot import Bot
from lawspeaker_bot.errors import BotError
from lawspeaker_bot.printable import printable

_KEPT: Final = "\n\t"


def run(
    bot: Bot, address: str | None = None, token: str | None = None, *,
    credentials: grpc.ChannelCredentials | None = None, connect_within: float = aio.CONNECT_WITHIN,
    keepalive: float = aio.KEEPALIVE, reconnect_within: float | None = None,
) -> None:
    """Play matches until the referee says goodbye. Ends the process with one line on stderr if it cannot.

    `address` is HOST:PORT or unix:/PATH; without it and `token`, LAWSPEAKER_ADDRESS and LAWSPEAKER_TOKEN are taken.
    Encrypted with `credentials` (`tls_credentials` reads them from files), or else if LAWSPEAKER_TLS_CA is set. A
    connection that has been silent for `keepalive` seconds (referees allow 5 and more) is asked whether it lives. A
    lost one is tried again for `reconnect_within` seconds: without it those of LAWSPEAKER_RECONNECT_WITHIN, or 60.
    """
    to_end(aio.run(bot, address, token, credentials=credentials, connect_within=connect_within, keepalive=keepalive,
                   reconnect_within=reconnect_within))


def to_end(playing: Coroutine[Any, Any, None]) -> None:
    """Await it as all that this process does. Ends the process with one line on stderr if it cannot."""
    handler = logging.StreamHandler()
    handler.setFormatter(_Harmless("%(name)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.INFO)
    try:
        asyncio.run(playing)
    except BotError as error:
        sys.exit(f"lawspeaker_bot: {printable(str(error), keep=_KEPT)}")
    except KeyboardInterrupt:
        sys.exit(130)


class _Harmless(logging.Formatter):
    """Lets no referee reach the terminal: its words are in many a line."""

    def format(self, record: logging.LogRecord) -> str:
        return printable(super().format(record), keep=_KEPT)
