"""`run` for programs with an event loop of their own.

gRPC is imported when a bot connects, because built-in bots that a referee calls directly do without it.
"""

from __future__ import annotations

import asyncio
import logging
import os
from functools import partial
from typing import TYPE_CHECKING, Any

from lawspeaker_bot.addresses import check_address, proxy_options
from lawspeaker_bot.backoff import Backoff, Patience, reconnect_within_of_environment
from lawspeaker_bot.bot import Bot
from lawspeaker_bot.errors import ConnectionRefused
from lawspeaker_bot.tls import credentials_of_environment, hint

__all__ = ["run"]

if TYPE_CHECKING:
    import grpc.aio

ADDRESS_VARIABLE = "LAWSPEAKER_ADDRESS"
TOKEN_VARIABLE = "LAWSPEAKER_TOKEN"  # noqa: S105 - the name of a variable
CONNECT_WITHIN = 30.0
"""Seconds to dial a referee that is not there yet, as long as its clock waits for bots; then as many for Welcome."""
NOTICE_AFTER = 2.0
"""Seconds without a referee after which a line says so."""
PAUSES_MS = (100, 1000)
"""The pauses between tries of the first connection grow from one to the other."""

KEEPALIVE = 30.0
"""Seconds of silence after which the connection is pinged; it has 10 more to answer."""
KEEPALIVE_ANSWER = 10.0
DETAILS_WITHIN = 1.0
MOST_RECEIVED = 16 << 20
"""Largest message from the referee, in bytes."""
MOST_SENT = 1 << 20

log = logging.getLogger("lawspeaker_bot")


async def run(
    bot: Bot, address: str | None = None, token: str | None = None, *,
    credentials: grpc.ChannelCredentials | None = None, connect_within: float = CONNECT_WITHIN,
    keepalive: float = KEEPALIVE, reconnect_within: float | None = None, backoff: Backoff | None = None,
) -> None:
    """Play matches until the referee says goodbye. Raises BotError, and whatever the bot raises.

    The arguments are those of `lawspeaker_bot.run`. A lost connection is retried with growing pauses (`backoff`) for
    `reconnect_within` seconds; with 0 it ends the run.

        await lawspeaker_bot.aio.run(MyBot(), "127.0.0.1:50051")
    """
    from lawspeaker_bot.session import Session

    address = address or os.environ.get(ADDRESS_VARIABLE, "")
    if not address:
        raise ConnectionRefused(f"no referee's address: pass run(bot, 'HOST:PORT') or set {ADDRESS_VARIABLE}")
    check_address(address)
    if token is None:
        token = os.environ.get(TOKEN_VARIABLE, "")
    credentials = credentials or credentials_of_environment()
    within = reconnect_within_of_environment() if reconnect_within is None else reconnect_within
    connect = partial(_channel, address, credentials, keepalive)
    async with connect() as channel:
        notice = asyncio.get_running_loop().call_later(NOTICE_AFTER, _log_absence, channel, address, connect_within)
        try:
            async with asyncio.timeout(connect_within):
                await channel.channel_ready()
        except TimeoutError:
            why = _probable_cause(await _details(channel), encrypted=credentials is not None)
            raise ConnectionRefused(
                f"no referee answers at {address} (tried for {connect_within:g} s); {why}") from None
        finally:
            notice.cancel()
        await Session(connect, bot, token, Patience(within, backoff)).play(channel, connect_within)


def _log_absence(channel: grpc.aio.Channel, address: str, within: float) -> None:
    """Log that nobody answers, unless a try is under way."""
    from grpc import ChannelConnectivity

    if channel.get_state() is ChannelConnectivity.TRANSIENT_FAILURE:
        log.warning("no referee answers at %s yet; trying for up to %g s", address, within)


def _probable_cause(details: str, *, encrypted: bool) -> str:
    """Return what hinders a connection, by gRPC's reason, or what usually does."""
    if details.startswith(("errors resolving", "DNS resolution failed")):
        return "the host cannot be resolved to an address; is it spelt right?"
    return hint(details, encrypted=encrypted) or "is it running, and is the address right?"


async def _details(channel: grpc.aio.Channel) -> str:
    """Return gRPC's reason why a channel has no connection; empty if there is none."""
    import grpc.aio

    from lawspeaker.v1.referee_service_pb2_grpc import RefereeServiceStub

    call: Any = RefereeServiceStub(channel).Play()  # type: ignore[no-untyped-call]
    try:
        async with asyncio.timeout(DETAILS_WITHIN):
            await call.wait_for_connection()
    except grpc.aio.AioRpcError as error:
        return error.details() or ""
    except TimeoutError:
        return ""
    else:
        return ""
    finally:
        call.cancel()


def _channel(address: str, credentials: grpc.ChannelCredentials | None, keepalive: float) -> grpc.aio.Channel:
    import grpc.aio

    options = [
        ("grpc.keepalive_time_ms", round(keepalive * 1000)),
        ("grpc.keepalive_timeout_ms", round(KEEPALIVE_ANSWER * 1000)),
        ("grpc.http2.ping_timeout_ms", round(KEEPALIVE_ANSWER * 1000)),  # or gRPC waits a minute all the same
        ("grpc.http2.max_pings_without_data", 0),  # however long nothing was said
        ("grpc.max_receive_message_length", MOST_RECEIVED),
        ("grpc.max_send_message_length", MOST_SENT),
        ("grpc.use_local_subchannel_pool", 1),  # or a new channel waits for gRPC's own back-off of a lost one
        ("grpc.initial_reconnect_backoff_ms", PAUSES_MS[0]),
        ("grpc.max_reconnect_backoff_ms", PAUSES_MS[1]),
        *proxy_options(address),
    ]
    if credentials is None:
        return grpc.aio.insecure_channel(address, options=options)
    return grpc.aio.secure_channel(address, credentials, options=options)
