"""Floods of bots that the referee starts, which come by its Unix socket: what they do to others, and what they gain.

`python -m measure.started_floods [KIND...]`

One bot of a match floods and answers some questions late, while matches of others are played in the same referee; the
control is the same without a flood. It prints, as JSON, of each kind and place of the flood: the ratio of the time and
the processor time that the others' matches took, by how much an accepted answer exceeded its limit at most, and the
least that was charged for an answer over its limit. A run that is not over after MOST seconds is broken off.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic, process_time, time
from typing import Any, Final

from lawspeaker_engine.games import find_game
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.fault_policies import fault_name
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.host.bot_pool import BotPool, opened
from lawspeaker_referee.host.pooled_bot import BotPoolConfig, PoolEntry
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.writer import RecordWriter
from lawspeaker_referee.version import RELEASE
from measure.flood import KINDS

PLACES: Final = ("other", "same")
"""On connections of their own, and on that on which the bot plays."""
LIMIT: Final = 0.2
OTHERS: Final = 30
"""Matches of others, one after the other."""
MOST: Final = 60.0
BOT: Final = Path(__file__).with_name("flooding_bot.py")


@dataclass(frozen=True, slots=True)
class FloodRun:
    """What came of a flood, or of the same without one; times are seconds."""

    others: float
    """The time of the matches of others; MOST if they were not over then."""
    own: float
    """That of the match of the bot that floods."""
    processor: float
    """Processor time of the referee for all of them."""
    latest: float
    """By how much an accepted answer exceeded its limit at most."""
    least_charged: float | None
    """The least that was charged for an answer that exceeded its limit; None if there was none."""
    faults: dict[str, int]
    """Of the bot that floods."""
    evidence: str
    """Of the last of them, or of the forfeit."""
    faults_of_others: int


async def measure_run(kind: str, place: str, others: int = OTHERS) -> FloodRun:
    """Play with a flood of a kind, or with `none`, and so many matches of others beside it."""
    names = ["flooding", *("honest" for _ in range(3))]
    specs = [SeatSpec.parse(f"cmd:{sys.executable} {BOT} {kind} {place}"), *map(SeatSpec.parse, ["random"] * 3)]
    entries = [PoolEntry(str(number), name, spec)
               for number, (name, spec) in enumerate(zip(names, specs, strict=True))]
    with tempfile.TemporaryDirectory() as folder:
        async with _pool() as pool:
            began = process_time()
            own, beside = await asyncio.gather(
                _timed(pool, Path(folder), "own", entries[:2], 1),
                _timed(pool, Path(folder), "other", entries[2:], others))
            used = process_time() - began
        return _report(Path(folder), own, beside, used)


@asynccontextmanager
async def _pool() -> AsyncIterator[BotPool]:
    config = BotPoolConfig("northgard", 30.0, Sandbox(grace=0.2), (), lambda _: None, lambda *_: None, lambda *_: "")
    async with opened(config) as pool:
        yield pool


async def _timed(pool: BotPool, folder: Path, name: str, entries: Sequence[PoolEntry], matches: int) -> float:
    """Return the seconds that matches of these bots take, one after the other, MOST in all."""
    game = find_game("northgard")
    async with pool.taken(entries) as bots:
        began = monotonic()
        for number in range(matches):
            left = MOST - (monotonic() - began)
            match = Match(game, make_setup(game, 2), f"{name}-{number}", bytes([number]) * 32, Clock(LIMIT),
                          engine_version=RELEASE, started_unix_ms=round(time() * 1000))
            record = RecordWriter(folder / f"{match.match_id}.lsr")
            playing = asyncio.ensure_future(pool.play(match, bots, [bot.info for bot in bots if bot.stream], record))
            await asyncio.wait({playing}, timeout=max(0.1, left))
            if not playing.done():
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
                return MOST
        return monotonic() - began


def _report(folder: Path, own: float, others: float, processor: float) -> FloodRun:
    latest, charged, evidence, of_others = 0.0, [], "", 0
    faults: dict[str, int] = {}
    for path in sorted(folder.glob("*.lsr*")):
        record = read_record(path)
        for forfeit in record.footer.forfeits if record.footer else ():
            evidence, name = forfeit.evidence, fault_name(forfeit.fault)
            faults[name] = faults.get(name, 0) + 1
        for step in record.steps:
            for act, timing in zip(step.acts, step.timing, strict=False):
                if not path.name.startswith("own") or act.seat:
                    of_others += bool(act.fault)
                elif act.fault:
                    faults[fault_name(act.fault)] = faults.get(fault_name(act.fault), 0) + 1
                    evidence = timing.evidence
                elif timing.annotation and float(timing.annotation) > LIMIT:
                    latest = max(latest, float(timing.annotation) - LIMIT)
                    charged.append(timing.charged_us / 1e6)
    return FloodRun(round(others, 2), round(own, 2), round(processor, 2), round(latest, 3),
                    min(charged, default=None), faults, evidence, of_others)


def main(kinds: Sequence[str]) -> None:
    """Measure and print."""
    calm = asyncio.run(measure_run("none", "other"))
    found: dict[str, Any] = {"none": asdict(calm)}
    for kind in kinds or list(KINDS):
        for place in PLACES:
            run = asyncio.run(measure_run(kind, place))
            found[f"{kind}, {place}"] = asdict(run) | {
                "ratio": round(run.others / calm.others, 2),
                "processor_ratio": round(run.processor / calm.processor, 2)}
            sys.stderr.write(f"{kind}, {place}: {found[f'{kind}, {place}']}\n")
    sys.stdout.write(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
