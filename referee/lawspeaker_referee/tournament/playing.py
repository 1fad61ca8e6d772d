"""Plays seed blocks in a hall of this process, and verifies the records."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from lawspeaker_referee.local.local import Played as Ended
from lawspeaker_referee.record.signing import BadKey, SigningKey, read_key
from lawspeaker_referee.tournament.details import Details
from lawspeaker_referee.tournament.guest import NotThere
from lawspeaker_referee.tournament.hall import STOPPED, Hall
from lawspeaker_referee.tournament.nouns import Entry, Played
from lawspeaker_referee.tournament.outcome import Outcome
from lawspeaker_referee.tournament.recorded import agreed_of, played_of
from lawspeaker_referee.tournament.shares import record_path
from lawspeaker_referee.tournament.terms import Terms


class Trouble(OSError):
    """Something that would befall every match, such as a full disk."""


def result_of(terms: Terms, entry: Entry, seed: bytes) -> tuple[Played, Details]:
    """The result of a match from its record, once that has been played again. Raises RecordError."""
    return played_of(record_path(terms, entry.match_id), entry, agreed_of(terms, seed))


class HallTables:
    """The tables of a hall; `most` blocks are played at once at most, and `workers` halls are there in all."""

    def __init__(self, terms: Terms, hall: Hall, most: int, workers: int) -> None:
        self.most, self.workers = most, workers
        self._terms, self._hall = terms, hall

    async def play(self, block: Sequence[tuple[Entry, bytes]], drain: asyncio.Event) -> AsyncIterator[Outcome]:
        """Play matches with these seeds one after another, until one cannot be played or `drain` is set.

        Raises Trouble, and RecordError for a record that does not verify.
        """
        for entry, seed in block:
            if drain.is_set():
                return
            outcome = await self._match(entry, seed)
            if outcome is None:
                return
            yield outcome
            if outcome.absent:
                return

    def stop(self) -> None:
        """Break off what is played."""
        self._hall.stop()

    async def _match(self, entry: Entry, seed: bytes) -> Outcome | None:
        """Play a match; None if it was broken off."""
        path = record_path(self._terms, entry.match_id)
        try:
            ended = await self._hall.play(entry, seed, path)
        except NotThere as failure:
            return Outcome(entry, absent=failure.bot, why=str(failure))
        except OSError as error:
            raise Trouble(error.errno, error.strerror or str(error), str(error.filename or path)) from error
        end, crashed = ended.end, _crashed(entry, ended)
        if end.void_reason == STOPPED:
            return None
        if end.trouble:
            raise Trouble(f"{path}: {end.void_reason}")
        if end.void_reason:
            return Outcome(entry, void=end.void_reason, crashed=crashed)
        result = await asyncio.to_thread(result_of, self._terms, entry, seed)
        return Outcome(entry, result, crashed=crashed)


def _crashed(entry: Entry, ended: Ended) -> dict[str, str]:
    return {entry.seats[seat]: ending.evidence for seat, ending in ended.endings.items() if ending.crashed}


def signer_at(path: str) -> SigningKey | None:
    """The key in a file; None if none is named. Raises Trouble for one that the runner could read, and we cannot."""
    if not path:
        return None
    try:
        key = read_key(Path(path))
    except BadKey as error:
        raise Trouble(str(error)) from None
    except OSError as error:
        raise Trouble(error.errno, error.strerror, path) from error
    if not isinstance(key, SigningKey):
        raise Trouble(f"{path} holds no private key any more")
    return key
