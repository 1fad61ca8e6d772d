"""Decisions as an npz file of numpy: arrays for one game with one number of players."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, BinaryIO, ClassVar, Final, Protocol
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import numpy as np
from numpy.lib import format as npy

from lawspeaker_referee.devtools.export.rows import CannotExport, DecisionsOfRecord
from lawspeaker_referee.devtools.export.tables import DecisionTable, Metadata, table_of

_CHUNK: Final = 1 << 20
"""Bytes that are copied at once."""
_TEXTS_AT_ONCE: Final = 4096
_TEXTS: Final = ("record", "match", "game", "bot", "prompt", "reason", "fault", "origin", "annotation")
_NUMBERS: Final = ("game_version", "players", "step", "decision", "seat", "least", "most", "rank", "score",
                   "input_tokens", "output_tokens")
_FLAGS: Final = ("person", "ordered", "reaction")


@dataclass(frozen=True, slots=True)
class Npz:
    """The format; lists have `widen` times the room of environments."""

    is_text: ClassVar[bool] = False

    widen: float = 1

    def rows(self, decisions: DecisionsOfRecord) -> DecisionTable | None:
        """Return the table of a record."""
        return table_of(decisions, self.widen)

    def writer(self, file: BinaryIO) -> NpzWriter:
        """Return a writer to a file, beside which it keeps temporary files without names."""
        return NpzWriter(file, Path(file.name).parent, self.widen)


class NpzWriter:
    """Collects each array in a compressed temporary file, since its length is known at the end only.

    A column with several entries a decision is one array of all entries; those of decision `i` are
    `offsets[i]:offsets[i + 1]` with `offsets` the array `options_offsets` or `picks_offsets`.
    """

    def __init__(self, file: BinaryIO, folder: Path, widen: float) -> None:
        self._file, self._folder, self._metadata = file, folder, Metadata(widen)
        self._played: tuple[str, int] | None = None
        """The game and its number of players; None before the first record."""
        self._ends = {"options": 0, "picks": 0}
        self._columns: dict[str, _Column] = {}

    def add(self, rows: DecisionTable) -> None:
        """Append the decisions of a record. Raises CannotExport for another game or number of players."""
        played = rows.game, rows.players
        if self._played is None:
            self._begin(rows)
        elif played != self._played:
            (game, players), (other, others) = self._played, played
            raise CannotExport(f"an npz file holds one game with one number of players, and these records are of "
                               f"{game} with {players} and of {other} with {others}; choose with --game and "
                               f"--players, or take --to parquet")
        plain, columns = rows.plain, self._columns
        for name in (*_TEXTS, *_NUMBERS, *_FLAGS):
            columns[name].add(["" if value is None else value for value in plain[name]])
        columns["think_us"].add([-1 if value is None else value for value in plain["think_us"]])
        for name in ("bots", "picks", "picked", "picked_kinds"):
            columns[name].add(list(chain.from_iterable(plain[name])))
        columns["features"].add(rows.features)
        columns["options"].add(rows.options)
        self._add_offsets("options", rows.option_counts)
        self._add_offsets("picks", np.array([len(picks) for picks in plain["picks"]], np.int64))

    def _begin(self, rows: DecisionTable) -> None:
        self._played = rows.game, rows.players
        self._metadata.add(rows.game, rows.players)
        folder, columns = self._folder, self._columns
        columns |= {name: _Texts(folder) for name in (*_TEXTS, "picked", "picked_kinds")}
        columns |= {name: _Values(folder, np.int32) for name in (*_NUMBERS, "picks")}
        columns |= {name: _Values(folder, np.bool_) for name in _FLAGS}
        columns |= {name: _Values(folder, np.int64) for name in ("think_us", "options_offsets", "picks_offsets")}
        columns["bots"] = _Texts(folder, rows.players)
        columns["features"] = _Values(folder, np.int32, rows.features.shape[1])
        columns["options"] = _Values(folder, np.int32, rows.options.shape[1])
        for name in self._ends:
            columns[f"{name}_offsets"].add([0])

    def _add_offsets(self, name: str, counts: Any) -> None:
        ends = self._ends[name] + np.cumsum(counts)
        self._columns[f"{name}_offsets"].add(ends)
        self._ends[name] = int(ends[-1])

    def finish(self) -> None:
        """Put the arrays together."""
        with ZipFile(self._file, "w") as archive:
            for name, column in self._columns.items():
                _write(archive, name, column.chunks())
            metadata = BytesIO()
            np.save(metadata, np.array(self._metadata.text()))
            _write(archive, "metadata", iter((metadata.getvalue(),)))

    def close(self) -> None:
        """Remove the temporary files."""
        for column in self._columns.values():
            column.store.close()


def _write(archive: ZipFile, name: str, chunks: Iterator[bytes]) -> None:
    entry = ZipInfo(f"{name}.npy")
    entry.compress_type = ZIP_DEFLATED
    with archive.open(entry, "w", force_zip64=True) as file:
        for chunk in chunks:
            file.write(chunk)


class _Column(Protocol):
    """An array that grows."""

    store: _Store

    def add(self, values: Any) -> None:
        """Append values. Raises OSError."""

    def chunks(self) -> Iterator[bytes]:
        """Yield the bytes of a .npy file. Call it once, at the end."""


class _Values:
    """Numbers or flags; rows of several with a `width`."""

    def __init__(self, folder: Path, kind: type[np.generic], width: int | None = None) -> None:
        self._kind, self._width, self._count = np.dtype(kind), width, 0
        self.store = _Store(folder)

    def add(self, values: Any) -> None:
        array = np.ascontiguousarray(values, self._kind)
        self._count += len(array)
        self.store.write(array.tobytes())

    def chunks(self) -> Iterator[bytes]:
        yield _header(self._kind, self._count, self._width)
        with self.store.reader() as file:
            while chunk := file.read(_CHUNK):
                yield chunk


class _Texts:
    """Texts; rows of several with a `width`. Kept as lines of JSON until the longest text is known."""

    def __init__(self, folder: Path, width: int | None = None) -> None:
        self._width, self._count, self._longest = width, 0, 1
        self.store = _Store(folder)

    def add(self, values: Sequence[str]) -> None:
        self._count += len(values)
        self._longest = max(self._longest, *map(len, values), 1)
        self.store.write("".join(f"{json.dumps(value)}\n" for value in values).encode())

    def chunks(self) -> Iterator[bytes]:
        kind = np.dtype(f"<U{self._longest}")
        yield _header(kind, self._count // (self._width or 1), self._width)
        with self.store.reader() as file:
            while lines := list(islice(file, _TEXTS_AT_ONCE)):
                yield np.array([json.loads(line) for line in lines], kind).tobytes()


class _Store:
    """A compressed temporary file that is written and then read."""

    def __init__(self, folder: Path) -> None:
        self._file = TemporaryFile(dir=folder)  # noqa: SIM115 - it lives as long as the column
        self._packed = gzip.GzipFile(fileobj=self._file, mode="wb", compresslevel=1)
        self.write = self._packed.write

    def close(self) -> None:
        with suppress(OSError):  # what a full disk has not taken is not wanted either
            self._packed.close()
        self._file.close()

    def reader(self) -> gzip.GzipFile:
        self._packed.close()
        self._file.seek(0)
        return gzip.GzipFile(fileobj=self._file, mode="rb")


def _header(kind: np.dtype[Any], count: int, width: int | None) -> bytes:
    header = BytesIO()
    npy.write_array_header_1_0(header, {
        "descr": npy.dtype_to_descr(kind), "fortran_order": False,
        "shape": (count,) if width is None else (count, width),
    })
    return header.getvalue()
