"""Observations: arrays of a fixed shape, made of an agent's own view and its own decision alone."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from functools import cached_property
from itertools import zip_longest
from operator import attrgetter
from typing import Any, Final, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from lawspeaker_engine.canon import once_an_object, told_apart_by_identity
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import GAMES, find_game
from lawspeaker_engine.shape import FieldShape, fields_of
from lawspeaker_referee.codec.encoder import message_field
from lawspeaker_referee.devtools.gym.action_ids import ActionIds
from lawspeaker_referee.devtools.gym.columns import Column, Columns
from lawspeaker_referee.devtools.gym.position import PartialAnswer
from lawspeaker_referee.devtools.gym.sizes import OutOfBounds, Sizes, measure, sizes_of

Write = Callable[[Any, list[int]], None]
"""Appends the numbers of a value to a row."""


@dataclass(frozen=True, slots=True)
class RowLayout:
    """The layout of values of one type as numbers."""

    columns: tuple[Column, ...]
    """The numbers, with names such as `players.0.hand.2`."""
    write: Write
    """Appends exactly one number for each column."""


@dataclass(frozen=True, slots=True)
class Known:
    """The knowledge of the fields of a game."""

    sizes: Sizes
    columns: Columns


def flatten(kind: type, path: str, known: Known) -> RowLayout:
    """Return the row of a dataclass: its own numbers first, then its other fields in their order.

    A list is its length and its entries, then zeros up to its longest length; an optional value is 1 and itself, or
    zeros; a text is its number among the known texts. `path` is where `known` has the type. Raises WireMismatch for a
    field of another type.
    """
    shapes = fields_of(kind)
    numeric = {name: shape.hint for name, shape in shapes.items() if shape.hint in (int, bool)}
    plain = list(numeric)
    rows = [(name, _field(shape, f"{path}.{name}", known)) for name, shape in shapes.items() if name not in numeric]
    numbers = [_number(number, f"{path}.{name}", known).named(name) for name, number in numeric.items()]
    parts = (_under(name, part) for name, row in rows for part in row.columns)
    write = _dataclass_write(plain, [(attrgetter(name), row.write) for name, row in rows])
    return RowLayout((*numbers, *parts), _kept(write) if told_apart_by_identity(kind) else write)


def _number(kind: type, path: str, known: Known) -> Column:
    return Column("", 0, 1) if kind is bool else known.columns.of(path).named("")


def _under(name: str, part: Column) -> Column:
    return part.named(f"{name}.{part.name}" if part.name else name)


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


def _field(shape: FieldShape, path: str, known: Known) -> RowLayout:
    element, repeated, optional = message_field(shape, path)
    one = _element(element, path, known)
    if repeated:
        return _entries(one, path, known.sizes.lengths.get(path, 0), plain=issubclass(element, int))
    return _maybe(one) if optional else one


def _element(kind: type, path: str, known: Known) -> RowLayout:
    if is_dataclass(kind):
        return flatten(kind, path, known)
    if issubclass(kind, int):
        return RowLayout((_number(kind, path, known),), lambda value, row: row.append(value))
    words = known.sizes.words.get(path, ())
    number = word_number(path, words)
    return RowLayout((Column("", 0, len(words), path, len(words), 1),), lambda value, row: row.append(number(value)))


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
    nothing = [0] * (1 + len(one.columns))

    def write(value: Any, row: list[int]) -> None:
        if value is None:
            row.extend(nothing)
        else:
            row.append(1)
            one.write(value, row)

    return RowLayout((Column("given", 0, 1), *one.columns), write)


def _entries(one: RowLayout, path: str, capacity: int, *, plain: bool) -> RowLayout:
    width = len(one.columns)
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

    entries = (_under(str(index), column) for index in range(capacity) for column in one.columns)
    return RowLayout((Column("count", 0, max(1, capacity)), *entries), write)


def check_capacity(path: str, count: int, capacity: int) -> None:
    """Raise OutOfBounds if there are more entries than the capacity."""
    if count > capacity:
        raise OutOfBounds(f"{path} has {count} entries, and the environment has room for {capacity}; "
                          f"make it with wider sizes: sizes=sizes.widened(2)")


Numbers = NDArray[np.int32]

QUESTION: Final = ("prompt", "options", "least", "most", "ordered", "reaction", "taken")
"""The first numbers of an observation; all 0 for a seat that is not asked now."""
_OPTION: Final = ("kind", "taken")
"""The first columns of an option."""


class Observation(TypedDict):
    """The observation of one agent."""

    observation: Numbers
    """Shape (numbers,): the question as in `QUESTION`, then the agent's view."""
    options: Numbers
    """Shape (most options, columns): a row an option: its kind from 1, its place among what was taken, its fields."""


class Encoding:
    """Encodes one game with one number of players as numbers."""

    def __init__(self, game: Game[Any], players: int, sizes: Sizes) -> None:
        self.game, self.players, self.sizes = game, players, sizes
        self.most_options = sizes.options
        known = Known(sizes, Columns(game, players, sizes))
        self._columns = known.columns
        self.tables: Mapping[str, int] = known.columns.tables
        """How many rows each table has that a column names rows of."""
        self._view = flatten(game.view_type, "view", known)
        prompts = sizes.words.get("prompt", ())
        self._prompt = word_number("prompt", prompts)
        self._kinds = {kind: (number, flatten(kind, f"option.{kind.__name__}", known))
                       for number, kind in enumerate(game.option_types, start=1)}
        self.columns: tuple[Column, ...] = (
            *_question(len(prompts), sizes.options), *(_under("view", column) for column in self._view.columns))
        """Each number of an observation, such as `view.players.0.hand.2`."""
        self.option_columns: dict[str, tuple[Column, ...]] = {
            kind.__name__: (*_option(len(self._kinds), sizes.options), *row.columns)
            for kind, (_, row) in self._kinds.items()
        }
        """The columns of each kind of option, further ones are 0; the first kind has the number 1."""
        self._bounds, self._option_bounds = _bounds(self.columns), _bounds_of_all(self.option_columns.values())
        self._view_bounds = _bounds(self._view.columns)

    def __deepcopy__(self, memo: dict[int, Any]) -> Encoding:
        return self  # nothing in it changes

    def __reduce__(self) -> tuple[Any, ...]:
        if _usual.get((self.game.name, self.players)) is self and GAMES.get(self.game.name) is self.game:
            return _usual_encoding, (self.game.name, self.players)
        return Encoding, (self.game, self.players, self.sizes)

    @cached_property
    def action_ids(self) -> ActionIds:
        """The fixed ids of verbs and their fields."""
        return ActionIds(self.game, self.sizes, self._columns)

    def space(self) -> dict[str, spaces.Box]:
        """Return the spaces of the parts of an observation."""
        low, high = self._option_bounds
        rows = (self.most_options, 1)
        return {"observation": spaces.Box(*self._bounds, dtype=np.int32),
                "options": spaces.Box(np.tile(low, rows), np.tile(high, rows), dtype=np.int32)}

    def state_space(self) -> spaces.Box:
        """Return the space of whole states."""
        return spaces.Box(*self._view_bounds, dtype=np.int32)

    def observation(self, view: Any, picking: PartialAnswer | None) -> Observation:
        """Return what a seat sees, and what it is asked if it is. Raises OutOfBounds."""
        row = [0] * len(QUESTION) if picking is None else self._question(picking)
        self._view.write(view, row)
        return {"observation": _clipped(_numbers(row), self._bounds), "options": self._options(picking)}

    def state(self, full_view: Any) -> Numbers:
        """Return the whole state with every secret. Raises OutOfBounds."""
        row: list[int] = []
        self._view.write(full_view, row)
        return _clipped(_numbers(row), self._view_bounds)

    def _question(self, picking: PartialAnswer) -> list[int]:
        asked = picking.decision
        return [self._prompt(asked.prompt), len(asked.options), asked.least, asked.most, asked.ordered, asked.reaction,
                len(picking.picks)]

    def _options(self, picking: PartialAnswer | None) -> Numbers:
        width = len(self._option_bounds[0])
        table: Numbers = np.zeros((self.most_options, width), np.int32)
        if picking is None or not picking.decision.options:
            return table
        count = len(picking.decision.options)
        check_capacity(f"options of {picking.decision.prompt}", count, self.most_options)
        cells: list[int] = []
        for end, option in enumerate(picking.decision.options, start=1):
            number, row = self._kinds[type(option)]
            cells += (number, 0)
            row.write(option, cells)
            cells += [0] * (end * width - len(cells))
        table[:count] = _clipped(_numbers(cells).reshape(count, width), self._option_bounds)
        for place, pick in enumerate(picking.picks, start=1):
            table[pick, 1] = place
        return table


_usual: dict[tuple[str, int], Encoding] = {}
"""By game and number of players: the encoding with the usual sizes, which takes some tenths of a second to make."""


def encoding_of(game: Game[Any], players: int) -> Encoding:
    """Return the encoding with the sizes that are declared for a game, or else measured; all that ask share one."""
    kept = _usual.get((game.name, players))
    if kept is None or kept.game is not game:
        sizes = sizes_of(game.name, players) or measure(game, players)
        kept = _usual[game.name, players] = Encoding(game, players, sizes)
    return kept


def _usual_encoding(game: str, players: int) -> Encoding:
    return encoding_of(find_game(game), players)


def _question(prompts: int, options: int) -> tuple[Column, ...]:
    """Return the columns of `QUESTION`."""
    bounds = {"prompt": 0, "ordered": 1, "reaction": 1}
    return tuple(Column("prompt", 0, prompts, "prompt", prompts, 1) if name == "prompt" else
                 Column(name, 0, bounds.get(name, options)) for name in QUESTION)


def _option(kinds: int, options: int) -> tuple[Column, ...]:
    kind, taken = _OPTION
    return Column(kind, 0, kinds, "kind", kinds, 1), Column(taken, 0, options)


Bounds = tuple[Numbers, Numbers]
"""The least and the largest values of a row."""


def _bounds(columns: Iterable[Column]) -> Bounds:
    low, high = zip(*((column.low, column.high) for column in columns), strict=True)
    return np.array(low, np.int32), np.array(high, np.int32)


def _bounds_of_all(kinds: Iterable[Sequence[Column]]) -> Bounds:
    """Return bounds that hold for a row of each kind."""
    by_place = list(zip_longest(*kinds, fillvalue=Column("", 0, 0)))
    return _bounds(Column("", min(each.low for each in place), max(each.high for each in place)) for place in by_place)


def _clipped(numbers: Numbers, bounds: Bounds) -> Numbers:
    """Show amounts that are beyond the bounds as the bounds."""
    return np.clip(numbers, *bounds, out=numbers)


def _numbers(row: list[int]) -> Numbers:
    """Convert through an array, which takes a list of integers several times as fast as numpy."""
    return np.frombuffer(array("i", row), np.int32)
