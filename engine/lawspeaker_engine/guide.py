"""A game as a reader learns it: how it is played, what it asks, and its printed components as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lawspeaker_engine.model import Setup

__all__ = ["ComponentTable", "Guide", "load_guide", "make_table"]


@dataclass(frozen=True, slots=True)
class ComponentTable:
    """Printed components of one kind: a row each."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    """Every row has a cell for every column."""

    def lines(self) -> Iterator[str]:
        """Yield the table as Markdown, without its title."""
        yield _line(self.columns)
        yield _line(["---"] * len(self.columns))
        yield from map(_line, self.rows)


@dataclass(frozen=True, slots=True)
class Guide:
    """The texts of a game for people who write bots, as Markdown."""

    rules: str
    """How the game is played; each paragraph names the rules it rests on by their ids."""
    prompts: str
    """A table of all prompts: who is asked when, the options, and the default."""
    tables: tuple[ComponentTable, ...]
    """The printed components."""
    tables_of: Callable[[Setup], Iterable[ComponentTable]] | None = None
    """The components that a match of a setup can use, with what else its texts rely on; None: they are `tables`."""

    def cards(self, title: str) -> str:
        """Return the printed components as one page with this title."""
        parts = [f"# {title}", ""]
        for table in self.tables:
            parts += [f"## {table.title}", "", *table.lines(), ""]
        return "\n".join(parts)


def load_guide(
    folder: Path, tables: Iterable[ComponentTable],
    tables_of: Callable[[Setup], Iterable[ComponentTable]] | None = None,
) -> Guide:
    """Return the guide whose texts are `play.md` and `prompts.md` of a folder."""
    rules = (folder / "play.md").read_text(encoding="utf-8")
    prompts = (folder / "prompts.md").read_text(encoding="utf-8")
    return Guide(rules, prompts, tuple(tables), tables_of)


def make_table(title: str, columns: str, rows: Iterable[Sequence[object]]) -> ComponentTable:
    """Return a table; `columns` are separated by commas, a cell that is a boolean becomes `yes` or nothing."""
    names = tuple(columns.split(", "))
    return ComponentTable(title, names, tuple(tuple(map(_cell, row)) for row in rows))


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    return str(value)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
