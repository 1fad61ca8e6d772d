"""The ids of all rows of a game's catalogue, in order: `<game>-rows.txt`, a section a table, a line a row.

Messages and records name a row by its number, so no row may ever move: new ones follow the last of their table.
`python -m tests.golden.rows` adds the lines of new rows and tables, and refuses any other change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from lawspeaker_engine.game import Game
from lawspeaker_engine.games import GAMES

Tables = Mapping[str, tuple[str, ...]]
"""By name of the table: the ids of its rows."""


def file_of(game: str) -> Path:
    return Path(__file__).parent / f"{game}-rows.txt"


def tables_of(game: Game[Any]) -> Tables:
    """Return the tables of the catalogue whose rows have ids."""
    tables = {each.name: getattr(game.catalogue, each.name) for each in fields(game.catalogue)}  # type: ignore[arg-type]
    return {name: tuple(row.id for row in rows) for name, rows in tables.items() if rows and hasattr(rows[0], "id")}


def parse(text: str) -> Tables:
    """Return the tables that a file lists."""
    tables: dict[str, tuple[str, ...]] = {}
    for section in text.split("[")[1:]:
        name, _, ids = section.partition("]")
        tables[name] = tuple(ids.split())
    return tables


def format_tables(tables: Tables) -> str:
    return "\n".join("\n".join((f"[{name}]", *ids, "")) for name, ids in tables.items())


def check_added(listed: Tables, tables: Tables) -> None:
    """Raise ValueError, naming the first row that moved, if something else than new rows or tables came."""
    for table, ids in listed.items():
        found = tables.get(table, ())
        for number, row in enumerate(ids):
            here = found[number] if number < len(found) else "missing"
            if here != row:
                raise ValueError(f"row {number} of {table} is {here}, was {row}; new rows follow the last one")


def main() -> None:
    """Write the files of all games. Raises ValueError."""
    for name, game in GAMES.items():
        path, tables = file_of(name), tables_of(game)
        if path.exists():
            check_added(parse(path.read_text(encoding="utf-8")), tables)
        path.write_text(format_tables(tables), encoding="utf-8")


if __name__ == "__main__":
    main()
