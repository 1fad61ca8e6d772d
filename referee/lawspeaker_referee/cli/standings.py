"""`lawspeaker standings`."""

from __future__ import annotations

import json
import shutil
import sys
from contextlib import closing
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Final

import click

from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.kept_heads import GivenHead
from lawspeaker_referee.cli.options import Listen
from lawspeaker_referee.cli.recount import RecountOptions, recount_options, verify_ledger
from lawspeaker_referee.cli.tls_options import credentials_of, tls_options

if TYPE_CHECKING:
    from lawspeaker_referee.competition.ladder.standings import Standings
    from lawspeaker_referee.record.signing import PublicKey

EVERY: Final = 5.0
"""Seconds between two looks of --watch."""


@click.command()
@click.argument("where", metavar="[HOST:PORT|LADDER]", default="127.0.0.1:50051")
@click.option("--watch", is_flag=True, help=f"Look again every {EVERY:g} seconds until Ctrl-C.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on a line instead of text.")
@tls_options
@click.option("--verify", is_flag=True,
              help="Verify the ledger of LADDER, the ladder's name, from its records; the options below are for this.")
@click.option("--ledger", "url", metavar="URL",
              help="The ladder's ledger.  [default: sqlite:///records/ledger.db]")
@recount_options
@click.pass_context
def standings(
    context: click.Context, *, where: str, watch: bool, as_json: bool, tls_ca: str | None, tls_cert: str | None,
    tls_key: str | None, verify: bool, url: str | None, sample: int | None, keys: tuple[PublicKey, ...],
    head: GivenHead | None, folders: tuple[Path, ...], jobs: int | None,
) -> None:
    """Show the standings of a ladder that runs at HOST:PORT, or else at 127.0.0.1:50051.

    No token is needed. With --verify the ladder's ledger is verified instead, as by `lawspeaker tournament verify`.
    Exit codes: 0 shown, or nothing differs; 1 something differs; 2 no ladder there; 130 interrupted.
    """
    if verify:
        context.exit(_verified(where, url, RecountOptions(sample, keys, head, folders, jobs)))
    if url or sample is not None or keys or head or folders or jobs:
        raise WrongInput("--ledger, --sample, --key, --head, --records and --jobs are for --verify; give it too, or "
                         "leave them out")
    _follow(Listen().convert(where, None, context), watch=watch, as_json=as_json, tls_ca=tls_ca, tls_cert=tls_cert,
            tls_key=tls_key)


def _verified(name: str, url: str | None, options: RecountOptions) -> int:
    """Verify the ledger of a ladder; return the exit code. Raises BadLedger."""
    from lawspeaker_referee.cli.tournament import check_packages
    from lawspeaker_referee.competition.head_keeper import head_files
    from lawspeaker_referee.competition.ledger import LedgerQueries
    from lawspeaker_referee.competition.tournament.setup import RECORDS, default_ledger
    from lawspeaker_referee.config.match_keys import ledger_file

    check_packages("ladders")
    url = url or default_ledger(RECORDS)
    if (path := ledger_file(url)) is not None and not path.is_file():
        raise WrongInput(f"there is no ledger {path}; give --ledger")
    with closing(LedgerQueries.open_to_read(url)) as ledger:
        return verify_ledger(ledger, name, options, head_files(url, name, options.folders or [RECORDS]))


def _follow(address: str, *, watch: bool, as_json: bool, tls_ca: str | None, tls_cert: str | None,
            tls_key: str | None) -> None:
    from lawspeaker_referee.competition.ladder.rpc import LadderClient, LadderUnavailable

    with closing(LadderClient(address, credentials_of(tls_ca, tls_cert, tls_key))) as spectator:
        try:
            _show(spectator.ask(), as_json=as_json, again=watch)
        except LadderUnavailable as error:
            raise WrongInput(str(error)) from None
        lost = False
        while watch:
            sleep(EVERY)
            try:
                _show(spectator.ask(), as_json=as_json, again=True)
                lost = False
            except LadderUnavailable as error:
                if not lost:
                    click.echo(f"lawspeaker: {error}; trying again", err=True)
                lost = True


def _show(told: Standings, *, as_json: bool, again: bool) -> None:
    """Print the standings; with `again` a terminal is cleared first, and gets no more lines than fit."""
    from lawspeaker_referee.competition.ladder.standings import as_data, text

    if as_json:
        click.echo(json.dumps(as_data(told)))
    elif again and sys.stdout.isatty():
        size = shutil.get_terminal_size()
        click.clear()
        click.echo("\n".join(text(told, size.columns).split("\n")[:size.lines - 1]))
    else:
        click.echo(text(told))
        if again:
            click.echo()
