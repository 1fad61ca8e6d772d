"""Where JSON objects stand in a text of any kind, found in a time that grows as the text does, whatever it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_DEEPEST: Final = 64
"""Containers in one another; an object that is deeper is none."""
_BLANKS: Final = r"[ \t\n\r]*+"
_STRING: Final = r'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+"'
_KEY: Final = rf"{_STRING}{_BLANKS}:{_BLANKS}"
_SCALAR: Final = re.compile(
    rf"{_STRING}|-?(?:0|[1-9][0-9]{{0,999}})(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?|true|false|null|NaN|-?Infinity")
_BEGINS: Final = {"{": re.compile(rf"\{{{_BLANKS}(?:(\}})|{_KEY})"), "[": re.compile(rf"\[{_BLANKS}(\])?")}
"""The beginning of a container up to its first value, or all of an empty one."""
_GOES_ON: Final = {"{": re.compile(rf"{_BLANKS}(?:(\}})|,{_BLANKS}{_KEY})"),
                   "[": re.compile(rf"{_BLANKS}(?:(\])|,{_BLANKS})")}
"""The text behind a value: the end of the container, or all up to its next value."""


def json_objects(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each JSON object begins and ends that is in no other one; `json.loads` reads what is between."""
    ends: dict[int, int | None] = {}
    at = text.find("{")
    while at >= 0:
        if at not in ends:
            _read(text, at, ends)
        end = ends[at]
        if end is not None:
            yield at, end
        at = text.find("{", at + 1 if end is None else end)


def _read(text: str, start: int, ends: dict[int, int | None]) -> None:
    """Write down where the container that begins at `start` ends, and each one in it; None for what is no JSON.

    A container is read once: one that is known is not read again, and what is wrong in one is wrong in all around it.
    """
    opened: list[int] = []
    at = start
    while True:
        if text[at:at + 1] in _BEGINS and at not in ends:
            if len(opened) == _DEEPEST:
                break
            opened.append(at)
            match = _BEGINS[text[at]].match(text, at)
        else:
            scalar = _SCALAR.match(text, at)
            after = ends.get(at, scalar and scalar.end())
            if after is None:
                break
            match = _GOES_ON[text[opened[-1]]].match(text, after)
        while match and match[1]:
            ends[opened.pop()] = match.end()
            if not opened:
                return
            match = _GOES_ON[text[opened[-1]]].match(text, match.end())
        if not match:
            break
        at = match.end()
    ends.update(dict.fromkeys(opened))
