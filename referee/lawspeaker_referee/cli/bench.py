"""`lawspeaker bench`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from lawspeaker_engine.games import GAMES, find_game
from lawspeaker_referee.cli.options import RealRange
from lawspeaker_referee.cli.progress import counting
from lawspeaker_referee.devtools.bench.processes import MeasurementFailed
from lawspeaker_referee.devtools.bench.report import PARTS, measure, parts_of

SECONDS = 0.5
ROUNDS = 5


@click.command()
@click.argument("games", metavar="[GAME]...", nargs=-1)
@click.option("--only", "only", type=click.Choice(PARTS), multiple=True,
              help="Measure this part; may be repeated.  [default: all]")
@click.option("--seconds", type=RealRange(0.05, 600), default=SECONDS, show_default=True,
              help="Length of a window.")
@click.option("--rounds", type=click.IntRange(1, 100), default=ROUNDS, show_default=True, help="Windows to a median.")
@click.option("--json", "as_json", is_flag=True, help="JSON instead of text.")
def bench(*, games: tuple[str, ...], only: tuple[str, ...], seconds: float, rounds: int, as_json: bool) -> None:
    """Measure the engine, the referee beside gRPC echoes of the same bytes, verifying, and records.

    Without a GAME all games are measured. Numbers are medians; ratios are taken within a round, and reported with
    their median and range. On a busy machine trust ratios and CPU time. `cpu_us` is the CPU time of the referee, of the
    bare echo and of the bots of each, in microseconds a decision, and of a `floor`: an echo that spends as long on an
    answer as the referee without gRPC, which is `path_us`. `core` is how busy they were.
    """
    rules = [find_game(name) for name in dict.fromkeys(games or GAMES)]
    parts = only or PARTS
    try:
        with counting("measuring", len(parts_of(rules, parts))) as begin:
            report = measure(rules, parts, seconds, rounds, begin)
    except MeasurementFailed as error:
        raise click.ClickException(str(error)) from None
    click.echo(json.dumps(report, indent=2) if as_json else "\n".join(lines(report)))


def lines(report: dict[str, Any], path: str = "") -> Iterator[str]:
    """Yield a line for each number: its path and its value."""
    for name, value in report.items():
        if isinstance(value, dict):
            yield from lines(value, f"{path}{name}.")
        else:
            yield f"{path}{name} = {value}"
