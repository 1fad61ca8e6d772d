"""What floods of strangers do to honest bots, beside the same matches without one in the same minute."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

from lawspeaker_engine.game import Game
from lawspeaker_referee.bench.pressure import pressed
from lawspeaker_referee.match.clock import Clock

TOLD: Final = ("decisions_per_second", "decisions", "timeouts", "false_timeouts", "late_by_own_watch",
               "missed_timeouts")


def measure(
    game: Game[Any], kinds: Sequence[str], matches: int, clock: Clock, seconds: float, rounds: int,
    through: Path | None, begin: Callable[[], None],
) -> dict[str, Any]:
    """By kind: decisions a second with and without the flood, by turns, and whom the clock blamed or missed in all.

    `begin` is called before each kind.
    """
    return {kind: _one(game, kind, matches, clock, seconds, rounds, through, begin) for kind in kinds}


def _one(
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
    found: dict[str, Any] = {name: sum(run[name] for run in runs) for name in TOLD}
    return found | {"decisions_per_second": round(median(run["decisions_per_second"] for run in runs))}
