"""`lawspeaker tournament void`, `put-out` and `reinstate`: the decisions of the organiser."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from lawspeaker_bot.printable import printable
from lawspeaker_referee.cli.ledger_head import keep_head, keeper_of
from lawspeaker_referee.cli.options import KeyFile
from lawspeaker_referee.cli.tournament_ledger import ledger_option, meant, opened, sign_option, tell, which_argument

if TYPE_CHECKING:
    from lawspeaker_referee.competition.ledger import Ledger

def _decides(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in (sign_option, ledger_option):
        command = option(command)
    return command


@click.command()
@which_argument
@click.argument("match")
@click.option("--reason", required=True, metavar="TEXT", help="Why; everybody reads it.")
@click.option("--replay/--no-replay", "replay", default=None,
              help="Play the match again, with other dice, or not at all; a tournament needs one of them.")
@_decides
def void(which: str, match: str, reason: str, url: str | None, key: KeyFile | None, *, replay: bool | None) -> None:
    """Let the result of MATCH count no more, in a tournament or a ladder.

    It is taken out of sums, ratings, standings and the test that may end the tournament early; result and record stay
    as evidence. Who runs the tournament takes it over.
    """
    from lawspeaker_referee.competition import organiser

    _decide(which, url, key, lambda ledger, name: organiser.void(ledger, name, match, reason, replay=replay))


@click.command("put-out")
@which_argument
@click.argument("bot")
@click.option("--reason", required=True, metavar="TEXT", help="Why; everybody reads it.")
@_decides
def put_out(which: str, bot: str, reason: str, url: str | None, key: KeyFile | None) -> None:
    """Let BOT play no more, in a tournament or a ladder; its results stay, and a match that it is playing counts."""
    from lawspeaker_referee.competition import organiser

    _decide(which, url, key, lambda ledger, name: organiser.put_out(ledger, name, bot, reason))


@click.command()
@which_argument
@click.argument("bot")
@click.option("--reason", default="", metavar="TEXT", help="Why; everybody reads it.")
@_decides
def reinstate(which: str, bot: str, reason: str, url: str | None, key: KeyFile | None) -> None:
    """Let BOT play again, which was put out or broke down too often."""
    from lawspeaker_referee.competition import organiser

    _decide(which, url, key, lambda ledger, name: organiser.reinstate(ledger, name, bot, reason))


def _decide(which: str, url: str | None, key: KeyFile | None, decide: Callable[[Ledger, str], None]) -> None:
    """Make a decision, print it, and keep the head of the ledger."""
    from lawspeaker_referee.competition.organiser import rulings

    found = meant(which, url)
    with opened(found.url, key) as ledger:
        keeper = keeper_of(found.url, found.name, which, key)
        keeper.check(ledger)
        decide(ledger, found.name)
        keep_head(keeper, ledger, tell)
        click.echo(printable(f"{found.name}: {rulings(ledger.decisions(found.name))[-1].words}"), err=True)
