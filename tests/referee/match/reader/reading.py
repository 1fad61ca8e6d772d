"""A reader of starts of matches: it has the text and nothing else, and finds answers in its sentences and rows.

Nothing here may come from the engine, since the right answers do: `test_reader.py` holds that.
"""

from __future__ import annotations

import re
from typing import Any, Final

Asked = tuple[Any, ...]
"""A question: the name of a reader's method, and what it is about."""

_WORDS: Final = {word: number for number, word in enumerate(
    ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"))} | {"a": 1}


class NotTold(Exception):
    """The text does not say it."""


def number(word: str) -> int:
    """Return the number that a word or digits stand for."""
    return int(word) if word.lstrip("+-").isdigit() else _WORDS[word.lower()]


class Reader:
    """Reads a start. Its methods answer questions; one that returns None has read that there is no such thing."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.parts: dict[str, str] = {}
        """By heading, up to a colon: what stands under it."""
        for part in re.split(r"^#+ ", text, flags=re.MULTILINE)[1:]:
            heading, _, body = part.partition("\n")
            self.parts[heading.partition(":")[0]] = body

    def answer(self, asked: Asked) -> Any:
        """Return the answer to a question. Raises NotTold."""
        method, *about = asked
        return getattr(self, method)(*about)

    def said(self, pattern: str, part: str = "") -> bool:
        """Return whether the text, or a part of it, has words of this pattern."""
        return re.search(pattern, self._part(part)) is not None

    def read(self, pattern: str, part: str = "") -> tuple[str, ...]:
        """Return the groups of the first words of this pattern. Raises NotTold."""
        found = re.search(pattern, self._part(part))
        if found is None:
            raise NotTold(pattern)
        return found.groups(default="")

    def count(self, pattern: str, part: str = "") -> int:
        """Return the number in the first words of this pattern. Raises NotTold."""
        return number(self.read(pattern, part)[0])

    def counts(self, pattern: str, part: str = "") -> tuple[int, ...]:
        """Return the numbers in the first words of this pattern. Raises NotTold."""
        return tuple(map(number, self.read(pattern, part)))

    def either(self, part: str = "", **patterns: str) -> str:
        """Return the name of the one pattern whose words stand there. Raises NotTold if there are none, or several."""
        found = [name for name, pattern in patterns.items() if self.said(pattern, part)]
        if len(found) != 1:
            raise NotTold(f"{found} of {patterns}")
        return found[0]

    def lines(self, part: str) -> list[str]:
        """Return the rows under a heading; none without it."""
        return [line for line in self.parts.get(part, "").splitlines() if line]

    def line(self, part: str, begins: str) -> str:
        """Return the row under a heading that begins so. Raises NotTold."""
        for line in self.lines(part):
            if line.startswith(begins):
                return line
        raise NotTold(f"{begins} in {part}")

    def row(self, part: str, name: str) -> tuple[tuple[str, ...], str]:
        """Return what a row says of what it names in brackets, and behind its colon. Raises NotTold."""
        shape = re.compile(re.escape(name) + r"(?: \(([^()]*)\))?(?:: (.*))?")
        found = next(filter(None, map(shape.fullmatch, self.lines(part))), None)
        if found is None:
            raise NotTold(f"{name} in {part}")
        bracket, told = found.groups(default="")
        return tuple(bracket.split(", ")) if bracket else (), told

    def does(self, part: str, name: str) -> str:
        """Return what a row says behind its colon."""
        return self.row(part, name)[1]

    def has_part(self, part: str) -> bool:
        """Return whether there are such components."""
        return part in self.parts

    def players(self) -> int:
        """Return how many play."""
        return self.count(r"with (\d+) players")

    def _part(self, part: str) -> str:
        if part and part not in self.parts:
            raise NotTold(part)
        return self.parts[part] if part else self.text


def numerals(text: str) -> list[int]:
    """Return the numbers that are written in figures, ascending."""
    return sorted(map(int, re.findall(r"\d+", text)))


def digits(text: str) -> frozenset[int]:
    """Return the numbers in a text, those in words too, but for `one` and `a`."""
    words = (word for word in re.findall(r"\d+|[a-z]+", text.lower()))
    return frozenset(number(word) for word in words if word.isdigit() or (word in _WORDS and _WORDS[word] > 1))
