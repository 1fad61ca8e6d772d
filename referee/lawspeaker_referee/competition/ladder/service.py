"""The parts of a ladder beside its match queue: ledger, result counter, and the servers of its standings."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeVar

import grpc

from lawspeaker_referee.codec.game_codec import setup_message
from lawspeaker_referee.competition.ladder import match_pages, rpc
from lawspeaker_referee.competition.ladder.challenge_calls import ChallengeCalls
from lawspeaker_referee.competition.ladder.ladder import Ladder
from lawspeaker_referee.competition.ladder.restoring import restore, terms_of
from lawspeaker_referee.competition.ladder.result_counter import ResultCounter
from lawspeaker_referee.competition.ladder.results import Job
from lawspeaker_referee.competition.ladder.standings import Standings
from lawspeaker_referee.competition.ladder.web_server import StandingsServer
from lawspeaker_referee.competition.ladder.worker_process import WorkerProcess
from lawspeaker_referee.competition.ledger.database import parse_url
from lawspeaker_referee.competition.ledger.outages import RetryPolicy
from lawspeaker_referee.competition.seeds import secret_commitment
from lawspeaker_referee.competition.tournament.setup import default_ledger
from lawspeaker_referee.config.formatting import format_options
from lawspeaker_referee.config.referee import LadderSettings
from lawspeaker_referee.host.queue_config import QueueConfig
from lawspeaker_referee.server.addresses import why_not_listening
from lawspeaker_referee.server.tokens import TokenStore
from lawspeaker_referee.web.answers import Answer, Request
from lawspeaker_referee.web.match_routes import SHARE, MatchRoutes
from lawspeaker_referee.web.matches import MatchSite
from lawspeaker_referee.web.server import Access, Routes

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

T = TypeVar("T")


REFRESH: Final = 1.0
"""Seconds for which standings are shown before they are made anew."""
ANSWER_WITHIN: Final = 5.0
"""Seconds that a thread waits for them."""
COUNT_WITHIN: Final = 10.0
"""Seconds in which complete matches are counted when the referee ends."""


class LadderService:
    """An open ladder; `ladder` is the matchmaking of its match queue."""

    def __init__(self, config: QueueConfig, settings: LadderSettings, log: FilteringBoundLogger,
                 tokens: TokenStore | None = None, retry_policy: RetryPolicy | None = None) -> None:
        """Restore what was counted and decided; `tokens` are those that admit bots, and without them nobody challenges.

        `retry_policy` waits for a ledger that was reached and is locked or away then.

        Raises BadConfig for another ladder's ledger, ValueError and OSError.
        """
        assert config.records is not None
        self._settings, self._log = settings, log
        url = settings.ledger or default_ledger(config.records)
        name = config.name.removesuffix(f"-{settings.referee}") if settings.referee else config.name
        terms = terms_of(replace(config, name=name), settings.versions)
        self.ladder = Ladder(config.name, terms.table_size, log, rest=settings.rest, automa=terms.automa,
                             referee=settings.referee, named=None if tokens is None else lambda: tokens.names,
                             versions=settings.versions, challenges=settings.challenges)
        self._challenges = ChallengeCalls(self.ladder, config.game, config.setup, partial(_name_of, tokens))
        job = Job(url, name, terms.as_dict(), config.records, config.secret, settings.key, settings.referee)
        restored = restore(self.ladder, job, terms, config, retry_policy)
        self._uncounted = restored.uncounted
        self.seen = restored.seen
        """The last rows of the ledger that the ladder began with."""
        self._counter = ResultCounter(job, self.ladder, log, self.seen, settings.patience)
        self.ladder.keep(self._counter)
        self._web: StandingsServer | None = None
        self._site = MatchSite(config.records.resolve(), config.name, home="Standings")
        # Documents take seconds, and pages do not wait for them.
        self._pages, self._documents = (
            WorkerProcess(task, match_pages, log) for task in ("match pages", "match documents"))
        self._standings = self.ladder.standings(Standings(
            name, config.game.name, config.setup.players,
            format_options(setup_message(config.game, config.setup)), config.clock.text, 0, 0, 0,
            secret_commitment(config.secret).hex(), 0, (), ()))
        self._looked = monotonic()
        log.info("ladder", ladder=name, referee=settings.referee,
                 ledger=parse_url(url).render_as_string(hide_password=True), counted=restored.counted,
                 uncounted=len(self._uncounted), commitment=self._standings.commitment, standings=settings.standings)

    @property
    def services(self) -> Mapping[str, grpc.GenericRpcHandler]:
        """Return the gRPC handlers that the bots' server offers too, by name."""
        return {rpc.NAME: rpc.handler(self.look, challenge=self._challenges.call)}

    def start(self) -> None:
        """Show standings, and count what is not counted yet. Raises OSError."""
        loop = asyncio.get_running_loop()

        async def looked() -> Standings:
            return self.look()

        if self._settings.standings is not None:
            web = StandingsServer(self._log.error, Access(self._settings.allow_hosts, self._settings.trusted_proxies))
            try:
                web.start(self._settings.standings,
                          lambda: asyncio.run_coroutine_threadsafe(looked(), loop).result(ANSWER_WITHIN),
                          self._match_routes(loop))
            except OSError as error:
                why = why_not_listening(self._settings.standings, error)
                raise OSError(f"cannot listen on {self._settings.standings} for standings: {why}") from None
            self._web = web
            host, _, _ = self._settings.standings.rpartition(":")
            self._log.info("standings are shown", url=f"http://{host}:{web.port}/")
        self._counter.start()
        for match_id in self._uncounted:
            self._counter.add(match_id)

    async def close(self) -> None:
        """Count what is complete, and end."""
        await self._counter.close(COUNT_WITHIN)
        if self._web is not None:
            await asyncio.to_thread(self._web.close)
        await asyncio.gather(self._pages.close(), self._documents.close())

    def look(self) -> Standings:
        """Return the standings of at most REFRESH seconds ago; to be called on the event loop."""
        if monotonic() - self._looked > REFRESH:
            self._standings, self._looked = self.ladder.standings(self._standings), monotonic()
        return self._standings

    def _match_routes(self, loop: asyncio.AbstractEventLoop) -> Routes:
        """Return the routes of the pages of matches; processes of lower priority make them, as `loop` asks them to."""
        async def page(request: Request, watched: Sequence[str]) -> Answer:
            return await _called(self._pages.call(match_pages.match_page, self._site, request, tuple(watched)), loop)

        async def frames(request: Request) -> Answer:
            return await _called(self._documents.call(match_pages.match_frames, self._site, request), loop)

        return MatchRoutes(page, frames, share=SHARE).routes("/matches")


def _name_of(tokens: TokenStore | None, token: str) -> str:
    """Return the name of a token; empty if it is not valid."""
    grant = tokens.admit(token) if tokens is not None else None
    return grant.name if grant is not None else ""


async def _called(work: Coroutine[Any, Any, T], loop: asyncio.AbstractEventLoop) -> T:
    """Return what a coroutine returns that runs on another event loop."""
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop))
