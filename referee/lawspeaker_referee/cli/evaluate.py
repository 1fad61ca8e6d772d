"""`lawspeaker evaluate`."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from lawspeaker_referee.cli.errors import INTERRUPTED, WrongInput
from lawspeaker_referee.cli.progress import tournament_display
from lawspeaker_referee.cli.tournament import check_packages
from lawspeaker_referee.cli.tournament_ledger import opened, opened_to_read
from lawspeaker_referee.record.whole_file import write_whole

if TYPE_CHECKING:
    from lawspeaker_referee.competition.evaluation.calls import Spending
    from lawspeaker_referee.competition.evaluation.folder import EvaluationFolder
    from lawspeaker_referee.competition.evaluation.plan import ExpectedUse
    from lawspeaker_referee.competition.evaluation.results import EvaluationResults
    from lawspeaker_referee.competition.evaluation.run import EvaluationRun
    from lawspeaker_referee.competition.tournament.progress import Snapshot
    from lawspeaker_referee.config.evaluation import EvaluationConfig

INCOMPLETE: Final = 1


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="The folder of the evaluation.  [default: evaluations/NAME]")
@click.option("--plan", "only_plan", is_flag=True,
              help="Print the matches, requests, tokens and money that are left, and play nothing.")
@click.option("--report", "only_report", is_flag=True, help="Write the report of what is counted, and play nothing.")
@click.option("--reveal", is_flag=True,
              help="Publish the secrets of all seeds in the report of a complete evaluation; it plays no more then.")
@click.option("--quiet", is_flag=True, help="Print only what went wrong, and the result.")
@click.option("--json", "as_json", is_flag=True, help="JSON in place of text.")
def evaluate(file: Path, out: Path | None, *, only_plan: bool, only_report: bool, reveal: bool, quiet: bool,
             as_json: bool) -> int:
    """Let models play against yardsticks and each other, and write a report; see docs/evaluate.md.

    The same command goes on after an interruption. Exit codes: 0 all is played, 1 matches are missing, 2 wrong input or
    trouble, 130 interrupted.
    """
    check_packages("evaluations")
    from lawspeaker_referee.competition.evaluation.folder import FOLDER, EvaluationFolder
    from lawspeaker_referee.config.evaluation import read_evaluation

    if sum((only_plan, only_report, reveal)) > 1:
        raise WrongInput("--plan, --report and --reveal are different things; give one")
    plays = not (only_plan or only_report or reveal)
    config = read_evaluation(file, os.environ if plays else None)
    folder = EvaluationFolder(out or FOLDER / config.name)
    if only_plan:
        _print_plan(config, folder, as_json=as_json)
        return 0
    run = _play(config, folder, quiet=quiet, as_json=as_json) if plays else None
    interrupted = run is not None and run.interrupted
    if interrupted and not folder.begun:
        click.echo("lawspeaker: nothing was played", err=True)
        return INTERRUPTED
    asks = run is not None and not interrupted and not run.gone
    results = _report(config, folder, reveal=reveal, ask=asks)
    if as_json:
        from lawspeaker_referee.competition.tournament.status import plain

        click.echo(json.dumps(plain(results)))
    else:
        _print_result(results, folder)
    return 0 if results.complete else INTERRUPTED if interrupted else INCOMPLETE


def _play(config: EvaluationConfig, folder: EvaluationFolder, *, quiet: bool, as_json: bool) -> EvaluationRun:
    """Play what is left, and return what became of it."""
    from lawspeaker_referee.competition.evaluation.folder import matches_at_once
    from lawspeaker_referee.competition.evaluation.run import EvaluationRun
    from lawspeaker_referee.open_files import PROCESS_FILES, SERVER_FILES, need_files

    need_files(SERVER_FILES + PROCESS_FILES * (len(config.models) + len(config.table.yardsticks))
               + matches_at_once(config))
    with tournament_display(config.name, quiet=quiet, as_json=as_json) as show:

        def tell(words: str) -> None:
            show.heard({"say": words})

        told = [0.0]

        def look(snapshot: Snapshot, spending: Spending) -> None:
            if spending.money > 2 * told[0] and not quiet:
                told[0] = spending.money
                tell(f"{spending.requests} requests, {spending.tokens} tokens, {spending.money:.4g} in money")
            show.look(snapshot)

        run = EvaluationRun(config, folder, tell, show.heard, look)
        asyncio.run(_until_done(run, tell))
    return run


async def _until_done(run: Any, tell: Callable[[str], None]) -> None:
    times = count(1)

    def interrupt() -> None:
        run.interrupt()
        tell("interrupted: no other match begins, running ones end; Ctrl-C again breaks them off" if next(times) == 1
             else "running matches are broken off; they will be played again")

    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, interrupt)
    await run.play()


def _report(config: EvaluationConfig, folder: EvaluationFolder, *, reveal: bool, ask: bool) -> EvaluationResults:
    """Write the report and return what it tells; with `ask` models are asked the positions that are missing.

    Raises WrongInput for an evaluation that has not begun, and OSError.
    """
    from lawspeaker_referee.cli.evaluation_analyses import lost_values, skill_scores
    from lawspeaker_referee.competition.evaluation.page import html
    from lawspeaker_referee.competition.evaluation.results import results_of
    from lawspeaker_referee.competition.tournament.status import plain
    from lawspeaker_referee.config.match_keys import ledger_file

    if not folder.begun:
        raise WrongInput(f"evaluation {config.name} has not begun: there is no ledger {ledger_file(folder.ledger)}; "
                         "run it without --report")
    if reveal:
        _reveal(config, folder)
    with opened_to_read(folder.ledger) as ledger:
        results = results_of(config, folder, ledger)
        results = replace(results, sections=(*lost_values(config, folder, ledger),
                                             *skill_scores(config, folder, ask=ask)))
    write_whole(folder.path / "evaluation.json", json.dumps(plain(results), indent=2) + "\n")
    write_whole(folder.path / "evaluation.html", html(results))
    return results


def _reveal(config: EvaluationConfig, folder: EvaluationFolder) -> None:
    """Publish the secrets. Raises WrongInput before the end."""
    from lawspeaker_referee.competition.evaluation.results import results_of
    from lawspeaker_referee.competition.tournament.state import REVEALED

    with opened(folder.ledger) as ledger:
        results = results_of(config, folder, ledger)
        if not results.complete:
            raise WrongInput(f"{results.name} is not complete: with its secrets bots would know the dice to come")
        for setup in results.setups:
            if not setup.secret:
                ledger.decide(setup.name, REVEALED, {})


def _print_plan(config: EvaluationConfig, folder: EvaluationFolder, *, as_json: bool) -> None:
    from lawspeaker_referee.competition.evaluation.plan import planned
    from lawspeaker_referee.competition.tournament.status import plain

    tournaments = folder.tournaments(config)
    counted = _counted(folder)
    uses = planned(config, folder, tournaments, lambda setup, model: counted.get((setup, model), 0))
    if as_json:
        click.echo(json.dumps(plain(uses)))
        return
    click.echo("\n".join(plan_lines(config, uses)))


def _counted(folder: EvaluationFolder) -> dict[tuple[str, str], int]:
    """Return by setup and bot its counted matches."""
    from lawspeaker_referee.config.match_keys import ledger_file

    file = ledger_file(folder.ledger)
    if file is None or not file.is_file():
        return {}
    with opened_to_read(folder.ledger) as ledger:
        return {(name, bot): sums.matches for name in ledger.tournaments()
                for bot, sums in ledger.bot_sums(name).items()}


def plan_lines(config: EvaluationConfig, uses: Mapping[str, Mapping[str, ExpectedUse]]) -> list[str]:
    """Return the plan as lines for people."""
    from functools import reduce

    from lawspeaker_referee.competition.evaluation.page import format_money
    from lawspeaker_referee.competition.tournament.progress_display import format_time_left

    lines, totals = [], []
    for setup, models in uses.items():
        lines.append(f"{setup}:")
        for name, use in models.items():
            lines.append(f"  {name}: {use.matches} matches, {use.requests:,.0f} requests, {use.input_tokens:,.0f} "
                         f"tokens read, {use.output_tokens:,.0f} written, {format_money(use.money)} in money"
                         + ("" if use.measured else " (expected; nothing is measured yet)"))
            totals.append(use)
    whole = reduce(lambda one, other: one.plus(other), totals)
    busy = [sum(use.seconds for models in uses.values() for name, use in models.items() if name in on) / limit
            for place, limit in config.limits.items()
            for on in [{model.name for model in config.models if model.place == place}]]
    lines.append(f"all: {whole.requests:,.0f} requests, {whole.input_tokens + whole.output_tokens:,.0f} tokens, "
                 f"{format_money(whole.money)} in money, {format_time_left(max(busy))} at least")
    return lines


def _print_result(results: EvaluationResults, folder: EvaluationFolder) -> None:
    from lawspeaker_referee.competition.evaluation.results import OVERALL
    from lawspeaker_referee.competition.rating_values import rating_in_words
    from lawspeaker_referee.config.formatting import format_percent

    click.echo(f"{results.name}: {results.counted} of {results.scheduled} matches are counted")
    bots = {each.bot: each for each in results.of(OVERALL)}
    width = max(map(len, bots))
    for place, rating in enumerate(results.ratings[0].ratings, 1):
        own = bots[rating.bot].own_share
        click.echo(f"{place:>3}. {rating.bot:<{width}}  {rating_in_words(rating)}  "
                   f"own answers {'none' if own is None else format_percent(own)}")
    for note in results.ratings[0].notes:
        click.echo(f"  note: {note}")
    click.echo(f"the report is in {folder.path / 'evaluation.html'} and {folder.path / 'evaluation.json'}", err=True)
