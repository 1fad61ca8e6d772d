"""What load does to a referee: the part that `lawspeaker bench --load` measures."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lawspeaker_engine.game import Game
from lawspeaker_referee.bench.crowds import in_fresh_process
from lawspeaker_referee.bench.latency import added
from lawspeaker_referee.bench.pressure import pressed
from lawspeaker_referee.match.clock import Clock

CLOCK: Final = Clock(0.1)


@dataclass(frozen=True, slots=True)
class Load:
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


def parts_of(games: Sequence[Game[Any]], load: Load) -> Iterator[str]:
    """What will be measured, in order: names for a progress bar."""
    for game in games:
        yield f"{game.name}: {load.matches} matches under pressure"
        yield from (f"{game.name}: latency, {streams} streams" for streams in load.streams)
        yield f"{game.name}: memory of a match"
    yield f"{load.bots} idle bots"


def measure(
    games: Sequence[Game[Any]], load: Load, seconds: float, rounds: int, begin: Callable[[], None],
) -> dict[str, Any]:
    """The report; `begin` is called before each part. Windows of the pressed matches last `rounds` times `seconds`."""
    found: dict[str, Any] = {"games": {game.name: _game(game, load, seconds, rounds, begin) for game in games}}
    begin()
    return found | {"idle": asyncio.run(in_fresh_process("memory", ("streams", load.bots)))}


def _game(game: Game[Any], load: Load, seconds: float, rounds: int, begin: Callable[[], None]) -> dict[str, Any]:
    begin()
    found: dict[str, Any] = {"pressed": asyncio.run(pressed(game, load.matches, load.clock, seconds * rounds))}
    found["latency"] = {}
    for streams in load.streams:
        begin()
        found["latency"][str(streams)] = asyncio.run(added(game, streams, seconds, rounds))
    begin()
    return found | {"memory": asyncio.run(in_fresh_process("memory", ("rooms", game.name, load.rooms)))}
