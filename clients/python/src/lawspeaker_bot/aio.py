"""`run` for programs that have an event loop of their own."""

from __future__ import annotations

import asyncio
import os

import grpc.aio

from lawspeaker_bot.bot import Bot
from lawspeaker_bot.errors import ConnectionRefused
from lawspeaker_bot.session import Session

ADDRESS_VARIABLE = "LAWSPEAKER_ADDRESS"
TOKEN_VARIABLE = "LAWSPEAKER_TOKEN"  # noqa: S105 - the name of a variable
CONNECT_WITHIN = 5.0
"""Seconds to wait for a referee that is not there yet."""

CHANNEL_OPTIONS: list[tuple[str, int]] = [
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.max_receive_message_length", 16 << 20),
    ("grpc.max_send_message_length", 1 << 20),
]
"""A dead network is noticed within 40 seconds, however long nothing was said; views may have 16 MiB, answers 1 MiB."""


async def run(
    bot: Bot, address: str | None = None, token: str | None = None, *,
    credentials: grpc.ChannelCredentials | None = None, connect_within: float = CONNECT_WITHIN,
) -> None:
    """Play matches until the referee says goodbye. Raises BotError; what the bot itself raises goes through.

    `address` is HOST:PORT; without it and `token`, LAWSPEAKER_ADDRESS and LAWSPEAKER_TOKEN are taken. Encrypted if
    `credentials` are given. A broken connection ends the run: sessions are not taken up again yet.
    """
    address = address or os.environ.get(ADDRESS_VARIABLE, "")
    if not address:
        raise ConnectionRefused(f"no referee's address: pass run(bot, 'HOST:PORT') or set {ADDRESS_VARIABLE}")
    if token is None:
        token = os.environ.get(TOKEN_VARIABLE, "")
    async with _channel(address, credentials) as channel:
        try:
            async with asyncio.timeout(connect_within):
                await channel.channel_ready()
        except TimeoutError:
            raise ConnectionRefused(f"no referee answers at {address} (tried for {connect_within:g} s); "
                                    "is it running, and is the address right?") from None
        await Session(channel, bot, token).play()


def _channel(address: str, credentials: grpc.ChannelCredentials | None) -> grpc.aio.Channel:
    if credentials is None:
        return grpc.aio.insecure_channel(address, options=CHANNEL_OPTIONS)
    return grpc.aio.secure_channel(address, credentials, options=CHANNEL_OPTIONS)
