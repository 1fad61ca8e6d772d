"""Everything that is measured, as one object."""

from __future__ import annotations

import asyncio
import platform
from collections.abc import Callable
from importlib.metadata import version
from os import cpu_count
from typing import Any, Final

from lawspeaker_engine.game import Game
from lawspeaker_referee.bench import engine, records, referee

MATCHES: Final = (1, 8, 64)
PARTS: Final = ("engine", "referee", "records")


def parts_of(game: Game[Any], parts: tuple[str, ...]) -> list[str]:
    """What will be measured, in order: names for a progress bar."""
    names = [f"engine, {players} players" for players in game.players] if "engine" in parts else []
    names += ["engine, calls"] if "engine" in parts else []
    names += ["records"] if "records" in parts else []
    names += [f"referee, {matches} matches" for matches in MATCHES] if "referee" in parts else []
    return names


def measure(
    game: Game[Any], parts: tuple[str, ...], seconds: float, rounds: int, begin: Callable[[str], None],
) -> dict[str, Any]:
    """The report; `begin` is called with the name of each part. Every number is a median over `rounds`."""
    names = iter(parts_of(game, parts))
    report: dict[str, Any] = {"game": game.name, "machine": machine(), "seconds": seconds, "rounds": rounds}
    if "engine" in parts:
        report["engine"] = {game.name: _engine(game, seconds, rounds, lambda: begin(next(names)))}
    if "records" in parts:
        begin(next(names))
        report |= records.costs(game, _usual(game), rounds)
    if "referee" in parts:
        report["referee"] = _referee(game, seconds, rounds, lambda: begin(next(names)))
    return report


def _engine(game: Game[Any], seconds: float, rounds: int, begin: Callable[[], None]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for players in game.players:
        begin()
        found[str(players)] = engine.speed(game, players, seconds, rounds)
    begin()
    found[str(_usual(game))]["cost_us"] = engine.costs(game, _usual(game), rounds)
    return found


def _referee(game: Game[Any], seconds: float, rounds: int, begin: Callable[[], None]) -> dict[str, Any]:
    loads: dict[str, dict[str, float]] = {}
    for matches in MATCHES:
        begin()
        loads[str(matches)] = asyncio.run(referee.ratio_to_echo(game, matches, seconds, rounds))
    ratios = {matches: found["ratio_to_echo"] for matches, found in loads.items()}
    return {"ratio_to_echo": ratios, "loads": loads}


def _usual(game: Game[Any]) -> int:
    """Four players, or as many as the game takes."""
    return min(4, max(game.players))


def machine() -> dict[str, object]:
    """Where this was measured."""
    return {
        "python": platform.python_version(),
        "system": platform.platform(),
        "cores": cpu_count(),
        "grpcio": version("grpcio"),
        "protobuf": version("protobuf"),
    }
