"""Checks a folder of records after many kills: nothing is lost, nothing is there twice, and all verifies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

from lawspeaker_referee.host.storage import Attempt
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import PART_SUFFIX, SUFFIX, VOID_SUFFIX, read_record
from lawspeaker_referee.record.verify.replay import verify


@dataclass
class Ledger:
    """The matches of one name, by what became of them."""

    finished: int = 0
    voided: int = 0
    """Attempts."""
    lost: list[str] = field(default_factory=list)
    """Matches of which no attempt has a record with an end."""
    double: list[str] = field(default_factory=list)
    """Matches that ended more than once."""
    unfinished: list[str] = field(default_factory=list)
    """Records that nobody will go on with."""
    unverified: list[str] = field(default_factory=list)
    """Records that are not what the rules say, or another game than the log tells of, and why."""

    @property
    def wrong(self) -> list[str]:
        """Yield a line for everything that is wrong."""
        return [f"{what}: {', '.join(found)}" for what, found in (
            ("lost", self.lost), ("double", self.double), ("unfinished", self.unfinished),
            ("unverified", self.unverified)) if found]


def audit(folder: Path, name: str, ended: Iterable[Mapping[str, str]]) -> Ledger:
    """The ledger of a folder; `ended` are the log's lines of matches that ended with a result."""
    files = [path for path in sorted(folder.iterdir()) if not path.name.startswith(".")]
    ledger = Ledger(unfinished=[path.name for path in files if path.suffix == PART_SUFFIX])
    finished: Counter[str] = Counter()
    for path in files:
        attempt = Attempt.of_id(name, path.name.split(SUFFIX)[0])
        if attempt is None or path.suffix not in {SUFFIX, VOID_SUFFIX, PART_SUFFIX}:
            ledger.unfinished.append(path.name)
            continue
        finished[Attempt(attempt.first).match_id(name)] += path.suffix == SUFFIX
        ledger.voided += path.suffix == VOID_SUFFIX
    digests: dict[str, list[str]] = {}
    for line in ended:
        digests.setdefault(line["match"], []).append(line["digest"])
    ledger.finished = finished.total()
    ledger.lost = [match for match, times in finished.items() if not times]
    ledger.double = [match for match, times in finished.items() if times > 1]
    ledger.double += [match for match, told in digests.items() if len(told) > 1]
    records = [path for path in files if path.suffix == SUFFIX]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for path, (match, digest, why) in zip(records, pool.map(verified, records, chunksize=8), strict=True):
            if why or digests.get(match, [digest])[0] != digest:
                ledger.unverified.append(f"{path.name}: {why or 'the log tells of another game'}")
    return ledger


def verified(path: Path) -> tuple[str, str, str]:
    """The match of a record, its digest, and why it does not verify."""
    try:
        record = read_record(path)
    except RecordError as error:
        return "", "", str(error)
    verdict = verify(record)
    return record.header.match_id, verdict.digest.hex(), "" if verdict.ok else str(verdict.first_difference)
