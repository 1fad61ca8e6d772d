"""Code and options that commands of tournaments share: which tournament is meant, and how its ledger is opened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click

from lawspeaker_bot.printable import printable
from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.options import KeyFile, KeyFileParameter

if TYPE_CHECKING:
    from lawspeaker_referee.competition.kept_ratings import KeptRatings
    from lawspeaker_referee.competition.ledger import Ledger, LedgerQueries
    from lawspeaker_referee.config.tournament import TournamentConfig


which_argument = click.argument("which", metavar="NAME|FILE")
ledger_option = click.option("--ledger", "url", metavar="URL",
                             help="sqlite:///PATH or postgresql://USER@HOST/DATABASE.  [default: as the file says, or "
                                  "ledger.db in the folder of the records]")
sign_option = click.option("--key", type=KeyFileParameter(),
                           help="Sign what is written to the ledger with this key of `lawspeaker keys`.")


@dataclass(frozen=True, slots=True)
class Target:
    """A tournament, and the URL of its ledger."""

    name: str
    url: str
    terms: TournamentConfig | None = None
    """The settings of the file, if a file was given."""


def meant(which: str, url: str | None) -> Target:
    """Return the tournament of a name or a file. Raises WrongInput, and BadConfig for a file that describes none."""
    from lawspeaker_referee.competition.tournament.setup import default_ledger
    from lawspeaker_referee.config.match_keys import ledger_file
    from lawspeaker_referee.config.tournament import read_config

    if Path(which).is_file():
        terms = read_config(Path(which))
        found = Target(terms.name, url or terms.ledger or default_ledger(terms.records), terms)
    else:
        found = Target(which, url or default_ledger(Path("records") / which))
    path = ledger_file(found.url)
    if path is not None and not path.is_file():
        if found.terms is not None:
            raise WrongInput(f"tournament {found.name} has not begun: there is no ledger {path}; "
                             f"`lawspeaker tournament run {quote(which)}` begins it, or give the --ledger that it has")
        raise WrongInput(f"no tournament {found.name} is known here: there is no ledger {path}; name the tournament's "
                         "file, or give --ledger")
    return found


def files_of(which: str, found: Target) -> list[Path]:
    """Return the files that a command reads of a tournament, in whose place it must not write."""
    from lawspeaker_referee.config.match_keys import ledger_file

    path = ledger_file(found.url)
    return [Path(which), *([path] if path is not None else [])]


@contextmanager
def opened(url: str, key: KeyFile | None = None, wait: float | None = None) -> Iterator[Ledger]:
    """Open a ledger; once it is open, wait so many seconds whenever it is away. Raises BadLedger."""
    from lawspeaker_referee.competition.ledger import Ledger
    from lawspeaker_referee.competition.ledger.outages import RetryPolicy

    policy = None if wait is None else RetryPolicy(wait, tell)
    with closing(Ledger.open(url, signer=key.key if key else None, retry_policy=policy, wait_at_once=False)) as ledger:
        yield ledger


@contextmanager
def opened_to_read(url: str) -> Iterator[LedgerQueries]:
    """Open a ledger that is only read. Raises BadLedger."""
    from lawspeaker_referee.competition.ledger import LedgerQueries

    with closing(LedgerQueries.open_to_read(url)) as ledger:
        yield ledger


def keep_ratings(found: Target, ratings: KeptRatings | None) -> None:
    """Keep ratings that were shown, if there are any; if the ledger is locked, tell that they are not kept."""
    from lawspeaker_referee.competition.kept_ratings import keep_shown
    from lawspeaker_referee.competition.ledger import BadLedger

    if ratings is not None:
        try:
            keep_shown(found.url, found.name, ratings)
        except BadLedger as error:
            tell(f"these ratings are not kept for the history: {error}")


def tell(words: str) -> None:
    """Print a line for people on stderr."""
    click.echo(printable(f"lawspeaker: {words}"), err=True)
