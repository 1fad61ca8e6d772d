"""The counted matches of a tournament as rows, one for each seat, with filters; read and written in parts."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from io import TextIOWrapper
from typing import Any, BinaryIO, Final

from lawspeaker_referee.competition.formats.standings import points
from lawspeaker_referee.competition.ledger import CountedMatch, LedgerQueries
from lawspeaker_referee.config.tournament import COPY

AT_ONCE: Final = 2_000
"""Matches in memory."""

SeatRow = Mapping[str, Any]
"""Column of COLUMNS -> value."""
COLUMNS: Final[Mapping[str, str]] = {
    "match": "string", "round": "int32", "block": "string", "seat": "int32", "bot": "string", "rank": "int32",
    "points": "double", "score": "int32", "team": "int32", "faults": "int32", "fault_kinds": "string",
    "disqualified": "bool", "forfeit": "string", "substituted": "bool", "stood_in": "bool", "resigned": "bool",
    "decisions": "int32",
    "refused": "int32", "stand_ins": "int32", "stand_in_kinds": "string", "charged_us": "int64", "slowest_us": "int64",
    "steps": "int32", "reason": "string", "started_unix_ms": "int64", "ended_unix_ms": "int64",
    "counted_unix_ms": "int64", "record": "string", "digest": "string",
}
"""Column -> its type, as Parquet calls it."""


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """The matches that are meant: those that fit all of it."""

    bots: Collection[str] = ()
    """All of these played in it; copies of a bot count as the bot."""
    rounds: Collection[int] = ()
    """It is of one of these rounds; empty for any."""
    faults: bool = False
    """The referee answered a decision in it, or a bot forfeited it."""
    won_by: str = ""
    """This bot was first, alone or not; empty for any."""

    def fits(self, each: CountedMatch) -> bool:
        """Return whether a match is meant."""
        played = each.played
        names = [bot.partition(COPY)[0] for bot in played.seats]
        first = {name for name, rank in zip(names, played.ranks, strict=True) if rank == 1}
        return (set(self.bots) <= {*names, *played.seats} and (not self.rounds or played.round in self.rounds)
                and (not self.faults or _has_faults(each)) and (not self.won_by or self.won_by in first))


def _has_faults(each: CountedMatch) -> bool:
    return sum(each.played.faults) > 0 or any(seat.forfeit for seat in each.details.seats)


def matches(ledger: LedgerQueries, name: str, wanted: MatchFilter) -> Iterator[CountedMatch]:
    """Yield the matches that are meant, in the order in which they were counted. Raises BadLedger."""
    last = 0
    while True:
        found, last = ledger.counted_after(name, last, AT_ONCE)
        if not found:
            return
        yield from filter(wanted.fits, found)


def seat_rows(each: CountedMatch) -> Iterator[SeatRow]:
    """Yield the row of each seat of a match."""
    played, details = each.played, each.details
    shares = points(played)
    for seat, own in enumerate(details.seats):
        yield {
            "match": played.match_id, "round": played.round, "block": played.block, "seat": seat,
            "bot": played.seats[seat], "rank": played.ranks[seat], "points": shares[seat],
            "score": played.scores[seat], "team": played.teams[seat] if played.teams else None,
            "faults": played.faults[seat],
            "fault_kinds": ",".join(f"{kind}:{number}" for kind, number in sorted(own.faults.items())),
            "disqualified": own.disqualified, "forfeit": own.forfeit,
            "substituted": seat in details.substituted, "stood_in": seat in details.stood_in,
            "resigned": seat in details.resigned,
            "decisions": own.decisions, "refused": own.refused, "stand_ins": sum(own.stand_ins.values()),
            "stand_in_kinds": ",".join(f"{kind}:{number}" for kind, number in sorted(own.stand_ins.items())),
            "charged_us": own.charged_us, "slowest_us": own.slowest_us,
            "steps": details.steps, "reason": details.reason, "started_unix_ms": details.started_unix_ms,
            "ended_unix_ms": details.ended_unix_ms, "counted_unix_ms": each.unix_ms, "record": each.record_path,
            "digest": played.digest}


def write_csv(rows: Iterator[SeatRow], file: BinaryIO) -> int:
    """Write rows as CSV with a line of names (RFC 4180); return how many there were."""
    text = TextIOWrapper(file, encoding="utf-8", newline="")
    writer = csv.DictWriter(text, list(COLUMNS))
    writer.writeheader()
    number = 0
    for row in rows:
        writer.writerow(row)
        number += 1
    text.flush()
    text.detach()
    return number


def write_json(rows: Iterator[SeatRow], file: BinaryIO) -> int:
    """Write each row as a JSON object on a line; return how many there were."""
    number = 0
    for row in rows:
        file.write(json.dumps(row).encode() + b"\n")
        number += 1
    return number


def write_parquet(rows: Iterator[SeatRow], file: BinaryIO) -> int:
    """Write rows as a Parquet file; return how many there were. Needs pyarrow."""
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

    types = {"string": pa.string(), "int32": pa.int32(), "int64": pa.int64(), "double": pa.float64(),
             "bool": pa.bool_()}
    schema = pa.schema([(name, types[kind]) for name, kind in COLUMNS.items()])
    number, waiting = 0, list[SeatRow]()
    with ParquetWriter(file, schema, compression="zstd") as writer:
        for row in rows:
            number += 1
            waiting.append(row)
            if len(waiting) == AT_ONCE:
                writer.write_batch(pa.RecordBatch.from_pylist(waiting, schema))
                waiting.clear()
        if waiting:
            writer.write_batch(pa.RecordBatch.from_pylist(waiting, schema))
    return number


WRITERS: Final[Mapping[str, Callable[[Iterator[SeatRow], BinaryIO], int]]] = {
    "csv": write_csv, "jsonl": write_json, "parquet": write_parquet}
"""Name of a format -> its writer."""
