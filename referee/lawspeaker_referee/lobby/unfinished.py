"""Matches that another referee has left in the folder of records: found, checked, and made ready to go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import time

from structlog.typing import FilteringBoundLogger

from lawspeaker.v1.record_pb2 import RecordEntry, RecordFooter, RecordHeader
from lawspeaker_engine.dice import match_seed
from lawspeaker_referee.lobby.programme import Programme
from lawspeaker_referee.lobby.resume import resume
from lawspeaker_referee.match.conduct import Differs
from lawspeaker_referee.match.events import BotInfo
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.record import (
    MOST_BYTES,
    PART_SUFFIX,
    SUFFIX,
    Record,
    RecordError,
    RecordWriter,
    Signer,
    foreign,
    length_at,
    parse,
    too_large,
)
from lawspeaker_referee.room.running import running_time


class Unfinished(RecordWriter):
    """A record that another process has left: what is whole of it, and a writer that goes on after that."""

    def __init__(self, path: Path, signer: Signer | None = None, *, sync: bool = False) -> None:
        """Changes nothing yet. Raises RecordError, BlockingIOError if somebody still writes it, and OSError."""
        super().__init__(path, signer, sync=sync, left=True)
        self._whole = self.torn = 0
        """`torn` are bytes at the end that are no whole entry: the process died while it wrote them."""
        self.record: Record | None = None
        """What is whole; None if not even the header is."""
        try:
            self._look()
        except RecordError as error:
            self.leave()
            raise RecordError(f"{self.part}: {error}") from None
        except BaseException:
            self.leave()
            raise

    def _look(self) -> None:
        data = self._file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise too_large()
        self._whole = _whole(data)
        self.torn = len(data) - self._whole
        if self._whole:
            self.record = parse(data[:self._whole])
        elif data and not _begins_with_header(data):
            raise foreign()

    def cut(self) -> None:
        """Cut off what is torn; what is appended from now on follows the last whole entry. Raises OSError."""
        self.hide()
        self._file.seek(self._whole)
        self._file.truncate()


class NotResumed(Exception):
    """A record that is left alone; one line says why."""


class Busy(NotResumed):
    """Somebody is writing it: its match is running elsewhere."""


class NeverBegan(NotResumed):
    """Not even its header was written, so nobody was told of the match: its file is removed, and its number is free."""


@dataclass(frozen=True, slots=True)
class TakenUp:
    """A match that goes on."""

    match: Match
    record: Unfinished
    infos: tuple[BotInfo, ...]
    """Who sat where, and must come back."""


@dataclass(frozen=True, slots=True)
class Complete:
    """A match that had ended already; now its record is in its place."""

    match_id: str
    footer: RecordFooter
    identities: tuple[str, ...]
    """The tokens by seat: perhaps those bots were not told any more how it ended."""
    was_in_place: bool
    """Whether its record was in its place before, too."""


def unfinished(folder: Path) -> list[Path]:
    """The records of matches that have not ended, by name."""
    return sorted(folder.glob(f"*{SUFFIX}{PART_SUFFIX}"))


def try_to_take_up(part: Path, programme: Programme, log: FilteringBoundLogger) -> TakenUp | Complete | None:
    """Go on with a record, or say in one line why not: whatever is wrong with one, the others go on."""
    log = log.bind(record=str(part))
    try:
        return take_up(part, programme)
    except (Busy, NeverBegan) as why:
        log.info("record not resumed", why=str(why))
    except (NotResumed, OSError) as why:
        log.warning("record not resumed: it is left as it is", why=str(why))
    except Exception:
        log.exception("record not resumed: it is left as it is")
    return None


def take_up(part: Path, programme: Programme) -> TakenUp | Complete:
    """Go on with a record. Raises NotResumed, and OSError; takes as long as playing the match again without bots."""
    path = part.with_name(part.name.removesuffix(PART_SUFFIX))
    try:
        record = Unfinished(path, programme.signer, sync=programme.sync)
    except BlockingIOError:
        raise Busy(f"{part} is being written by another referee") from None
    except RecordError as error:
        raise NotResumed(str(error)) from None
    try:
        return _taken_up(record, programme.game.name, programme.secret)
    except (RecordError, Differs) as error:
        record.leave()
        raise NotResumed(str(error)) from None
    except BaseException:
        record.leave()
        raise


def _taken_up(record: Unfinished, game: str, secret: bytes) -> TakenUp | Complete:
    """Raises NotResumed, RecordError and Differs; then nothing was changed, or there was nothing."""
    found = record.record
    if found is None:
        record.discard()
        raise NeverBegan(f"{record.part} held nothing")
    header = found.header
    infos = tuple(BotInfo(seat.bot, seat.version, seat.sdk, seat.identity) for seat in header.seats)
    if header.match_id + SUFFIX != record.path.name:
        raise RecordError(f"it is the record of match {header.match_id}, whose file has another name")
    if found.footer is not None:
        if not record.torn:
            was_in_place = record.path.exists()
            record.pack()
            return Complete(header.match_id, found.footer, tuple(info.identity for info in infos), was_in_place)
        raise RecordError("something follows its footer")
    if record.path.exists():
        raise RecordError(f"match {header.match_id} has a finished record too")
    if header.setup.game != game:
        raise RecordError(f"match {header.match_id} is {header.setup.game}, which this referee does not play")
    if not _may_return(infos):
        raise RecordError(f"match {header.match_id} was played without tokens, so nobody knows its bots again")
    match = resume(found, match_seed(secret, header.match_id), running_time(), round(time() * 1000))
    record.cut()
    return TakenUp(match, record, infos)


def _may_return(infos: Sequence[BotInfo]) -> bool:
    return all(info.identity for info in infos)


def _whole(data: bytes) -> int:
    """Where the last whole entry ends; what follows was torn off, or is zeros, which a power cut leaves."""
    at = number = 0
    while at < len(data):
        try:
            size, start = length_at(data, at, number + 1)
        except RecordError:
            return at if _is_tornlength_at(data[at:]) else len(data)
        if start + size > len(data) or not (size or data[at:].strip(b"\0")):
            return at
        at, number = start + size, number + 1
    return at


def _is_tornlength_at(tail: bytes) -> bool:
    return len(tail) < 5 and all(byte > 127 for byte in tail)


def _begins_with_header(data: bytes) -> bool:
    """Whether a torn first entry is a header, as far as it goes."""
    _, start = length_at(data, 0, 1) if not _is_tornlength_at(data) else (0, len(data))
    return data[start:start + 1] in {b"", RecordEntry(header=RecordHeader()).SerializeToString()[:1]}
