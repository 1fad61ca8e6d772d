"""A game as a reader learns it: how it is played, what it asks, and its printed components as tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.model import Setup
from lawspeaker_engine.template import Facts, Template
from lawspeaker_engine.text import PromptText
from lawspeaker_engine.text_rows import prompts_page

__all__ = ["ComponentTable", "Guide", "make_table"]


@dataclass(frozen=True, slots=True)
class ComponentTable:
    """Printed components of one kind: a row each."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    """Every row has a cell for every column."""
    brief: tuple[str, ...]
    """The rows again, a line each."""

    def lines(self) -> Iterator[str]:
        """Yield the table as Markdown, without its title."""
        yield _line(self.columns)
        yield _line(["---"] * len(self.columns))
        yield from map(_line, self.rows)


@dataclass(frozen=True, slots=True)
class Guide:
    """The texts of a game for people who write bots, as Markdown."""

    play: Template
    """How the game is played; each paragraph names the rules it rests on by their ids."""
    prompts: Mapping[str, PromptText]
    facts: Callable[[Setup], Facts]
    """What holds in a match of a setup: numbers, and which parts are in play."""
    tables: Callable[[Setup], Iterable[ComponentTable]]
    """The printed components that a match of a setup can use."""

    def rules(self, setup: Setup, *, page: bool = True) -> str:
        """Return how a match of a setup is played; what stands under the fact `page` only if this is a page to read,
        and not the start of a match.
        """
        return self.play.fill({**self.facts(setup), "page": page})

    def prompts_page(self, setup: Setup) -> str:
        """Return a table of what is asked in matches of a setup: question, who, options and default."""
        facts = self.facts(setup)
        return prompts_page(self.prompts, lambda need: bool(facts[need]))

    def cards(self, title: str, setup: Setup) -> str:
        """Return the printed components of a setup as one page with this title."""
        parts = [f"# {title}", ""]
        for table in self.tables(setup):
            parts += [f"## {table.title}", "", *table.lines(), ""]
        return "\n".join(parts)


_BRACKET: Final = re.compile(r" \(([^()]*)\)")
_CELL: Final = re.compile(r"\{(\d+)\}")


def make_table(
    title: str, columns: str, rows: Iterable[Sequence[object]], line: str = "",
) -> ComponentTable:
    """Return a table; `columns` are separated by commas, a cell that is a boolean becomes `yes` or nothing.

    `line` is how a row is told at the start of a match, which has no room for a table: `{0} ({1}): {2}` with the
    numbers of columns. In brackets, what is said of empty cells goes, and so does a colon before one.
    """
    names = tuple(columns.split(", "))
    told = tuple(tuple(map(_cell, row)) for row in rows)
    return ComponentTable(title, names, told, tuple(
        _filled(line, row) if line else _named(names, row) for row in told))


def _filled(line: str, row: Sequence[str]) -> str:
    """Return a row in the form of `line`, which has one pair of brackets at most."""

    def bracket(found: re.Match[str]) -> str:
        said = [each.format(*row) for each in found.group(1).split(", ")
                if all(row[int(number)] for number in _CELL.findall(each))]
        return f" ({', '.join(said)})" if said else ""

    found = _BRACKET.search(line)
    if found is None:
        return line.format(*row).removesuffix(": ")
    told = line[:found.start()].format(*row) + bracket(found) + line[found.end():].format(*row)
    return told.removesuffix(": ")


def _named(columns: Sequence[str], row: Sequence[str]) -> str:
    """Return a row in one line: its cells with the names of their columns, empty ones left out."""
    said = [f"{name}: {cell}" for name, cell in zip(columns[1:], row[1:], strict=True) if cell]
    return row[0] + (f" ({'; '.join(said)})" if said else "")


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    return str(value)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
