"""The gRPC server around the service, with health and reflection."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final

import grpc.aio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_referee.config.addresses import UNIX
from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.config.proxies import Proxies
from lawspeaker_referee.event_loop import at_most
from lawspeaker_referee.server.addresses import why_not_listening
from lawspeaker_referee.server.lateness.probe import LatenessProbe, start_whole
from lawspeaker_referee.server.lateness.read_barrier import ReadBarrier
from lawspeaker_referee.server.metrics import Metrics
from lawspeaker_referee.server.service import NAME, Host, PlayService
from lawspeaker_referee.server.tcp_connections import TcpConnections
from lawspeaker_referee.server.tokens import MemoryTokens, OpenAccess, TokenStore
from lawspeaker_referee.server.unix_connections import StartedBots, UnixConnections

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

GOODBYE_WITHIN: Final = 2.0
"""Seconds that bots have to read their goodbye before they are cut off."""
CUT_OFF_AFTER: Final = 0.5
"""Seconds that a call may take after that."""
LAG_EVERY: Final = 0.25
LOOK_EVERY: Final = 1.0
"""Seconds between two looks at the tokens; a bot that connects also causes one."""


class CannotListen(OSError):
    """An address on which the server cannot listen."""


class Server:
    """A running server; `port` is the one it listens on."""

    def __init__(self, host: Host, listen: str, metrics: Metrics, log: FilteringBoundLogger, *,
                 tokens: TokenStore | Mapping[str, str] | None = None, limits: Limits | None = None,
                 credentials: grpc.ServerCredentials | None = None, proxies: Proxies | None = None,
                 interceptors: Sequence[grpc.aio.ServerInterceptor] = (),
                 services: Mapping[str, grpc.GenericRpcHandler] | None = None,
                 started: StartedBots | None = None, own: Path | None = None) -> None:
        """Take tokens as a store or as name -> token; without tokens any bot may join. The connections of a Unix
        socket are watched if it is known which bots were `started`. At the socket `own` objects of this process
        connect. Raises CannotListen.
        """
        others = services or {}
        verifier = MemoryTokens(tokens) if isinstance(tokens, Mapping) else tokens
        limits = limits or Limits()
        proxies = proxies or Proxies()
        self._tcp = TcpConnections(limits, proxies, metrics, log)
        self._connections = (UnixConnections(listen.removeprefix(f"{UNIX}:"), started, metrics, log)
                             if started is not None and listen.startswith(f"{UNIX}:") else self._tcp)
        self.play = PlayService(host, OpenAccess() if verifier is None else verifier, limits, metrics, log,
                         proxies=proxies, connections=self._connections)
        self.metrics = metrics
        self._health = health.aio.HealthServicer()
        self._server = grpc.aio.server(interceptors=interceptors, options=limits.channel_options())
        self._server.add_generic_rpc_handlers((self.play.handler(), *others.values()))
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        reflection.enable_server_reflection((NAME, *others, health.SERVICE_NAME, reflection.SERVICE_NAME),
                                            self._server)
        try:
            self.port = (self._server.add_insecure_port(listen) if credentials is None
                         else self._server.add_secure_port(listen, credentials))
        except RuntimeError:
            self.port = 0
        if not self.port:
            raise CannotListen(f"cannot listen on {listen}: {why_not_listening(listen)}")
        if own is not None:
            self._server.add_insecure_port(f"{UNIX}:{own}")
        if self.port > 1:  # 1 stands for a Unix socket
            self._tcp.port = self.port
        self._watches: list[asyncio.Task[None]] = []
        self._log, self._probes = log, LatenessProbe()

    async def start(self) -> None:
        """Start to accept bots; a start that is cancelled leaves nothing that runs."""
        try:
            try:
                await self._probes.open()
                ReadBarrier.here().paths.append(self._probes)
            except OSError as error:
                self._log.warning("no probes: on a busy machine bots may be charged for time that is not theirs",
                                  error=str(error))
            await start_whole(self._server)
            await self._health.set("", health_pb2.HealthCheckResponse.SERVING)
            await self._health.set(NAME, health_pb2.HealthCheckResponse.SERVING)
        except asyncio.CancelledError:
            await self._close(0.0)
            raise
        self._watches = [asyncio.create_task(self._watch_lag()), asyncio.create_task(self._watch_tokens()),
                         asyncio.create_task(self._watch_connections())]

    def change(self, limits: Limits) -> None:
        """Keep other limits from now on, except for those that gRPC was told at the start.

        What holds for one stream holds for streams that begin after this; no stream is closed.
        """
        self.play.limits = self._tcp.limits = self.play.budgets.limits = limits

    async def refuse_more(self) -> None:
        """Report NOT_SERVING to health checks, so that no new bots are sent here."""
        await self._health.enter_graceful_shutdown()

    async def stop(self, reason: GoodbyeReason, message: str, *, come_back: bool = False) -> None:
        """Say goodbye to every bot, wait until it is read, and stop.

        With `come_back` bots get no goodbye, so that they reconnect to the next referee.
        """
        for stream in self.play.streams:
            if come_back:
                stream.hang_up(message)
            else:
                stream.close(reason, message)
        async with at_most(GOODBYE_WITHIN):
            await self.play.empty.wait()
        await self._close(CUT_OFF_AFTER)

    async def _close(self, within: float) -> None:
        for watch in self._watches:
            watch.cancel()
        if self._probes in (paths := ReadBarrier.here().paths):
            paths.remove(self._probes)
            await self._probes.close()
        await self._server.stop(within)

    async def _watch_lag(self) -> None:
        while True:
            due = monotonic() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self.metrics.lag.observe(max(0.0, monotonic() - due))

    async def _watch_tokens(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self.play.look_at_tokens()

    async def _watch_connections(self) -> None:
        told = False
        while True:
            await asyncio.sleep(self._connections.pause)
            try:
                self._connections.look(monotonic)
            except OSError as error:  # the next look may find them
                if not told:
                    self._log.warning("connections cannot be watched", error=error.strerror)
                told = True
