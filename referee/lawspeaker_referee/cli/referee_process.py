"""The process of `lawspeaker serve`: a match queue behind a server, with its signals, metrics and ladder."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prometheus_client import start_http_server

from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_bot.addresses import is_local
from lawspeaker_referee.cli.options import signing_key
from lawspeaker_referee.cli.referee_plan import check_folder
from lawspeaker_referee.cli.referee_reload import Reload, ReloadedParts
from lawspeaker_referee.config.addresses import UNIX, parse_address
from lawspeaker_referee.config.proxies import Proxies
from lawspeaker_referee.config.referee import RefereeConfig
from lawspeaker_referee.config.tournament import SECRET_BYTES
from lawspeaker_referee.event_loop import at_most, hang_ups, run_async, settle, stop_signals
from lawspeaker_referee.host.process.socket_folder import socket_path
from lawspeaker_referee.host.queue import MatchQueue
from lawspeaker_referee.host.queue_config import QueueConfig
from lawspeaker_referee.host.storage import SECRET_FILE, alone, keep_secret
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.open_files import PROCESS_FILES, SERVER_FILES, need_files, raise_file_limit
from lawspeaker_referee.server.addresses import why_not_listening
from lawspeaker_referee.server.metrics import Metrics
from lawspeaker_referee.server.server import CannotListen, Server
from lawspeaker_referee.server.tls import ServerCertificates
from lawspeaker_referee.server.tokens import FileTokens, OpenAccess, TokenStore, WithPeople
from lawspeaker_referee.version import build_version

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

    from lawspeaker_referee.competition.ladder.service import LadderService
    from lawspeaker_referee.host.people import People


def serve(config: RefereeConfig, log: FilteringBoundLogger | None = None,
          read: Callable[[], RefereeConfig] | None = None) -> None:
    """Run a referee until its matches are played or a SIGTERM or SIGINT comes. Raises CannotListen.

    At SIGHUP `read` returns the settings anew; without it SIGHUP ends the process, as if this were not here.
    """
    run_async(_serve(config, log or make_log(), read))


async def _serve(config: RefereeConfig, log: FilteringBoundLogger, read: Callable[[], RefereeConfig] | None) -> None:
    need_files(SERVER_FILES + PROCESS_FILES * config.setup.players)
    raise_file_limit()  # every connection takes one, also those refused
    tokens = FileTokens(config.tokens, log.warning) if config.tokens else None
    certificates = ServerCertificates(config.tls, log.warning) if config.tls else None
    stop, hurry = stop_signals()
    hung_up = hang_ups() if read else None
    metrics, queued = Metrics(), _queue_config(config)
    async with AsyncExitStack() as stack:
        if queued.records is not None and queued.lasting:
            stack.enter_context(alone(queued.records, queued.name))
        admitted = tokens if config.people is None else WithPeople(tokens or OpenAccess(), config.people.names)
        ladder = await _ladder_service(config, queued, admitted, log, stop)
        queue = MatchQueue(queued, metrics, log, ladder.ladder if ladder else None)
        queue.hold()
        own = stack.enter_context(socket_path()) if config.people is not None else None
        server = Server(queue, config.table.listen, metrics, log, tokens=admitted, limits=config.limits, own=own,
                        credentials=certificates.credentials if certificates else None,
                        proxies=Proxies(config.table.trusted_proxies), services=ladder.services if ladder else None)
        _start_beside(config, metrics, ladder, stack)
        stack.callback(queue.stop, "the referee failed")  # before its streams end, if an error ends this block,
        stack.callback(queue.drain, keep_bots=True)       # and then none begins instead
        people = _open_people(config, queued, admitted, own, log)
        await server.start()
        if people is not None:
            people.start()
            stack.push_async_callback(people.close)
        _log_start(config, server, tokens, log)
        settle()
        stack.callback(asyncio.create_task(queue.resume()).cancel)
        reload = Reload(config, ReloadedParts(server, queue, tokens, certificates), log)
        if read is not None and hung_up is not None:
            stack.callback(asyncio.create_task(reload.whenever(hung_up, read)).cancel)
        await _until_done(reload, stop, hurry, log, people)
    log.info("stopped")
    if queue.failure is not None:
        raise queue.failure


def _start_beside(config: RefereeConfig, metrics: Metrics, ladder: LadderService | None, stack: AsyncExitStack) -> None:
    """Start what runs beside the server: metrics and the ladder. Raises CannotListen."""
    if config.records is not None:
        metrics.watch_records(config.records)
    if ladder:
        ladder.ladder.on_quarantine = metrics.quarantines.inc
    if (exporter := _start_metrics(config.table.metrics, metrics)) is not None:
        stack.callback(exporter.shutdown)
    if ladder:
        stack.push_async_callback(ladder.close)
        ladder.start()


def _open_people(config: RefereeConfig, queued: QueueConfig, tokens: TokenStore | None, own: Path | None,
                 log: FilteringBoundLogger) -> People | None:
    """Open the pages of people, before bots can connect; None if there are none.

    Raises CannotListen, and OSError for the file of links.
    """
    if config.people is None or own is None or queued.records is None:
        return None
    from lawspeaker_referee.host.people import People

    assert isinstance(tokens, WithPeople)
    people, where = People(config.people, queued.records, tokens, f"{UNIX}:{own}", log), config.people.listen
    try:
        people.open()
    except OSError as error:
        raise CannotListen(f"cannot listen on {where} for people: {why_not_listening(where, error)}") from None
    people.write()
    return people


async def _until_done(reload: Reload, stop: asyncio.Event, hurry: asyncio.Event, log: FilteringBoundLogger,
                      people: People | None) -> None:
    """Wait for the last match or a signal, let running matches end, and stop the server."""
    server, queue = reload.parts.server, reload.parts.queue
    await _first_of(stop, queue.complete)
    done = (GoodbyeReason.GOODBYE_REASON_DONE, "all matches have been played")
    if people is not None:
        people.drain()
    if stop.is_set():
        server.metrics.draining.set(1)
        await _drain(reload.config, server, queue, hurry, log)
        done = (GoodbyeReason.GOODBYE_REASON_DRAINING, "the referee is shutting down")
    await server.stop(*done, come_back=stop.is_set() and reload.config.ladder is not None)


def _log_start(config: RefereeConfig, server: Server, tokens: FileTokens | None, log: FilteringBoundLogger) -> None:
    """Log that bots may connect, and warn of settings that are allowed but seldom meant."""
    listen, table = config.table.listen, config.table
    log.info("serving", version=build_version(), listen=listen, port=server.port, game=config.game.name,
             players=config.setup.players, options=dict(config.setup.options), clock=config.clock.text,
             matches=table.matches, metrics=table.metrics, tokens=None if tokens is None else len(tokens),
             tls=config.tls is not None)
    if config.tls is None and not is_local(listen):
        log.warning("no TLS: tokens and games cross the network in clear; name a certificate in [tls], or put a proxy "
                    "in front that speaks TLS", listen=listen)
    if not table.trusted_proxies and not is_local(listen):
        log.warning("no proxy: strangers reach the referee itself; docs/proxy.md tells how to put nginx or HAProxy in "
                    "front, and trusted_proxies names it", listen=listen)
    if tokens is not None and not len(tokens):
        log.warning("no token holds, so no bot can come in; `lawspeaker tokens create NAME` makes one",
                    file=str(config.tokens))


def _queue_config(config: RefereeConfig) -> QueueConfig:
    """Return what is played; make the folder of the records.

    Raises WrongInput for a key that cannot sign, and OSError, also if the secret cannot be made.
    """
    secret, records, table = None, config.records, config.table
    signer = signing_key(config.key) if config.key else None
    if config.secret_file is not None:
        secret = keep_secret(config.secret_file)
    if records is not None:
        check_folder(records)
        records.mkdir(parents=True, exist_ok=True)
    if secret is None:
        secret = secrets.token_bytes(SECRET_BYTES) if records is None else keep_secret(records / SECRET_FILE)
    name = table.name or f"{config.game.name}-{'ladder' if config.ladder else secrets.token_hex(4)}"
    if config.ladder and config.ladder.referee:
        name += f"-{config.ladder.referee}"
    return QueueConfig(config.game, config.setup, config.clock, records, secret, name, table.matches,
                       config.policy, signer, table.sync == "step", lasting=bool(table.name or config.ladder),
                       people_clock=config.people.clock if config.people else None,
                       most_matches=table.limits.most_matches)


async def _ladder_service(config: RefereeConfig, queued: QueueConfig, tokens: TokenStore | None,
                          log: FilteringBoundLogger, stop: asyncio.Event) -> LadderService | None:
    """Return the ladder's service, if there is a ladder, once its ledger can be written, or raise at `stop`.

    Raises BadConfig, ValueError and OSError.
    """
    if config.ladder is None:
        return None
    from lawspeaker_referee.competition.ladder.service import LadderService
    from lawspeaker_referee.competition.ledger.outages import RetryPolicy

    policy = RetryPolicy(config.ladder.patience, log.warning)
    stopped = asyncio.create_task(stop.wait())
    stopped.add_done_callback(lambda _: policy.give_up())
    try:
        return await asyncio.to_thread(LadderService, queued, config.ladder, log, tokens, policy)
    finally:
        stopped.cancel()


async def _drain(config: RefereeConfig, server: Server, queue: MatchQueue, hurry: asyncio.Event,
                 log: FilteringBoundLogger) -> None:
    """Let running matches end within the grace period; a second signal cuts it short."""
    log.info("draining", grace=config.grace)
    await server.refuse_more()
    queue.drain(keep_bots=config.ladder is not None)
    async with at_most(config.grace):
        await _first_of(queue.idle, hurry)
    if not queue.idle.is_set():
        queue.stop("the referee was shut down")
        await queue.idle.wait()


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
