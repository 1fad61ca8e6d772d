"""Runs a lobby behind a server until it is told to stop."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from resource import RLIMIT_NOFILE, getrlimit, setrlimit
from typing import TYPE_CHECKING, Any

from prometheus_client import start_http_server
from structlog.typing import FilteringBoundLogger

from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Setup
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY, Policy
from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.config.tournament import SECRET_BYTES
from lawspeaker_referee.event_loop import loop_factory, settle, stop_signals
from lawspeaker_referee.host.queue import MatchQueue
from lawspeaker_referee.host.queue_config import LadderSettings, QueueConfig
from lawspeaker_referee.host.storage import SECRET_FILE, alone, keep_secret
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.record.file import Signer
from lawspeaker_referee.server.addresses import Proxies
from lawspeaker_referee.server.metrics import Metrics
from lawspeaker_referee.server.server import CannotListen, Server
from lawspeaker_referee.server.tls import TlsFiles, is_local, server_credentials
from lawspeaker_referee.server.tokens import FileTokens
from lawspeaker_referee.version import VERSION

if TYPE_CHECKING:
    from lawspeaker_referee.competition.ladder.service import LadderService

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
    trusted_proxies: tuple[str, ...] = ()
    """Networks, addresses, and `unix`, whose word on a bot's address is taken."""
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


def serve(settings: ServeSettings, log: FilteringBoundLogger | None = None) -> None:
    """Run a referee until its matches are played or a SIGTERM or SIGINT comes. Raises CannotListen."""
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(_serve(settings, log or make_log()))


async def _serve(settings: ServeSettings, log: FilteringBoundLogger) -> None:
    _check_open(settings)
    _allow_files()
    tokens = FileTokens(settings.tokens, log.warning) if settings.tokens else None
    proof = server_credentials(settings.tls, log.warning) if settings.tls else None
    metrics = Metrics()
    stop, hurry = stop_signals()
    programme = _programme(settings)
    async with AsyncExitStack() as stack:
        if programme.records is not None and programme.lasting:
            stack.enter_context(alone(programme.records, programme.name))
        hosting = _hosting(settings, programme, tokens, log)
        lobby = MatchQueue(programme, metrics, log, hosting.ladder if hosting else None)
        lobby.hold()
        server = Server(lobby, settings.listen, metrics, log, tokens=tokens, limits=settings.limits, credentials=proof,
                        proxies=Proxies(settings.trusted_proxies),
                        services=hosting.services if hosting else None)
        if (exporter := _export(settings.metrics, metrics)) is not None:
            stack.callback(exporter.shutdown)
        if hosting:
            stack.push_async_callback(hosting.close)
            hosting.start()
        stack.callback(lobby.stop, "the referee failed")  # before its streams end, if an error ends this block,
        stack.callback(lobby.drain, keep_bots=True)       # and then none begins instead
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


def _tell(settings: ServeSettings, server: Server, tokens: FileTokens | None, log: FilteringBoundLogger) -> None:
    """Say that bots may come, and what is allowed and yet seldom meant."""
    log.info("serving", version=VERSION, listen=settings.listen, port=server.port, game=settings.game.name,
             players=settings.setup.players, options=dict(settings.setup.options), clock=settings.clock.text,
             matches=settings.matches, metrics=settings.metrics, tokens=None if tokens is None else len(tokens),
             tls=settings.tls is not None)
    if settings.tls is None and not is_local(settings.listen):
        log.warning("no TLS: tokens and games cross the network in clear; give --tls-cert and --tls-key, or put a "
                    "proxy in front that speaks TLS", listen=settings.listen)
    if not settings.trusted_proxies and not is_local(settings.listen):
        log.warning("no proxy: strangers reach the referee itself; docs/proxy.md tells how to put nginx or HAProxy in "
                    "front, and --trusted-proxy names it", listen=settings.listen)
    if tokens is not None and not len(tokens):
        log.warning("no token holds, so no bot can come in; `lawspeaker tokens create NAME` makes one",
                    file=str(settings.tokens))


def _programme(settings: ServeSettings) -> QueueConfig:
    """What is played; makes the folder of the records. Raises OSError, for a secret that cannot be made too."""
    secret, records = settings.secret, settings.records
    if secret is None and settings.secret_file is not None:
        secret = keep_secret(settings.secret_file)
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    if secret is None:
        secret = secrets.token_bytes(SECRET_BYTES) if records is None else keep_secret(records / SECRET_FILE)
    name = settings.name or f"{settings.game.name}-{'ladder' if settings.ladder else secrets.token_hex(4)}"
    return QueueConfig(settings.game, settings.setup, settings.clock, records, secret, name, settings.matches,
                     settings.policy, settings.signer, settings.sync, lasting=bool(settings.name or settings.ladder),
                     most_matches=settings.most_matches)


def _hosting(settings: ServeSettings, programme: QueueConfig, tokens: FileTokens | None,
             log: FilteringBoundLogger) -> LadderService | None:
    """What a ladder needs besides. Raises BadTerms, ValueError and OSError."""
    if settings.ladder is None:
        return None
    from lawspeaker_referee.competition.ladder.service import LadderService

    return LadderService(programme, settings.ladder, log, None if tokens is None else lambda: tokens.names)


async def _drain(settings: ServeSettings, server: Server, lobby: MatchQueue, hurry: asyncio.Event,
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


def _allow_files() -> None:
    """As many open files as the system allows this process: connections of strangers take some, whatever is done."""
    soft, hard = getrlimit(RLIMIT_NOFILE)
    if soft != hard:
        with suppress(OSError, ValueError):  # then with those that there are
            setrlimit(RLIMIT_NOFILE, (hard, hard))


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
