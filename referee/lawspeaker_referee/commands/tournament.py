"""`lawspeaker tournament`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from lawspeaker_referee.commands.errors import WrongInput
from lawspeaker_referee.commands.parameters import KeyFile, KeyFileParameter
from lawspeaker_referee.commands.playing import Playing

if TYPE_CHECKING:
    from lawspeaker_referee.tournament.ledger.ledger import Ledger
    from lawspeaker_referee.tournament.terms import Terms

_PACKAGES: Final = ("alembic", "jinja2", "numpy", "openskill", "scipy", "sqlalchemy")

_which = click.argument("which", metavar="NAME|FILE")
_file = click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
_ledger = click.option("--ledger", "url", metavar="URL",
                       help="sqlite:///PATH or postgresql://USER@HOST/DATABASE.  [default: as the file says, or "
                            "ledger.db in the folder of the records]")
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
    url = url or terms.ledger or default_ledger(terms.records)
    with _opened(url) as ledger:
        terms = begin(ledger, terms, lambda change: click.echo(f"{terms.name}: {change}", err=True))
        if state_of(ledger.decisions(terms.name)).paused:
            raise WrongInput(f"{terms.name} is paused; `lawspeaker tournament resume {file}` goes on with it")
        return Playing(file, terms, ledger, url, workers, dask, key, quiet=quiet, as_json=as_json).play()


@tournament.command()
@_which
@_plays
def resume(
    which: str, url: str | None, workers: int | None, dask: str | None, key: KeyFile | None, *, quiet: bool,
    as_json: bool,
) -> int:
    """Go on with a tournament that was paused or broken off; bots that were out may try again."""
    from lawspeaker_referee.tournament.beginning import check_no_ladder, check_unchanged, check_unrevealed, known
    from lawspeaker_referee.tournament.decided import RESUMED, state_of

    found = _meant(which, url)
    with _opened(found.url) as ledger:
        terms = known(ledger, found.name)
        check_no_ladder(terms)
        check_unrevealed(ledger, found.name)
        if found.terms is not None:
            check_unchanged(ledger, found.terms)
        state = state_of(ledger.decisions(found.name))
        if state.paused or state.out:
            ledger.decide(found.name, RESUMED, {})
        workers = workers or (found.terms.workers if found.terms and not dask else None)
        return Playing(which, terms, ledger, found.url, workers, dask, key, quiet=quiet, as_json=as_json).play()


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
        return Playing(file, extension.terms, ledger, found.url, workers, dask, key, quiet=quiet,
                       as_json=as_json).play()


@tournament.command()
@_which
@_ledger
def pause(which: str, url: str | None) -> None:
    """Let running matches end and begin no other, wherever the tournament runs; `resume` goes on."""
    from lawspeaker_referee.tournament.beginning import check_no_ladder, known
    from lawspeaker_referee.tournament.decided import PAUSED, state_of
    from lawspeaker_referee.tournament.schedule import Schedule

    found = _meant(which, url)
    with _opened(found.url) as ledger:
        terms, state = known(ledger, found.name), state_of(ledger.decisions(found.name))
        check_no_ladder(terms)
        if state.stopped is not None or not Schedule(terms, ledger).playable(state):
            raise WrongInput(f"{found.name} is over: there is nothing left to play, so nothing to pause")
        if not state.paused:
            ledger.decide(found.name, PAUSED, {})
    click.echo(f"{found.name} is paused; matches that run now are the last ones, and `lawspeaker tournament resume "
               f"{which}` goes on", err=True)


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
    if as_json:
        click.echo(json.dumps(plain(facts)))
    elif html is None:
        click.echo(reports.text(facts))


# --- what they share ---


@dataclass(frozen=True, slots=True)
class _Meant:
    """A tournament, and where its ledger is."""

    name: str
    url: str
    terms: Terms | None = None
    """Of the file, if one was named."""


def _meant(which: str, url: str | None) -> _Meant:
    """The tournament of a name or a file. Raises WrongInput, and BadTerms for a file that describes none."""
    from lawspeaker_referee.tournament.beginning import default_ledger, file_of
    from lawspeaker_referee.tournament.terms import read_terms

    if Path(which).is_file():
        terms = read_terms(Path(which))
        found = _Meant(terms.name, url or terms.ledger or default_ledger(terms.records), terms)
    else:
        found = _Meant(which, url or default_ledger(Path("records") / which))
    path = file_of(found.url)
    if path is not None and not path.is_file():
        if found.terms is not None:
            raise WrongInput(f"tournament {found.name} has not begun: there is no ledger {path}; "
                             f"`lawspeaker tournament run {which}` begins it, or give the --ledger that it has")
        raise WrongInput(f"no tournament {found.name} is known here: there is no ledger {path}; name the tournament's "
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
