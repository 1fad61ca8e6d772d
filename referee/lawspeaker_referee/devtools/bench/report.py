"""All parts of `lawspeaker bench` as one report."""

from __future__ import annotations

import asyncio
import platform
from collections.abc import Callable, Sequence
from importlib.metadata import version
from os import cpu_count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Final

from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.game import Game
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.devtools.bench import beside_echo, engine
from lawspeaker_referee.devtools.bench.beside_echo import spread
from lawspeaker_referee.devtools.bench.referee import load_of
from lawspeaker_referee.host.single_match import MatchResult, play_match
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from lawspeaker_referee.version import build_version

MATCHES: Final = (1, 8, 64)
PARTS: Final = ("engine", "records", "referee")
RECORDS_A_ROUND: Final = 4
"""Records that are verified in a round."""


def parts_of(games: Sequence[Game[Any]], parts: Sequence[str]) -> list[str]:
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
    return names


def measure(
    games: Sequence[Game[Any]], parts: Sequence[str], seconds: float, rounds: int, begin: Callable[[str], None],
) -> dict[str, Any]:
    """Return the report; `begin` is called with the name of each part. Every number is a median over `rounds`.

    `engine` has all games by name; `verify`, `record`, `in_process` and `referee` are those of the first game, and
    `others` has the other games by name.
    """
    names = iter(parts_of(games, parts))
    report: dict[str, Any] = {"game": games[0].name, "machine": machine(), "seconds": seconds, "rounds": rounds}
    engines = {}
    for game in games:
        if "engine" in parts:
            engines[game.name] = _engine(game, seconds, rounds, lambda: begin(next(names)))
        found: dict[str, Any] = {}
        if "records" in parts:
            begin(next(names))
            found |= _records(game, _usual(game), seconds, rounds)
        if "referee" in parts:
            found["referee"] = _referee(game, seconds, rounds, lambda: begin(next(names)))
        add(report, game, found)
    return report | ({"engine": engines} if engines else {})


def add(report: dict[str, Any], game: Game[Any], found: dict[str, Any]) -> None:
    """Add what was found of a game to a report: of its first game at the top, of others under their names."""
    if game.name == report["game"]:
        report |= found
    elif found:
        report.setdefault("others", {}).setdefault(game.name, {}).update(found)


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
