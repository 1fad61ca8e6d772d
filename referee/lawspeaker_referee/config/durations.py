"""Durations as people write them: `500ms`, `2s`, `1m`, `1h`, and `none` for no limit.

Clocks, options of the command line and texts all use these functions. In the program a duration is a float of seconds,
and no limit is None.
"""

from __future__ import annotations

import re
from typing import Final

NO_LIMIT: Final = "none"
_UNITS: Final = {"h": 3_600_000, "m": 60_000, "s": 1000, "ms": 1}
"""Milliseconds of each unit, the largest first."""
_NUMBER: Final = r"[0-9]+(?:\.[0-9]+)?"
_DURATION: Final = re.compile(f"({_NUMBER})({'|'.join(_UNITS)})")


class BadDuration(ValueError):
    """A text that is no duration, or one out of range; one line that begins with the text."""


def parse_duration(text: str, least: float, most: float) -> float:
    """Return the seconds of a text such as `500ms`. Raises BadDuration, also if they are not in the range."""
    found = _DURATION.fullmatch(text)
    if found is None:
        if re.fullmatch(_NUMBER, text):
            raise BadDuration(f"{text!r} has no unit; write {text}s or {text}ms")
        raise BadDuration(f"{text!r} is no time; write 10ms, 2s, 5m or 1h")
    seconds = float(found[1]) * _UNITS[found[2]] / 1000
    if not least <= seconds <= most:
        raise BadDuration(f"{text} is out of range; it is {format_duration(least)} to {format_duration(most)}")
    return seconds


def format_duration(seconds: float | None) -> str:
    """Return `1500ms`, `2s`, `5m`, `1h` or `none`: in the largest unit that leaves a whole number, to the millisecond.

    `parse_duration` reads all of them but `none`.
    """
    if seconds is None:
        return NO_LIMIT
    total = round(seconds * 1000)
    return next(f"{total // size}{unit}" for unit, size in _UNITS.items() if total % size == 0) if total else "0s"
