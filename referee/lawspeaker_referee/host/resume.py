"""Find, check and resume matches that another referee left unfinished in the folder of records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Final

from lawspeaker.v1.record_pb2 import RecordEntry, RecordFooter, RecordHeader
from lawspeaker_engine.dice import Dice, commitment, match_seed
from lawspeaker_referee.config.clocks import clock_of, own_clocks_of
from lawspeaker_referee.config.fault_policies import policy_of
from lawspeaker_referee.host.queue_config import QueueConfig
from lawspeaker_referee.match.events import BotInfo
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.bounds import MOST_BYTES, MOST_LENGTH_BYTES, RecordError, check_size, foreign, too_large
from lawspeaker_referee.record.file import PART_SUFFIX, SUFFIX, Record, length_at, parse
from lawspeaker_referee.record.verify.fault_audit import RecordDiffers
from lawspeaker_referee.record.verify.replay import open_record, replay, verify
from lawspeaker_referee.record.writer import RecordWriter, Signer
from lawspeaker_referee.server.lateness.running_time import running_time

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger


def resume(record: Record, seed: bytes, now: float, unix_ms: int) -> Match:
    """Return the match after the record's last step; `now` is the caller's clock, `unix_ms` the same moment.

    Every step is played again and must be what is stored, to the last byte. The match has nothing to store for them;
    its first send is what follows. It waits for Returned from each seat that plays, as long as its clock says for
    coming back, and asks again what was open: with the same decision ids, and on a clock that starts anew, since the
    interruption was no fault of the bots. Raises RecordError if the match cannot be resumed here, and RecordDiffers if
    the record is not what rules and seed say.
    """
    header = record.header
    name = f"match {header.match_id}"
    if record.footer is not None:
        raise RecordError(f"{name} has ended; there is nothing to resume")
    # Checked before anything is replayed: with another seed the first draw of chance would differ, and the message
    # would blame the record.
    if commitment(seed) != header.seed_commitment:
        raise RecordError(f"{name} was begun with another seed; resume it with the secret that it was begun with")
    game, setup = open_record(record)
    if len(header.seats) != setup.players:
        raise RecordError(f"{name} names {len(header.seats)} bots for {setup.players} seats")
    dice = Dice(seed)
    match = Match(game, setup, header.match_id, seed, clock_of(header), engine_version=header.engine_version,
                  started_unix_ms=header.started_unix_ms, policy=policy_of(header), dice=dice,
                  own_clocks=own_clocks_of(header), challenger=header.challenger)
    # The header first: the digest chain that `repeat` continues begins with it.
    match.reopen(header, now, unix_ms)
    for played, step in zip(replay(record, dice), record.steps, strict=True):
        by_seats = sum(act.seat >= 0 for act in step.acts)
        if len(step.timing) != by_seats:
            raise RecordDiffers(f"step {played.number}: it tells how {len(step.timing)} answers came about, "
                          f"should be {by_seats}")
        # The bytes are compared and not only the game: timings, faults and acts must be such that this version would
        # write them again, since new steps are linked to them.
        if match.repeat(played.answers, step).data != RecordEntry(step=step).SerializeToString(deterministic=True):
            raise RecordDiffers(f"step {played.number}: played again it is not what is stored")
    return match


ZEROS_WITHIN: Final = 4
"""Zeros in a row that no written entry has."""


class UnfinishedRecord(RecordWriter):
    """A record that another process has left: its whole entries, and a writer that appends to them."""

    def __init__(self, path: Path, signer: Signer | None = None, *, sync: bool = False) -> None:
        """Read the record. Raises RecordError, BlockingIOError if somebody still writes it, and OSError."""
        # This takes the lock of the file first. If another referee still writes it, nothing is read.
        super().__init__(path, signer, sync=sync, left=True)
        self._ends: list[int] = []
        """Offsets at which the whole entries end."""
        self._tail = b""
        """Bytes after them: the process died while it wrote, or the power was cut."""
        self._last_entry = b""
        """The last whole entry."""
        self.record: Record | None = None
        """The whole entries, parsed; None if not even the header is whole."""
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
        self._ends, damaged = _ends(data)
        try:
            self._read(data)
        except RecordError:
            # Only zeros, as a power cut leaves them, excuse an entry that cannot be parsed. Any other damage may be a
            # changed record, which must not be cut off and played on.
            if damaged or not self.may_be_torn:
                raise
            self._ends.pop()
            self._read(data)

    def _read(self, data: bytes) -> None:
        # Bytes after the last whole entry are kept until the match is known to be resumed: a record that is refused is
        # left unchanged.
        whole = self._ends[-1] if self._ends else 0
        self._tail, self._last_entry = data[whole:], self._last(data)
        if self._ends:
            self.record = parse(data[:whole])
        elif data and not _begins_with_header(data):
            raise foreign()

    def _last(self, data: bytes) -> bytes:
        """Return the last whole entry; empty if there is none."""
        first = self._ends[-2] if len(self._ends) > 1 else 0
        return data[first:self._ends[-1]] if self._ends else b""

    @property
    def torn(self) -> int:
        """Return how many bytes at the end are no whole entry."""
        return len(self._tail)

    @property
    def only_zeros_follow(self) -> bool:
        """Return whether nothing is torn but zeros."""
        return not self._tail.strip(b"\0")

    @property
    def may_be_torn(self) -> bool:
        """Return whether zeros in the last entry may have taken the place of what was written."""
        return _has_zeros(self._last_entry)

    def leave_out_last(self) -> None:
        """Treat the last entry, a step or the footer, as torn."""
        assert self.record is not None
        steps = self.record.steps if self.record.footer is not None else self.record.steps[:-1]
        self.record = Record(self.record.header, steps, None)
        self._ends.pop()
        self._tail, self._last_entry = self._last_entry + self._tail, b""

    def cut(self) -> None:
        """Cut off what is torn; what is appended from now on follows the last whole entry. Raises OSError."""
        # A journal of an earlier version may be readable for others, and secret dice are appended from now on.
        self.hide()
        self._entries, self._length = len(self._ends), self._ends[-1]
        self._file.seek(self._length)
        self._file.truncate()


class NotResumed(Exception):
    """A record that is left alone; one line says why."""


class Busy(NotResumed):
    """Another referee is writing the record: its match is still running."""


class NeverBegan(NotResumed):
    """A record has no header, so no bot knows of the match: the file is removed, and the match's number is free."""


@dataclass(frozen=True, slots=True)
class ResumedMatch:
    """A match that was resumed."""

    match: Match
    record: UnfinishedRecord
    infos: tuple[BotInfo, ...]
    """The bots by seat; they must reconnect."""


@dataclass(frozen=True, slots=True)
class CompleteRecord:
    """A match that had ended already; now its record is in its place."""

    match_id: str
    footer: RecordFooter
    identities: tuple[str, ...]
    """The tokens by seat, whose bots may not have got the result."""
    was_in_place: bool
    """True if its record was in its place before, too."""


def unfinished(folder: Path) -> list[Path]:
    """Return the records of matches that have not ended, by name."""
    return sorted(folder.glob(f"*{SUFFIX}{PART_SUFFIX}"))


def try_to_take_up(part: Path, config: QueueConfig,
                   log: FilteringBoundLogger) -> ResumedMatch | CompleteRecord | None:
    """Resume a record; log why and return None if that fails, so that one bad record does not stop the others."""
    log = log.bind(record=str(part))
    try:
        return take_up(part, config)
    except FileNotFoundError:
        log.info("record not resumed", why="another referee has just finished it")
    except (Busy, NeverBegan) as why:
        log.info("record not resumed", why=str(why))
    except (NotResumed, OSError) as why:
        log.warning("record not resumed: it is left as it is", why=str(why))
    except Exception:
        log.exception("record not resumed: it is left as it is")
    return None


def take_up(part: Path, config: QueueConfig) -> ResumedMatch | CompleteRecord:
    """Resume a record. Raises NotResumed and OSError. Takes as long as replaying the match without bots."""
    path = part.with_name(part.name.removesuffix(PART_SUFFIX))
    try:
        record = UnfinishedRecord(path, config.signer, sync=config.sync)
    except BlockingIOError:
        raise Busy(f"{part} is being written by another referee") from None
    except RecordError as error:
        raise NotResumed(str(error)) from None
    try:
        return _taken_up(record, config.game.name, config.secret)
    except (RecordError, RecordDiffers) as error:
        record.leave()
        raise NotResumed(str(error)) from None
    except BaseException:
        record.leave()
        raise


def _taken_up(record: UnfinishedRecord, game: str, secret: bytes) -> ResumedMatch | CompleteRecord:
    """Resume the match of a record, or complete one that has its footer.

    Raises NotResumed, RecordError and RecordDiffers; the record is unchanged then, or was empty.
    """
    found = record.record
    if found is None:
        record.discard()
        raise NeverBegan(f"{record.part} held nothing")
    header = found.header
    infos = tuple(BotInfo(seat.bot, seat.version, seat.sdk, seat.identity, files=seat.files, person=seat.person)
                  for seat in header.seats)
    if header.match_id + SUFFIX != record.path.name:
        raise RecordError(f"it is the record of match {header.match_id}, whose file has another name")
    # A footer in which a power cut has left zeros may still be parsed. It is taken for torn only if the record does not
    # verify with it; then the match goes on and ends again.
    if found.footer is not None and record.may_be_torn and not _is_right(found):
        record.leave_out_last()
    elif found.footer is not None:
        if not record.only_zeros_follow:
            raise RecordError("something follows its footer")
        # A finished record may be in its place already if the process died between compressing it and removing the
        # journal; packing it again gives the same file.
        was_in_place = record.path.exists()
        record.cut()
        record.pack()
        return CompleteRecord(header.match_id, found.footer, tuple(info.identity for info in infos), was_in_place)
    # The journal has no footer although a finished record is there: two matches would have one id, and the newer one
    # would overwrite the older.
    if record.path.exists():
        raise RecordError(f"match {header.match_id} has a finished record too")
    if header.setup.game != game:
        raise RecordError(f"match {header.match_id} is {header.setup.game}, which this referee does not play")
    if not _may_return(infos):
        raise RecordError(f"match {header.match_id} was played without tokens, so nobody knows its bots again")
    # Nothing is written to the file before the replay has succeeded.
    match = _resumed(record, match_seed(secret, header.match_id))
    record.cut()
    return ResumedMatch(match, record, infos)


def _resumed(record: UnfinishedRecord, seed: bytes) -> Match:
    """Return the match after the last whole step; a last step that may be torn and does not replay is left out.

    Raises RecordError and RecordDiffers.
    """
    assert record.record is not None
    try:
        return resume(record.record, seed, running_time(), round(time() * 1000))
    except RecordDiffers:
        # Only a last step that may hold zeros is left out. A record that differs for another reason is reported and not
        # shortened.
        if not record.may_be_torn or not record.record.steps:
            raise
    record.leave_out_last()
    return resume(record.record, seed, running_time(), round(time() * 1000))


def _is_right(found: Record) -> bool:
    """Return whether a record verifies, or cannot be played here, so that nobody can tell."""
    try:
        return verify(found).ok
    except RecordError:
        return True


def _may_return(infos: Sequence[BotInfo]) -> bool:
    return all(info.identity for info in infos)


def _ends(data: bytes) -> tuple[list[int], bool]:
    """Return where each whole entry ends, and whether what follows is no entry; then all counts as one, for `parse`.

    What was torn off at the end, and zeros there, which a power cut leaves, are not meant by that.
    """
    ends = [0]
    while ends[-1] < len(data):
        at, number = ends[-1], len(ends) - 1
        try:
            size, start = length_at(data, at, number + 1)
            check_size(number, size)
        except RecordError:
            if _is_torn_length(data[at:]):
                break
            return [*ends[1:], len(data)], True
        # A length of 0 with nothing but zeros after it is what a power cut leaves, and not an empty entry.
        if start + size > len(data) or not (size or data[at:].strip(b"\0")):
            break
        ends.append(start + size)
    return ends[1:], False


def _is_torn_length(tail: bytes) -> bool:
    """Return whether only the beginning of an entry's length follows, and perhaps zeros in the place of its end."""
    begun = tail[:MOST_LENGTH_BYTES].rstrip(b"\0")
    return all(byte > 127 for byte in begun) and len(begun) < MOST_LENGTH_BYTES and not tail[len(begun):].strip(b"\0")


def _has_zeros(entry: bytes) -> bool:
    """Return whether a power cut may have left zeros in the place of a part: at the end, or several within."""
    return entry.endswith(b"\0") or bytes(ZEROS_WITHIN) in entry


def _begins_with_header(data: bytes) -> bool:
    """Return whether a torn first entry is a header, as far as it goes."""
    _, start = length_at(data, 0, 1) if not _is_torn_length(data) else (0, len(data))
    return data[start:start + 1] in {b"", RecordEntry(header=RecordHeader()).SerializeToString()[:1]}
