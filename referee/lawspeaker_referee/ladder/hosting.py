"""All that belongs to a ladder beside its lobby: the ledger, the clerk, and where its standings are shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container, Mapping
from time import monotonic
from typing import Final

import grpc
from structlog.typing import FilteringBoundLogger

from lawspeaker_referee.ladder import rpc
from lawspeaker_referee.ladder.agreement import begin, check_numbers, terms_of
from lawspeaker_referee.ladder.clerk import Clerk
from lawspeaker_referee.ladder.counting import Job
from lawspeaker_referee.ladder.ladder import Ladder
from lawspeaker_referee.ladder.standings import Standings
from lawspeaker_referee.ladder.web import Web
from lawspeaker_referee.lobby.folder import Numbers
from lawspeaker_referee.lobby.programme import LadderSettings, Programme
from lawspeaker_referee.tournament.beginning import default_ledger
from lawspeaker_referee.tournament.ledger import Ledger
from lawspeaker_referee.tournament.ledger.database import parse_url
from lawspeaker_referee.tournament.seeds import secret_commitment
from lawspeaker_referee.wire.wire import setup_message
from lawspeaker_referee.wording import options_text

REFRESH: Final = 1.0
"""Seconds for which standings are shown before they are put together anew."""
ANSWER_WITHIN: Final = 5.0
"""Seconds that a thread waits for them."""
COUNT_WITHIN: Final = 10.0
"""Seconds in which what is complete is counted when the referee ends."""


class Hosting:
    """A ladder that is open; `ladder` is the seating of its lobby."""

    def __init__(self, programme: Programme, settings: LadderSettings, log: FilteringBoundLogger,
                 named: Callable[[], Container[str]] | None = None) -> None:
        """Take up what was counted and decided; `named` tells the names of all tokens that hold.

        Raises BadTerms for another ladder's ledger, ValueError and OSError.
        """
        assert programme.records is not None
        self._settings, self._log = settings, log
        url = settings.ledger or default_ledger(programme.records)
        self.ladder = Ladder(programme.name, programme.setup.players, log, rest=settings.rest, named=named)
        terms = terms_of(programme)
        ledger = Ledger.open(url)
        try:
            begin(ledger, terms)
            results, _ = ledger.results_after(programme.name, 0)
            self.ladder.recall(results, ledger.decisions(programme.name))
        finally:
            ledger.close()
        counted = {played.match_id for played in results}
        numbers = Numbers(programme.records, programme.name, lasting=True)
        check_numbers(programme.name, numbers, counted)
        self._uncounted = [match_id for match_id in numbers.complete() if match_id not in counted]
        self._clerk = Clerk(Job(url, programme.name, terms.as_dict(), programme.records, programme.secret),
                            self.ladder, log)
        self.ladder.keep(self._clerk)
        self._web: Web | None = None
        self._standings = self.ladder.standings(Standings(
            programme.name, programme.game.name, programme.setup.players,
            options_text(setup_message(programme.game, programme.setup)), programme.clock.text, 0, 0, 0,
            secret_commitment(programme.secret).hex(), 0, (), ()))
        self._looked = monotonic()
        log.info("ladder", ladder=programme.name, ledger=parse_url(url).render_as_string(hide_password=True),
                 counted=len(results), uncounted=len(self._uncounted), commitment=self._standings.commitment,
                 standings=settings.standings)

    @property
    def services(self) -> Mapping[str, grpc.GenericRpcHandler]:
        """What the server of the bots offers besides, by name."""
        return {rpc.NAME: rpc.handler(self.look)}

    def start(self) -> None:
        """Show standings, and count what is not counted yet. Raises OSError."""
        loop = asyncio.get_running_loop()

        async def looked() -> Standings:
            return self.look()

        if self._settings.standings is not None:
            web = Web(self._log.error)
            try:
                web.start(self._settings.standings,
                          lambda: asyncio.run_coroutine_threadsafe(looked(), loop).result(ANSWER_WITHIN))
            except OSError as error:
                raise OSError(f"cannot listen on {self._settings.standings} for standings: {error.strerror}") from None
            self._web = web
            host, _, _ = self._settings.standings.rpartition(":")
            self._log.info("standings are shown", url=f"http://{host}:{web.port}/")
        self._clerk.start()
        for match_id in self._uncounted:
            self._clerk.add(match_id)

    async def close(self) -> None:
        """Count what is complete, and end."""
        await self._clerk.close(COUNT_WITHIN)
        if self._web is not None:
            await asyncio.to_thread(self._web.close)

    def look(self) -> Standings:
        """How it stands, a moment ago; on the loop."""
        if monotonic() - self._looked > REFRESH:
            self._standings, self._looked = self.ladder.standings(self._standings), monotonic()
        return self._standings
