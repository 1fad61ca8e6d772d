"""The queries of a ledger: they read it and change nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, TypeVar

from sqlalchemy import Connection, bindparam, select

from lawspeaker_referee.competition.ledger import chain, rows, sums
from lawspeaker_referee.competition.ledger.chain import Head, NotedHead
from lawspeaker_referee.competition.ledger.database import Database
from lawspeaker_referee.competition.ledger.facts import (
    BlockCount,
    CountedMatch,
    CountedRecord,
    Decided,
    Lease,
    ListedResult,
    OpenBlocks,
    Progress,
    VoidAttempt,
)
from lawspeaker_referee.competition.ledger.outages import RetryPolicy
from lawspeaker_referee.competition.ledger.schema import decisions, entries, leases, results, terms, tournaments, voids
from lawspeaker_referee.competition.ledger.sums import BotSums, PairSums, Sums
from lawspeaker_referee.competition.results import PlayedMatch, ScheduledMatch

if TYPE_CHECKING:
    from lawspeaker_referee.competition.ledger.chain_walk import ChainVerdict
    from lawspeaker_referee.competition.ledger.sums_check import SumsVerdict
    from lawspeaker_referee.record.signing import PublicKey

P = ParamSpec("P")
R = TypeVar("R")
Q = TypeVar("Q", bound="LedgerQueries")
PairSumsOfAll = Iterator[tuple[tuple[str, str], PairSums]]


_DECIDED: Final = (decisions.c.id, decisions.c.what, decisions.c.payload, decisions.c.unix_ms, decisions.c.result_id)
_DECISIONS: Final = select(*_DECIDED).where(decisions.c.tournament_id == bindparam("tournament")).order_by(
    decisions.c.id)


def _decided(row: Any) -> Decided:
    return Decided(row.what, row.payload, row.unix_ms, row.result_id or 0)


def repeatable(method: Callable[Concatenate[Q, P], R]) -> Callable[Concatenate[Q, P], R]:
    """Repeat a method while the database is away; a second time it changes nothing more."""
    @wraps(method)
    def called(self: Q, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.retry_policy.call(lambda _: method(self, *args, **kwargs))

    return called


class LedgerQueries:
    """The questions to a ledger. Each is one transaction, but in a `snapshot`; all raise BadLedger if the database
    fails, and all but `tournaments` if there is no tournament of that name.
    """

    def __init__(self, database: Database, retry_policy: RetryPolicy) -> None:
        self._database = database
        self.retry_policy = retry_policy

    @classmethod
    def open_to_read(cls, url: str) -> LedgerQueries:
        """Return the ledger at a URL, to read only; nothing waits for those that write. Raises BadLedger."""
        return LedgerQueries(Database.open(url, read_only=True), RetryPolicy())

    @contextmanager
    def snapshot(self) -> Iterator[LedgerQueries]:
        """Yield the ledger as it is in one moment, for answers that must agree while others write. Raises BadLedger.

        An outage in the meantime is not waited for.
        """
        with self._database.snapshot() as database:
            yield LedgerQueries(database, RetryPolicy())

    def close(self) -> None:
        """End all connections; nothing is lost without it."""
        self._database.close()

    # --- what was agreed ---

    @repeatable
    def terms(self, name: str) -> dict[str, Any]:
        """Return the terms that hold."""
        with self._reading(name) as (connection, tournament):
            return rows.last_terms(connection, tournament)[1]

    @repeatable
    def all_terms(self, name: str) -> list[dict[str, Any]]:
        """Return all versions of the terms, the last of which holds."""
        with self._reading(name) as (connection, tournament):
            found = select(terms.c.terms).where(terms.c.tournament_id == tournament).order_by(terms.c.version)
            return list(connection.scalars(found))

    @repeatable
    def versions(self, name: str) -> int:
        """Return how many versions of the terms there were."""
        with self._reading(name) as (connection, tournament):
            return rows.last_terms(connection, tournament)[0]

    @repeatable
    def secret(self, name: str) -> bytes:
        """Return the secret that all dice derive from: 32 bytes, to be kept secret until the tournament is over."""
        with self._reading(name) as (connection, tournament):
            found = connection.execute(select(tournaments.c.secret).where(tournaments.c.id == tournament)).scalar_one()
            return bytes.fromhex(found)

    @repeatable
    def tournaments(self) -> list[str]:
        """Return the names of all tournaments, in the order in which they began."""
        with self._database.transaction("read") as connection:
            return list(connection.scalars(select(tournaments.c.name).order_by(tournaments.c.id)))

    @repeatable
    def decisions(self, name: str, what: str | None = None) -> list[Decided]:
        """Return all decisions, or those of one kind, in the order in which they were made."""
        with self._reading(name) as (connection, tournament):
            found = _DECISIONS if what is None else _DECISIONS.where(decisions.c.what == what)
            return [_decided(row) for row in connection.execute(found, {"tournament": tournament})]

    @repeatable
    def voided(self, name: str) -> int:
        """Return how many results were voided."""
        with self._reading(name) as (connection, tournament):
            return rows.number_voided(connection, tournament)

    # --- what is to be played ---

    @repeatable
    def entries(self, name: str) -> list[ScheduledMatch]:
        """Return all scheduled matches, in the order of the schedule."""
        with self._reading(name) as (connection, tournament):
            return rows.all_entries(connection, tournament)

    def scheduled(self, name: str, match_ids: Sequence[str]) -> set[str]:
        """Return those of these matches that are in the schedule."""
        with self._reading(name) as (connection, tournament):
            return {entry.match_id for _, entry in rows.entries_of(connection, tournament, match_ids)}

    def uncounted(self, name: str, match_ids: Sequence[str]) -> list[str]:
        """Return those of these matches of the schedule that are not counted."""
        with self._reading(name) as (connection, tournament):
            found = dict(rows.entries_of(connection, tournament, match_ids))
            counted = set(rows.newest_of(connection, list(found), len(found)))
            return [entry.match_id for number, entry in found.items() if number not in counted]

    def open_entries(self, name: str) -> Iterator[ScheduledMatch]:
        """Yield the scheduled matches that are not counted, in the order of the schedule."""
        with self._reading(name) as (connection, tournament):
            for _, entry in rows.open_entries(connection, tournament):
                yield entry

    @repeatable
    def last_round(self, name: str) -> int:
        """Return the last round of which a match is scheduled; 0 without any."""
        with self._reading(name) as (connection, tournament):
            return rows.last_round(connection, tournament)

    @repeatable
    def entries_of(self, name: str, match_ids: Sequence[str]) -> dict[str, ScheduledMatch]:
        """Return match id -> match with the attempt that is to be played, of those that are in the schedule."""
        with self._reading(name) as (connection, tournament):
            numbers = [number for number, _ in rows.entries_of(connection, tournament, match_ids)]
            return {entry.match_id: entry for entry in rows.entries_at(connection, numbers)}

    @repeatable
    def round_of(self, name: str, number: int, most: int) -> list[tuple[ScheduledMatch, PlayedMatch | None]]:
        """Return at most so many matches of a round in the order of the schedule, with the results of those counted."""
        with self._reading(name) as (connection, tournament):
            return rows.round_of(connection, tournament, number, most)

    @repeatable
    def current_round(self, name: str, given_up: Collection[str]) -> int:
        """Return the first round of which a match is not counted and not given up, or the last one; 0 for none."""
        with self._reading(name) as (connection, tournament):
            return rows.current_round(connection, tournament, sorted(given_up))

    @repeatable
    def open_blocks(self, name: str, given_up: Collection[str]) -> OpenBlocks:
        """Return the seed blocks of which a match is not counted and not given up."""
        with self._reading(name) as (connection, tournament):
            return rows.open_blocks(connection, tournament, sorted(given_up))

    @repeatable
    def leases(self, name: str) -> list[Lease]:
        """Return all leases that were neither used nor given back; some may have run out."""
        with self._reading(name) as (connection, tournament):
            found = select(entries.c.match_id, leases.c.worker, leases.c.until).join_from(leases, entries).where(
                leases.c.tournament_id == tournament).order_by(entries.c.id)
            return [Lease(*row) for row in connection.execute(found)]

    # --- what came of it ---

    @repeatable
    def results(self, name: str) -> list[PlayedMatch]:
        """Return all counted matches, in the order of the schedule."""
        with self._reading(name) as (connection, tournament):
            return [rows.played_of(row) for row in connection.execute(rows.counted(tournament))]

    def results_by_id(self, name: str, first: int | None = None) -> Iterator[PlayedMatch]:
        """Yield all counted matches, or so many that were counted first, in the order of their ids.

        They are not all held at once.
        """
        with (self._reading(name) as (connection, tournament),
              connection.execute(rows.counted_by_id(connection, tournament, first)) as found):
            for row in found:
                yield rows.played_of(row)

    @contextmanager
    def results_and_pairs(self, name: str) -> Iterator[tuple[Iterator[PlayedMatch], Callable[[], PairSumsOfAll]]]:
        """Give all counted matches in the order of their ids, and the sums of pairs over the same matches.

        Both are of one moment, whatever is counted meanwhile. The matches can be read once, and before the sums.
        """
        with (self._reading(name) as (connection, tournament),
              connection.execute(rows.counted_by_id(connection, tournament)) as found):
            yield (rows.played_of(row) for row in found), lambda: sums.pairs_in(connection, tournament)

    @repeatable
    def results_after(self, name: str, last: int, most: int | None = None) -> tuple[list[PlayedMatch], int]:
        """Return the matches counted after the result of number `last`, and the number of the newest of them.

        0 is before the first; with `most` there are at most so many. A caller that passes the number that it got last
        reads each result once.
        """
        with self._reading(name) as (connection, tournament):
            found = connection.execute(rows.counted_after(tournament, last).limit(most)).all()
            return [rows.played_of(row) for row in found], found[-1].id if found else last

    @repeatable
    def records_after(self, name: str, last: int) -> tuple[list[CountedRecord], int]:
        """Return the records of the matches counted after the result of number `last`, and the number of the newest.

        0 is before the first.
        """
        with self._reading(name) as (connection, tournament):
            return rows.records_after(connection, tournament, last)

    @repeatable
    def counted_after(self, name: str, last: int, most: int) -> tuple[list[CountedMatch], int]:
        """Return at most so many matches counted after the result of number `last`, and the number of the newest one.

        0 is before the first; an empty list is the end.
        """
        with self._reading(name) as (connection, tournament):
            found = connection.execute(rows.counted_after(tournament, last, *rows.MORE).limit(most)).all()
            return [rows.counted_of(row) for row in found], found[-1].id if found else last

    @repeatable
    def counted(self, name: str) -> list[CountedMatch]:
        """Return all counted matches with everything that is known of them."""
        with self._reading(name) as (connection, tournament):
            return [rows.counted_of(row) for row in connection.execute(rows.counted(tournament, *rows.MORE))]

    @repeatable
    def counted_ids(self, name: str) -> dict[int, str]:
        """Return number -> match id of all results, in the order in which they were counted."""
        with self._reading(name) as (connection, tournament):
            found = select(results.c.id, entries.c.match_id).join_from(results, entries).where(
                results.c.tournament_id == tournament, rows.counts()).order_by(results.c.id)
            return {row.id: row.match_id for row in connection.execute(found)}

    @repeatable
    def every_result(self, name: str) -> list[tuple[CountedMatch, bool]]:
        """Return all results in the order of the schedule, also voided ones, each with whether it counts."""
        with self._reading(name) as (connection, tournament):
            return rows.every_result(connection, tournament)

    @repeatable
    def attempt_ids(self, name: str) -> set[str]:
        """Return the ids of all attempts that have a result, whether it counts or was voided."""
        with self._reading(name) as (connection, tournament):
            found = select(entries.c.match_id, results.c.attempt).join_from(results, entries).where(
                results.c.tournament_id == tournament)
            return {ScheduledMatch(match_id, "", 0, (), attempt).attempt_id
                    for match_id, attempt in connection.execute(found)}

    @repeatable
    def result_at(self, name: str, number: int) -> PlayedMatch:
        """Return the result of this number, also one that was voided."""
        with self._reading(name) as (connection, _):
            return rows.result_at(connection, number)

    @repeatable
    def counted_at(self, name: str, numbers: Collection[int]) -> list[CountedMatch]:
        """Return the counted matches whose results have these numbers, in the order of the schedule."""
        with self._reading(name) as (connection, tournament):
            found = rows.counted(tournament, *rows.MORE).where(results.c.id.in_(numbers))
            return [rows.counted_of(row) for row in connection.execute(found)]

    @repeatable
    def voids(self, name: str) -> list[VoidAttempt]:
        """Return all void attempts, in their order."""
        with self._reading(name) as (connection, tournament):
            found = select(entries.c.match_id, voids.c.reason, voids.c.evidence, voids.c.unix_ms).join_from(
                voids, entries).where(voids.c.tournament_id == tournament).order_by(voids.c.id)
            return [VoidAttempt(*row) for row in connection.execute(found)]

    @repeatable
    def progress(self, name: str, now: float = 0.0) -> Progress:
        """Return the progress of a tournament; leases that ran out by `now` (seconds since 1970) do not count."""
        with self._reading(name) as (connection, tournament):
            held = rows.held(connection, tournament, now)
            scheduled, voided = (rows.number_of(connection, table, tournament) for table in (entries, voids))
            return Progress(scheduled, sums.all_of(connection, tournament).matches, len(held),
                            len({each.task for each in held}), voided)

    # --- sums ---

    @repeatable
    def sums(self, name: str) -> Sums:
        """Return the sums over all counted matches."""
        with self._reading(name) as (connection, tournament):
            return sums.all_of(connection, tournament)

    @repeatable
    def bot_sums(self, name: str, bots: Sequence[str] | None = None) -> dict[str, BotSums]:
        """Return the sums of each of these bots, or of all, that has played."""
        with self._reading(name) as (connection, tournament):
            return sums.bots_of(connection, tournament, bots)

    def pair_sums(self, name: str) -> Iterator[tuple[tuple[str, str], PairSums]]:
        """Yield each pair that met, the lesser name first, with its sums."""
        with self._reading(name) as (connection, tournament):
            yield from sums.pairs_in(connection, tournament)

    @repeatable
    def check_sums(self, name: str) -> SumsVerdict:
        """Return how all sums compare with what follows from the results."""
        from lawspeaker_referee.competition.ledger.sums_check import check_sums  # seldom needed

        with self._reading(name) as (connection, tournament):
            return check_sums(connection, tournament)

    @repeatable
    def computed(self, name: str, what: str) -> Any:
        """Return plain data that was kept under this name; None if there is none."""
        with self._reading(name) as (connection, tournament):
            return sums.value_of(connection, tournament, what)

    @repeatable
    def computed_names(self, name: str) -> list[str]:
        """Return the names of all plain data that was kept, in their order."""
        with self._reading(name) as (connection, tournament):
            return sums.names_of(connection, tournament)

    @repeatable
    def numbers_of(self, name: str, match_ids: Sequence[str]) -> dict[str, int]:
        """Return match id -> number of its entry, of those that are scheduled."""
        with self._reading(name) as (connection, tournament):
            return {entry.match_id: number for number, entry in rows.entries_of(connection, tournament, match_ids)}

    @repeatable
    def last_entries(self, name: str, most: int) -> list[int]:
        """Return the numbers of the entries that were counted last, at most so many, the newest first."""
        with self._reading(name) as (connection, tournament):
            found = select(results.c.entry_id).where(results.c.tournament_id == tournament, rows.counts())
            return list(connection.scalars(found.order_by(results.c.id.desc()).limit(most)))

    @repeatable
    def newest_of(self, name: str, numbers: Collection[int], most: int) -> list[int]:
        """Return those of these entries that were counted last, at most so many."""
        with self._reading(name) as (connection, _):
            return rows.newest_of(connection, sorted(numbers), most)

    @repeatable
    def blocks(self, name: str) -> BlockCount:
        """Return how many seed blocks there are of which a match was counted."""
        with self._reading(name) as (connection, tournament):
            return rows.block_count(connection, tournament)

    @repeatable
    def counted_entries(self, name: str, numbers: Collection[int]) -> dict[int, CountedMatch]:
        """Return the counted matches of these entries by the numbers of the entries."""
        with self._reading(name) as (connection, _):
            return rows.counted_at(connection, sorted(numbers))

    @repeatable
    def listed_results(self, name: str, numbers: Collection[int]) -> list[ListedResult]:
        """Return what lists tell of the counted matches of these entries, in no order."""
        with self._reading(name) as (connection, _):
            return rows.listed_at(connection, sorted(numbers))

    @repeatable
    def walk_chain(self, name: str, keys: Sequence[PublicKey] = (), noted: Sequence[NotedHead] = ()) -> ChainVerdict:
        """Return what the chain of a tournament shows; with `keys` every link must be signed by one of them.

        `noted` are heads that somebody noted earlier: the chain must still have them.
        """
        from lawspeaker_referee.competition.ledger.chain_walk import ChainWalk  # loads cryptography, seldom needed

        with self._reading(name) as (connection, tournament):
            return ChainWalk(connection, tournament, keys, noted).walk()

    @repeatable
    def head(self, name: str) -> Head:
        """Return the last link of the chain of a tournament."""
        with self._reading(name) as (connection, tournament):
            return chain.head_of(connection, tournament)

    @repeatable
    def hash_at(self, name: str, place: int) -> str | None:
        """Return the hash of a link in hexadecimal, at 0 of the tournament itself; None if there is no such link."""
        with self._reading(name) as (connection, tournament):
            return chain.hash_at(connection, tournament, place)

    # --- several referees of a ladder ---

    @repeatable
    def decisions_after(self, name: str, last: int) -> tuple[list[Decided], int]:
        """Return the decisions after the one of number `last`, and the number of the newest one; 0 is before all."""
        with self._reading(name) as (connection, tournament):
            found = connection.execute(select(*_DECIDED).where(
                decisions.c.tournament_id == tournament, decisions.c.id > last).order_by(decisions.c.id)).all()
            return [_decided(row) for row in found], found[-1].id if found else last

    # --- transactions ---

    @contextmanager
    def _reading(self, name: str) -> Iterator[tuple[Connection, int]]:
        with self._database.transaction("read") as connection:
            yield connection, rows.find(connection, name)
