"""The gRPC server around the service, with health and reflection; and `serve`, which runs a lobby until it is told."""

from __future__ import annotations

import asyncio
import gc
import secrets
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import grpc.aio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from prometheus_client import start_http_server
from structlog.typing import FilteringBoundLogger

from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Setup
from lawspeaker_referee.clock import Clock
from lawspeaker_referee.event_loop import loop_factory, stop_signals
from lawspeaker_referee.faults import DEFAULT_POLICY, Policy
from lawspeaker_referee.folder import SECRET_BYTES, SECRET_FILE, alone, keep_secret
from lawspeaker_referee.limits import Limits
from lawspeaker_referee.lobby import Lobby
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.metrics import Metrics
from lawspeaker_referee.probes import Probes
from lawspeaker_referee.programme import LadderSettings, Programme
from lawspeaker_referee.record import Signer
from lawspeaker_referee.service import NAME, Host, Play
from lawspeaker_referee.sounding import Sounding
from lawspeaker_referee.tls import TlsFiles, is_local, server_credentials
from lawspeaker_referee.tokens import Anybody, KnownTokens, TokenFile, Tokens
from lawspeaker_referee.version import VERSION

if TYPE_CHECKING:
    from lawspeaker_referee.ladder.hosting import Hosting

GOODBYE_WITHIN: Final = 2.0
"""Seconds in which bots have read their goodbye, or are cut off."""
CUT_OFF_AFTER: Final = 0.5
"""Seconds that a call may still take after that."""
LAG_EVERY: Final = 0.25
LOOK_EVERY: Final = 1.0
"""Seconds after which changed tokens are noticed at the latest; bots that dial in see to it too."""


class CannotListen(OSError):
    """An address that cannot be listened on."""


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """What `serve` is told."""

    game: Game[Any]
    setup: Setup
    listen: str = "127.0.0.1:50051"
    """HOST:PORT; port 0 takes a free one."""
    records: Path | None = Path("records")
    """Folder of the records; None keeps none."""
    clock: Clock = field(default_factory=lambda: Clock(2.0))
    policy: Policy = DEFAULT_POLICY
    """What follows from faults."""
    signer: Signer | None = field(default=None, repr=False)
    """Who signs the records, if anybody does."""
    matches: int | None = None
    """End after so many of this name, those included whose records are there already; None for no end."""
    sync: bool = False
    """Whether every step of a record is forced to the disk before the next question, and not only its end."""
    tokens: Path | None = None
    """File of tokens; None lets anybody in, which beyond loopback needs `anybody`, or certificates of bots."""
    anybody: bool = False
    """Let bots in without tokens from other machines too."""
    metrics: str | None = None
    """HOST:PORT of /metrics; None for none."""
    grace: float = 30.0
    """Seconds that running matches have to end after SIGTERM; then they are left for the next referee."""
    limits: Limits = field(default_factory=Limits)
    tls: TlsFiles | None = None
    """None speaks in clear."""
    secret: bytes | None = field(default=None, repr=False)
    """What all dice derive from; None for that of `secret_file`."""
    secret_file: Path | None = None
    """Made at the first start; None for one in the folder of the records, or where there is none for a new secret."""
    name: str = ""
    """Match ids are this and a number; empty for the game's name and something new every time."""
    ladder: LadderSettings | None = None
    """For a ladder, which needs tokens and records; None to seat bots by turns."""
    most_matches: int | None = None
    """How many may run at once; None for as many as the system can."""


class Server:
    """A running server; `port` is the one it listens on."""

    def __init__(self, host: Host, listen: str, metrics: Metrics, log: FilteringBoundLogger, *,
                 tokens: Tokens | Mapping[str, str] | None = None, limits: Limits | None = None,
                 credentials: grpc.ServerCredentials | None = None,
                 interceptors: Sequence[grpc.aio.ServerInterceptor] = (),
                 services: Mapping[str, grpc.GenericRpcHandler] | None = None) -> None:
        """`tokens` may also be names -> tokens; without it anybody is let in. Raises CannotListen."""
        others = services or {}
        verifier = KnownTokens(tokens) if isinstance(tokens, Mapping) else tokens
        limits = limits or Limits()
        self.play = Play(host, Anybody() if verifier is None else verifier, limits, metrics, log)
        self._metrics = metrics
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
            raise CannotListen(f"cannot listen on {listen}: the port is taken, or the address is unknown or not this "
                               "machine's")
        self._watches: list[asyncio.Task[None]] = []
        self._log, self._probes = log, Probes()

    async def start(self) -> None:
        """Let bots in."""
        try:
            await self._probes.open()
            Sounding.here().ways.append(self._probes)
        except OSError as error:
            self._log.warning("no probes: on a busy machine bots may be charged for time that is not theirs",
                              error=str(error))
        await self._server.start()
        await self._health.set("", health_pb2.HealthCheckResponse.SERVING)
        await self._health.set(NAME, health_pb2.HealthCheckResponse.SERVING)
        self._watches = [asyncio.create_task(self._watch_lag()), asyncio.create_task(self._watch_tokens())]

    async def refuse_more(self) -> None:
        """Tell whoever asks that this server is no place for new bots."""
        await self._health.enter_graceful_shutdown()

    async def stop(self, reason: GoodbyeReason, message: str, *, come_back: bool = False) -> None:
        """Say goodbye to every bot, or nothing to those that shall come back; give them a moment to read, and end."""
        for stream in self.play.streams:
            if come_back:
                stream.hang_up(message)
            else:
                stream.close(reason, message)
        with suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_WITHIN):
                await self.play.empty.wait()
        for watch in self._watches:
            watch.cancel()
        if self._probes in (ways := Sounding.here().ways):
            ways.remove(self._probes)
            await self._probes.close()
        await self._server.stop(CUT_OFF_AFTER)

    async def _watch_lag(self) -> None:
        while True:
            due = monotonic() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self._metrics.lag.observe(max(0.0, monotonic() - due))

    async def _watch_tokens(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self.play.look_at_tokens()


def serve(settings: ServeSettings, log: FilteringBoundLogger | None = None) -> None:
    """Run a referee until its matches are played or a SIGTERM or SIGINT comes. Raises CannotListen."""
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(_serve(settings, log or make_log()))


def settle() -> None:
    """Take what is loaded by now for lasting, and look for garbage less often: every match waits for it meanwhile."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 50)


async def _serve(settings: ServeSettings, log: FilteringBoundLogger) -> None:
    _check_open(settings)
    tokens = TokenFile(settings.tokens, log.warning) if settings.tokens else None
    proof = server_credentials(settings.tls, log.warning) if settings.tls else None
    metrics = Metrics()
    stop, hurry = stop_signals()
    programme = _programme(settings)
    async with AsyncExitStack() as stack:
        if programme.records is not None and programme.lasting:
            stack.enter_context(alone(programme.records, programme.name))
        hosting = _hosting(settings, programme, tokens, log)
        lobby = Lobby(programme, metrics, log, hosting.ladder if hosting else None)
        lobby.hold()
        server = Server(lobby, settings.listen, metrics, log, tokens=tokens, limits=settings.limits, credentials=proof,
                        services=hosting.services if hosting else None)
        if (exporter := _export(settings.metrics, metrics)) is not None:
            stack.callback(exporter.shutdown)
        if hosting:
            stack.push_async_callback(hosting.close)
            hosting.start()
        await server.start()
        _tell(settings, server, tokens, log)
        settle()
        stack.callback(asyncio.create_task(lobby.resume()).cancel)
        await _first(stop, lobby.complete)
        done = (GoodbyeReason.GOODBYE_REASON_DONE, "all matches have been played")
        if stop.is_set():
            await _drain(settings, server, lobby, hurry, log)
            done = (GoodbyeReason.GOODBYE_REASON_DRAINING, "the referee is shutting down")
        await server.stop(*done, come_back=stop.is_set() and settings.ladder is not None)
    log.info("stopped")
    if lobby.failure is not None:
        raise lobby.failure


def _tell(settings: ServeSettings, server: Server, tokens: TokenFile | None, log: FilteringBoundLogger) -> None:
    """Say that bots may come, and what is allowed and yet seldom meant."""
    log.info("serving", version=VERSION, listen=settings.listen, port=server.port, game=settings.game.name,
             players=settings.setup.players, options=dict(settings.setup.options), clock=settings.clock.text,
             matches=settings.matches, metrics=settings.metrics, tokens=None if tokens is None else len(tokens),
             tls=settings.tls is not None)
    if settings.tls is None and not is_local(settings.listen):
        log.warning("no TLS: tokens and games cross the network in clear; give --tls-cert and --tls-key, or put a "
                    "proxy in front that speaks TLS", listen=settings.listen)
    if tokens is not None and not len(tokens):
        log.warning("no token holds, so no bot can come in; `lawspeaker tokens create NAME` makes one",
                    file=str(settings.tokens))


def _programme(settings: ServeSettings) -> Programme:
    """What is played; makes the folder of the records. Raises OSError, for a secret that cannot be made too."""
    secret, records = settings.secret, settings.records
    if secret is None and settings.secret_file is not None:
        secret = keep_secret(settings.secret_file)
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    if secret is None:
        secret = secrets.token_bytes(SECRET_BYTES) if records is None else keep_secret(records / SECRET_FILE)
    name = settings.name or f"{settings.game.name}-{'ladder' if settings.ladder else secrets.token_hex(4)}"
    return Programme(settings.game, settings.setup, settings.clock, records, secret, name, settings.matches,
                     settings.policy, settings.signer, settings.sync, lasting=bool(settings.name or settings.ladder),
                     most_matches=settings.most_matches)


def _hosting(settings: ServeSettings, programme: Programme, tokens: TokenFile | None,
             log: FilteringBoundLogger) -> Hosting | None:
    """What a ladder needs besides. Raises BadTerms, ValueError and OSError."""
    if settings.ladder is None:
        return None
    from lawspeaker_referee.ladder.hosting import Hosting  # with packages that nobody else needs

    return Hosting(programme, settings.ladder, log, None if tokens is None else lambda: tokens.names)


async def _drain(settings: ServeSettings, server: Server, lobby: Lobby, hurry: asyncio.Event,
                 log: FilteringBoundLogger) -> None:
    """Let running matches end within the grace period, and leave the others; a second signal ends it."""
    log.info("draining", grace=settings.grace)
    await server.refuse_more()
    lobby.drain(keep_bots=settings.ladder is not None)
    with suppress(TimeoutError):
        async with asyncio.timeout(settings.grace):
            await _first(lobby.idle, hurry)
    if not lobby.idle.is_set():
        lobby.stop("the referee was shut down")
        await lobby.idle.wait()


def _check_open(settings: ServeSettings) -> None:
    """Raises CannotListen where anybody on the network could play unasked."""
    asks = settings.tokens is not None or (settings.tls is not None and settings.tls.client_ca is not None)
    if not asks and not settings.anybody and not is_local(settings.listen):
        raise CannotListen(f"listening on {settings.listen} would let anybody in: give every bot a token, or listen on "
                           "127.0.0.1")


async def _first(*events: asyncio.Event) -> None:
    """Wait for any of them."""
    waits = [asyncio.ensure_future(event.wait()) for event in events]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()


def _export(where: str | None, metrics: Metrics) -> Any:
    """The thread's server of /metrics, if one is wanted."""
    if where is None:
        return None
    host, _, port = where.rpartition(":")
    try:
        server, _ = start_http_server(int(port), host.strip("[]"), registry=metrics.registry)
    except OSError as error:
        raise CannotListen(f"cannot listen on {where} for metrics: {error.strerror}") from None
    return server
