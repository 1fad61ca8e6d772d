"""Write the archive of a tournament from its ledger and records; the same ledger and records make the same bytes."""

from __future__ import annotations

import tarfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from lawspeaker_referee.competition.archive.manifest import (
    NAME,
    RECORDS,
    VOIDED,
    ArchivedDecision,
    ArchivedResult,
    ArchiveError,
    Manifest,
    encode,
    public_terms,
)
from lawspeaker_referee.competition.ledger.facts import CountedMatch, Progress
from lawspeaker_referee.competition.ledger.queries import LedgerQueries
from lawspeaker_referee.competition.organiser import rulings
from lawspeaker_referee.competition.recount import record_of
from lawspeaker_referee.competition.results import record_stem
from lawspeaker_referee.competition.seeds import secret_commitment
from lawspeaker_referee.competition.tournament.remaining import matches_left, number_scheduled
from lawspeaker_referee.competition.tournament.setup import known
from lawspeaker_referee.competition.tournament.state import TournamentState, given_up, state_of
from lawspeaker_referee.config.formatting import format_count
from lawspeaker_referee.config.tournament import TournamentConfig
from lawspeaker_referee.config.tournament_format import LADDER
from lawspeaker_referee.record.bounds import MOST_BYTES, RecordError
from lawspeaker_referee.record.file import SUFFIX, parse, unpacked
from lawspeaker_referee.record.signing import SigningKey


@dataclass(frozen=True, slots=True)
class Contents:
    """A manifest, and the files of its results in their order."""

    manifest: Manifest
    files: tuple[Path, ...]


def contents_of(ledger: LedgerQueries, name: str, signer: SigningKey | None = None, folders: Iterable[Path] = (), *,
                so_far: bool = False, done: Callable[[], None] = lambda: None) -> Contents:
    """Return what goes into the archive of a tournament; `done` is called after each record.

    Raises ArchiveError while matches are left, unless `so_far` is set, and for a record that is gone or is another one
    than was counted; BadLedger and OSError.
    """
    with ledger.snapshot() as moment:
        terms, head = known(moment, name), moment.head(name)
        decisions, secret, published = moment.decisions(name), moment.secret(name), public_terms(moment.terms(name))
        state, gone, progress = state_of(decisions), given_up(moment, name), moment.progress(name)
        to_play = 0 if state.stopped is not None else matches_left(moment, terms, TournamentState(), gone, progress)[0]
        left, unplayed = (0, to_play) if state.revealed else (to_play, 0)
        if not so_far and (left or terms.format.kind == LADDER):
            why = ("a ladder, which is never over" if terms.format.kind == LADDER else
                   f"not over: {format_count(left, 'match')} {'is' if left == 1 else 'are'} left")
            raise ArchiveError(f"{name} is {why}; --so-far archives what can be told by now")
        every, held = _whose_dice_may_be_told(moment, terms, progress, gone) if left else (moment.every_result(name), 0)
        left += held
    results, files = list[ArchivedResult](), list[Path]()
    for counted, counts in every:
        path = record_of(counted, terms, folders)
        if path is None:
            raise ArchiveError(f"the record of {counted.played.entry.attempt_id} is not there: {counted.record_path}; "
                               "name its folder with --records")
        results.append(_archived(counted, _read(path, counted.played.digest), counts=counts))
        files.append(path)
        done()
    manifest = Manifest(
        "lawspeaker archive 1", name, published, secret_commitment(secret).hex(),
        secret.hex() if state.revealed else "", head.place, head.hash,
        tuple(ArchivedDecision(each.what, each.subject, each.reason, each.unix_ms, each.words)
              for each in rulings(decisions)), tuple(sorted(gone)), left, unplayed, tuple(results))
    return Contents(manifest.signed(signer), tuple(files))


def _whose_dice_may_be_told(ledger: LedgerQueries, terms: TournamentConfig, progress: Progress, gone: set[str],
                            ) -> tuple[list[tuple[CountedMatch, bool]], int]:
    """Return the results of blocks whose dice no match to come has, and how many matches are counted beside them."""
    every = ledger.every_result(terms.name)
    shut = _blocks_with_dice_to_come(ledger, terms, number_scheduled(terms, progress) > progress.scheduled, gone)
    told = [each for each in every if each[0].played.block not in shut]
    return told, len({each.played.match_id for each, counts in every
                      if each.played.block in shut and (counts or each.played.match_id in gone)})


def write_archive(contents: Contents, file: BinaryIO, done: Callable[[], None] = lambda: None) -> None:
    """Write an archive as a tar file, without any compression: records are compressed. Raises ArchiveError and OSError.

    Members are in the order of the manifest, and have the times of their matches and nobody's names.
    """
    manifest, top = contents.manifest, contents.manifest.tournament
    newest = max((each.details.ended_unix_ms for each in manifest.results), default=0)
    with tarfile.open(fileobj=file, mode="w|", format=tarfile.PAX_FORMAT) as tar:
        for member, data in _members(contents):
            each = member if isinstance(member, ArchivedResult) else None
            info = tarfile.TarInfo(f"{top}/{each.record if each else member}")
            info.size, info.mode = len(data), 0o644
            info.mtime = (each.details.ended_unix_ms if each else newest) // 1000
            tar.addfile(info, BytesIO(data))
            done()


def _members(contents: Contents) -> Iterator[tuple[ArchivedResult | str, bytes]]:
    yield NAME, encode(contents.manifest)
    for each, path in zip(contents.manifest.results, contents.files, strict=True):
        data = _read(path, each.digest)
        if sha256(data).hexdigest() != each.sha256:
            raise ArchiveError(f"{path} was changed meanwhile")
        yield each, data


def _archived(counted: CountedMatch, data: bytes, *, counts: bool) -> ArchivedResult:
    played = counted.played
    name = f"{RECORDS if counts else VOIDED}/{record_stem(played.entry.attempt_id)}{SUFFIX}"
    return ArchivedResult(
        played.match_id, played.block, played.round, played.seats, played.attempt, played.ranks, played.scores,
        played.teams, played.faults, played.digest, counted.details, counted.unix_ms, counts, name,
        sha256(data).hexdigest(), len(data))


def _read(path: Path, digest: str) -> bytes:
    """Return the bytes of a record. Raises ArchiveError if it is not the one with this digest, and OSError."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    try:
        footer = parse(unpacked(data)).footer
    except RecordError as error:
        raise ArchiveError(f"{path}: {error}") from None
    if footer is None or footer.digest.hex() != digest:
        raise ArchiveError(f"{path} is not the record that was counted; `lawspeaker tournament verify` says more")
    return data


def _blocks_with_dice_to_come(ledger: LedgerQueries, terms: TournamentConfig, more: bool, gone: set[str]) -> set[str]:  # noqa: FBT001 - said by the name
    """Return the blocks of which a match is left: its dice are those of the records of the others.

    With `more` the schedule goes on behind its end, in the middle of a block perhaps.
    """
    found = {entry.block for entry in ledger.open_entries(terms.name) if entry.match_id not in gone}
    if more and (every := ledger.entries(terms.name)):
        found.add(every[-1].block)
    return found
