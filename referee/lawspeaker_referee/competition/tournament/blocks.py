"""Play seed blocks with a pool of bots in this process, and verify the records."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from typing import Final

from lawspeaker_bot.shared_slots import SharedSlots
from lawspeaker_referee.competition.formats import most_matches
from lawspeaker_referee.competition.results import (
    AttemptOutcome,
    MatchDetails,
    PlayedMatch,
    ScheduledMatch,
    record_stem,
)
from lawspeaker_referee.competition.tournament.concurrency import Limits, limits_of
from lawspeaker_referee.competition.tournament.in_process_pool import InProcessPool
from lawspeaker_referee.competition.tournament.pool import PutOff, TournamentPool
from lawspeaker_referee.competition.tournament.pool_config import RunnerFailure
from lawspeaker_referee.competition.tournament.record_result import agreed_of, played_of
from lawspeaker_referee.competition.tournament.state import TournamentState
from lawspeaker_referee.config.tournament import TournamentConfig
from lawspeaker_referee.host.bot_pool import STOPPED, LocalResult
from lawspeaker_referee.host.pooled_bot import BotAbsent
from lawspeaker_referee.host.resume import UnfinishedRecord
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import PART_SUFFIX, SUFFIX
from lawspeaker_referee.record.signing import BadKey, SigningKey, read_key
from lawspeaker_referee.record.verify.replay import verify

MOST_IN_A_FOLDER: Final = 1000
"""Records in a folder, on average over many folders far fewer."""
DEEPEST: Final = 2
"""Folders within one another."""
_DIGITS: Final = 3
_USUAL: Final = MOST_IN_A_FOLDER // 2
"""Records in a folder on average, so that hardly any folder has twice as many."""


def record_path(terms: TournamentConfig, match_id: str) -> Path:
    """Return the path of a match's record: where it is, or where it is to be.

    Records of a tournament with more than MOST_IN_A_FOLDER matches are in folders named by a hash of the match's id.
    One that was small at first and was extended has older records elsewhere.
    """
    *before, usual = (_place(terms.records, match_id, depth) for depth in range(1 + folder_depth(most_matches(terms))))
    return next((path for path in before if path.exists()), usual)


def folder_depth(matches: int) -> int:
    """Return how deep in folders the records of so many matches are."""
    if matches <= MOST_IN_A_FOLDER:
        return 0
    return 1 if matches <= _USUAL * 16**_DIGITS else DEEPEST


def _place(records: Path, match_id: str, depth: int) -> Path:
    name = record_stem(match_id) + SUFFIX
    if not depth:
        return records / name
    digits = blake2b(match_id.encode(), digest_size=8, person=b"lawspeaker.place").hexdigest()
    folders = [digits[number * _DIGITS:(number + 1) * _DIGITS] for number in range(depth)]
    return records.joinpath(*folders, name)


LOOK_FOR_PLACE: Final = 0.05
"""Seconds between two looks whether a match may begin."""
BUSY_PAUSE: Final = 1.0
BUSY_WITHIN: Final = 900.0
"""Seconds between tries of a match that another worker plays, and until that ends the run."""


def result_of(terms: TournamentConfig, entry: ScheduledMatch, seed: bytes) -> tuple[PlayedMatch, MatchDetails]:
    """Verify a match's record and return its result. Raises RecordError."""
    return played_of(record_path(terms, entry.attempt_id), entry, agreed_of(terms, seed))


def has_record(terms: TournamentConfig, entry: ScheduledMatch) -> bool:
    """Return whether a match has a finished record; put it at its place if it is complete, but was not put there.

    The worker died after the end of the match, or had no room to compress the record. Raises OSError.
    """
    path = record_path(terms, entry.attempt_id)
    if path.exists():
        return True
    try:
        left = UnfinishedRecord(path)
    except (FileNotFoundError, BlockingIOError, RecordError):
        return False
    try:
        if left.torn or left.record is None or left.record.footer is None or not verify(left.record).ok:
            return False
        left.cut()
        left.pack()
    except RecordError:
        return False
    finally:
        left.leave()
    return True


class PoolExecutor:
    """Plays seed blocks with one pool: up to `most` at once, while `workers` pools play the tournament."""

    def __init__(self, terms: TournamentConfig, pool: TournamentPool | InProcessPool, most: int, workers: int,
                 places: SharedSlots | None = None) -> None:
        """`places` are the matches that may be played at once, together with other tournaments; None if all may."""
        self.most, self._places = most, places
        self._terms, self._pool, self._workers = terms, pool, workers
        self._busy: dict[str, float] = {}
        """By match id: since when its record is being written by somebody else."""

    def limits(self) -> Iterator[Limits]:
        """Yield what says for a state how many blocks each bot may be in at once: of a bot that is away none.

        If bots have been away as long as the file says, another one follows by which each may be in one, which it
        loses.
        """
        if self._pool.remote is None:
            yield partial(limits_of, self._terms, workers=self._workers)
            return
        found = self._pool.remote.connected()
        yield partial(self._limits, {**found.here} | dict.fromkeys(found.away, 0))
        if any(found.away.values()):
            yield partial(self._limits, {**found.here} | {bot: int(lost) for bot, lost in found.away.items()})

    def _limits(self, places: Mapping[str, int], state: TournamentState) -> dict[str, int]:
        known = limits_of(self._terms, state, self._workers)
        return known | {bot: min(number, known.get(bot, number)) for bot, number in places.items()}

    async def play(self, block: Sequence[tuple[ScheduledMatch, bytes]],
                   drain: asyncio.Event) -> AsyncIterator[AttemptOutcome]:
        """Play matches with these seeds one after another, until one cannot be played or `drain` is set.

        Raises RunnerFailure, and RecordError for a record that does not verify.
        """
        for entry, seed in block:
            if drain.is_set():
                return
            async with self._place(drain) as may_play:
                outcome = await self._match(entry, seed) if may_play else None
            if outcome is None:
                return
            yield outcome
            if outcome.absent:
                return

    @asynccontextmanager
    async def _place(self, drain: asyncio.Event) -> AsyncIterator[bool]:
        """Wait until a match may begin and yield True; False if `drain` is set before."""
        if self._places is None:
            yield True
            return
        while (place := self._places.take()) is None:
            if drain.is_set():
                yield False
                return
            await asyncio.sleep(LOOK_FOR_PLACE)
        try:
            yield True
        finally:
            self._places.give_back(place)

    async def _leave_alone(self, entry: ScheduledMatch, busy: BlockingIOError) -> None:
        """Leave a match alone for a while that another worker plays: its lease ran out while the ledger was away.

        Raises RunnerFailure once its record has been busy for BUSY_WITHIN.
        """
        busy_since = self._busy.setdefault(entry.match_id, monotonic())
        if monotonic() - busy_since > BUSY_WITHIN:
            raise RunnerFailure(busy.errno, busy.strerror, str(busy.filename)) from busy
        await asyncio.sleep(BUSY_PAUSE)

    def stop(self) -> None:
        """Void the running matches."""
        self._pool.stop()

    async def _match(self, entry: ScheduledMatch, seed: bytes) -> AttemptOutcome | None:
        """Play a match; return None if it was broken off or put off, or is still played by another worker."""
        path = record_path(self._terms, entry.attempt_id)
        try:
            ended = await self._pool.play(entry.attempt_id, entry.seats, seed, path)
        except BlockingIOError as error:
            await self._leave_alone(entry, error)
            return None
        except PutOff:
            return None
        except BotAbsent as failure:
            return AttemptOutcome(entry, absent=failure.bot, why=str(failure))
        except OSError as error:
            raise RunnerFailure(error.errno, error.strerror or str(error), str(error.filename or path)) from error
        end, crashed = ended.end, _crashed(entry, ended)
        if end.void_reason == STOPPED:
            return None
        if end.record_failed:
            raise RunnerFailure(f"{path}: {end.void_reason}")
        if end.unpacked:
            raise RunnerFailure(f"{path}{PART_SUFFIX} is complete and counts after the next start, but cannot be "
                                f"compressed: {end.unpacked}")
        if end.void_reason:
            return AttemptOutcome(entry, void=end.void_reason, crashed=crashed)
        result = await asyncio.to_thread(result_of, self._terms, entry, seed)
        return AttemptOutcome(entry, result, crashed=crashed)


def _crashed(entry: ScheduledMatch, ended: LocalResult) -> dict[str, str]:
    return {entry.seats[seat]: ending.evidence for seat, ending in ended.endings.items() if ending.crashed}


def signer_at(path: Path | str | None) -> SigningKey | None:
    """Return the key in a file; None if no file is named. Raises RunnerFailure for a key that cannot be read."""
    if not path:
        return None
    try:
        key = read_key(Path(path))
    except BadKey as error:
        raise RunnerFailure(str(error)) from None
    except OSError as error:
        raise RunnerFailure(error.errno, error.strerror, str(path)) from error
    if not isinstance(key, SigningKey):
        raise RunnerFailure(f"{path} holds no private key any more")
    return key
