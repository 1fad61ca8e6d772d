"""`python -m measure`: what `lawspeaker bench` measures, tournaments and all else, and what load does to a referee."""

from __future__ import annotations

import json
import sys
from math import inf
from pathlib import Path
from typing import Any

import click

from lawspeaker_engine.game import Game
from lawspeaker_engine.games import GAMES, find_game
from lawspeaker_referee.cli.bench import ROUNDS, SECONDS, lines
from lawspeaker_referee.cli.errors import exit_code
from lawspeaker_referee.cli.options import Duration
from lawspeaker_referee.cli.progress import counting
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.devtools.bench.processes import MeasurementFailed
from lawspeaker_referee.devtools.bench.report import machine
from measure import load as loads
from measure.flood import KINDS
from measure.report import DEFAULT, PARTS, RATED, RESULTS, SIMULATED, Amounts, measure, parts_of

_LOAD = loads.LoadPlan()
_MOST = 20_000
LOAD_SECONDS = 1.5
LONG_WITHIN = 6.0
"""Seconds of rounds that take long, unless --rounds is given."""


@click.command(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.argument("games", metavar="[GAME]...", nargs=-1)
@click.option("--only", "only", type=click.Choice(PARTS), multiple=True,
              help="Measure this part; may be repeated. Without it all but `streams`, `watch`, `gym`, `accuracy` "
              "and `sequential`.")
@click.option("--load", "under_load", is_flag=True, help="Measure what load does to a referee, instead; see above.")
@click.option("--seconds", type=click.FloatRange(0.05, 600),
              help="Length of a window; 0.5, with --load and --flood 1.5.")
@click.option("--rounds", type=click.IntRange(1, 100), help="Windows to a median; 5, but fewer of tournaments and "
              "ratings if they take long.")
@click.option("--rated", type=click.IntRange(10, 1_000_000), multiple=True, default=RATED, show_default=True,
              help="Matches of ten bots that are rated; may be repeated. Without it fields of 300 and 1,000 bots are "
                   "rated too.")
@click.option("--results", type=click.IntRange(1_000, 10_000_000), default=RESULTS, show_default=True,
              help="Results of the tournament of 1,000 bots of `scale`.")
@click.option("--tournaments", "simulated", type=click.IntRange(10, 100_000), default=SIMULATED, show_default=True,
              help="With --only accuracy or sequential: simulated tournaments of each kind.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True,
              help="With --only accuracy or sequential: the seed of the simulation.")
@click.option("--load-matches", type=click.IntRange(1, _MOST), default=_LOAD.matches, show_default=True,
              help="Matches at once, each bot with a connection of its own.")
@click.option("--load-time", type=Duration(), default="100ms", show_default=True,
              help="What each decision of these matches may take.")
@click.option("--load-streams", type=click.IntRange(1, _MOST), multiple=True, default=_LOAD.streams, show_default=True,
              help="Streams with which latency is measured; may be repeated.")
@click.option("--load-rooms", type=click.IntRange(1, _MOST), default=_LOAD.held_matches, show_default=True,
              help="Matches whose memory is measured.")
@click.option("--load-bots", type=click.IntRange(1, _MOST), default=_LOAD.bots, show_default=True,
              help="Bots that are connected and wait.")
@click.option("--flood", "floods", type=click.Choice([*KINDS, "all"]), multiple=True,
              help="Measure what such a flood of a stranger does to honest bots, instead; may be repeated.")
@click.option("--through", type=click.Path(path_type=Path, file_okay=False, exists=True), metavar="DIR",
              help="With --flood: all come through an nginx of this configuration, such as deploy/nginx.")
@click.option("--json", "as_json", is_flag=True, help="JSON instead of text.")
def command(
    *, games: tuple[str, ...], only: tuple[str, ...], under_load: bool, seconds: float | None, rounds: int | None,
    rated: tuple[int, ...], results: int, simulated: int, seed: int, load_matches: int, load_time: float,
    load_streams: tuple[int, ...], load_rooms: int, load_bots: int, floods: tuple[str, ...], through: Path | None,
    as_json: bool,
) -> None:
    """Measure what `lawspeaker bench` measures, tournaments beside the same matches without a ledger, and ratings.

    `--only streams` measures 8 bots with 32 matches each on one stream, in batches beside single messages. `--only
    watch` measures the round trips of 32 matches at 500 decisions a second with 16 and 64 spectators beside none.
    `--only gym` measures the environments for reinforcement learning. `--only scale` measures schedule, ratings, test,
    status, report and pages of a tournament of 1,000 bots with drawn results. `--only accuracy` simulates tournaments
    of bots whose strengths are known, and reports how often intervals and chances of ratings are right. `--only
    sequential` simulates tournaments that end early, and reports how often their verdicts are wrong.

    Without a GAME all games are measured. Numbers are medians; ratios are taken within a round, and reported with
    their median and range. On a busy machine trust ratios and CPU time.

    With --load: matches at once on tight clocks while every core is busy, and how many bots are blamed for time that
    they did not take (for ROUNDS times SECONDS); what the referee adds to a round trip; the memory of a match and of a
    connected bot; how fast bots connect and are dismissed.

    With --flood: two connections that never say Hello send frames of HTTP/2 from another address of this machine while
    --load-matches are played at --load-time, and by turns nobody does: what is left of the decisions a second, and how
    many bots the clock blamed or missed. deploy/nginx lets one address have 64 streams: give --load-matches 15 there.
    """
    rules = [find_game(name) for name in dict.fromkeys(games or GAMES)]
    count, long_within = (rounds, inf) if rounds else (ROUNDS, LONG_WITHIN)
    long_window, clock = seconds or LOAD_SECONDS, Clock(load_time or None)
    report: dict[str, Any] = {}
    try:
        if floods:
            report = _flooded(rules, list(KINDS) if "all" in floods else list(dict.fromkeys(floods)), load_matches,
                              clock, long_window, count, through)
        elif under_load:
            plan = loads.LoadPlan(load_matches, clock, tuple(dict.fromkeys(load_streams)), load_rooms, load_bots)
            report = _under_load(rules, plan, long_window, count)
        if only or not report:
            parts = only or DEFAULT
            amounts = Amounts(seconds or SECONDS, count, long_within, rated, results, simulated, seed)
            with counting("measuring", len(parts_of(rules, parts, rated))) as begin:
                report = measure(rules, parts, amounts, begin) | report
    except MeasurementFailed as error:
        raise click.ClickException(str(error)) from None
    click.echo(json.dumps(report, indent=2) if as_json else "\n".join(lines(report)))


def _under_load(games: list[Game[Any]], load: loads.LoadPlan, seconds: float, rounds: int) -> dict[str, Any]:
    names = list(loads.parts_of(games, load))
    with counting("measuring", len(names)) as begin:
        left = iter(names)
        found = loads.measure(games, load, seconds, rounds, lambda: begin(next(left)))
    return {"machine": machine(), "seconds": seconds, "rounds": rounds, "load": found}


def _flooded(games: list[Game[Any]], kinds: list[str], matches: int, clock: Clock, seconds: float, rounds: int,
             through: Path | None) -> dict[str, Any]:
    with counting("measuring", len(games) * len(kinds)) as begin:
        left = iter(f"{game.name}: {kind}" for game in games for kind in kinds)
        found = {game.name: loads.measure_floods(game, kinds, matches, clock, seconds, rounds, through,
                                                   lambda: begin(next(left))) for game in games}
    return {"machine": machine(), "seconds": seconds, "rounds": rounds, "through": str(through or ""), "floods": found}


if __name__ == "__main__":
    sys.exit(exit_code(command, sys.argv[1:]))
