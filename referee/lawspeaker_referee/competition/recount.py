"""Recount the results of a ledger from their records: each record is replayed, and its result compared."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from lawspeaker_engine.dice import match_seed
from lawspeaker_referee.competition.ledger.facts import CountedMatch
from lawspeaker_referee.competition.ledger.queries import LedgerQueries
from lawspeaker_referee.competition.ledger.schema import canonical_json
from lawspeaker_referee.competition.result_comparison import differences
from lawspeaker_referee.competition.results import record_stem
from lawspeaker_referee.competition.seeds import seed_of
from lawspeaker_referee.competition.tournament.blocks import record_path
from lawspeaker_referee.competition.tournament.record_result import agreed_of, played_in
from lawspeaker_referee.config.tournament import TournamentConfig, parse_config
from lawspeaker_referee.config.tournament_format import LADDER
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.folder import record_files
from lawspeaker_referee.record.signing import BadSignature, PublicKey, require_signer


@dataclass(frozen=True, slots=True)
class Recount:
    """The data by which the results of a tournament or ladder are recounted; plain, for another process."""

    terms: str
    """The terms that hold, as JSON."""
    secret: bytes = field(repr=False)
    """The secret that all dice derive from."""
    folders: tuple[Path, ...] = ()
    """Folders of records besides the one that a result names; the first record that is there is taken."""
    keys: tuple[PublicKey, ...] = ()
    """With keys each record must be signed by one of them."""

    def judged(self, counted: CountedMatch) -> tuple[str, tuple[str, ...]]:
        """Return the id of a match, and in what its result is not what its record gives."""
        return counted.played.match_id, self.differences(counted)

    def differences(self, counted: CountedMatch) -> tuple[str, ...]:
        """Return in what a result is not what its record gives; empty if it is the same."""
        played, terms = counted.played, _terms(self.terms)
        path = record_of(counted, terms, self.folders)
        if path is None:
            return (f"its record is not there: {counted.record_path}",)
        entry = played.entry
        seed = (match_seed(self.secret, entry.match_id) if terms.format.kind == LADDER else
                seed_of(self.secret, entry, terms.format))
        try:
            record = read_record(path)
            if self.keys:
                require_signer(record, self.keys)
            again, details = played_in(record, entry, agreed_of(terms, seed))
        except (RecordError, BadSignature) as error:
            text = str(error)
            return (text if str(path) in text else f"{path}: {text}",)
        return tuple(differences((played, counted.details), (again, details), "the ledger"))


def record_of(counted: CountedMatch, terms: TournamentConfig, folders: Iterable[Path] = ()) -> Path | None:
    """Return the file of a result's record: where the ledger says, else in one of the folders; None if it is gone."""
    attempt_id = counted.played.entry.attempt_id
    there = (record_path(replace(terms, records=folder), attempt_id) for folder in (*folders, terms.records))
    return next((path for path in (Path(counted.record_path), *there) if path.is_file()), None)


@cache
def _terms(text: str) -> TournamentConfig:
    return parse_config(json.loads(text), "the ledger")


def uncounted(ledger: LedgerQueries, name: str, folders: Iterable[Path]) -> list[Path]:
    """Return the complete records of a tournament in these folders that have no result in its ledger."""
    known = {record_stem(attempt_id) for attempt_id in ledger.attempt_ids(name)}
    places = {*folders, _terms(canonical_json(ledger.terms(name))).records}
    found = {each.path for folder in places for each in record_files(folder) if not each.ending}
    return sorted(path for path in found if path.stem.startswith(f"{name}-") and path.stem not in known)
