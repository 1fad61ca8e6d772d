"""A run of a tournament from the command line: progress, interrupts, exit code."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from lawspeaker_referee.cli.errors import INTERRUPTED, WrongInput
from lawspeaker_referee.cli.ledger_head import keep_head, keeper_of
from lawspeaker_referee.cli.options import KeyFile
from lawspeaker_referee.cli.progress import tournament_display
from lawspeaker_referee.cli.tournament_pages import url_of
from lawspeaker_referee.open_files import PROCESS_FILES, SERVER_FILES, need_files

if TYPE_CHECKING:
    from lawspeaker_referee.competition.ledger.ledger import Ledger
    from lawspeaker_referee.competition.ledger.signed_head import SignedHead
    from lawspeaker_referee.competition.tournament.runner import Runner
    from lawspeaker_referee.competition.tournament.status import Status
    from lawspeaker_referee.config.tournament import TournamentConfig

INCOMPLETE: Final = 1
LOOK_EVERY: Final = 1.0
"""Seconds."""


class PagesAddress(NamedTuple):
    """The address of the pages of a run, and who may ask for them, as `Access` has it."""

    address: str
    hosts: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()


class TournamentRun:
    """A run of a tournament with its display; `which` is the name or file that the user gave."""

    def __init__(self, which: object, terms: TournamentConfig, ledger: Ledger, url: str, workers: int | None,
                 dask: str | None, key: KeyFile | None, wait: float, *, pages: PagesAddress | None = None, quiet: bool,
                 as_json: bool, rehearsal: bool = False) -> None:
        from lawspeaker_referee.competition.pages.process import PagesOrder
        from lawspeaker_referee.competition.tournament.runner import RunnerSettings
        from lawspeaker_referee.competition.tournament.setup import hidden, workers_of

        if dask and workers:
            raise WrongInput("--workers are processes here, and with --dask the cluster's workers play; leave one out")
        if dask and (keeps := [bot.name for bot in terms.bots if bot.scratch]):
            raise WrongInput(f'scratch = "keep" of {keeps[0]} needs a folder that all its matches share, and workers '
                             "of --dask have none; leave one out")
        if dask and terms.listen:
            raise WrongInput("bots that connect come to one address, and with --dask many machines play; leave it out")
        self._which, self._terms, self._ledger = which, terms, ledger
        self._quiet, self._json, self._rehearsal = quiet, as_json, rehearsal
        self._keeper = keeper_of(url, terms.name, which, key)
        hide = (*hidden(url, terms.records), self._keeper.path, *(terms.listen.secrets if terms.listen else ()))
        self._settings = RunnerSettings(url, workers_of(terms, workers), hide,
                                        key=key.path if key else None, dask=dask or "", patience=wait)
        self._pages = PagesOrder(url, terms.name, *pages) if pages else None
        self._playing = 0
        """Matches that were being played at the last look."""

    def play(self) -> int:
        """Play until the end or an interrupt; return the exit code. Raises CannotRun, BadLedger and OSError."""
        from lawspeaker_referee.competition.kept_ratings import keep
        from lawspeaker_referee.competition.ledger.outages import RetryPolicy
        from lawspeaker_referee.competition.tournament.concurrency import bots_at_once
        from lawspeaker_referee.competition.tournament.progress import Watch
        from lawspeaker_referee.competition.tournament.runner import Runner
        from lawspeaker_referee.competition.tournament.status import status_of

        workers = self._settings.workers
        bots = bots_at_once(self._terms, workers)
        need_files(SERVER_FILES + PROCESS_FILES * bots)  # for each worker too, which has the same limit
        name, watch = self._terms.name, Watch(self._ledger, self._terms.name)
        with tournament_display(name, quiet=self._quiet, as_json=self._json) as show:

            def heard(what: dict[str, Any]) -> None:
                watch.heard(what)
                show.heard(what)

            def look() -> None:
                snapshot = watch.snapshot().with_test(runner.test)
                self._playing = snapshot.playing
                show.look(snapshot)

            def tell(words: str) -> None:
                show.heard({"say": words})

            if words := self._unprotected():
                tell(words)
            self._ledger.retry_policy = RetryPolicy(self._settings.patience, tell)
            runner = Runner(self._terms, self._ledger, self._settings, heard)
            head = self._played(runner, look, tell)
            told = status_of(self._ledger, name, rate_all=True)
            if told.ratings is not None:
                keep(self._ledger, name, told.ratings)
            steps = [] if self._rehearsal else [*self._next_steps(told, interrupted=runner.interrupted)]
            if self._json:
                for words in steps:
                    show.heard({"say": words})
                show.heard({"end": told.as_dict() | ({"head": head.text} if head else {})})
        if not self._json:
            self._print(told, head, steps)
        if runner.interrupted and told.playable:
            return INTERRUPTED
        return INCOMPLETE if told.missing else 0

    def _unprotected(self) -> str:
        """Return a line that says what this machine lacks for bots of strangers, if bots are started here."""
        from lawspeaker_referee.competition.tournament.readiness import unprotected

        return "" if self._settings.dask else unprotected(self._terms)

    def _played(self, runner: Runner, look: Callable[[], None], tell: Callable[[str], None]) -> SignedHead | None:
        """Play, and keep the head of the ledger, also if the tournament cannot go on."""
        from lawspeaker_referee.competition.tournament.runner import CannotRun

        try:
            asyncio.run(self._run(runner, look, tell))
        except CannotRun:
            keep_head(self._keeper, self._ledger, tell)
            raise
        return keep_head(self._keeper, self._ledger, tell)

    def _print(self, told: Status, head: SignedHead | None, steps: Sequence[str]) -> None:
        click.echo(told.text())
        if head is not None:
            click.echo(f"  head {head.text}, {head.signed_by}, is kept in {self._keeper.path}")
        for words in steps:
            click.echo(f"{told.name}: {words}", err=True)

    async def _run(self, runner: Runner, look: Callable[[], None], tell: Callable[[str], None]) -> None:
        times = count(1)

        def interrupt() -> None:
            runner.interrupt()
            tell(self._answer(next(times)))

        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, interrupt)
        looking = asyncio.create_task(_look(look))
        try:
            async with self._shown(tell):
                await runner.run()
        finally:
            looking.cancel()

    @asynccontextmanager
    async def _shown(self, tell: Callable[[str], None]) -> AsyncIterator[None]:
        """Show pages while the block lasts, if there is an address for them. Raises WrongInput if that cannot be."""
        from lawspeaker_referee.competition.pages.process import CannotShow, run_pages

        if self._pages is None:
            yield
            return
        async with AsyncExitStack() as stack:
            try:
                port = await stack.enter_async_context(run_pages(self._pages))
            except CannotShow as error:
                raise WrongInput(f"--pages {self._pages.address}: {error}") from None
            tell(f"pages at {url_of(self._pages.address, port)}")
            yield

    def _answer(self, time: int) -> str:
        """Return the text for the first, the second or a later interrupt."""
        if time > 1:
            return "running matches are broken off; they will be played again"
        running = {0: "running matches", 1: "1 match"}.get(self._playing, f"{self._playing} matches")
        return f"interrupted: no other match begins; waiting for {running} to end, Ctrl-C again breaks off"

    def _next_steps(self, told: Status, *, interrupted: bool) -> Iterator[str]:
        """Yield the commands that go on with a tournament that is not all played."""
        played = {bot.partition("#")[0] for bot in self._ledger.bot_sums(told.name)}
        if never := [bot for bot in told.state.out or {} if bot not in played]:
            file = str(self._which) if Path(str(self._which)).is_file() else "FILE"
            yield (f"no match of {' and '.join(never)} is counted, so `spec` may still change: correct the file, then "
                   f"`lawspeaker tournament extend {quote(file)}`")
        if told.playable and told.state.paused:
            yield f"paused; `lawspeaker tournament resume {quote(str(self._which))}` goes on"
        elif told.playable and interrupted:
            yield "interrupted; the same command goes on"


async def _look(look: Callable[[], None]) -> None:
    while True:
        await asyncio.sleep(LOOK_EVERY)
        await asyncio.to_thread(look)
