"""Queries of the ledger, and its rows as plain data.

Those of every match are made once, because making one takes SQLAlchemy several times as long as SQLite takes to answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from sys import intern
from typing import Any, Final

import msgspec
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Select,
    Table,
    Text,
    bindparam,
    case,
    exists,
    func,
    select,
    type_coerce,
)

from lawspeaker_engine.suggestions import did_you_mean
from lawspeaker_referee.competition.ledger.facts import (
    PLAYED_AGAIN,
    BadLedger,
    BlockCount,
    CountedMatch,
    CountedRecord,
    Held,
    ListedResult,
    OpenBlocks,
)
from lawspeaker_referee.competition.ledger.schema import decisions, entries, leases, results, terms, tournaments
from lawspeaker_referee.competition.results import MatchDetails, PlayedMatch, ScheduledMatch
from lawspeaker_referee.match.seat_marks import SeatMarks

CHUNK: Final = 500
"""Match ids in one query."""
AT_ONCE: Final = 2_000
"""Results in memory while all are read."""

_ENTRY: Final = (entries.c.match_id, entries.c.block, entries.c.round, entries.c.seats)
_PLAYED: Final = (*_ENTRY, results.c.ranks, results.c.scores, results.c.teams, results.c.faults, results.c.digest,
                  results.c.attempt)
MORE: Final = (results.c.record_path, results.c.details, results.c.unix_ms)
"""The further columns that `counted_of` reads."""


def counts() -> ColumnElement[bool]:
    """Return the condition that a result counts: no decision has voided it."""
    return ~exists().where(decisions.c.result_id == results.c.id).correlate(results)


def settles() -> ColumnElement[bool]:
    """Return the condition that a match with this result is not to be played: it counts, or is voided for good."""
    again = exists().where(decisions.c.result_id == results.c.id, decisions.c.what == PLAYED_AGAIN)
    return ~again.correlate(results)


_FIND: Final = select(tournaments.c.id).where(tournaments.c.name == bindparam("name"))
_LOCK: Final = _FIND.with_for_update()
_NUMBERS: Final[BindParameter[int]] = bindparam("numbers", expanding=True)
_OF: Final[BindParameter[int]] = bindparam("tournament")
_ATTEMPTS: Final = select(results.c.entry_id, results.c.attempt, settles().label("settles")).where(
    results.c.entry_id.in_(_NUMBERS))
_ENTRIES_OF: Final = select(entries.c.id, *_ENTRY).where(
    entries.c.tournament_id == _OF, entries.c.match_id.in_(bindparam("match_ids", expanding=True)))
_ENTRIES_AT: Final = select(
    entries.c.id, select(func.count()).where(results.c.entry_id == entries.c.id).scalar_subquery(), *_ENTRY).where(
    entries.c.id.in_(_NUMBERS))
_HELD: Final = select(leases.c.entry_id, leases.c.task).where(
    leases.c.tournament_id == _OF, leases.c.until > bindparam("now"))
_NUMBER_VOIDED: Final = select(func.count()).select_from(decisions).where(
    decisions.c.tournament_id == _OF, decisions.c.result_id.is_not(None))


def last_terms(connection: Connection, tournament: int) -> tuple[int, dict[str, Any]]:
    """Return the version of the terms that hold, and the terms."""
    found = select(terms.c.version, terms.c.terms).where(terms.c.tournament_id == tournament)
    version, agreed = connection.execute(found.order_by(terms.c.version.desc()).limit(1)).one()
    return version, agreed


def find(connection: Connection, name: str, *, lock: bool = False) -> int:
    """Return the number of a tournament; with `lock` nobody else changes it meanwhile. Raises BadLedger."""
    found: int | None = connection.scalar(_LOCK if lock else _FIND, {"name": name})
    if found is not None:
        return found
    known = list(connection.scalars(select(tournaments.c.name).order_by(tournaments.c.id)))
    there = f"there are {', '.join(known)}" if known else "there are none yet"
    raise BadLedger(f"there is no tournament {name!r}{did_you_mean(name, known)}; {there}")


def scheduled(connection: Connection, name: str, tournament: int, match_id: str) -> tuple[int, ScheduledMatch]:
    """Return the number of a match of the schedule, and the match. Raises BadLedger."""
    return all_scheduled(connection, name, tournament, [match_id])[0]


def all_scheduled(connection: Connection, name: str, tournament: int,
                  match_ids: Sequence[str]) -> list[tuple[int, ScheduledMatch]]:
    """Return matches of the schedule in this order, each with its number. Raises BadLedger."""
    found = {entry.match_id: (number, entry) for number, entry in entries_of(connection, tournament, match_ids)}
    for match_id in match_ids:
        if match_id not in found:
            raise BadLedger(f"match {match_id!r} is not in the schedule of {name!r}")
    return [found[match_id] for match_id in match_ids]


def attempts_at(connection: Connection, numbers: Sequence[int]) -> tuple[set[tuple[int, int]], dict[int, int]]:
    """Return the attempts at these entries that have results, voided ones too, as pairs of entry and attempt; and by
    entry the attempt that is to be played, from 1, 0 if none is.
    """
    found = connection.execute(_ATTEMPTS, {"numbers": numbers}).all()
    tried, settled = Counter(row.entry_id for row in found), {row.entry_id for row in found if row.settles}
    return ({(row.entry_id, row.attempt) for row in found},
            {number: 0 if number in settled else 1 + tried[number] for number in numbers})


def entries_of(connection: Connection, tournament: int, match_ids: Sequence[str]) -> Iterator[tuple[int,
                                                                                                    ScheduledMatch]]:
    """Yield the matches that are in the schedule, each with its number."""
    for start in range(0, len(match_ids), CHUNK):
        wanted = {"tournament": tournament, "match_ids": match_ids[start:start + CHUNK]}
        for number, *row in connection.execute(_ENTRIES_OF, wanted):
            yield number, entry_of(row)


def open_entries(connection: Connection, tournament: int) -> Iterator[tuple[int, ScheduledMatch]]:
    """Yield the scheduled matches that are to be played, each with its number, in the order of the schedule."""
    found = select(entries.c.id, *_ENTRY).outerjoin_from(
        entries, results, (results.c.entry_id == entries.c.id) & settles()).where(
        entries.c.tournament_id == tournament, results.c.id.is_(None)).order_by(entries.c.id)
    # Who reads no further must end the cursor too, which is on the server of PostgreSQL.
    with connection.execute(found.execution_options(yield_per=CHUNK)) as read:
        for number, *row in read:
            yield number, entry_of(row)


def all_entries(connection: Connection, tournament: int) -> list[ScheduledMatch]:
    """Return all matches of the schedule in its order."""
    found = select(*_ENTRY).where(entries.c.tournament_id == tournament).order_by(entries.c.id)
    return [entry_of(row) for row in connection.execute(found)]


def entries_at(connection: Connection, numbers: Sequence[int]) -> list[ScheduledMatch]:
    """Return the entries of these numbers, in this order, with the attempt that is to be played."""
    found = {number: entry_of(row, attempt=1 + known)
             for number, known, *row in connection.execute(_ENTRIES_AT, {"numbers": numbers})}
    return [found[number] for number in numbers]


def has(connection: Connection, tournament: int, table: Table, values: Mapping[str, Any]) -> bool:
    """Return whether a tournament has a row with these values."""
    same = [table.c[name] == value for name, value in values.items()]
    return connection.scalar(select(table.c.id).where(table.c.tournament_id == tournament, *same).limit(1)) is not None


def leased_by(connection: Connection, tournament: int, call: str) -> list[int]:
    """Return the numbers of the entries that a call of `lease` has leased."""
    found = select(leases.c.entry_id).where(leases.c.tournament_id == tournament, leases.c.call == call)
    return list(connection.scalars(found.order_by(leases.c.entry_id)))


def leased_matches(connection: Connection, tournament: int) -> set[str]:
    """Return the ids of the matches with leases, also with those that have run out."""
    return set(connection.scalars(
        select(entries.c.match_id).join_from(leases, entries).where(leases.c.tournament_id == tournament)))


def held(connection: Connection, tournament: int, now: float) -> list[Held]:
    """Return the leases of a tournament that hold at this time."""
    found = connection.execute(_HELD, {"tournament": tournament, "now": now})
    return [Held(entry, task) for entry, task in found]


def counted(tournament: int, *more: Any) -> Select[Any]:
    """Return the query for the columns that `played_of` reads, and `more`, in the order of the schedule."""
    return _results(tournament, *more).order_by(entries.c.id)


def counted_after(tournament: int, last: int, *more: Any) -> Select[Any]:
    """Return the same query for results after a number, in the order in which they were counted."""
    return _results(tournament, results.c.id, *more).where(results.c.id > last).order_by(results.c.id)


def counted_by_id(connection: Connection, tournament: int, first: int | None = None) -> Select[Any]:
    """Return the same query in the order of match ids, by code points as Python compares them; rows come in parts.

    With `first` it is for so many results, those that were counted first.
    """
    # SQLite compares so by itself, and PostgreSQL by the language of the database.
    order = entries.c.match_id if connection.dialect.name == "sqlite" else entries.c.match_id.collate("C")
    query = _results(tournament)
    if first is not None:
        numbers = select(results.c.id).where(results.c.tournament_id == tournament, counts()).order_by(
            results.c.id).limit(first)
        query = query.where(results.c.id <= select(func.max(numbers.subquery().c.id)).scalar_subquery())
    return query.order_by(order).execution_options(yield_per=AT_ONCE)


def _results(tournament: int, *more: Any) -> Select[Any]:
    return select(*_PLAYED, *more).join_from(results, entries).where(
        results.c.tournament_id == tournament, counts())


def entry_of(row: Sequence[Any], attempt: int = 1) -> ScheduledMatch:
    """Return an entry from its four columns."""
    match_id, block, number, seats = row
    return ScheduledMatch(match_id, block, number, tuple(seats), attempt)


def played_of(row: Sequence[Any]) -> PlayedMatch:
    """Return a result from its first ten columns."""
    match_id, block, number, seats, ranks, scores, teams, faults, digest, attempt = row[:10]
    return PlayedMatch(match_id, block, number, tuple(map(intern, seats)), tuple(ranks), tuple(scores), tuple(teams),
                       tuple(faults), digest, attempt)


def counted_of(row: Any) -> CountedMatch:
    """Return a result with all that is known of it, from the columns of `played_of` and `MORE`."""
    return CountedMatch(played_of(row), row.record_path, MatchDetails.from_dict(row.details), row.unix_ms)


def every_result(connection: Connection, tournament: int) -> list[tuple[CountedMatch, bool]]:
    """Return all results in the order of the schedule, also voided ones, each with whether it counts."""
    found = select(*_PLAYED, *MORE, counts().label("counts")).join_from(results, entries).where(
        results.c.tournament_id == tournament).order_by(entries.c.id, results.c.attempt)
    return [(counted_of(row), bool(row.counts)) for row in connection.execute(found)]


def counted_at(connection: Connection, numbers: Sequence[int]) -> dict[int, CountedMatch]:
    """Return the counted matches of these entries by their numbers."""
    found: dict[int, CountedMatch] = {}
    query = select(*_PLAYED, *MORE, results.c.entry_id).join_from(results, entries).where(counts())
    for start in range(0, len(numbers), CHUNK):
        for row in connection.execute(query.where(results.c.entry_id.in_(numbers[start:start + CHUNK]))):
            found[row.entry_id] = counted_of(row)
    return found


class _ListedSeat(msgspec.Struct):
    refused: int
    forfeit: str = ""


class _ListedDetails(msgspec.Struct):
    """The part of `MatchDetails` that a list tells; the rest is skipped, and most of the time with it."""

    steps: int
    ended_unix_ms: int
    seats: tuple[_ListedSeat, ...]
    substituted: tuple[int, ...] = ()
    stood_in: tuple[int, ...] = ()
    resigned: tuple[int, ...] = ()

    @property
    def marks(self) -> SeatMarks:
        forfeited = tuple(number for number, seat in enumerate(self.seats) if seat.forfeit)
        return SeatMarks(forfeited, self.substituted, self.stood_in, self.resigned)


_DETAILS: Final = msgspec.json.Decoder(_ListedDetails)
_LISTED: Final = select(*_PLAYED, results.c.record_path, type_coerce(results.c.details, Text)).join_from(
    results, entries).where(counts(), results.c.entry_id.in_(_NUMBERS))


def listed_at(connection: Connection, numbers: Sequence[int]) -> list[ListedResult]:
    """Return what lists tell of the counted matches of these entries."""
    found: list[ListedResult] = []
    for start in range(0, len(numbers), CHUNK):
        for row in connection.execute(_LISTED, {"numbers": numbers[start:start + CHUNK]}):
            told = _DETAILS.decode(row[-1])
            found.append(ListedResult(played_of(row), row.record_path, told.steps, told.ended_unix_ms,
                                      tuple(seat.refused for seat in told.seats), told.marks))
    return found


def records_after(connection: Connection, tournament: int, last: int) -> tuple[list[CountedRecord], int]:
    """Return the records of the matches counted after a number, in that order, and the newest number."""
    found = connection.execute(select(
        results.c.id, results.c.entry_id, entries.c.block, results.c.record_path).join_from(results, entries).where(
        results.c.tournament_id == tournament, results.c.id > last, counts()).order_by(results.c.id)).all()
    return [CountedRecord(row.entry_id, intern(row.block), row.record_path) for row in found], (
        found[-1].id if found else last)


def open_blocks(connection: Connection, tournament: int, given_up: Sequence[str]) -> OpenBlocks:
    """Return the blocks of which a match is not counted and not given up."""
    own = entries.c.tournament_id == tournament
    found = select(entries.c.block).distinct().outerjoin_from(
        entries, results, (results.c.entry_id == entries.c.id) & settles()).where(
        own, results.c.id.is_(None), entries.c.match_id.not_in(given_up))
    last = connection.scalar(select(entries.c.block).where(own).order_by(entries.c.id.desc()).limit(1))
    return OpenBlocks(frozenset(connection.scalars(found)), last or "")


def round_of(connection: Connection, tournament: int, number: int,
             most: int) -> list[tuple[ScheduledMatch, PlayedMatch | None]]:
    """Return at most so many matches of a round in the order of the schedule, with the results of those counted."""
    found = select(*_PLAYED).outerjoin_from(
        entries, results, (results.c.entry_id == entries.c.id) & counts()).where(
        entries.c.tournament_id == tournament, entries.c.round == number).order_by(entries.c.id).limit(most)
    return [(entry_of(row[:4]), None if row.digest is None else played_of(row))
            for row in connection.execute(found)]


def current_round(connection: Connection, tournament: int, given_up: Sequence[str]) -> int:
    """Return the first round of which a match is not counted and not given up, or the last one; 0 for none."""
    own = entries.c.tournament_id == tournament
    first = connection.scalar(select(func.min(entries.c.round)).outerjoin_from(
        entries, results, (results.c.entry_id == entries.c.id) & settles()).where(
        own, results.c.id.is_(None), entries.c.match_id.not_in(given_up)))
    return first or connection.scalar(select(func.max(entries.c.round)).where(own)) or 0


def newest_of(connection: Connection, numbers: Sequence[int], most: int) -> list[int]:
    """Return those of these entries that were counted last, at most so many."""
    found: list[tuple[int, int]] = []
    for start in range(0, len(numbers), CHUNK):
        query = select(results.c.id, results.c.entry_id).where(
            results.c.entry_id.in_(numbers[start:start + CHUNK]), counts())
        found += [(row.id, row.entry_id) for row in connection.execute(query)]
    return [entry for _, entry in sorted(found, reverse=True)[:most]]


def result_of(connection: Connection, entry: int) -> int | None:
    """Return the number of the result of a match that counts; None if there is none."""
    found: int | None = connection.scalar(select(results.c.id).where(results.c.entry_id == entry, counts()))
    return found


def last_round(connection: Connection, tournament: int) -> int:
    """Return the last round of which a match is scheduled; 0 without any."""
    return connection.scalar(select(func.max(entries.c.round)).where(entries.c.tournament_id == tournament)) or 0


def number_counted(connection: Connection, tournament: int, before: int | None = None) -> int:
    """Return how many results of a tournament count; with `before` only those with lesser numbers."""
    found = select(func.count()).select_from(results).where(results.c.tournament_id == tournament, counts())
    return connection.execute(found if before is None else found.where(results.c.id < before)).scalar_one()


def number_voided(connection: Connection, tournament: int) -> int:
    """Return how many results of a tournament were voided."""
    return connection.execute(_NUMBER_VOIDED, {"tournament": tournament}).scalar_one()


def result_at(connection: Connection, number: int) -> PlayedMatch:
    """Return the result of this number, also one that was voided."""
    return played_of(connection.execute(select(*_PLAYED).join_from(results, entries).where(
        results.c.id == number)).one())


def number_of(connection: Connection, table: Table, tournament: int) -> int:
    """Return the number of rows of a tournament."""
    return connection.execute(
        select(func.count()).select_from(table).where(table.c.tournament_id == tournament)).scalar_one()


def block_count(connection: Connection, tournament: int) -> BlockCount:
    """Return how many seed blocks there are of which a match was counted."""
    sizes = select(func.count().label("entries"), func.count(results.c.id).label("results"),
                   func.max(entries.c.id).label("last")).outerjoin_from(
        entries, results, (results.c.entry_id == entries.c.id) & counts()).where(
        entries.c.tournament_id == tournament).group_by(entries.c.block).subquery()
    whole = func.coalesce(func.sum(case((sizes.c.entries == sizes.c.results, 1), else_=0)), 0)
    begun, complete = connection.execute(select(func.count(), whole).where(sizes.c.results > 0)).one()
    last = connection.execute(select(sizes).order_by(sizes.c.last.desc()).limit(1)).one_or_none()
    return BlockCount(begun, int(complete), last is not None and last.entries == last.results)
