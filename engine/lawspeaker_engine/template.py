"""Text with marks that the facts of a match fill, so that it says what this match plays and no number stands in it.

`{years}` is a fact; `{units unit}` is a number with a noun, `1 unit` or `2 units`; `{?teams}...{/}` is there if the
fact holds, `{!teams}...{/}` if it does not. A line that is left empty goes, and a heading with nothing under it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.text import counted

__all__ = ["BadTemplate", "Fact", "Facts", "Mark", "Template", "marks"]

Fact = bool | int | str
"""Numbers and words are told; whatever is not 0, empty or False holds."""
Facts = Mapping[str, Fact]

_MARK: Final = re.compile(r"\{([?!/]?)([a-z][a-z_0-9]*)?(?: ([A-Za-z][A-Za-z ]*))?\}")
_HEADING: Final = "#"


class BadTemplate(ValueError):
    """A template that cannot be read, or that names a fact which there is not."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark of a template, which stands in braces."""

    kind: str
    """`?` or `!` opens a condition, `/` closes one; nothing is a fact that is told."""
    name: str
    noun: str = ""


def marks(source: str) -> Iterator[str | Mark]:
    """Yield the text of a template and its marks. Raises BadTemplate for braces that are neither."""
    end = 0
    for found in _MARK.finditer(source):
        yield _plain(source[end:found.start()])
        kind, name, noun = (part or "" for part in found.groups())
        if bool(name) == (kind == "/") or (noun and kind):
            raise BadTemplate(f"no mark: {found.group()}")
        yield Mark(kind, name, noun)
        end = found.end()
    yield _plain(source[end:])


def _plain(text: str) -> str:
    if "{" in text or "}" in text:
        raise BadTemplate(f"a brace that is no mark: {text.strip()[:80]!r}")
    return text


class Template:
    """A text with marks."""

    def __init__(self, source: str) -> None:
        """Read a source. Raises BadTemplate."""
        self.source = source
        self._parts = tuple(marks(source))
        depth = 0
        for part in self._parts:
            if isinstance(part, Mark) and part.kind:
                depth += -1 if part.kind == "/" else 1
                if depth < 0:
                    raise BadTemplate("{/} closes nothing")
        if depth:
            raise BadTemplate("a condition is not closed with {/}")

    @property
    def names(self) -> frozenset[str]:
        """The facts that the template needs."""
        return frozenset(part.name for part in self._parts if isinstance(part, Mark) and part.name)

    def fill(self, facts: Facts) -> str:
        """Return the text of a match. Raises BadTemplate for a fact that is missing."""
        said: list[str] = []
        shown = [True]
        for part in self._parts:
            if isinstance(part, str):
                said.append(part if shown[-1] else "")
            elif part.kind == "/":
                shown.pop()
            elif part.kind:
                shown.append(shown[-1] and bool(_fact(facts, part.name)) == (part.kind == "?"))
            elif shown[-1]:
                said.append(_told(_fact(facts, part.name), part.noun))
        return _without_gaps("".join(said))


def _fact(facts: Facts, name: str) -> Fact:
    try:
        return facts[name]
    except KeyError:
        raise BadTemplate(f"no fact {name!r}; there are {', '.join(sorted(facts))}") from None


def _told(fact: Fact, noun: str) -> str:
    if not noun:
        return str(fact)
    if not isinstance(fact, int):
        raise BadTemplate(f"{fact!r} is no number of {noun}")
    return counted(fact, noun)


def _without_gaps(text: str) -> str:
    """Return paragraphs with one empty line between them, without headings that nothing follows."""
    paragraphs: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.strip():
            paragraphs[-1].append(re.sub(r"(?<=\S) {2,}", " ", line).strip())
        elif paragraphs[-1]:
            paragraphs.append([])
    kept: list[str] = []
    following: int | None = 0  # how deep the heading is that follows, from behind; None: text follows
    for paragraph in reversed([each for each in paragraphs if each]):
        level = len(paragraph[0]) - len(paragraph[0].lstrip(_HEADING))
        if level and len(paragraph) == 1 and following is not None and following <= level:
            continue
        kept.append("\n".join(paragraph))
        following = level or None
    return "\n\n".join(reversed(kept)) + "\n"
