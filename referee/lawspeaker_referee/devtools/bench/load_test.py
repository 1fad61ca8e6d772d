"""What load and floods of strangers do to a referee: the parts that `lawspeaker bench --load` and `--flood` measure."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

from lawspeaker_engine.game import Game
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.devtools.bench.load_window import pressed
from lawspeaker_referee.devtools.bench.processes import in_fresh_process
from lawspeaker_referee.devtools.bench.round_trips import added

CLOCK: Final = Clock(0.1)
FLOOD_FIGURES: Final = ("decisions_per_second", "decisions", "timeouts", "false_timeouts", "late_by_own_watch",
                        "missed_timeouts")


@dataclass(frozen=True, slots=True)
class LoadPlan:
    """How much of it."""

    matches: int = 250
    """At once, of four seats where the game has them."""
    clock: Clock = CLOCK
    streams: tuple[int, ...] = (1, 64, 256)
    """With each of these numbers of bots round trips are measured."""
    rooms: int = 100
    """Matches whose memory is measured."""
    bots: int = 1000
    """That are connected and idle."""


def parts_of(games: Sequence[Game[Any]], load: LoadPlan) -> Iterator[str]:
    """What will be measured, in order: names for a progress bar."""
    for game in games:
        yield f"{game.name}: {load.matches} matches under pressure"
        yield from (f"{game.name}: latency, {streams} streams" for streams in load.streams)
        yield f"{game.name}: memory of a match"
    yield f"{load.bots} idle bots"


def measure(
    games: Sequence[Game[Any]], load: LoadPlan, seconds: float, rounds: int, begin: Callable[[], None],
) -> dict[str, Any]:
    """The report; `begin` is called before each part. Windows of the pressed matches last `rounds` times `seconds`."""
    found: dict[str, Any] = {"games": {game.name: _game(game, load, seconds, rounds, begin) for game in games}}
    begin()
    return found | {"idle": asyncio.run(in_fresh_process("memory", ("streams", load.bots)))}


def _game(game: Game[Any], load: LoadPlan, seconds: float, rounds: int, begin: Callable[[], None]) -> dict[str, Any]:
    begin()
    found: dict[str, Any] = {"pressed": asyncio.run(pressed(game, load.matches, load.clock, seconds * rounds))}
    found["latency"] = {}
    for streams in load.streams:
        begin()
        found["latency"][str(streams)] = asyncio.run(added(game, streams, seconds, rounds))
    begin()
    return found | {"memory": asyncio.run(in_fresh_process("memory", ("rooms", game.name, load.rooms)))}


def measure_floods(
    game: Game[Any], kinds: Sequence[str], matches: int, clock: Clock, seconds: float, rounds: int,
    through: Path | None, begin: Callable[[], None],
) -> dict[str, Any]:
    """Measure for each kind of flood the decisions a second with and without it, by turns, and false time-outs.

    `begin` is called before each kind.
    """
    return {kind: _one_flood(game, kind, matches, clock, seconds, rounds, through, begin) for kind in kinds}


def _one_flood(
    game: Game[Any], kind: str, matches: int, clock: Clock, seconds: float, rounds: int, through: Path | None,
    begin: Callable[[], None],
) -> dict[str, Any]:
    begin()
    found: dict[str, list[dict[str, Any]]] = {"": [], kind: []}
    for _ in range(rounds):
        for flood, runs in found.items():
            runs.append(asyncio.run(pressed(game, matches, clock, seconds, flood=flood, through=through)))
    ratios = [flooded["decisions_per_second"] / max(1, calm["decisions_per_second"])
              for calm, flooded in zip(found[""], found[kind], strict=True)]
    return {
        "share_of_calm": round(median(ratios), 3),
        "calm": _summed(found[""]),
        "flooded": _summed(found[kind]) | {"flood": [run["flood"] for run in found[kind]]},
    }


def _summed(runs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Over all rounds; decisions a second as a median."""
    found: dict[str, Any] = {name: sum(run[name] for run in runs) for name in FLOOD_FIGURES}
    return found | {"decisions_per_second": round(median(run["decisions_per_second"] for run in runs))}
