"""`lawspeaker bench`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from lawspeaker_engine.games import GAMES, find_game
from lawspeaker_referee.bench.report import PARTS, measure, parts_of
from lawspeaker_referee.commands.progress import counting


@click.command()
@click.argument("games", metavar="[GAME]...", nargs=-1)
@click.option("--only", "only", type=click.Choice(PARTS), multiple=True, help="Measure this part; may be repeated.")
@click.option("--seconds", type=click.FloatRange(0.05, 60), default=1.5, show_default=True, help="Length of a window.")
@click.option("--rounds", type=click.IntRange(1, 100), default=5, show_default=True, help="Windows to a median.")
@click.option("--json", "as_json", is_flag=True, help="JSON instead of text.")
def bench(*, games: tuple[str, ...], only: tuple[str, ...], seconds: float, rounds: int, as_json: bool) -> None:
    """Measure the engine, the referee beside a bare gRPC echo of the same bytes, verifying, and records.

    Without a GAME all of them are measured. Numbers are medians; ratios are taken within a round and then the median
    of them. Nothing else should run on the machine meanwhile: the referee and its bots need a core each.
    """
    rules = [find_game(name) for name in dict.fromkeys(games or GAMES)]
    parts = only or PARTS
    with counting("measuring", len(parts_of(rules, parts))) as begin:
        report = measure(rules, parts, seconds, rounds, begin)
    click.echo(json.dumps(report, indent=2) if as_json else "\n".join(lines(report)))


def lines(report: dict[str, Any], path: str = "") -> Iterator[str]:
    """One line a number: its path and its value."""
    for name, value in report.items():
        if isinstance(value, dict):
            yield from lines(value, f"{path}{name}.")
        else:
            yield f"{path}{name} = {value}"
