"""Say in what a result that was written down differs from the one that its record gives."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from lawspeaker_referee.competition.results import MatchDetails, PlayedMatch

COMPARED: Final = ("seats", "ranks", "scores", "teams", "faults", "digest")
LONGEST: Final = 100
"""Characters of a value that are shown of a difference."""


def differences(was: tuple[PlayedMatch, MatchDetails], now: tuple[PlayedMatch, MatchDetails],
                where: str) -> Iterator[str]:
    """Yield in what a result is not what its record gives; `where` names what it was written in."""
    for what, before, after in (*_of_results(was[0], now[0]), *_of_details(was[1], now[1])):
        if before != after:
            yield f"{what}: {shown(before)} in {where}, {shown(after)} by the record"


def _of_results(was: PlayedMatch, now: PlayedMatch) -> Iterator[tuple[str, Any, Any]]:
    for name in COMPARED:
        yield name, getattr(was, name), getattr(now, name)


def _of_details(was: MatchDetails, now: MatchDetails) -> Iterator[tuple[str, Any, Any]]:
    """Yield each detail as it was and as it is."""
    old, again = was.as_dict(), MatchDetails.from_dict(json.loads(json.dumps(now.as_dict()))).as_dict()
    for name in old:
        if name != "seats":
            yield name, old[name], again[name]
    for seat, (before, after) in enumerate(zip(old["seats"], again["seats"], strict=False)):
        for name in before:
            yield f"{name} of seat {seat}", before[name], after[name]
    yield "seats with details", len(old["seats"]), len(again["seats"])


def shown(value: Any) -> str:
    """Return a value as it is shown of a difference, cut off where it is long."""
    if isinstance(value, (tuple, list)):
        value = ", ".join(map(str, value)) or "none"
    text = str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
