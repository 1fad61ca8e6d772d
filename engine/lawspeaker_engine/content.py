"""Rows of TOML turned into typed values; anything unknown, missing or of the wrong type is refused with its place."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, is_dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from lawspeaker_engine.model import Seat
from lawspeaker_engine.shape import Instance, Many, OneOf, Row, Scalar, Shape, fields_of, without_none
from lawspeaker_engine.suggestions import did_you_mean

__all__ = ["BadContent", "CardEffect", "UnreadRow", "Vocabulary", "load_rows", "load_unique", "parse_row"]

T = TypeVar("T")


class BadContent(ValueError):
    """A row that does not fit its type; names file, row and field, and what would be right."""


class RowWithId(Protocol):
    """A row with an id."""

    @property
    def id(self) -> str:
        """Return the id, which is unique among the rows of its table in all files."""


R = TypeVar("R", bound=RowWithId)
S_contra = TypeVar("S_contra", contravariant=True)


class CardEffect(Protocol[S_contra]):
    """The effect of a card: a frozen dataclass read from a row, which knows when it may be played and how it begins."""

    def playable(self, state: S_contra, seat: Seat) -> bool:
        """Return whether a card with this effect may be played by the seat now."""

    def begin(self, state: S_contra, seat: Seat, card: int) -> None:
        """Carry the effect out for the seat, or push the frames that will; `card` is the number of the card used."""


class Vocabulary:
    """The verbs a row may use: `{verb = "recruit", units = 2}` becomes `Recruit(units=2)`."""

    def __init__(self, verbs: Mapping[str, type]) -> None:
        self.verbs = dict(verbs)

    def parse(self, row: object, where: str) -> Any:
        """Return the verb's instance. Raises BadContent."""
        if not isinstance(row, dict) or not isinstance(row.get("verb"), str):
            raise BadContent(f"{where}: an effect is a table with a verb, not {row!r}")
        word = row["verb"]
        if word not in self.verbs:
            raise BadContent(f"{where}: no verb {word!r}{did_you_mean(word, self.verbs)}")
        rest = {key: value for key, value in row.items() if key != "verb"}
        return parse_row(self.verbs[word], rest, f"{where}, {word}", self)


class UnreadRow:
    """An effect in a row that a vocabulary reads later, so that rows load where not all verbs are known."""

    __slots__ = ("_row", "_where")

    def __init__(self, row: object, where: str) -> None:
        self._row, self._where = row, where

    def read(self, vocabulary: Vocabulary) -> Any:
        """Return the verb's instance. Raises BadContent."""
        return vocabulary.parse(self._row, self._where)

    @property
    def fields(self) -> Mapping[str, Any]:
        """The fields of the row besides its verb, for texts."""
        return {key: value for key, value in self._row.items() if key != "verb"} if isinstance(self._row, dict) else {}


def refuse_unknown(field: str, word: str, known: Sequence[str]) -> None:
    """Raise ValueError if a row's word is none of the known ones, with what was probably meant."""
    if word not in known:
        raise ValueError(f"{field} = {word!r}; it is one of {', '.join(known)}{did_you_mean(word, known)}")


def load_rows(path: Path, table: str, kind: type[T], vocabulary: Vocabulary | None = None) -> tuple[T, ...]:
    """Return all `[[table]]` rows of a TOML file as instances of a dataclass. Raises BadContent."""
    rows = tomllib.loads(path.read_text(encoding="utf-8")).get(table)
    if not isinstance(rows, list):
        raise BadContent(f"{path.name}: has no [[{table}]] rows")
    return tuple(
        parse_row(kind, row, f"{path.name}, {table} {row.get('id', number)!r}", vocabulary)
        for number, row in enumerate(rows)
    )


def load_unique(
    paths: Iterable[Path], table: str, kind: type[R], vocabulary: Vocabulary | None = None,
) -> tuple[R, ...]:
    """Return the rows of several files, in their order, each id once. Raises BadContent."""
    rows: dict[str, R] = {}
    for path in paths:
        for row in load_rows(path, table, kind, vocabulary):
            if row.id in rows:
                raise BadContent(f"{path.name}: the id of {table} {row.id!r} is taken by an earlier row")
            rows[row.id] = row
    return tuple(rows.values())


def parse_row(kind: type[T], row: Mapping[str, object], where: str, vocabulary: Vocabulary | None = None) -> T:
    """Return one table as an instance of a dataclass: every field present or with a default, none unknown."""
    of_any: type = kind  # mypy does not know that type[T] is hashable
    known = fields_of(of_any)
    for name in row:
        if name not in known:
            raise BadContent(f"{where}: no field {name!r}{did_you_mean(name, known)}")
    values: dict[str, object] = {}
    for name, each in known.items():
        if name in row:
            values[name] = _value(each.shape, row[name], f"{where}, {name}", vocabulary)
        elif each.field.default is MISSING and each.field.default_factory is MISSING:
            raise BadContent(f"{where}: field {name!r} is missing")
    return kind(**values)


def _value(shape: Shape, value: object, where: str, vocabulary: Vocabulary | None) -> object:
    shape = without_none(shape)  # a field of TOML is there or not, and holds no None
    if isinstance(shape, OneOf):
        shape = shape.parts[0]
    match shape:
        case Many(kind=kind, of=of) if kind is tuple:
            return tuple(_value(of, item, f"{where}[{i}]", vocabulary) for i, item in enumerate(_list(value, where)))
        case Row(parts=parts):
            items = _list(value, where)
            if len(parts) != len(items):
                raise BadContent(f"{where}: takes {len(parts)} values, not {len(items)}")
            return tuple(_value(part, item, where, vocabulary) for part, item in zip(parts, items, strict=True))
        case Scalar(kinds=kinds):
            if type(value) not in kinds:
                raise BadContent(f"{where}: takes {' or '.join(kind.__name__ for kind in kinds)}, not {value!r}")
            return value
        case Instance(kind=kind) if kind is UnreadRow:
            return UnreadRow(value, where)
        case Instance(kind=kind) if is_dataclass(kind):
            if not isinstance(value, dict):
                raise BadContent(f"{where}: takes a table, not {value!r}")
            return parse_row(kind, value, where, vocabulary)
    if vocabulary is None:
        raise TypeError(f"{where}: no way to read {shape}")
    return vocabulary.parse(value, where)


def _list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise BadContent(f"{where}: takes a list, not {value!r}")
    return value
