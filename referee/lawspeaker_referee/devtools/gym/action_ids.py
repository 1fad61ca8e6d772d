"""Fixed numbers for what can be taken: an id for each verb and each value of its fields, and a number an option."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from operator import attrgetter
from typing import Any, Final

from lawspeaker_engine.game import Game
from lawspeaker_engine.shape import fields_of
from lawspeaker_referee.codec.encoder import message_field
from lawspeaker_referee.devtools.gym.columns import Column, Columns
from lawspeaker_referee.devtools.gym.sizes import Sizes

STOP: Final = 0
"""The id that ends an answer."""


@dataclass(frozen=True, slots=True)
class _Field:
    """A field of a verb, with an id a value."""

    column: Column
    first_id: int
    most: int
    """The most entries of a list; 0 for a single value."""

    @property
    def end(self) -> int:
        """The id that ends a list."""
        return self.first_id + self.column.values

    @property
    def ids(self) -> int:
        return self.column.values + (self.most > 0)

    @property
    def numbers(self) -> int:
        return (self.column.values + 1) ** self.most if self.most else self.column.values

    def digit(self, value: int) -> int:
        """Return the place of a value among all, from 0."""
        return min(max(value, self.column.low), self.column.high) - self.column.low

    def parts(self, value: Any) -> Iterator[int]:
        """Yield the ids of a value; of a list those of its entries, and its end."""
        if not self.most:
            yield self.first_id + self.digit(value)
            return
        for entry in value[:self.most]:
            yield self.first_id + self.digit(entry)
        yield self.end

    def number(self, value: Any) -> int:
        """Return the number of a value; of a list its entries are the digits, and 0 is none."""
        if not self.most:
            return self.digit(value)
        base, number = self.column.values + 1, 0
        for entry in reversed(value[:self.most]):
            number = number * base + self.digit(entry) + 1
        return number


@dataclass(frozen=True, slots=True)
class _Verb:
    id: int
    fields: tuple[_Field, ...]
    first_number: int
    values: Callable[[Any], tuple[Any, ...]]
    """Returns the values of the fields."""
    known: dict[tuple[Any, ...], tuple[int, ...]]
    """By these values: the ids."""

    @property
    def numbers(self) -> int:
        return prod(field.numbers for field in self.fields)


class ActionIds:
    """The ids of one game with one number of players; the same as long as version and sizes of the game are the same.

    Id 0 ends an answer, then come the verbs in the order of the game, then the values of each field of each verb, from
    its least to its largest, and for a list one more, which ends it. An amount beyond its bounds has the id of the
    bound; a field that nothing is known of has no ids.
    """

    def __init__(self, game: Game[Any], sizes: Sizes, columns: Columns) -> None:
        self._made_of = game, sizes, columns
        names = ["stop", *(kind.__name__ for kind in game.option_types)]
        self._verbs: dict[type, _Verb] = {}
        self.numbers = 0
        """How many numbers options have."""
        for verb_id, kind in enumerate(game.option_types, start=1):
            made: list[_Field] = []
            for name, column, most in _columns(kind, sizes, columns):
                made.append(_Field(column, len(names), most))
                names += (f"{kind.__name__}.{name}={value}" for value in range(column.low, column.high + 1))
                names += [f"{kind.__name__}.{name}: end"] * (most > 0)
            verb = _Verb(verb_id, tuple(made), self.numbers, _values(list(fields_of(kind))), {})
            self._verbs[kind] = verb
            self.numbers += verb.numbers
        self.names = tuple(names)
        """The meaning of each id, such as `stop`, `Move`, `Move.source=3` or `Reorganize.cards: end`."""
        self.most_parts = max(1 + sum(1 + field.most for field in verb.fields) for verb in self._verbs.values())
        """The most ids of an option."""

    def __reduce__(self) -> tuple[Any, ...]:
        return ActionIds, self._made_of

    def parts(self, option: Any) -> tuple[int, ...]:
        """Return the ids of an option: of its verb, then of the values of its fields in their order."""
        verb = self._verbs[type(option)]
        values = verb.values(option)
        parts = verb.known.get(values)
        if parts is None:
            each = (field.parts(value) for field, value in zip(verb.fields, values, strict=True))
            parts = verb.known[values] = (verb.id, *(part for value in each for part in value))
        return parts

    def number(self, option: Any) -> int:
        """Return the number of an option among all: its fields are digits, the first one counts most."""
        verb, number = self._verbs[type(option)], 0
        for field, value in zip(verb.fields, verb.values(option), strict=True):
            number = number * field.numbers + field.number(value)
        return verb.first_number + number


def _columns(kind: type, sizes: Sizes, columns: Columns) -> Iterator[tuple[str, Column, int]]:
    """Yield each field of a verb, with the most entries if it is a list. Raises ValueError for one that has no ids."""
    for name, known in fields_of(kind).items():
        path = f"option.{kind.__name__}.{name}"
        element, repeated, optional = message_field(known, path)
        if optional or not issubclass(element, int):
            raise ValueError(f"{path} has no ids: it is neither a number nor a list of numbers; take the actions index")
        column = Column(path, 0, 1) if element is bool else columns.of(path)
        if not column.bounded:  # no game that was measured had it: all values have one id
            column = Column(path, 0, 0)
        yield name, column, max(1, sizes.lengths.get(path, 0)) if repeated else 0


def _values(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    if len(names) > 1:
        return attrgetter(*names)
    if not names:
        return lambda _: ()
    get = attrgetter(names[0])
    return lambda option: (get(option),)
