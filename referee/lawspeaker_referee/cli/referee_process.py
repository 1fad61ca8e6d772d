"""The process of `lawspeaker serve`: a match queue behind a server, with its signals, metrics and ladder."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prometheus_client import start_http_server

from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_bot.addresses import is_local
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Setup
from lawspeaker_referee.config.addresses import parse_address
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY, Policy
from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.config.tournament import SECRET_BYTES
from lawspeaker_referee.event_loop import at_most, run_async, settle, stop_signals
from lawspeaker_referee.host.queue import MatchQueue
from lawspeaker_referee.host.queue_config import LadderSettings, QueueConfig
from lawspeaker_referee.host.storage import SECRET_FILE, alone, keep_secret
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.open_files import PROCESS_FILES, SERVER_FILES, need_files, raise_file_limit
from lawspeaker_referee.record.writer import Signer
from lawspeaker_referee.server.addresses import Proxies, why_not_listening
from lawspeaker_referee.server.metrics import Metrics
from lawspeaker_referee.server.server import CannotListen, Server
from lawspeaker_referee.server.tls import TlsFiles, server_credentials
from lawspeaker_referee.server.tokens import FileTokens
from lawspeaker_referee.version import build_version

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

    from lawspeaker_referee.competition.ladder.service import LadderService

@dataclass(frozen=True, slots=True)
class ServeSettings:
    """The settings of `serve`, as options give them; times are seconds."""

    game: Game[Any]
    setup: Setup
    listen: str = "127.0.0.1:50051"
    """HOST:PORT; port 0 takes a free one."""
    records: Path | None = Path("records")
    """Folder of the records; None keeps none."""
    clock: Clock = field(default_factory=lambda: Clock(2.0))
    policy: Policy = DEFAULT_POLICY
    """The actions that follow from faults."""
    signer: Signer | None = field(default=None, repr=False)
    """Signs the records; None for records without a signature."""
    matches: int | None = None
    """End after so many of this name, those included whose records are there already; None for no end."""
    sync: bool = False
    """True if every step of a record is forced to the disk before the next question; False for its end only."""
    tokens: Path | None = None
    """File of tokens; None admits every bot, which beyond loopback needs `anybody`, or certificates of bots."""
    anybody: bool = False
    """Let bots in without tokens from other machines too."""
    trusted_proxies: tuple[str, ...] = ()
    """Networks, addresses, and `unix`: proxies that are believed when they name a bot's address."""
    metrics: str | None = None
    """HOST:PORT of /metrics; None for none."""
    grace: float = 30.0
    """Seconds that running matches have to end after SIGTERM; then they are left for the next referee."""
    limits: Limits = field(default_factory=Limits)
    tls: TlsFiles | None = None
    """None for plain text."""
    secret: bytes | None = field(default=None, repr=False)
    """All dice derive from it; None for the secret in `secret_file`."""
    secret_file: Path | None = None
    """Made at the first start; None for .secret in the folder of the records, or without records for a new secret."""
    name: str = ""
    """Match ids are this and a number; empty for the game's name and something new every time."""
    ladder: LadderSettings | None = None
    """For a ladder, which needs tokens and records; None to match bots first come, first served."""
    most_matches: int | None = None
    """Matches that may run at once; None for as many as the system can."""


def serve(settings: ServeSettings, log: FilteringBoundLogger | None = None) -> None:
    """Run a referee until its matches are played or a SIGTERM or SIGINT comes. Raises CannotListen."""
    run_async(_serve(settings, log or make_log()))


async def _serve(settings: ServeSettings, log: FilteringBoundLogger) -> None:
    _check_access(settings)
    need_files(SERVER_FILES + PROCESS_FILES * settings.setup.players)
    raise_file_limit()  # every connection takes one, also those refused
    tokens = FileTokens(settings.tokens, log.warning) if settings.tokens else None
    proof = server_credentials(settings.tls, log.warning) if settings.tls else None
    metrics = Metrics()
    stop, hurry = stop_signals()
    config = _queue_config(settings)
    async with AsyncExitStack() as stack:
        if config.records is not None and config.lasting:
            stack.enter_context(alone(config.records, config.name))
        ladder = await _ladder_service(settings, config, tokens, log, stop)
        queue = MatchQueue(config, metrics, log, ladder.ladder if ladder else None)
        queue.hold()
        server = Server(queue, settings.listen, metrics, log, tokens=tokens, limits=settings.limits, credentials=proof,
                        proxies=Proxies(settings.trusted_proxies),
                        services=ladder.services if ladder else None)
        if config.records is not None:
            metrics.watch_records(config.records)
        if ladder:
            ladder.ladder.on_quarantine = metrics.quarantines.inc
        if (exporter := _start_metrics(settings.metrics, metrics)) is not None:
            stack.callback(exporter.shutdown)
        if ladder:
            stack.push_async_callback(ladder.close)
            ladder.start()
        stack.callback(queue.stop, "the referee failed")  # before its streams end, if an error ends this block,
        stack.callback(queue.drain, keep_bots=True)       # and then none begins instead
        await server.start()
        _log_start(settings, server, tokens, log)
        settle()
        stack.callback(asyncio.create_task(queue.resume()).cancel)
        await _first_of(stop, queue.complete)
        done = (GoodbyeReason.GOODBYE_REASON_DONE, "all matches have been played")
        if stop.is_set():
            metrics.draining.set(1)
            await _drain(settings, server, queue, hurry, log)
            done = (GoodbyeReason.GOODBYE_REASON_DRAINING, "the referee is shutting down")
        await server.stop(*done, come_back=stop.is_set() and settings.ladder is not None)
    log.info("stopped")
    if queue.failure is not None:
        raise queue.failure


def _log_start(settings: ServeSettings, server: Server, tokens: FileTokens | None, log: FilteringBoundLogger) -> None:
    """Log that bots may connect, and warn of settings that are allowed but seldom meant."""
    log.info("serving", version=build_version(), listen=settings.listen, port=server.port, game=settings.game.name,
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


def _queue_config(settings: ServeSettings) -> QueueConfig:
    """Return what is played; make the folder of the records. Raises OSError, also if the secret cannot be made."""
    secret, records = settings.secret, settings.records
    if secret is None and settings.secret_file is not None:
        secret = keep_secret(settings.secret_file)
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    if secret is None:
        secret = secrets.token_bytes(SECRET_BYTES) if records is None else keep_secret(records / SECRET_FILE)
    name = settings.name or f"{settings.game.name}-{'ladder' if settings.ladder else secrets.token_hex(4)}"
    if settings.ladder and settings.ladder.referee:
        name += f"-{settings.ladder.referee}"
    return QueueConfig(settings.game, settings.setup, settings.clock, records, secret, name, settings.matches,
                     settings.policy, settings.signer, settings.sync, lasting=bool(settings.name or settings.ladder),
                     most_matches=settings.most_matches)


async def _ladder_service(settings: ServeSettings, config: QueueConfig, tokens: FileTokens | None,
                          log: FilteringBoundLogger, stop: asyncio.Event) -> LadderService | None:
    """Return the ladder's service, if there is a ladder, once its ledger can be written, or raise at `stop`.

    Raises BadConfig, ValueError and OSError.
    """
    if settings.ladder is None:
        return None
    from lawspeaker_referee.competition.ladder.service import LadderService
    from lawspeaker_referee.competition.ledger.outages import RetryPolicy

    policy = RetryPolicy(settings.ladder.patience, log.warning)
    stopped = asyncio.create_task(stop.wait())
    stopped.add_done_callback(lambda _: policy.give_up())
    try:
        return await asyncio.to_thread(LadderService, config, settings.ladder, log,
                                       None if tokens is None else lambda: tokens.names, policy)
    finally:
        stopped.cancel()


async def _drain(settings: ServeSettings, server: Server, queue: MatchQueue, hurry: asyncio.Event,
                 log: FilteringBoundLogger) -> None:
    """Let running matches end within the grace period; a second signal cuts it short."""
    log.info("draining", grace=settings.grace)
    await server.refuse_more()
    queue.drain(keep_bots=settings.ladder is not None)
    async with at_most(settings.grace):
        await _first_of(queue.idle, hurry)
    if not queue.idle.is_set():
        queue.stop("the referee was shut down")
        await queue.idle.wait()


def _check_access(settings: ServeSettings) -> None:
    """Raise CannotListen if others on the network could play without a token or certificate."""
    asks = settings.tokens is not None or (settings.tls is not None and settings.tls.client_ca is not None)
    if not asks and not settings.anybody and not is_local(settings.listen):
        raise CannotListen(f"listening on {settings.listen} would let anybody in: give every bot a token, or listen on "
                           "127.0.0.1")


async def _first_of(*events: asyncio.Event) -> None:
    """Wait for any of them."""
    waits = [asyncio.ensure_future(event.wait()) for event in events]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()


def _start_metrics(where: str | None, metrics: Metrics) -> Any:
    """Start a thread that serves /metrics, and return its server; None if there is none. Raises CannotListen."""
    if where is None:
        return None
    host, port = parse_address(where)
    try:
        server, _ = start_http_server(port, host, registry=metrics.registry)
    except OSError as error:
        raise CannotListen(f"cannot listen on {where} for metrics: {why_not_listening(where, error)}") from None
    return server
