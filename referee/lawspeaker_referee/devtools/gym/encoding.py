"""Observations: arrays of a fixed shape, made of an agent's own view and its own decision alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import Any

import numpy as np
from gymnasium import spaces

from lawspeaker_engine.game import Game
from lawspeaker_engine.games import GAMES, find_game
from lawspeaker_referee.devtools.gym.action_ids import ActionIds
from lawspeaker_referee.devtools.gym.columns import Column, Columns
from lawspeaker_referee.devtools.gym.fitting import Fitting, OverflowCounts
from lawspeaker_referee.devtools.gym.observation_writer import (
    OPTION,
    QUESTION,
    Numbers,
    ObservationWriter,
    OptionRows,
    Plan,
)
from lawspeaker_referee.devtools.gym.row_layout import Known, layout, under, word_number
from lawspeaker_referee.devtools.gym.row_writer import RowWriter
from lawspeaker_referee.devtools.gym.sizes import OutOfBounds, Sizes, measure, sizes_of


class Encoding:
    """Encodes one game with one number of players as numbers."""

    def __init__(self, game: Game[Any], players: int, sizes: Sizes) -> None:
        self.game, self.players, self.sizes = game, players, sizes
        self.most_options = sizes.options
        known = Known(sizes, Columns(game, players, sizes))
        self._columns = known.columns
        self.tables: Mapping[str, int] = known.columns.tables
        """How many rows each table has that a column names rows of."""
        view, prompts = layout(game.view_type, "view", known), sizes.words.get("prompt", ())
        kinds = {kind: layout(kind, f"option.{kind.__name__}", known) for kind in game.option_types}
        self.columns: tuple[Column, ...] = (
            *_question(len(prompts), sizes.options), *(under("view", column) for column in view.columns))
        """Each number of an observation, such as `view.players.0.hand.2`."""
        self.option_columns: dict[str, tuple[Column, ...]] = {
            kind.__name__: (*_option(len(kinds), sizes.options), *row.columns) for kind, row in kinds.items()
        }
        """The columns of each kind of option, further ones are 0; the first kind has the number 1."""
        self._bounds, self._option_bounds = _bounds(self.columns), _bounds_of_all(self.option_columns.values())
        self._view_bounds = _bounds(view.columns)
        self.plan = Plan(word_number("prompt", prompts), RowWriter(view), OptionRows(kinds), len(self.columns),
                         sizes.options, Fitting(view, kinds, prompts, sizes.options))

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

    def writer(self, numbers: Numbers | None = None, options: Numbers | None = None,
               left_out: OverflowCounts | None = None) -> ObservationWriter:
        """Return what writes observations one after another, into these arrays if they are given."""
        return ObservationWriter(self.plan, numbers, options, left_out)

    def state(self, full_view: Any, left_out: OverflowCounts | None = None) -> Numbers:
        """Return the whole state with every secret; what has no room is left out and noted in `left_out`. Raises
        OutOfBounds if this is None.
        """
        view = self.plan.view
        row = np.zeros(view.width, np.int32)
        try:
            view.write(full_view, view.nothing(), row.data, 0)
        except OutOfBounds:
            if left_out is None:
                raise
            return self.state(self.plan.fitting.view(full_view, left_out))
        return row


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
    kind, taken = OPTION
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
