"""All parts of `lawspeaker bench` but load and floods, as one report."""

from __future__ import annotations

import asyncio
import platform
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from math import inf
from os import cpu_count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Final

from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.game import Game, make_setup
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.devtools.bench import beside_echo, engine, watching
from lawspeaker_referee.devtools.bench.referee import load_of, shared_streams
from lawspeaker_referee.devtools.bench.stats import spread
from lawspeaker_referee.host.single_match import MatchResult, play_match
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from lawspeaker_referee.version import build_version

MATCHES: Final = (1, 8, 64)
PARTS: Final = ("engine", "referee", "records", "tournament", "ratings", "streams", "watch", "gym", "scale",
                "accuracy", "sequential")
DEFAULT: Final = ("engine", "referee", "records", "tournament", "ratings", "scale")
"""Parts that are measured unless some are named: all that fit into four minutes for two games."""
EXTRA: Final = frozenset({"tournament", "ratings", "scale", "accuracy", "sequential"})
"""Parts that need the packages of the extra `tournament`."""
RATED: Final = (100, 1_000, 100_000)
"""Numbers of matches of ten bots that are rated."""
MANY: Final = ((300, 10_000), (1_000, 20_000))
"""(Bots, matches) that are rated."""
RESULTS: Final = 50_000
"""Results of the large tournament that is measured."""
SIMULATED: Final = 100
"""Tournaments of each kind that are simulated."""
RECORDS_A_ROUND: Final = 4
"""Records that are verified in a round."""


def parts_of(games: Sequence[Game[Any]], parts: tuple[str, ...], rated: Sequence[int] = RATED) -> list[str]:
    """Return the names of the parts that `measure` will measure, in order, for a progress bar."""
    names: list[str] = []
    for game in games:
        if "engine" in parts:
            names += [f"{game.name}: engine, {players} players" for players in game.players]
            names += [f"{game.name}: engine, calls"]
        if "records" in parts:
            names += [f"{game.name}: records"]
        if "referee" in parts:
            names += [f"{game.name}: referee, {matches} matches" for matches in MATCHES]
        if "tournament" in parts:
            names += [f"{game.name}: tournament"]
        if "streams" in parts:
            names += [f"{game.name}: many matches on a stream"]
        if "watch" in parts:
            names += [f"{game.name}: spectators"]
        if "gym" in parts:
            names += [f"{game.name}: environments"]
    if "ratings" in parts:
        names += [f"ratings of {matches} matches" for matches in rated]
        names += [f"ratings of {bots} bots" for bots, _ in _many(rated)]
    if "scale" in parts:
        names += ["a tournament of 1,000 bots"]
    return names + [f"{part}: {kind}" for part, kind, _ in _simulations(parts)]


def measure(
    games: Sequence[Game[Any]], parts: tuple[str, ...], seconds: float, rounds: int, begin: Callable[[str], None],
    rated: Sequence[int] = RATED, long_within: float = inf, results: int = RESULTS, simulated: int = SIMULATED,
    seed: int = 1,
) -> dict[str, Any]:
    """Return the report; `begin` is called with the name of each part. Every number is a median over `rounds`.

    Rounds of tournaments and ratings take long: no round but the first begins `long_within` seconds after that one.

    `engine` has all games by name; `verify`, `record`, `in_process`, `referee`, `tournament`, `streams`, `watch` and
    `gym` are those of the first game, and `others` has the other games by name. `ratings`, `scale`,
    `accuracy` and `sequential` belong to no game; `seed` is that of the last two.
    """
    names = iter(parts_of(games, parts, rated))
    report: dict[str, Any] = {"game": games[0].name, "machine": machine(), "seconds": seconds, "rounds": rounds}
    engines: dict[str, Any] = {}
    others: dict[str, Any] = {}
    for game in games:
        found = _measure(game, parts, seconds, rounds, long_within, lambda: begin(next(names)))
        engines |= found.pop("engine", {})
        if game is games[0]:
            report |= found
        elif found:
            others[game.name] = found
    if "ratings" in parts:
        report["ratings"] = _ratings(rated, rounds, long_within, lambda: begin(next(names)))
    if "scale" in parts:
        from lawspeaker_referee.devtools.bench import large_tournaments

        begin(next(names))
        report["scale"] = {"bots": large_tournaments.BOTS, "results": results, **large_tournaments.measure(results)}
    for part, kind, simulate in _simulations(parts):
        begin(next(names))
        report.setdefault(part, {})[kind] = simulate(simulated, seed)
    return report | ({"engine": engines} if engines else {}) | ({"others": others} if others else {})


def _simulations(parts: tuple[str, ...]) -> list[tuple[str, str, Callable[[int, int], dict[str, Any]]]]:
    """Return of each simulation: its part, the kind of tournament, and a function of their number and the seed."""
    found: list[tuple[str, str, Callable[[int, int], dict[str, Any]]]] = []
    if "accuracy" in parts:
        from lawspeaker_referee.devtools.bench.rating_accuracy import SCENARIOS, accuracy

        found += [("accuracy", scenario.name, partial(accuracy, scenario)) for scenario in SCENARIOS]
    if "sequential" in parts:
        from lawspeaker_referee.devtools.bench.sequential_errors import KINDS, errors

        found += [("sequential", kind.name, partial(errors, kind)) for kind in KINDS]
    return found


def _measure(
    game: Game[Any], parts: tuple[str, ...], seconds: float, rounds: int, long_within: float,
    begin: Callable[[], None],
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if "engine" in parts:
        found["engine"] = {game.name: _engine(game, seconds, rounds, begin)}
    if "records" in parts:
        begin()
        found |= _records(game, _usual(game), seconds, rounds)
    if "referee" in parts:
        found["referee"] = _referee(game, seconds, rounds, begin)
    if "tournament" in parts:
        from lawspeaker_referee.devtools.bench import tournaments as tournament

        begin()
        found["tournament"] = tournament.costs(game, seconds, rounds, long_within)
    if "streams" in parts:
        begin()
        found["streams"] = asyncio.run(beside_echo.measure_batches(game, shared_streams(game), seconds, rounds))
    if "watch" in parts:
        begin()
        found["watch"] = asyncio.run(watching.measure(game, seconds, rounds))
    if "gym" in parts:
        from lawspeaker_referee.devtools.bench import environments

        begin()
        found["gym"] = environments.costs(game, seconds, rounds)
    return found


def _engine(game: Game[Any], seconds: float, rounds: int, begin: Callable[[], None]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for players in game.players:
        begin()
        found[str(players)] = engine.speed(game, make_setup(game, players), seconds, rounds)
    begin()
    full = engine.speed(game, engine.fullest_setup(game, _usual(game)), seconds, rounds)
    usual = found[str(_usual(game))]["decisions_per_second"]
    found[str(_usual(game))]["all_options"] = full | {"step_ratio": round(usual / full["decisions_per_second"], 2)}
    found[str(_usual(game))]["cost_us"] = engine.costs(game, _usual(game), rounds)
    return found


def _referee(game: Game[Any], seconds: float, rounds: int, begin: Callable[[], None]) -> dict[str, Any]:
    loads: dict[str, dict[str, Any]] = {}
    for matches in MATCHES:
        begin()
        loads[str(matches)] = asyncio.run(beside_echo.measure(game, load_of(game, matches), seconds, rounds))
    return {
        "ratio_to_echo": {matches: found["ratio_to_echo"] for matches, found in loads.items()},
        "cpu_ratio_to_echo": {matches: found["cpu_ratio_to_echo"]["median"] for matches, found in loads.items()},
        "loads": loads,
    }


def _records(game: Game[Any], players: int, seconds: float, rounds: int) -> dict[str, dict[str, Any]]:
    """Return the speed of verifying, beside random play in the same round, and the bytes that are stored a decision."""
    speeds, ratios, sizes, played = [], [], [], []
    with TemporaryDirectory() as place:
        for number in range(rounds):
            paths = [Path(place) / f"{number}-{match}.lsr" for match in range(RECORDS_A_ROUND)]
            results = [_play_recorded(game, players, path) for path in paths]
            decisions = sum(result.decisions for result in results)
            verify(read_record(paths[0]))  # the first one of a process also fills caches
            bare = engine.speed(game, make_setup(game, players), seconds / 2, 1)["decisions_per_second"]
            start = process_time()
            verdicts = [verify(read_record(path)) for path in paths]
            speeds.append(decisions / (process_time() - start))
            for verdict in verdicts:
                if not verdict.ok:
                    raise RuntimeError(f"a record made for measuring differs: {verdict.first_difference}")
            ratios.append(speeds[-1] / bare)
            sizes.append(sum(path.stat().st_size for path in paths) / decisions)
            played.append(decisions / sum(result.seconds for result in results))
    return {
        "verify": {"decisions_per_second": round(median(speeds)), "ratio_to_engine": spread(ratios, 3)},
        "record": {"bytes_per_decision": round(median(sizes), 1)},
        "in_process": {"decisions_per_second": round(median(played))},
    }


def _play_recorded(game: Game[Any], players: int, path: Path) -> MatchResult:
    match_id = f"bench-{path.stem}"
    return play_match(game, make_setup(game, players), [SeatSpec.parse("random")] * players,
                      seed=match_seed(bytes(32), match_id), match_id=match_id, move_time=None, record_path=path,
                      in_process=True)


def _ratings(
    rated: Sequence[int], rounds: int, long_within: float, begin: Callable[[], None],
) -> dict[str, dict[str, float]]:
    from lawspeaker_referee.devtools.bench.tournaments import measure as seconds_of
    from lawspeaker_referee.devtools.bench.tournaments import measure_many

    found = {}
    for matches in rated:
        begin()
        found[str(matches)] = {"core_seconds": round(seconds_of(matches, rounds, long_within), 3)}
    for bots, matches in _many(rated):
        begin()
        found[f"{bots} bots, {matches} matches"] = measure_many(bots, matches)
    return found


def _many(rated: Sequence[int]) -> Sequence[tuple[int, int]]:
    """Return MANY, or nothing if other numbers of matches than usual are wanted."""
    return MANY if tuple(rated) == RATED else ()


def _usual(game: Game[Any]) -> int:
    """Return four players, or as many as the game takes."""
    return min(4, max(game.players))


def machine() -> dict[str, object]:
    """Return what the measurements depend on."""
    return {
        "lawspeaker": build_version(),
        "python": platform.python_version(),
        "system": platform.platform(),
        "cores": cpu_count(),
        "grpcio": version("grpcio"),
        "protobuf": version("protobuf"),
    }
