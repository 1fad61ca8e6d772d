"""`lawspeaker tournament check` and a rehearsal: what goes wrong before an event goes wrong."""

from __future__ import annotations

import asyncio
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Final

import click

from lawspeaker_referee.cli.progress import counting
from lawspeaker_referee.cli.tournament_ledger import opened, opened_to_read
from lawspeaker_referee.cli.tournament_run import TournamentRun

if TYPE_CHECKING:
    from lawspeaker_referee.config.tournament import BotConfig, TournamentConfig

MISSING: Final = 1


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--certify", is_flag=True, help="Also test the bots that are started here in all trials of `certify`.")
def check(file: Path, *, certify: bool) -> int:
    """Say what is missing before the event of a file: bots, tokens, certificates, the address, clock and records.

    Nothing is played and nothing is written. Exit codes: 0 nothing is missing, 1 something is, 2 wrong input.
    """
    from lawspeaker_referee.competition.tournament.readiness import findings
    from lawspeaker_referee.config.tournament import read_config

    terms = read_config(file)
    missing = 0
    for each in findings(terms, (lambda bot: _certified(bot, terms)) if certify else None):
        click.echo(f"{'missing' if each.missing else 'ok':8} {each.part}: {each.words}")
        missing += each.missing
    return MISSING if missing else 0


def _certified(bot: BotConfig, terms: TournamentConfig) -> str:
    """Return the trials in which a bot failed, as text; empty if it passed all."""
    from lawspeaker_referee.devtools.certify.certificate import TRIALS, examine
    from lawspeaker_referee.devtools.certify.driver import Conditions

    conditions = Conditions(bot=bot.seat, games=(terms.rules,), clock=terms.clock_of(bot.name),
                            sandbox=bot.within(terms.sandbox))
    with counting(f"certify {bot.name}", len(TRIALS)) as begin:
        certificate = asyncio.run(examine(conditions, (), begin))
    failed = [each.trial.name for each in certificate.verdicts if each.result == "failed"]
    return f"fails {', '.join(failed)}; `lawspeaker certify --bot '{bot.spec}'` says what to change" if failed else ""


def rehearse(file: Path, terms: TournamentConfig, workers: int | None, dask: str | None, wait: float, *, quiet: bool,
             as_json: bool) -> int:
    """Play the rehearsal of a tournament, tell what went wrong, and return the exit code."""
    from lawspeaker_referee.competition.tournament.rehearsal import rehearsal_of, troubles_in
    from lawspeaker_referee.competition.tournament.setup import begin, default_ledger

    trial = rehearsal_of(terms)
    url = default_ledger(trial.records)
    with opened(url, None, wait) as ledger:
        begin(ledger, trial)
        code = TournamentRun(file, trial, ledger, url, workers, dask, None, wait, quiet=quiet, as_json=as_json,
                             rehearsal=True).play()
    with opened_to_read(url) as read:
        troubles = [*troubles_in(read, trial)]
    for line in troubles:
        click.echo(f"{terms.name}: {line}", err=True)
    if troubles:
        where = "" if url == default_ledger(Path("records") / trial.name) else f" --ledger {quote(url)}"
        click.echo(f"{terms.name}: `lawspeaker tournament faults {quote(trial.name)} BOT{where}` shows them; nothing "
                   "of this counts", err=True)
    return code or (MISSING if troubles else 0)
