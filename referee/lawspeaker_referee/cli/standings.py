"""`lawspeaker standings`."""

from __future__ import annotations

import json
import shutil
import sys
from contextlib import closing
from time import sleep
from typing import TYPE_CHECKING, Final

import click

from lawspeaker_bot.tls import CA_VARIABLE, CERT_VARIABLE, KEY_VARIABLE, PUBLIC, tls_credentials
from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.options import Listen

if TYPE_CHECKING:
    from lawspeaker_referee.competition.ladder.standings import Standings

EVERY: Final = 5.0
"""Seconds between two looks of --watch."""


@click.command()
@click.argument("address", metavar="[HOST:PORT]", type=Listen(), default="127.0.0.1:50051")
@click.option("--watch", is_flag=True, help=f"Look again every {EVERY:g} seconds until Ctrl-C.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on a line instead of text.")
@click.option("--tls-ca", metavar="FILE", envvar=CA_VARIABLE, show_envvar=True,
              help=f"Authorities of the referee's certificate in PEM, or {PUBLIC} for those that come with gRPC; turns "
                   "TLS on.")
@click.option("--tls-cert", metavar="FILE", envvar=CERT_VARIABLE, show_envvar=True,
              help="Our certificate in PEM, for a referee that asks for one.")
@click.option("--tls-key", metavar="FILE", envvar=KEY_VARIABLE, show_envvar=True, help="Its private key in PEM.")
def standings(
    *, address: str, watch: bool, as_json: bool, tls_ca: str | None, tls_cert: str | None, tls_key: str | None,
) -> None:
    """Show the standings of a ladder that runs at HOST:PORT, or else at 127.0.0.1:50051.

    No token is needed. Exit codes: 0 shown, 2 no ladder there, 130 interrupted.
    """
    from lawspeaker_referee.competition.ladder.rpc import StandingsClient, StandingsUnavailable

    if not tls_ca and (tls_cert or tls_key):
        raise WrongInput("--tls-cert and --tls-key need --tls-ca: the authorities of the referee's certificate, or "
                         f"{PUBLIC}")
    credentials = tls_credentials(tls_ca, tls_cert or "", tls_key or "") if tls_ca else None
    with closing(StandingsClient(address, credentials)) as spectator:
        try:
            _show(spectator.ask(), as_json=as_json, again=watch)
        except StandingsUnavailable as error:
            raise WrongInput(str(error)) from None
        lost = False
        while watch:
            sleep(EVERY)
            try:
                _show(spectator.ask(), as_json=as_json, again=True)
                lost = False
            except StandingsUnavailable as error:
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
