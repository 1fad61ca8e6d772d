"""The ledger: facts are added and never changed, and a fact that is written again counts once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from math import inf
from secrets import token_hex
from threading import Lock
from time import time
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Table, delete, insert, select, update

from lawspeaker_referee.competition.ledger import chain, rows, sums
from lawspeaker_referee.competition.ledger.backlog import NO_LIMITS, Backlog, Following
from lawspeaker_referee.competition.ledger.chain import Head
from lawspeaker_referee.competition.ledger.database import Database, Kind, one_line
from lawspeaker_referee.competition.ledger.facts import (
    BadLedger,
    BlockCount,
    Contradiction,
    CountedMatch,
    Decided,
    Lease,
    Progress,
    VoidAttempt,
)
from lawspeaker_referee.competition.ledger.outages import Patience, TransactionAttempt
from lawspeaker_referee.competition.ledger.schema import (
    canonical_json,
    decisions,
    entries,
    leases,
    results,
    terms,
    tournaments,
    voids,
)
from lawspeaker_referee.competition.ledger.session_lock import SessionLock
from lawspeaker_referee.competition.ledger.sums import BotSums, PairSums, Sums
from lawspeaker_referee.competition.results import MatchDetails, PlayedMatch, ScheduledMatch
from lawspeaker_referee.competition.seeds import make_secret

if TYPE_CHECKING:
    from lawspeaker_referee.competition.ledger.chain_walk import ChainVerdict
    from lawspeaker_referee.record.signing import PublicKey, SigningKey

P = ParamSpec("P")
R = TypeVar("R")


def _repeatable(method: Callable[Concatenate[Ledger, P], R]) -> Callable[Concatenate[Ledger, P], R]:
    """Repeat a method while the database is away; a second time it changes nothing more."""
    @wraps(method)
    def called(self: Ledger, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.patience.call(lambda _: method(self, *args, **kwargs))

    return called


class Ledger:
    """Tournaments in a database; several threads may use it, and any number of processes may open it.

    Every method is one transaction, which is repeated while the database is away, as long as its patience lasts. All
    raise BadLedger if the database fails, and all but `begin` and `tournaments` if there is no tournament of that name.
    """

    def __init__(self, database: Database, clock: Callable[[], float] = time, signer: SigningKey | None = None,
                 patience: Patience | None = None) -> None:
        self._database, self._clock, self._signer = database, clock, signer
        self.patience = patience or Patience()
        self._following: dict[int, Following] = {}
        self._locks: dict[int, SessionLock] = {}
        self._turn = Lock()
        """Held by a thread that uses a backlog."""

    @classmethod
    def open(cls, url: str, clock: Callable[[], float] = time, signer: SigningKey | None = None,
             patience: Patience | None = None) -> Ledger:
        """Return the ledger at `sqlite:///PATH` or `postgresql://...`; make or upgrade it if need be.

        `clock` returns seconds since 1970. `signer` signs what is written. `patience` waits for a database that is
        away, here and later; without it nothing waits. Raises BadLedger.
        """
        patience = patience or Patience()
        return cls(patience.call(lambda _: Database.open(url)), clock, signer, patience)

    def close(self) -> None:
        """End all connections; nothing is lost without it."""
        for lock in self._locks.values():
            lock.close()
        self._database.close()

    # --- what was agreed ---

    @_repeatable
    def begin(self, name: str, agreed: Mapping[str, Any], secret: bytes | None = None) -> None:
        """Begin a tournament with these terms and a secret for its dice; None has a secret made.

        Raises BadLedger if there is a tournament of that name with other terms or another secret.
        """
        with self._database.transaction("alone") as connection:
            found = connection.execute(select(tournaments).where(tournaments.c.name == name)).one_or_none()
            if found is None:
                known = (secret or make_secret()).hex()
                added = insert(tournaments).values(name=name, secret=known, unix_ms=self._unix_ms())
                tournament = connection.execute(added.returning(tournaments.c.id)).scalar_one()
                self._add_terms(connection, tournament, 1, agreed)
                return
            if secret not in {None, bytes.fromhex(found.secret)}:
                raise BadLedger(f"tournament {name!r} has another secret; leave it out, or give the new tournament "
                                "another name")
            _, old = rows.last_terms(connection, found.id)
            if changed := [key for key in sorted({**old, **agreed})
                           if canonical_json(old.get(key)) != canonical_json(agreed.get(key))]:
                raise BadLedger(f"tournament {name!r} has other terms ({', '.join(changed)}); extend it, or give the "
                                "new tournament another name")

    @_repeatable
    def extend(self, name: str, agreed: Mapping[str, Any]) -> None:
        """Let these terms hold from now on; earlier ones are kept."""
        with self._writing(name) as (connection, tournament):
            version, old = rows.last_terms(connection, tournament)
            if canonical_json(old) != canonical_json(agreed):
                self._add_terms(connection, tournament, version + 1, agreed)

    @_repeatable
    def terms(self, name: str) -> dict[str, Any]:
        """Return the terms that hold."""
        with self._reading(name) as (connection, tournament):
            return rows.last_terms(connection, tournament)[1]

    @_repeatable
    def versions(self, name: str) -> int:
        """Return how many versions of the terms there were."""
        with self._reading(name) as (connection, tournament):
            return rows.last_terms(connection, tournament)[0]

    @_repeatable
    def secret(self, name: str) -> bytes:
        """Return the secret that all dice derive from: 32 bytes, to be kept secret until the tournament is over."""
        with self._reading(name) as (connection, tournament):
            found = connection.execute(select(tournaments.c.secret).where(tournaments.c.id == tournament)).scalar_one()
            return bytes.fromhex(found)

    @_repeatable
    def tournaments(self) -> list[str]:
        """Return the names of all tournaments, in the order in which they began."""
        with self._database.transaction("read") as connection:
            return list(connection.scalars(select(tournaments.c.name).order_by(tournaments.c.id)))

    def decide(self, name: str, what: str, payload: Mapping[str, Any]) -> None:
        """Write down a decision: paused, resumed, ended early."""
        decision = {"what": what, "payload": dict(payload), "unix_ms": self._unix_ms()}

        def write(attempt: TransactionAttempt) -> None:
            with self._writing(name) as (connection, tournament):
                if not (attempt.again and rows.has(connection, tournament, decisions, decision)):
                    self._add(connection, tournament, decisions, [decision])

        self.patience.call(write)

    @_repeatable
    def decisions(self, name: str) -> list[Decided]:
        """Return all decisions, in the order in which they were made."""
        with self._reading(name) as (connection, tournament):
            found = select(decisions.c.what, decisions.c.payload, decisions.c.unix_ms).where(
                decisions.c.tournament_id == tournament).order_by(decisions.c.id)
            return [Decided(*row) for row in connection.execute(found)]

    # --- what is to be played ---

    @_repeatable
    def schedule(self, name: str, matches: Sequence[ScheduledMatch]) -> None:
        """Add matches to the end of the schedule, in this order; those that are in it already keep their place.

        Raises BadLedger if one of them is in it with another block, round or seats.
        """
        with self._writing(name) as (connection, tournament):
            known = {entry.match_id: entry for _, entry in rows.entries_of(
                connection, tournament, [entry.match_id for entry in matches])}
            new = []
            for entry in matches:
                if entry.match_id not in known:
                    known[entry.match_id] = entry
                    new.append({"match_id": entry.match_id, "block": entry.block, "round": entry.round,
                                "seats": entry.seats})
                _check_same(known[entry.match_id], entry)
            if new:
                self._add(connection, tournament, entries, new)

    def scheduled(self, name: str, match_ids: Sequence[str]) -> set[str]:
        """Return those of these matches that are in the schedule."""
        with self._reading(name) as (connection, tournament):
            return {entry.match_id for _, entry in rows.entries_of(connection, tournament, match_ids)}

    def uncounted(self, name: str, match_ids: Sequence[str]) -> list[str]:
        """Return those of these matches of the schedule that are not counted."""
        with self._reading(name) as (connection, tournament):
            return [entry.match_id for number, entry in rows.entries_of(connection, tournament, match_ids)
                    if not rows.newest_of(connection, [number], 1)]

    def open_entries(self, name: str) -> Iterator[ScheduledMatch]:
        """Yield the scheduled matches that are not counted, in the order of the schedule."""
        with self._reading(name) as (connection, tournament):
            for _, entry in rows.open_entries(connection, tournament):
                yield entry

    def lease(
        self, name: str, worker: str, count: int, now: float, ttl: float, *, limits: Mapping[str, int] = NO_LIMITS,
        most_voids: float = inf, whole_blocks: bool = False,
    ) -> list[ScheduledMatch]:
        """Reserve up to `count` matches for a worker for `ttl` seconds from `now` (seconds since 1970).

        `Backlog.pick` chooses them; a lease that has run out is free again. `limits` says in how many matches a bot may
        be at once. With `whole_blocks` it is in how many blocks, whose matches are played one after another, and
        `count` is of blocks too.
        """
        call = token_hex(8)

        def take(attempt: TransactionAttempt) -> list[ScheduledMatch]:
            moment = now + attempt.waited
            with self._turn, self._writing(name, "lease") as (connection, tournament):
                if attempt.again and (kept := rows.leased_by(connection, tournament, call)):
                    return rows.entries_at(connection, kept)
                backlog = self._follow(connection, tournament)
                connection.execute(delete(leases).where(leases.c.tournament_id == tournament, leases.c.until <= moment))
                picked = backlog.pick(rows.held(connection, tournament, moment), count, limits=limits,
                                      most_voids=most_voids, whole_blocks=whole_blocks)
                new = [{"entry_id": entry, "tournament_id": tournament, "worker": worker, "task": task[0],
                        "until": moment + ttl, "call": call} for task in picked for entry in task]
                if not new:
                    return []
                connection.execute(insert(leases), new)
                return rows.entries_at(connection, [entry for task in picked for entry in task])

        return self.patience.call(take)

    def renew(self, name: str, worker: str, now: float, ttl: float) -> list[str]:
        """Extend the worker's leases to `ttl` seconds from `now`, and return the matches that it still has."""
        def renewed(attempt: TransactionAttempt) -> list[str]:
            with self._writing(name, "lease") as (connection, tournament):
                mine = (leases.c.tournament_id == tournament) & (leases.c.worker == worker)
                connection.execute(update(leases).where(mine).values(until=now + attempt.waited + ttl))
                return list(connection.scalars(
                    select(entries.c.match_id).join_from(leases, entries).where(mine).order_by(entries.c.id)))

        return self.patience.call(renewed)

    @_repeatable
    def release(self, name: str, worker: str, match_ids: Collection[str] | None = None) -> None:
        """Give back these matches, or all that the worker has."""
        with self._writing(name, "lease") as (connection, tournament):
            mine = (leases.c.tournament_id == tournament) & (leases.c.worker == worker)
            if match_ids is not None:
                found = rows.entries_of(connection, tournament, list(match_ids))
                mine &= leases.c.entry_id.in_([number for number, _ in found])
            connection.execute(delete(leases).where(mine))

    @_repeatable
    def leases(self, name: str) -> list[Lease]:
        """Return all leases that were neither used nor given back; some may have run out."""
        with self._reading(name) as (connection, tournament):
            found = select(entries.c.match_id, leases.c.worker, leases.c.until).join_from(leases, entries).where(
                leases.c.tournament_id == tournament).order_by(entries.c.id)
            return [Lease(*row) for row in connection.execute(found)]

    # --- what came of it ---

    def count(self, name: str, played: PlayedMatch, record_path: str, details: MatchDetails) -> bool:
        """Count a match, whoever has its lease, and end the lease; return False if it was counted before.

        Raises BadLedger if the schedule does not have it, or has it otherwise.
        """
        result = {"ranks": played.ranks, "scores": played.scores, "teams": played.teams, "faults": played.faults,
                  "digest": played.digest, "record_path": record_path, "details": details.as_dict(),
                  "unix_ms": self._unix_ms()}

        def write(attempt: TransactionAttempt) -> bool:
            with self._writing(name) as (connection, tournament):
                number, entry = rows.scheduled(connection, name, tournament, played.match_id)
                _check_same(entry, ScheduledMatch(played.match_id, played.block, played.round, played.seats))
                if rows.has(connection, tournament, results, {"entry_id": number}):
                    return attempt.again and rows.has(connection, tournament, results, {"entry_id": number, **result})
                self._add(connection, tournament, results, [{"entry_id": number, **result}])
                connection.execute(delete(leases).where(leases.c.entry_id == number))
                sums.add(connection, tournament, number, played, details)
                return True

        return self.patience.call(write)

    def void(self, name: str, match_id: str, reason: str, evidence: str) -> None:
        """Note a void attempt: the lease ends, and unless the match is counted it may be played again.

        Raises BadLedger if the match is not scheduled.
        """
        attempted = {"reason": reason, "evidence": evidence, "unix_ms": self._unix_ms()}

        def write(attempt: TransactionAttempt) -> None:
            with self._writing(name) as (connection, tournament):
                number, _ = rows.scheduled(connection, name, tournament, match_id)
                if not (attempt.again and rows.has(connection, tournament, voids, {"entry_id": number, **attempted})):
                    self._add(connection, tournament, voids, [{"entry_id": number, **attempted}])
                connection.execute(delete(leases).where(leases.c.entry_id == number))

        self.patience.call(write)

    @_repeatable
    def results(self, name: str) -> list[PlayedMatch]:
        """Return all counted matches, in the order of the schedule."""
        with self._reading(name) as (connection, tournament):
            return [rows.played_of(row) for row in connection.execute(rows.counted(tournament))]

    @_repeatable
    def results_after(self, name: str, last: int) -> tuple[list[PlayedMatch], int]:
        """Return the matches counted after the result of number `last`, and the number of the newest one.

        0 is before the first. A caller that passes the number that it got last reads each result once.
        """
        with self._reading(name) as (connection, tournament):
            found = connection.execute(rows.counted_after(tournament, last)).all()
            return [rows.played_of(row) for row in found], found[-1].id if found else last

    @_repeatable
    def counted_after(self, name: str, last: int, most: int) -> tuple[list[CountedMatch], int]:
        """Return at most so many matches counted after the result of number `last`, and the number of the newest one.

        0 is before the first; an empty list is the end.
        """
        with self._reading(name) as (connection, tournament):
            found = connection.execute(rows.counted_after(tournament, last, *rows.MORE).limit(most)).all()
            return [rows.counted_of(row) for row in found], found[-1].id if found else last

    @_repeatable
    def counted(self, name: str) -> list[CountedMatch]:
        """Return all counted matches with everything that is known of them."""
        with self._reading(name) as (connection, tournament):
            return [rows.counted_of(row) for row in connection.execute(rows.counted(tournament, *rows.MORE))]

    @_repeatable
    def counted_ids(self, name: str) -> dict[int, str]:
        """Return number -> match id of all results, in the order in which they were counted."""
        with self._reading(name) as (connection, tournament):
            found = select(results.c.id, entries.c.match_id).join_from(results, entries).where(
                results.c.tournament_id == tournament).order_by(results.c.id)
            return {row.id: row.match_id for row in connection.execute(found)}

    @_repeatable
    def counted_at(self, name: str, numbers: Collection[int]) -> list[CountedMatch]:
        """Return the counted matches whose results have these numbers, in the order of the schedule."""
        with self._reading(name) as (connection, tournament):
            found = rows.counted(tournament, *rows.MORE).where(results.c.id.in_(numbers))
            return [rows.counted_of(row) for row in connection.execute(found)]

    @_repeatable
    def voids(self, name: str) -> list[VoidAttempt]:
        """Return all void attempts, in their order."""
        with self._reading(name) as (connection, tournament):
            found = select(entries.c.match_id, voids.c.reason, voids.c.evidence, voids.c.unix_ms).join_from(
                voids, entries).where(voids.c.tournament_id == tournament).order_by(voids.c.id)
            return [VoidAttempt(*row) for row in connection.execute(found)]

    @_repeatable
    def progress(self, name: str, now: float = 0.0) -> Progress:
        """Return the progress of a tournament; leases that ran out by `now` (seconds since 1970) do not count."""
        with self._reading(name) as (connection, tournament):
            held = rows.held(connection, tournament, now)
            scheduled, voided = (rows.number_of(connection, table, tournament) for table in (entries, voids))
            return Progress(scheduled, sums.all_of(connection, tournament).matches, len(held),
                            len({each.task for each in held}), voided)

    # --- sums ---

    @_repeatable
    def sums(self, name: str) -> Sums:
        """Return the sums over all counted matches."""
        with self._reading(name) as (connection, tournament):
            return sums.all_of(connection, tournament)

    @_repeatable
    def bot_sums(self, name: str, bots: Sequence[str] | None = None) -> dict[str, BotSums]:
        """Return the sums of each of these bots, or of all, that has played."""
        with self._reading(name) as (connection, tournament):
            return sums.bots_of(connection, tournament, bots)

    def pair_sums(self, name: str) -> Iterator[tuple[tuple[str, str], PairSums]]:
        """Yield each pair that met, the lesser name first, with its sums."""
        with self._reading(name) as (connection, tournament):
            yield from sums.pairs_in(connection, tournament)

    @_repeatable
    def computed(self, name: str, what: str) -> Any:
        """Return plain data that was kept under this name; None if there is none."""
        with self._reading(name) as (connection, tournament):
            return sums.value_of(connection, tournament, what)

    @_repeatable
    def keep(self, name: str, what: str, value: Any) -> None:
        """Keep plain data that follows from the results and takes long to compute; it replaces what was kept before."""
        with self._writing(name) as (connection, tournament):
            sums.keep(connection, tournament, what, value)

    @_repeatable
    def recount(self, name: str) -> None:
        """Make all sums anew from the results."""
        with self._writing(name) as (connection, tournament):
            sums.recount(connection, tournament)

    @_repeatable
    def numbers_of(self, name: str, match_ids: Sequence[str]) -> dict[str, int]:
        """Return match id -> number of its entry, of those that are scheduled."""
        with self._reading(name) as (connection, tournament):
            return {entry.match_id: number for number, entry in rows.entries_of(connection, tournament, match_ids)}

    @_repeatable
    def last_entries(self, name: str, most: int) -> list[int]:
        """Return the numbers of the entries that were counted last, at most so many, the newest first."""
        with self._reading(name) as (connection, tournament):
            found = select(results.c.entry_id).where(results.c.tournament_id == tournament)
            return list(connection.scalars(found.order_by(results.c.id.desc()).limit(most)))

    @_repeatable
    def newest_of(self, name: str, numbers: Collection[int], most: int) -> list[int]:
        """Return those of these entries that were counted last, at most so many."""
        with self._reading(name) as (connection, _):
            return rows.newest_of(connection, sorted(numbers), most)

    @_repeatable
    def blocks(self, name: str) -> BlockCount:
        """Return how many seed blocks there are of which a match was counted."""
        with self._reading(name) as (connection, tournament):
            return rows.block_count(connection, tournament)

    @_repeatable
    def counted_entries(self, name: str, numbers: Collection[int]) -> dict[int, CountedMatch]:
        """Return the counted matches of these entries by the numbers of the entries."""
        with self._reading(name) as (connection, _):
            return rows.counted_at(connection, sorted(numbers))

    @_repeatable
    def walk_chain(self, name: str, keys: Sequence[PublicKey] = (), noted: Head | None = None) -> ChainVerdict:
        """Return what the chain of a tournament shows; with `keys` every link must be signed by one of them.

        `noted` is a head that somebody noted earlier: the chain must still have it.
        """
        from lawspeaker_referee.competition.ledger.chain_walk import ChainWalk  # loads cryptography, seldom needed

        with self._reading(name) as (connection, tournament):
            return ChainWalk(connection, tournament, keys, noted).walk()

    # --- several referees of a ladder ---

    def holds(self, name: str) -> bool:
        """Return whether this process is the one that computes for all; the first that asks is, until it dies.

        In SQLite every process is.
        """
        with self._reading(name) as (_, tournament):
            pass
        if not self._database.is_shared:
            return True
        with one_line(self._database.name):
            lock = self._locks.setdefault(tournament, SessionLock(self._database.engine, tournament))
            return lock.hold()

    @_repeatable
    def claim(self, name: str, what: str, key: str, payload: Mapping[str, Any]) -> Mapping[str, Any]:
        """Write down a decision unless there is one of this kind with the same value of `key`; return the first one."""
        with self._writing(name) as (connection, tournament):
            known = select(decisions.c.payload).where(
                decisions.c.tournament_id == tournament, decisions.c.what == what).order_by(decisions.c.id)
            found: Mapping[str, Any]
            for found in connection.scalars(known):
                if found.get(key) == payload[key]:
                    return found
            self._add(connection, tournament, decisions,
                      [{"what": what, "payload": dict(payload), "unix_ms": self._unix_ms()}])
            return payload

    @_repeatable
    def decisions_after(self, name: str, last: int) -> tuple[list[Decided], int]:
        """Return the decisions after the one of number `last`, and the number of the newest one; 0 is before all."""
        with self._reading(name) as (connection, tournament):
            found = connection.execute(
                select(decisions.c.what, decisions.c.payload, decisions.c.unix_ms, decisions.c.id).where(
                    decisions.c.tournament_id == tournament, decisions.c.id > last).order_by(decisions.c.id)).all()
            return [Decided(row.what, row.payload, row.unix_ms) for row in found], found[-1].id if found else last

    # --- transactions ---

    @contextmanager
    def _writing(self, name: str, kind: Kind = "write") -> Iterator[tuple[Connection, int]]:
        """Begin a transaction and lock the tournament, so that no other one changes it meanwhile.

        So rows of a tournament are committed in the order of their numbers, on which `Following` relies.
        """
        with self._database.transaction(kind) as connection:
            yield connection, rows.find(connection, name, lock=True)

    @contextmanager
    def _reading(self, name: str) -> Iterator[tuple[Connection, int]]:
        with self._database.transaction("read") as connection:
            yield connection, rows.find(connection, name)

    def _follow(self, connection: Connection, tournament: int) -> Backlog:
        return self._following.setdefault(tournament, Following()).catch_up(connection, tournament)

    def _add_terms(self, connection: Connection, tournament: int, version: int, agreed: Mapping[str, Any]) -> None:
        self._add(connection, tournament, terms,
                  [{"version": version, "terms": dict(agreed), "unix_ms": self._unix_ms()}])

    def _add(self, connection: Connection, tournament: int, table: Table, new: Sequence[dict[str, Any]]) -> None:
        """Add facts, and links over them."""
        chain.add(connection, tournament, table, new, self._signer)

    def _unix_ms(self) -> int:
        return round(self._clock() * 1000)


def _check_same(known: ScheduledMatch, given: ScheduledMatch) -> None:
    """Raise Contradiction if a match is not what was scheduled."""
    if known != given:
        both = (f"block {each.block!r}, round {each.round}, seats {', '.join(each.seats)}" for each in (known, given))
        raise Contradiction(f"match {known.match_id!r} is scheduled with {' and not with '.join(both)}")
