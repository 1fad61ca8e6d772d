"""Prints a bot's own faults and what it printed, for `lawspeaker tournament faults`."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from lawspeaker_bot.printable import printable
from lawspeaker_referee.cli.show import report_lines

if TYPE_CHECKING:
    from lawspeaker_referee.competition.bot_faults import FaultyMatch


def fault_lines(match: FaultyMatch, most: int) -> Iterator[str]:
    """Yield a match of a bot as lines: its place, its faults with their reasons, and the last lines that it printed."""
    played = match.counted.played
    places = ", ".join(f"seat {seat} place {played.ranks[seat]}" for seat in match.seats)
    yield f"{played.match_id}: {places} of {len(played.seats)}"
    yield f"  record  {Path(match.counted.record_path).name}"
    if match.problem:
        yield printable(f"  the record cannot be read: {match.problem}")
    yield from (printable(f"  {line}") for line in match.endings)
    if match.record is not None and match.policy is not None:
        lines = report_lines(match.reports, match.policy, match.record.header)
        yield from (printable(f"  {line}") for line in lines if line)
    for path in match.outputs:
        yield f"  printed by its process, in {path.name}"
        yield from (printable(f"    {line}") for line in _last(path, most))


def _last(path: Path, most: int) -> list[str]:
    """Return the last lines of what a bot printed, without the line of the referee before them."""
    with path.open(encoding="utf-8", errors="replace") as file:
        file.readline()
        return [line.rstrip("\n") for line in deque(file, maxlen=most)]
