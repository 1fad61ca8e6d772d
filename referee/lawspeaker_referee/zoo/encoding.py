"""What an agent is given: arrays of a shape that never changes, made of its own view and its own decision alone."""

from __future__ import annotations

from array import array
from typing import Any, Final, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from lawspeaker_engine.game import Game
from lawspeaker_referee.zoo.flatten import Row, check_room, flatten, word_number
from lawspeaker_referee.zoo.picking import Picking
from lawspeaker_referee.zoo.sizes import Sizes

Numbers = NDArray[np.int32]
Mask = NDArray[np.int8]

QUESTION: Final = ("prompt", "options", "least", "most", "ordered", "reaction", "taken")
"""What the first numbers of an observation are; all 0 for a seat that is not asked now."""
_OPTION: Final = ("kind", "taken")
"""What the first columns of an option are."""
_ANY: Final = np.iinfo(np.int32)


class Observation(TypedDict):
    """What one agent is shown."""

    observation: Numbers
    """Shape (numbers,): the question as in `QUESTION`, then the agent's view."""
    options: Numbers
    """Shape (most options, columns): a row an option: its kind from 1, its place among what was taken, its fields."""
    action_mask: Mask
    """Shape (most options + 1,): 1 for what may be done; the last action means that is all."""


class Encoding:
    """How one game with one number of players becomes numbers."""

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
        """The action that means that is all."""
        return self._most_options

    @property
    def names(self) -> tuple[str, ...]:
        """What each number of an observation is, such as `view.players.0.hand.2`."""
        return (*QUESTION, *(f"view.{name}" for name in self._view.names))

    @property
    def option_names(self) -> dict[str, tuple[str, ...]]:
        """What the columns of each kind of option are; further ones are 0. The first kind has the number 1."""
        return {kind.__name__: (*_OPTION, *row.names) for kind, (_, row) in self._kinds.items()}

    def space(self) -> spaces.Dict:
        """The space of observations."""
        return spaces.Dict({
            "observation": _box(len(QUESTION) + len(self._view.names)),
            "options": _box(self._most_options, self._columns),
            "action_mask": spaces.Box(0, 1, (self._most_options + 1,), np.int8),
        })

    def state_space(self) -> spaces.Box:
        """The space of whole states."""
        return _box(len(self._view.names))

    def observation(self, view: Any, picking: Picking | None) -> Observation:
        """What a seat sees, and what it is asked if it is; raises OutOfBounds."""
        row = [0] * len(QUESTION) if picking is None else self._question(picking)
        self._view.write(view, row)
        return {"observation": _numbers(row), "options": self._options(picking), "action_mask": self.mask(picking)}

    def state(self, full_view: Any) -> Numbers:
        """Every secret there is; raises OutOfBounds."""
        row: list[int] = []
        self._view.write(full_view, row)
        return _numbers(row)

    def mask(self, picking: Picking | None) -> Mask:
        """What may be done; raises OutOfBounds."""
        mask: Mask = np.zeros(self._most_options + 1, np.int8)
        if picking is not None:
            check_room(f"options of {picking.decision.prompt}", len(picking.decision.options), self._most_options)
            mask[picking.left] = 1
            mask[-1] = picking.may_stop
        return mask

    def _question(self, picking: Picking) -> list[int]:
        asked = picking.decision
        return [self._prompt(asked.prompt), len(asked.options), asked.least, asked.most, asked.ordered, asked.reaction,
                len(picking.picks)]

    def _options(self, picking: Picking | None) -> Numbers:
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

    def _padding(self, row: Row) -> list[int]:
        return [0] * (self._columns - len(_OPTION) - len(row.names))


def _box(*shape: int) -> spaces.Box:
    return spaces.Box(_ANY.min, _ANY.max, shape, np.int32)


def _numbers(row: list[int]) -> Numbers:
    """Through an array, which takes a list of integers several times as fast as numpy does."""
    return np.frombuffer(array("i", row), np.int32)
