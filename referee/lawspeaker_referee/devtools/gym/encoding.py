"""Observations: arrays of a fixed shape, made of an agent's own view and its own decision alone."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from operator import attrgetter
from typing import Any, Final, TypedDict, get_type_hints

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from lawspeaker_engine.canon import once_an_object, told_apart_by_identity
from lawspeaker_engine.game import Game
from lawspeaker_referee.codec.encoder import field_shape
from lawspeaker_referee.devtools.gym.position import PartialAnswer
from lawspeaker_referee.devtools.gym.sizes import Sizes

Write = Callable[[Any, list[int]], None]
"""Appends the numbers of a value to a row."""


class OutOfBounds(ValueError):
    """A value with more parts than its row has numbers for, or a text without a number; the message says which."""


@dataclass(frozen=True, slots=True)
class RowLayout:
    """The layout of values of one type as numbers."""

    names: tuple[str, ...]
    """The names of the numbers, such as `players.0.hand.2`."""
    write: Write
    """Appends exactly one number for each name."""


def flatten(kind: type, path: str, sizes: Sizes) -> RowLayout:
    """Return the row of a dataclass: its own numbers first, then its other fields in their order.

    A list is its length and its entries, then zeros up to its longest length; an optional value is 1 and itself, or
    zeros; a text is its number among the known texts. `path` is where `sizes` has the type. Raises WireMismatch for a
    field of another type.
    """
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]
    plain = [name for name in names if hints[name] in (int, bool)]
    rows = [(name, _field(hints[name], f"{path}.{name}", sizes)) for name in names if name not in plain]
    parts = (_under(name, part) for name, row in rows for part in row.names)
    write = _dataclass_write(plain, [(attrgetter(name), row.write) for name, row in rows])
    return RowLayout((*plain, *parts), _kept(write) if told_apart_by_identity(kind) else write)


def _under(name: str, part: str) -> str:
    return f"{name}.{part}" if part else name


def _dataclass_write(plain: Sequence[str], others: Sequence[tuple[Callable[[Any], Any], Write]]) -> Write:
    numbers = attrgetter(*plain) if plain else None
    alone = len(plain) == 1

    def write(value: Any, row: list[int]) -> None:
        if numbers is not None:
            found = numbers(value)
            row.extend((found,) if alone else found)
        for get, write_part in others:
            write_part(get(value), row)

    return write


def _kept(write: Write) -> Write:
    """Return a function that writes an object once: its owner returns the same object while nothing in it changes."""
    def whole(value: Any) -> list[int]:
        row: list[int] = []
        write(value, row)
        return row

    kept = once_an_object(whole)
    return lambda value, row: row.extend(kept(value))


def _field(hint: Any, path: str, sizes: Sizes) -> RowLayout:
    element, repeated, optional = field_shape(hint, path)
    one = _element(element, path, sizes)
    if repeated:
        return _entries(one, path, sizes.lengths.get(path, 0), plain=issubclass(element, int))
    return _maybe(one) if optional else one


def _element(kind: type, path: str, sizes: Sizes) -> RowLayout:
    if is_dataclass(kind):
        return flatten(kind, path, sizes)
    if issubclass(kind, int):
        return RowLayout(("",), lambda value, row: row.append(value))
    number = word_number(path, sizes.words.get(path, ()))
    return RowLayout(("",), lambda value, row: row.append(number(value)))


def word_number(path: str, words: Sequence[str]) -> Callable[[str], int]:
    """Return the function from these texts to their numbers from 1; for another text it raises OutOfBounds."""
    numbers = {word: number for number, word in enumerate(words, start=1)}

    def number(word: str) -> int:
        if word not in numbers:
            raise OutOfBounds(f"{path} is {word!r}, which is none of the {len(words)} texts that the environment "
                              f"knows; give it sizes that have it: sizes=...")
        return numbers[word]

    return number


def _maybe(one: RowLayout) -> RowLayout:
    nothing = [0] * (1 + len(one.names))

    def write(value: Any, row: list[int]) -> None:
        if value is None:
            row.extend(nothing)
        else:
            row.append(1)
            one.write(value, row)

    return RowLayout(("given", *one.names), write)


def _entries(one: RowLayout, path: str, capacity: int, *, plain: bool) -> RowLayout:
    width = len(one.names)
    padding = [0] * (capacity * width)

    def write(values: Sequence[Any], row: list[int]) -> None:
        count = len(values)
        check_capacity(path, count, capacity)
        row.append(count)
        if plain:
            row.extend(values)
        else:
            for value in values:
                one.write(value, row)
        row.extend(padding[count * width:])

    return RowLayout(("count", *(_under(str(index), name) for index in range(capacity) for name in one.names)), write)


def check_capacity(path: str, count: int, capacity: int) -> None:
    """Raise OutOfBounds if there are more entries than the capacity."""
    if count > capacity:
        raise OutOfBounds(f"{path} has {count} entries, and the environment has room for {capacity}; "
                          f"make it with wider sizes: sizes=sizes.widened(2)")


Numbers = NDArray[np.int32]
Mask = NDArray[np.int8]

QUESTION: Final = ("prompt", "options", "least", "most", "ordered", "reaction", "taken")
"""The first numbers of an observation; all 0 for a seat that is not asked now."""
_OPTION: Final = ("kind", "taken")
"""The first columns of an option."""
_ANY: Final = np.iinfo(np.int32)


class Observation(TypedDict):
    """The observation of one agent."""

    observation: Numbers
    """Shape (numbers,): the question as in `QUESTION`, then the agent's view."""
    options: Numbers
    """Shape (most options, columns): a row an option: its kind from 1, its place among what was taken, its fields."""
    action_mask: Mask
    """Shape (most options + 1,): 1 for what may be done; the last action means that is all."""


class Encoding:
    """Encodes one game with one number of players as numbers."""

    def __init__(self, game: Game[Any], sizes: Sizes) -> None:
        self._made_of = game, sizes
        self._most_options = sizes.options
        self._view = flatten(game.view_type, "view", sizes)
        self._prompt = word_number("prompt", sizes.words.get("prompt", ()))
        self._kinds = {kind: (number, flatten(kind, f"option.{kind.__name__}", sizes))
                       for number, kind in enumerate(game.option_types, start=1)}
        self._columns = len(_OPTION) + max((len(row.names) for _, row in self._kinds.values()), default=0)

    def __reduce__(self) -> tuple[Any, ...]:
        return Encoding, self._made_of

    @property
    def stop(self) -> int:
        """The action that ends an answer."""
        return self._most_options

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each number of an observation, such as `view.players.0.hand.2`."""
        return (*QUESTION, *(f"view.{name}" for name in self._view.names))

    @property
    def option_names(self) -> dict[str, tuple[str, ...]]:
        """The columns of each kind of option, further ones are 0; the first kind has the number 1."""
        return {kind.__name__: (*_OPTION, *row.names) for kind, (_, row) in self._kinds.items()}

    def space(self) -> spaces.Dict:
        """Return the space of observations."""
        return spaces.Dict({
            "observation": _box(len(QUESTION) + len(self._view.names)),
            "options": _box(self._most_options, self._columns),
            "action_mask": spaces.Box(0, 1, (self._most_options + 1,), np.int8),
        })

    def state_space(self) -> spaces.Box:
        """Return the space of whole states."""
        return _box(len(self._view.names))

    def observation(self, view: Any, picking: PartialAnswer | None) -> Observation:
        """Return what a seat sees, and what it is asked if it is. Raises OutOfBounds."""
        row = [0] * len(QUESTION) if picking is None else self._question(picking)
        self._view.write(view, row)
        return {"observation": _numbers(row), "options": self._options(picking), "action_mask": self.mask(picking)}

    def state(self, full_view: Any) -> Numbers:
        """Return the whole state with every secret. Raises OutOfBounds."""
        row: list[int] = []
        self._view.write(full_view, row)
        return _numbers(row)

    def mask(self, picking: PartialAnswer | None) -> Mask:
        """Return which actions are legal. Raises OutOfBounds."""
        mask: Mask = np.zeros(self._most_options + 1, np.int8)
        if picking is not None:
            check_capacity(f"options of {picking.decision.prompt}", len(picking.decision.options), self._most_options)
            mask[picking.left] = 1
            mask[-1] = picking.may_stop
        return mask

    def _question(self, picking: PartialAnswer) -> list[int]:
        asked = picking.decision
        return [self._prompt(asked.prompt), len(asked.options), asked.least, asked.most, asked.ordered, asked.reaction,
                len(picking.picks)]

    def _options(self, picking: PartialAnswer | None) -> Numbers:
        table: Numbers = np.zeros((self._most_options, self._columns), np.int32)
        if picking is None or not picking.decision.options:
            return table
        cells: list[int] = []
        for option in picking.decision.options:
            number, row = self._kinds[type(option)]
            cells += (number, 0)
            row.write(option, cells)
            cells += self._padding(row)
        count = len(picking.decision.options)
        table[:count] = _numbers(cells).reshape(count, self._columns)
        for place, pick in enumerate(picking.picks, start=1):
            table[pick, 1] = place
        return table

    def _padding(self, row: RowLayout) -> list[int]:
        return [0] * (self._columns - len(_OPTION) - len(row.names))


def _box(*shape: int) -> spaces.Box:
    return spaces.Box(_ANY.min, _ANY.max, shape, np.int32)


def _numbers(row: list[int]) -> Numbers:
    """Convert through an array, which takes a list of integers several times as fast as numpy."""
    return np.frombuffer(array("i", row), np.int32)
