"""Recount the results of a ledger from their records: each record is replayed, and its result compared."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from lawspeaker_engine.dice import match_seed
from lawspeaker_referee.competition.ledger.facts import CountedMatch
from lawspeaker_referee.competition.ledger.queries import LedgerQueries
from lawspeaker_referee.competition.ledger.schema import canonical_json
from lawspeaker_referee.competition.ledger.sums_check import shown
from lawspeaker_referee.competition.results import MatchDetails, PlayedMatch
from lawspeaker_referee.competition.seeds import seed_of
from lawspeaker_referee.competition.tournament.blocks import record_path
from lawspeaker_referee.competition.tournament.record_result import agreed_of, played_in
from lawspeaker_referee.config.tournament import TournamentConfig, parse_config
from lawspeaker_referee.config.tournament_format import LADDER
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.folder import record_files
from lawspeaker_referee.record.signing import BadSignature, PublicKey, require_signer

COMPARED: Final = ("seats", "ranks", "scores", "teams", "faults", "digest")


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
        path = self._record(counted, terms)
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
        return (*_differences(played, again), *_different_details(counted.details, details))

    def _record(self, counted: CountedMatch, terms: TournamentConfig) -> Path | None:
        folders = (record_path(replace(terms, records=folder), counted.played.entry.attempt_id)
                   for folder in (*self.folders, terms.records))
        return next((path for path in (Path(counted.record_path), *folders) if path.is_file()), None)


@cache
def _terms(text: str) -> TournamentConfig:
    return parse_config(json.loads(text), "the ledger")


def _differences(was: PlayedMatch, now: PlayedMatch) -> Iterator[str]:
    for name in COMPARED:
        if getattr(was, name) != getattr(now, name):
            yield _line(name, getattr(was, name), getattr(now, name))


def _different_details(was: MatchDetails, now: MatchDetails) -> Iterator[str]:
    """Yield the details that differ."""
    old, new = was.as_dict(), json.loads(json.dumps(now.as_dict()))
    again = MatchDetails.from_dict(new).as_dict()
    for name in old:
        if name != "seats" and old[name] != again[name]:
            yield _line(name, old[name], again[name])
    for seat, (before, after) in enumerate(zip(old["seats"], again["seats"], strict=False)):
        for name in before:
            if before[name] != after[name]:
                yield _line(f"{name} of seat {seat}", before[name], after[name])
    if len(old["seats"]) != len(again["seats"]):
        yield _line("seats with details", len(old["seats"]), len(again["seats"]))


def _line(what: str, was: Any, now: Any) -> str:
    return f"{what}: {shown(was)} in the ledger, {shown(now)} by the record"


def uncounted(ledger: LedgerQueries, name: str, folders: Iterable[Path]) -> list[Path]:
    """Return the complete records of a tournament in these folders that have no result in its ledger."""
    known = {match_id.replace("/", "-") for match_id in ledger.attempt_ids(name)}
    places = {*folders, _terms(canonical_json(ledger.terms(name))).records}
    found = {each.path for folder in places for each in record_files(folder) if not each.ending}
    return sorted(path for path in found if path.stem.startswith(f"{name}-") and path.stem not in known)
