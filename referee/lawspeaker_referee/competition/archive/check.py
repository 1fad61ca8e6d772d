"""Verify an archive: hashes, results by their records, and all dice if the secret is known."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256

from lawspeaker_engine.dice import match_seed
from lawspeaker_referee.competition.archive.manifest import ArchivedResult, decode
from lawspeaker_referee.competition.result_comparison import differences
from lawspeaker_referee.competition.seeds import seed_of
from lawspeaker_referee.competition.tournament.record_result import MatchAgreement, agreed_of, played_in
from lawspeaker_referee.config.tournament import TournamentConfig
from lawspeaker_referee.config.tournament_format import LADDER
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import Record, parse, unpacked

Item = tuple[ArchivedResult, bytes | None]


@dataclass(frozen=True, slots=True)
class ArchiveCheck:
    """The data by which the results of an archive are verified; plain, for another process."""

    manifest: bytes
    """The manifest without results, as `encode` writes it: each process reads it once."""
    secret: bytes = field(repr=False)
    """The secret that all dice derive from; empty if it is not known."""

    def judged(self, item: Item) -> tuple[str, tuple[str, ...]]:
        """Return the id of an attempt, and in what its result is not what its record gives."""
        return item[0].played.entry.attempt_id, self._differences(*item)

    def _differences(self, result: ArchivedResult, data: bytes | None) -> tuple[str, ...]:
        if data is None:
            return (f"its record {result.record} is not there",)
        if len(data) != result.size or sha256(data).hexdigest() != result.sha256:
            return (f"{result.record} is not the file of the manifest",)
        terms, played = _terms(self.manifest), result.played
        try:
            record = parse(unpacked(data))
            again = played_in(record, played.entry, self._agreed(terms, result, record))
        except RecordError as error:
            return (f"{result.record}: {error}",)
        return tuple(differences((played, result.details), again, "the manifest"))

    def _agreed(self, terms: TournamentConfig, result: ArchivedResult, record: Record) -> MatchAgreement:
        if not self.secret:  # then the seed must be the one of its commitment, whichever that is
            return replace(agreed_of(terms, b""), seed_commitment=record.header.seed_commitment)
        if terms.format.kind == LADDER:
            return agreed_of(terms, match_seed(self.secret, result.match))
        return agreed_of(terms, seed_of(self.secret, result.played.entry, terms.format))


@cache
def _terms(manifest: bytes) -> TournamentConfig:
    return decode(manifest).config
