"""`lawspeaker tournament`."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from lawspeaker_referee.commands.errors import INTERRUPTED, WrongInput
from lawspeaker_referee.commands.parameters import KeyFile, KeyFileParameter

if TYPE_CHECKING:
    from lawspeaker_referee.tournament.ledger.ledger import Ledger
    from lawspeaker_referee.tournament.progress_shown import Shown
    from lawspeaker_referee.tournament.runner import Runner
    from lawspeaker_referee.tournament.terms import Terms

INCOMPLETE: Final = 1
LOOK_EVERY: Final = 1.0
_PACKAGES: Final = ("alembic", "jinja2", "numpy", "openskill", "scipy", "sqlalchemy")

_which = click.argument("which", metavar="NAME|FILE")
_file = click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
_ledger = click.option("--ledger", "url", metavar="URL",
                       help="sqlite:///PATH or postgresql://USER@HOST/DATABASE.  [default: ledger.db in the folder of "
                            "the records]")
_quiet = click.option("--quiet", is_flag=True, help="Tell only what went wrong, and the end.")
_json = click.option("--json", "as_json", is_flag=True, help="Lines of JSON instead of text.")
_workers = click.option("--workers", type=click.IntRange(1, 1024), metavar="N",
                        help="Referees at once.  [default: as the file says, or one a core]")
_dask = click.option("--dask", metavar="ADDRESS", callback=lambda *given: _with_dask(given[2]),
                     help="Play on the workers of this Dask scheduler, such as tcp://HOST:8786.")
_key = click.option("--key", type=KeyFileParameter(), help="Sign the records with this key of `lawspeaker keys`.")


@click.group()
def tournament() -> None:
    """Play a tournament from a file, go on with it, and look at it; see docs/tournaments.md.

    Exit codes: 0 done, 1 some matches cannot be played, 2 wrong input or trouble, 130 interrupted.
    """
    check_packages("tournaments")


def check_packages(what: str) -> None:
    """Raises WrongInput if the packages of tournaments are not there."""
    if missing := [name for name in _PACKAGES if find_spec(name) is None]:
        raise WrongInput(f'{what} need {", ".join(missing)}; pip install "lawspeaker[tournament]"')


# --- playing ---


def _with_dask(address: str | None) -> str | None:
    if address and find_spec("distributed") is None:
        raise WrongInput('--dask needs distributed; pip install "lawspeaker[dask]"')
    return address


def _plays(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in (_ledger, _workers, _dask, _key, _quiet, _json):
        command = option(command)
    return command


@tournament.command()
@_file
@_plays
def run(
    file: Path, url: str | None, workers: int | None, dask: str | None, key: KeyFile | None, *, quiet: bool,
    as_json: bool,
) -> int:
    """Play the tournament of a file, or go on where it was broken off.

    The first Ctrl-C lets running matches end, the second one breaks them off; nothing else is lost, whatever happens.
    """
    from lawspeaker_referee.tournament.beginning import begin, default_ledger
    from lawspeaker_referee.tournament.decided import state_of
    from lawspeaker_referee.tournament.terms import read_terms

    terms = read_terms(file)
    url = url or default_ledger(terms.records)
    with _opened(url) as ledger:
        terms = begin(ledger, terms)
        if state_of(ledger.decisions(terms.name)).paused:
            raise WrongInput(f"{terms.name} is paused; `lawspeaker tournament resume {file}` goes on with it")
        return _Playing(terms, ledger, url, workers, dask, key, quiet=quiet, as_json=as_json).play()


@tournament.command()
@_which
@_plays
def resume(
    which: str, url: str | None, workers: int | None, dask: str | None, key: KeyFile | None, *, quiet: bool,
    as_json: bool,
) -> int:
    """Go on with a tournament that was paused or broken off; bots that were out may try again."""
    from lawspeaker_referee.tournament.beginning import check_no_ladder, check_unrevealed, known
    from lawspeaker_referee.tournament.decided import RESUMED, state_of

    found = _meant(which, url)
    with _opened(found.url) as ledger:
        terms = known(ledger, found.name)
        check_no_ladder(terms)
        check_unrevealed(ledger, found.name)
        state = state_of(ledger.decisions(found.name))
        if state.paused or state.out:
            ledger.decide(found.name, RESUMED, {})
        workers = workers or (None if dask else found.workers)
        return _Playing(terms, ledger, found.url, workers, dask, key, quiet=quiet, as_json=as_json).play()


@tournament.command()
@_file
@_plays
def extend(
    file: Path, url: str | None, workers: int | None, dask: str | None, key: KeyFile | None, *, quiet: bool,
    as_json: bool,
) -> int:
    """Take over what is new in the file, more rounds or more bots, and play what is missing."""
    from lawspeaker_referee.tournament import beginning
    from lawspeaker_referee.tournament.terms import read_terms

    found = _meant(str(file), url)
    with _opened(found.url) as ledger:
        extension = beginning.extend(ledger, read_terms(file))
        for line in extension.changes or (extension.why_none,):
            click.echo(f"{found.name}: {line}", err=True)
        return _Playing(extension.terms, ledger, found.url, workers, dask, key, quiet=quiet, as_json=as_json).play()


@tournament.command()
@_which
@_ledger
def pause(which: str, url: str | None) -> None:
    """Let running matches end and begin no other, wherever the tournament runs; `resume` goes on."""
    from lawspeaker_referee.tournament.beginning import check_no_ladder, known
    from lawspeaker_referee.tournament.decided import PAUSED, state_of

    found = _meant(which, url)
    with _opened(found.url) as ledger:
        check_no_ladder(known(ledger, found.name))
        if not state_of(ledger.decisions(found.name)).paused:
            ledger.decide(found.name, PAUSED, {})
    click.echo(f"{found.name} is paused; matches that run now are the last ones", err=True)


# --- looking ---


@tournament.command()
@_which
@_ledger
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
def status(which: str, url: str | None, *, as_json: bool) -> None:
    """Tell how far a tournament is, whether it runs or not."""
    from lawspeaker_referee.tournament.status import status_of

    found = _meant(which, url)
    with _opened(found.url) as ledger:
        told = status_of(ledger, found.name)
    click.echo(json.dumps(told.as_dict()) if as_json else told.text())


@tournament.command()
@_which
@_ledger
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), help="Write a page with plots to this file.")
@click.option("--reveal", is_flag=True,
              help="Tell the secret of all dice too, once all is played; then nothing more can be played.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
def report(which: str, url: str | None, html: Path | None, *, reveal: bool, as_json: bool) -> None:
    """Tell what a tournament says about its bots, by now or at its end."""
    from lawspeaker_referee.tournament import report as reports
    from lawspeaker_referee.tournament.decided import REVEALED, state_of
    from lawspeaker_referee.tournament.plain import plain

    found = _meant(which, url)
    with _opened(found.url) as ledger:
        try:
            facts = reports.gather(ledger, found.name, reveal=reveal)
        except reports.NotOver as error:
            raise WrongInput(str(error)) from None
        if reveal and not state_of(ledger.decisions(found.name)).revealed:
            ledger.decide(found.name, REVEALED, {})
    if html is not None:
        html.write_text(reports.html(facts), encoding="utf-8")
        click.echo(f"{found.name}: {html} is written", err=True)
    elif as_json:
        click.echo(json.dumps(plain(facts)))
    else:
        click.echo(reports.text(facts))


# --- what they share ---


@dataclass(frozen=True, slots=True)
class _Meant:
    """A tournament, and where its ledger is."""

    name: str
    url: str
    workers: int | None = None


def _meant(which: str, url: str | None) -> _Meant:
    """The tournament of a name or a file. Raises WrongInput, and BadTerms for a file that describes none."""
    from lawspeaker_referee.tournament.beginning import default_ledger, file_of
    from lawspeaker_referee.tournament.terms import read_terms

    if Path(which).is_file():
        terms = read_terms(Path(which))
        found = _Meant(terms.name, url or default_ledger(terms.records), terms.workers)
    else:
        found = _Meant(which, url or default_ledger(Path("records") / which))
    path = file_of(found.url)
    if path is not None and not path.is_file():
        raise WrongInput(f"tournament {found.name} has not begun: there is no ledger {path}; name the tournament's "
                         "file, or give --ledger")
    return found


@contextmanager
def _opened(url: str) -> Iterator[Ledger]:
    from lawspeaker_referee.tournament.ledger.ledger import Ledger

    ledger = Ledger.open(url)
    try:
        yield ledger
    finally:
        ledger.close()


class _Playing:
    """Plays, shows how far it is, and tells the end."""

    def __init__(self, terms: Terms, ledger: Ledger, url: str, workers: int | None, dask: str | None,
                 key: KeyFile | None, *, quiet: bool, as_json: bool) -> None:
        from lawspeaker_referee.tournament.beginning import hidden, workers_of
        from lawspeaker_referee.tournament.runner import Settings

        if dask and workers:
            raise WrongInput("--workers are processes here, and with --dask the cluster's workers play; leave one out")
        self._terms, self._ledger, self._quiet, self._json = terms, ledger, quiet, as_json
        self._settings = Settings(url, workers_of(terms, workers), hidden(url, terms.records),
                                  key=key.path if key else None, dask=dask or "")

    def play(self) -> int:
        """The exit code. Raises CannotRun, BadLedger and OSError."""
        from lawspeaker_referee.tournament.progress import Watch
        from lawspeaker_referee.tournament.progress_shown import shown
        from lawspeaker_referee.tournament.runner import Runner
        from lawspeaker_referee.tournament.status import status_of

        name, watch = self._terms.name, Watch(self._ledger, self._terms.name)
        with shown(name, quiet=self._quiet, as_json=self._json) as show:

            def heard(what: dict[str, Any]) -> None:
                watch.heard(what)
                show.heard(what)

            runner = Runner(self._terms, self._ledger, self._settings, heard)
            asyncio.run(self._run(runner, lambda: show.look(watch.snapshot())))
            self._end(show)
        told = status_of(self._ledger, name)
        if not self._json:
            click.echo(told.text())
        if runner.interrupted and told.playable:
            return INTERRUPTED
        return INCOMPLETE if told.missing else 0

    async def _run(self, runner: Runner, look: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, runner.interrupt)
        looking = asyncio.create_task(_look(look))
        try:
            await runner.run()
        finally:
            looking.cancel()

    def _end(self, show: Shown) -> None:
        """In JSON the last line is how it stands."""
        from lawspeaker_referee.tournament.status import status_of

        if self._json:
            show.heard({"end": status_of(self._ledger, self._terms.name).as_dict()})


async def _look(look: Callable[[], None]) -> None:
    while True:
        await asyncio.sleep(LOOK_EVERY)
        await asyncio.to_thread(look)
