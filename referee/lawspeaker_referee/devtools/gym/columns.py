"""The columns of observations: the name of each number, its bounds, and what it counts."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from lawspeaker_engine.game import Game
from lawspeaker_referee.devtools.gym.sizes import FOLDER, Sizes


class Column(NamedTuple):  # an encoding makes many thousands, which a dataclass takes several times as long for
    """One number of an observation, or of an option."""

    name: str
    """Its path, such as `view.players.0.hand.2`; of an option its field, such as `cards.0`."""
    low: int
    """The least value, which is 0 or below. A category below `first` is none."""
    high: int
    """The largest value. A larger amount is shown as this one."""
    category: str = ""
    """The table whose row it names, such as `cards`: `catalogue.cards`, or one of `Columns.tables`. Empty: an amount"""
    rows: int = 0
    """How many rows the table has; 0 for an amount."""
    first: int = 0
    """The number of the table's first row."""

    def named(self, name: str) -> Column:
        """Return the same column with another name."""
        return Column(name, *self[1:])

    @property
    def bounded(self) -> bool:
        """True if anything is known of its bounds."""
        return self.high < UNKNOWN[1]

    @property
    def values(self) -> int:
        """How many values it has."""
        return self.high - self.low + 1


SEATS: Final = "seats"
UNKNOWN: Final = (-(1 << 31), (1 << 31) - 1)
"""The bounds of a field that nothing is known of."""


class Columns:
    """The bounds of the fields of one game with one number of players."""

    def __init__(self, game: Game[Any], players: int, sizes: Sizes) -> None:
        self._ranges = sizes.ranges
        declared = _declared(game.name)
        self._known: Mapping[str, tuple[str, int]] = {
            path: (table, first) for table, fields in declared.get("categories", {}).items()
            for path, first in map(_field, fields)
        }
        """By the end of a path: the table, and the number of its first row."""
        self._bounds: Mapping[str, tuple[int, int]] = {
            path: (low, high) for path, (low, high) in declared.get("ranges", {}).items()}
        tables = declared.get("tables", {})
        if without := [each for each in tables.values() if isinstance(each, str) and each not in sizes.lengths]:
            raise ValueError(f"these sizes are none of {game.name}: they have no length for {without[0]}")
        rows = {name: sizes.lengths[each] if isinstance(each, str) else each for name, each in tables.items()}
        printed = {name: len(getattr(game.catalogue, name)) for name, _ in self._known.values()
                   if name not in rows and name != SEATS}
        self.tables: Mapping[str, int] = {SEATS: players, **printed, **rows}
        """How many rows each table has."""

    def of(self, path: str) -> Column:
        """Return the column of a field by its path, such as `view.players.hand`."""
        low, high = self._ranges.get(path, UNKNOWN)
        ends = _ends(path)
        if known := next((self._known[end] for end in ends if end in self._known), None):
            table, first = known
            rows = self.tables[table]
            return Column(path, min(0, low) if path in self._ranges else 0, first + rows - 1, table, rows, first)
        low, high = next((self._bounds[end] for end in ends if end in self._bounds), (low, high))
        return Column(path, min(0, low), max(1, high))


@cache
def _declared(game: str) -> Mapping[str, Any]:
    """Return the file that says what the fields of a game count; empty if it has none."""
    path = FOLDER / f"{game}-columns.toml"
    return tomllib.loads(path.read_text()) if path.exists() else {}


def _field(entry: str | Mapping[str, Any]) -> tuple[str, int]:
    return (entry, 0) if isinstance(entry, str) else (entry["field"], entry["first"])


def _ends(path: str) -> list[str]:
    """Return the ends of a path, the longest first."""
    parts = path.split(".")
    return [".".join(parts[start:]) for start in range(len(parts))]
