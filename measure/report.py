"""The parts of `python -m measure` but load and floods, as one report."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any, Final

from lawspeaker_engine.game import Game
from lawspeaker_referee.devtools.bench import report as bench
from measure import environments, large_tournaments, streams, tournaments, watching
from measure.rating_accuracy import SCENARIOS, accuracy
from measure.sequential_errors import KINDS, errors

OF_A_GAME: Final = {
    "tournament": "tournament",
    "streams": "many matches on a stream",
    "watch": "spectators",
    "gym": "environments",
}
"""Part that is measured for each game -> its name in a progress bar."""
PARTS: Final = (*bench.PARTS, *OF_A_GAME, "ratings", "scale", "accuracy", "sequential")
DEFAULT: Final = (*bench.PARTS, "tournament", "ratings", "scale")
"""Parts that are measured unless some are named: all that fit into four minutes for two games."""
RATED: Final = (100, 1_000, 100_000)
"""Numbers of matches of ten bots that are rated."""
MANY: Final = ((300, 10_000), (1_000, 20_000))
"""(Bots, matches) that are rated."""
RESULTS: Final = 50_000
"""Results of the large tournament that is measured."""
SIMULATED: Final = 100
"""Tournaments of each kind that are simulated."""


@dataclass(frozen=True, slots=True)
class Amounts:
    """How much is measured."""

    seconds: float
    """Length of a window."""
    rounds: int
    """Windows to a median."""
    long_within: float = inf
    """Rounds of tournaments and ratings take long: none but the first begins so many seconds after that one."""
    rated: tuple[int, ...] = RATED
    results: int = RESULTS
    simulated: int = SIMULATED
    seed: int = 1
    """The seed of simulations."""


def parts_of(games: Sequence[Game[Any]], parts: Sequence[str], rated: Sequence[int] = RATED) -> list[str]:
    """Return the names of the parts that `measure` will measure, in order, for a progress bar."""
    names = bench.parts_of(games, parts)
    names += [f"{game.name}: {words}" for game in games for part, words in OF_A_GAME.items() if part in parts]
    if "ratings" in parts:
        names += [f"ratings of {matches} matches" for matches in rated]
        names += [f"ratings of {bots} bots" for bots, _ in _many(rated)]
    if "scale" in parts:
        names += ["a tournament of 1,000 bots"]
    return names + [f"{part}: {kind}" for part, kind, _ in _simulations(parts)]


def measure(
    games: Sequence[Game[Any]], parts: Sequence[str], amounts: Amounts, begin: Callable[[str], None],
) -> dict[str, Any]:
    """Return the report of `lawspeaker bench` with more parts; `begin` is called with the name of each part.

    `tournament`, `streams`, `watch` and `gym` are those of the first game, and `others` has the other games by name.
    `ratings`, `scale`, `accuracy` and `sequential` belong to no game.
    """
    report = bench.measure(games, parts, amounts.seconds, amounts.rounds, begin)
    names = iter(parts_of(games, parts, amounts.rated)[len(bench.parts_of(games, parts)):])
    for game in games:
        for part in OF_A_GAME:
            if part in parts:
                begin(next(names))
                bench.add(report, game, {part: _of_a_game(part, game, amounts)})
    if "ratings" in parts:
        report["ratings"] = _ratings(amounts.rated, amounts.rounds, amounts.long_within, lambda: begin(next(names)))
    if "scale" in parts:
        begin(next(names))
        report["scale"] = {"bots": large_tournaments.BOTS, "results": amounts.results,
                           **large_tournaments.measure(amounts.results)}
    for part, kind, simulate in _simulations(parts):
        begin(next(names))
        report.setdefault(part, {})[kind] = simulate(amounts.simulated, amounts.seed)
    return report


def _of_a_game(part: str, game: Game[Any], amounts: Amounts) -> dict[str, Any]:
    seconds, rounds = amounts.seconds, amounts.rounds
    if part == "tournament":
        return tournaments.costs(game, seconds, rounds, amounts.long_within)
    if part == "gym":
        return environments.costs(game, seconds, rounds)
    if part == "watch":
        return asyncio.run(watching.measure(game, seconds, rounds))
    return asyncio.run(streams.measure(game, streams.shared_streams(game), seconds, rounds))


def _simulations(parts: Sequence[str]) -> list[tuple[str, str, Callable[[int, int], dict[str, Any]]]]:
    """Return of each simulation: its part, the kind of tournament, and a function of their number and the seed."""
    found: list[tuple[str, str, Callable[[int, int], dict[str, Any]]]] = []
    if "accuracy" in parts:
        found += [("accuracy", scenario.name, partial(accuracy, scenario)) for scenario in SCENARIOS]
    if "sequential" in parts:
        found += [("sequential", kind.name, partial(errors, kind)) for kind in KINDS]
    return found


def _ratings(
    rated: Sequence[int], rounds: int, long_within: float, begin: Callable[[], None],
) -> dict[str, dict[str, float]]:
    found = {}
    for matches in rated:
        begin()
        found[str(matches)] = {"core_seconds": round(tournaments.measure(matches, rounds, long_within), 3)}
    for bots, matches in _many(rated):
        begin()
        found[f"{bots} bots, {matches} matches"] = tournaments.measure_many(bots, matches)
    return found


def _many(rated: Sequence[int]) -> Sequence[tuple[int, int]]:
    """Return MANY, or nothing if other numbers of matches than usual are wanted."""
    return MANY if tuple(rated) == RATED else ()
