"""`lawspeaker certify`."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Final

import click

from lawspeaker_engine.games import find_game
from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.options import ClockSpec, Duration, Listen, access_of, bot_access_options
from lawspeaker_referee.cli.progress import counting
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.devtools.certify.certificate import NAMES, TRIALS, Certificate, TrialResult, examine
from lawspeaker_referee.devtools.certify.driver import Conditions
from lawspeaker_referee.open_files import PROCESS_FILES, SERVER_FILES, need_files

FAILED: Final = 1
_DEFAULTS: Final = Conditions(None)


@click.command()
@click.option("--bot", metavar="SPEC",
              help="The bot to test: random, greedy, search, or 'cmd:COMMAND LINE' for a process of your own.")
@click.option("--dial", is_flag=True, help="Wait for a bot that you start yourself and that connects to --listen.")
@click.option("--listen", type=Listen(), default=_DEFAULTS.listen, show_default=True,
              help="Address for the bot of --dial; port 0 takes a free one.")
@click.option("--game", "games", multiple=True, metavar="GAME",
              help="Test with this game; may be repeated.  [default: the games of the bot's Hello]")
@click.option("--only", "only", type=click.Choice(NAMES), multiple=True, help="Run only this trial; may be repeated.")
@click.option("--timeout", type=Duration(zero="nothing"), default=f"{_DEFAULTS.patience:g}s", show_default=True,
              help="Time for an answer in trials that do not test the clock.")
@click.option("--join-timeout", type=Duration(zero="nothing"), default=f"{_DEFAULTS.join_within:g}s",
              show_default=True, help="Time for the bot to start and join.")
@click.option("--clock", type=ClockSpec(), default="blitz", show_default=True, help="The clock of the trial `clock`.")
@bot_access_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
def certify(
    *, bot: str | None, dial: bool, listen: str, games: tuple[str, ...], only: tuple[str, ...], timeout: float,
    join_timeout: float, clock: Clock, as_json: bool, **access: Any,
) -> int:
    """Test a bot in thirteen trials and say what to change.

    A trial does to the bot what a referee and a network may do, and looks for common mistakes. The bot passes or fails
    it, or the trial is left out, each with the reason; docs/certify.md describes all trials. If the bot fails, the last
    lines that it printed go to stderr. Exit codes: 0 none failed, 1 some failed, 2 wrong input.
    """
    if (bot is None) is not dial:
        raise WrongInput("give either --bot SPEC or --dial")
    if not timeout or not join_timeout:
        raise WrongInput("a timeout of 0 leaves no time at all; write a time such as 5s")
    if dial and any(access.values()):
        raise WrongInput("--bot-network, --bot-env, --bot-read and --bot-write are for a bot of --bot; one that you "
                         "start yourself has what you give it")
    conditions = Conditions(
        bot=None if bot is None else SeatSpec.parse(bot), games=tuple(find_game(game) for game in dict.fromkeys(games)),
        patience=timeout, join_within=join_timeout, clock=clock, listen=listen,
        sandbox=access_of(access),
        tell=lambda text: click.echo(f"lawspeaker: {text}", err=True),
    )
    need_files(SERVER_FILES + PROCESS_FILES)
    with counting("certify", len(only) or len(TRIALS)) as begin:
        certificate = asyncio.run(examine(conditions, only, begin))
    for each in certificate.verdicts:
        for line in each.output.end:
            click.echo(f"lawspeaker: bot at {each.trial.name}: {line}", err=True)
    click.echo(json.dumps(as_object(certificate)) if as_json else as_text(certificate))
    return 0 if certificate.passed else FAILED


def as_object(certificate: Certificate) -> dict[str, Any]:
    """Return a certificate as plain data."""
    bot = certificate.bot
    return {
        "passed": certificate.passed,
        "bot": None if bot is None else {
            "name": bot.info.name, "version": bot.info.version, "sdk": bot.info.sdk, "games": sorted(bot.games),
            "max_matches": bot.max_matches,
        },
        "trials": [{
            "trial": each.trial.name, "asks": each.trial.asks, "result": each.result, "words": each.words,
            "trouble": each.finding, "advice": each.advice, "seconds": round(each.seconds, 3),
        } for each in certificate.verdicts],
        "seconds": round(sum(each.seconds for each in certificate.verdicts), 3),
    }


def as_text(certificate: Certificate) -> str:
    """Return a certificate as lines."""
    width = max(len(each.trial.name) for each in certificate.verdicts)
    lines = [line for each in certificate.verdicts for line in _lines(each, width)]
    count = {result: sum(each.result == result for each in certificate.verdicts)
             for result in ("passed", "failed", "left out")}
    told = ", ".join(f"{number} {result}" for result, number in count.items() if number)
    seconds = sum(each.seconds for each in certificate.verdicts)
    return "\n".join([*lines, f"{told}, in {seconds:.1f} s"])


def _lines(verdict: TrialResult, width: int) -> list[str]:
    head = f"{verdict.result:8}  {verdict.trial.name:{width}}  {verdict.words}"
    return [head] if not verdict.advice else [head, f"{'':{width + 12}}{verdict.advice}"]
