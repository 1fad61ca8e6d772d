"""Decisions as a Parquet file: all games in one, with lists for features, options and picks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, BinaryIO, ClassVar, Final

import numpy as np
import pyarrow as pa
from pyarrow.parquet import ParquetWriter

from lawspeaker_referee.devtools.export.columns import COLUMNS
from lawspeaker_referee.devtools.export.rows import DecisionsOfRecord
from lawspeaker_referee.devtools.export.tables import DecisionTable, Metadata, table_of

METADATA: Final = "lawspeaker.export"
"""The key of the metadata, which are JSON."""
GROUP_NUMBERS: Final = 1 << 23
"""Features that a group of rows has before it is written: 32 MB."""

_TEXT, _NUMBER, _FLAG = pa.string(), pa.int32(), pa.bool_()
_TYPES: Final = {
    "record": _TEXT, "match": _TEXT, "game": _TEXT, "game_version": _NUMBER, "players": _NUMBER, "step": _NUMBER,
    "decision": _NUMBER, "seat": _NUMBER, "bot": _TEXT, "person": _FLAG, "bots": pa.list_(_TEXT), "prompt": _TEXT,
    "least": _NUMBER, "most": _NUMBER, "ordered": _FLAG, "reaction": _FLAG, "features": pa.list_(_NUMBER),
    "options": pa.list_(pa.list_(_NUMBER)), "picks": pa.list_(_NUMBER), "picked": pa.list_(_TEXT),
    "picked_kinds": pa.list_(_TEXT), "rank": _NUMBER, "score": _NUMBER, "reason": _TEXT, "fault": _TEXT,
    "origin": _TEXT, "annotation": _TEXT, "input_tokens": _NUMBER, "output_tokens": _NUMBER, "think_us": pa.int64(),
}
_SCHEMA: Final = pa.schema([(name, _TYPES[name]) for name in COLUMNS])


@dataclass(frozen=True, slots=True)
class Parquet:
    """The format; lists have `widen` times the room of environments."""

    is_text: ClassVar[bool] = False

    widen: float = 1

    def rows(self, decisions: DecisionsOfRecord) -> DecisionTable | None:
        """Return the table of a record."""
        return table_of(decisions, self.widen)

    def writer(self, file: BinaryIO) -> DecisionParquetWriter:
        """Return a writer to a file."""
        return DecisionParquetWriter(file, self.widen)


class DecisionParquetWriter:
    """Writes tables; holds one group of rows in memory."""

    def __init__(self, file: BinaryIO, widen: float) -> None:
        self._writer = ParquetWriter(file, _SCHEMA, compression="zstd")
        self._metadata = Metadata(widen)
        self._waiting: list[pa.RecordBatch] = []
        self._numbers = 0

    def add(self, rows: DecisionTable) -> None:
        """Append the decisions of a record."""
        self._metadata.add(rows.game, rows.players)
        self._waiting.append(_batch(rows))
        self._numbers += rows.features.size
        if self._numbers >= GROUP_NUMBERS:
            self._write()

    def finish(self) -> None:
        """Write the last group and the metadata."""
        self._write()
        self._writer.add_key_value_metadata({METADATA: self._metadata.text()})
        self._writer.close()

    def close(self) -> None:
        """End the file, which without `finish` is of no use."""
        self._writer.close()

    def _write(self) -> None:
        self._writer.write_table(pa.Table.from_batches(self._waiting, _SCHEMA).combine_chunks())
        self._waiting.clear()
        self._numbers = 0


def _batch(rows: DecisionTable) -> pa.RecordBatch:
    count, width = rows.features.shape
    total, columns = rows.options.shape
    each_option = pa.ListArray.from_arrays(np.arange(total + 1, dtype=np.int32) * columns, rows.options.reshape(-1))
    arrays: dict[str, Any] = {
        "features": pa.ListArray.from_arrays(np.arange(count + 1, dtype=np.int32) * width, rows.features.reshape(-1)),
        "options": pa.ListArray.from_arrays(
            np.concatenate(([0], np.cumsum(rows.option_counts))).astype(np.int32), each_option),
    }
    arrays |= {name: pa.array(values, _TYPES[name]) for name, values in rows.plain.items()}
    return pa.RecordBatch.from_arrays([arrays[name] for name in COLUMNS], schema=_SCHEMA)
