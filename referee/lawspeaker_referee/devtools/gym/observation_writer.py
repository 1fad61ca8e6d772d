"""The arrays of observations, each written into one kept buffer, of which an agent gets a copy."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from struct import Struct
from typing import Any, Final, TypedDict

import numpy as np
from numpy.typing import NDArray

from lawspeaker_engine.model import Decision
from lawspeaker_engine.shape import SCALARS, FieldShape, Many, fields_of, made_of
from lawspeaker_referee.devtools.gym.fitting import Fitting, OverflowCounts
from lawspeaker_referee.devtools.gym.part_writers import Memo, row_packer
from lawspeaker_referee.devtools.gym.position import PartialAnswer
from lawspeaker_referee.devtools.gym.row_layout import ObjectPart, too_many
from lawspeaker_referee.devtools.gym.row_writer import RowWriter
from lawspeaker_referee.devtools.gym.sizes import OutOfBounds

Numbers = NDArray[np.int32]

QUESTION: Final = ("prompt", "options", "least", "most", "ordered", "reaction", "taken")
"""The first numbers of an observation; all 0 for a seat that is not asked now."""
OPTION: Final = ("kind", "taken")
"""The first columns of an option."""


_PACK: Final = Struct(f"={len(QUESTION)}i").pack_into
_NOT_ASKED: Final = memoryview(array("i", bytes(4 * len(QUESTION))))


class Observation(TypedDict):
    """The observation of one agent."""

    observation: Numbers
    """Shape (numbers,): the question as in `QUESTION`, then the agent's view."""
    options: Numbers
    """Shape (most options, columns): a row an option: its kind from 1, its place among what was taken, its fields."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The form of the observations of one game with one number of players."""

    prompt: Callable[[str], int]
    """Returns the number of a question. Raises OutOfBounds."""
    view: RowWriter
    options: OptionRows
    numbers: int
    """How many numbers an observation has, the question included."""
    most_options: int
    fitting: Fitting


class ObservationWriter:
    """Writes observations, one after another, of any seats and games of one plan.

    It remembers what it wrote last, so an observation that is like the one before takes least. One writer serves one
    thread. `numbers` and `options` are what it writes into, for who has the arrays of several writers side by side.
    What has no room is left out and noted in `left_out`; without this it raises OutOfBounds.
    """

    def __init__(self, plan: Plan, numbers: Numbers | None = None, options: Numbers | None = None,
                 left_out: OverflowCounts | None = None) -> None:
        self._plan, self._left_out = plan, left_out
        self.numbers = np.zeros(plan.numbers, np.int32) if numbers is None else numbers
        self.options = np.zeros((plan.most_options, plan.options.width), np.int32) if options is None else options
        self._write = plan.view.write
        self._row, self._cells = self.numbers.data, self.options.reshape(-1).data
        self._bytes = self._cells.cast("B")
        self._forget()

    def _forget(self) -> None:
        """Begin with zeros."""
        self.numbers[:] = 0
        self.options[:] = 0
        self._kept = self._plan.view.nothing()
        self._asked = False
        self._decision: Decision | None = None
        self._picks: Sequence[int] = ()
        self._filled = 0
        """Bytes of the options that are written."""

    def __deepcopy__(self, memo: dict[int, Any]) -> ObservationWriter:
        return ObservationWriter(self._plan, left_out=self._left_out)

    def observation(self, view: Any, picking: PartialAnswer | None) -> Observation:
        """Return what a seat sees, and what it is asked if it is. Raises OutOfBounds."""
        self.write(view, picking)
        return {"observation": self.numbers.copy(), "options": self.options.copy()}

    def write(self, view: Any, picking: PartialAnswer | None) -> None:
        """Write the observation. Raises OutOfBounds."""
        try:
            self._write_question(picking)
            self._write(view, self._kept, self._row, len(QUESTION))
            self._write_options(picking)
        except OutOfBounds:
            self._forget()
            if self._left_out is None:
                raise
            self._write_what_fits(view, picking, self._left_out)
        except BaseException:
            self._forget()  # what was written of it is not known
            raise

    def _write_what_fits(self, view: Any, picking: PartialAnswer | None, left_out: OverflowCounts) -> None:
        fitting, question = self._plan.fitting, picking
        if picking is not None:
            fitted = fitting.picking(picking, left_out)
            # What is taken counts with what has no row.
            question = PartialAnswer(fitted.decision, picking.picks[:len(fitted.decision.options)])
            picking = fitted
        self._write_question(question)
        self._write(fitting.view(view, left_out), self._kept, self._row, len(QUESTION))
        self._write_options(picking)

    def _write_question(self, picking: PartialAnswer | None) -> None:
        if picking is None:
            if self._asked:
                self._row[:len(QUESTION)] = _NOT_ASKED
            self._asked = False
            return
        asked = picking.decision
        _PACK(self._row, 0, self._plan.prompt(asked.prompt), len(asked.options), asked.least, asked.most,
              asked.ordered, asked.reaction, len(picking.picks))
        self._asked = True

    def _write_options(self, picking: PartialAnswer | None) -> None:
        """Write the options if it is another decision than last time, and which are taken."""
        cells, width = self._cells, self._plan.options.width
        decision = None if picking is None else picking.decision
        if decision is not self._decision:
            self._fill(decision)
        else:
            for pick in self._picks:
                cells[pick * width + 1] = 0
        picks: Sequence[int] = ()
        if picking is not None and picking.picks:
            picks = tuple(picking.picks)
            for place, pick in enumerate(picks, start=1):
                cells[pick * width + 1] = place
        self._picks = picks

    def _fill(self, decision: Decision | None) -> None:
        count = 0 if decision is None else len(decision.options)
        plan, rows = self._plan, b""
        if decision is not None and count:
            if count > plan.most_options:
                raise too_many(f"options of {decision.prompt}", count, plan.most_options)
            rows = plan.options.rows(decision.options)
        size = len(rows)
        if size < self._filled:
            rows = rows.ljust(self._filled, b"\0")
        self._bytes[:len(rows)] = rows
        self._decision, self._filled = decision, size


class OptionRows:
    """Writes options as rows of one width, and keeps what it has written by the values of an option's fields."""

    def __init__(self, kinds: Mapping[type, ObjectPart]) -> None:
        self.width = len(OPTION) + max(record.width for record in kinds.values())
        self._makers = {kind: self._maker(number, kind, record)
                        for number, (kind, record) in enumerate(kinds.items(), start=1)}
        self._values = {kind: _values(kind) for kind in kinds}
        self._known = Memo(lambda key: self._makers[key[0]](key[1:]), 1 << 16)

    def rows(self, options: Sequence[Any]) -> bytes:
        """Return the rows of options, none of them taken. Raises OutOfBounds."""
        values, known = self._values, self._known
        return b"".join([known[values[type(option)](option)] for option in options])

    def _maker(self, number: int, kind: type, record: ObjectPart) -> Callable[[Sequence[Any]], bytes]:
        """Return what makes a row of the values of an option's fields; the number is that of its kind."""
        if not record.parts:
            return row_packer(record.columns, (number, 0), self.width - len(OPTION) - record.width)
        writer = RowWriter(record)

        def made(values: Sequence[Any]) -> bytes:
            row = array("i", bytes(4 * self.width))
            row[0] = number
            writer.write(kind(*values), writer.nothing(), memoryview(row), len(OPTION))
            return row.tobytes()

        return made


def _values(kind: type) -> Callable[[Any], tuple[Any, ...]]:
    """Return what reads the class of an option and the values of its fields, lists as tuples."""
    fields = [f"option.{name}" if _never_changes(shape) else f"_fixed(option.{name})"
              for name, shape in fields_of(kind).items()]
    # The source holds nothing but names of fields, which are identifiers.
    read: Callable[[Any], tuple[Any, ...]] = eval(  # noqa: S307
        f"lambda option: ({', '.join(['_kind', *fields])},)", {"_kind": kind, "_fixed": _fixed})
    return read


def _fixed(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _never_changes(field: FieldShape) -> bool:
    shape = field.shape
    return made_of(shape, SCALARS) and not (isinstance(shape, Many) and shape.kind is not tuple)
