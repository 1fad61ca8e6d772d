"""The ledger: facts are added and never changed, and a fact that is written again counts once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import inf
from secrets import token_hex
from threading import Lock
from time import time
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, Table, bindparam, delete, insert, select, update

from lawspeaker_bot.printable import printable
from lawspeaker_referee.competition.ledger import chain, rows, sums
from lawspeaker_referee.competition.ledger.database import SHORT_PATIENCE, Database, Kind, one_line
from lawspeaker_referee.competition.ledger.facts import NO_LIMITS, PLAYED_AGAIN, VOIDED, BadLedger, Contradiction
from lawspeaker_referee.competition.ledger.outages import RetryPolicy, TransactionAttempt
from lawspeaker_referee.competition.ledger.queries import LedgerQueries, repeatable
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
from lawspeaker_referee.competition.results import MatchDetails, PlayedMatch, ScheduledMatch, VerifiedMatch
from lawspeaker_referee.competition.seeds import make_secret

if TYPE_CHECKING:
    from lawspeaker_referee.competition.ledger.backlog import Backlog, Following
    from lawspeaker_referee.record.signing import SigningKey


_ADD_LEASES: Final = insert(leases)
_END_LEASES: Final = delete(leases).where(leases.c.entry_id.in_(bindparam("numbers", expanding=True)))
_END_OLD_LEASES: Final = delete(leases).where(
    leases.c.tournament_id == bindparam("tournament"), leases.c.until <= bindparam("moment"))


class Ledger(LedgerQueries):
    """Tournaments in a database; several threads may use it, and any number of processes may open it.

    Every method is one transaction, which is repeated while the database is away, as its retry policy allows. All
    raise BadLedger if the database fails, and all but `begin` and `tournaments` if there is no tournament of that name.
    """

    def __init__(self, database: Database, clock: Callable[[], float] = time, signer: SigningKey | None = None,
                 retry_policy: RetryPolicy | None = None) -> None:
        super().__init__(database, retry_policy or RetryPolicy())
        self._clock, self._signer = clock, signer
        self._following: dict[int, Following] = {}
        self._locks: dict[int, SessionLock] = {}
        self._turn = Lock()
        """Held by a thread that uses a backlog."""

    @classmethod
    def open(cls, url: str, clock: Callable[[], float] = time, signer: SigningKey | None = None,
             retry_policy: RetryPolicy | None = None, *, wait_at_once: bool = True,
             patience: float | None = None) -> Ledger:
        """Return the ledger at `sqlite:///PATH` or `postgresql://...`; make or upgrade it if need be.

        `clock` returns seconds since 1970. `signer` signs what is written. `retry_policy` waits for a database that is
        away, later and with `wait_at_once` here too; without it nothing waits but writers of SQLite for one another,
        `patience` seconds. Raises BadLedger.
        """
        policy = retry_policy or RetryPolicy()
        if patience is None and retry_policy is not None:
            patience = SHORT_PATIENCE
        at_once = policy if wait_at_once else RetryPolicy()
        return cls(at_once.call(lambda _: Database.open(url, patience=patience)), clock, signer, policy)

    @repeatable
    def wait(self) -> None:
        """Return once something can be written."""
        with self._database.transaction("lease"):
            pass

    def close(self) -> None:
        """End all connections; nothing is lost without it."""
        for lock in self._locks.values():
            lock.close()
        super().close()

    # --- what was agreed ---

    @repeatable
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

    def extend(self, name: str, agreed: Mapping[str, Any], what: str = "",
               payload: Mapping[str, Any] | None = None, *, leased: Collection[str] | None = None) -> bool:
        """Let these terms hold from now on, by a decision of the kind `what` if there is one; earlier ones are kept.

        With `leased` that is only done while no other matches than these are leased; return whether it was.
        """
        decision = {"what": what, "payload": dict(payload or {}), "unix_ms": self._unix_ms()}

        def write(attempt: TransactionAttempt) -> bool:
            with self._writing(name) as (connection, tournament):
                if attempt.again and rows.has(connection, tournament, decisions, decision):
                    return True
                if leased is not None and not rows.leased_matches(connection, tournament) <= set(leased):
                    return False
                version, old = rows.last_terms(connection, tournament)
                if canonical_json(old) != canonical_json(agreed):
                    self._add_terms(connection, tournament, version + 1, agreed)
                if what:
                    self._add(connection, tournament, decisions, [decision])
                return True

        return self.retry_policy.call(write)

    def decide(self, name: str, what: str, payload: Mapping[str, Any], *, known: int | None = None,
               with_round: bool = False) -> bool:
        """Write down a decision: paused, resumed, ended early. With `known` that is only done while there are so many
        decisions, by which the caller has decided; return whether it was done.

        `with_round` adds to the payload as `round` the last round that is scheduled then.
        """
        given, unix_ms = dict(payload), self._unix_ms()

        def write(attempt: TransactionAttempt) -> bool:
            with self._writing(name) as (connection, tournament):
                last = {"round": rows.last_round(connection, tournament)} if with_round else {}
                decision = {"what": what, "payload": given | last, "unix_ms": unix_ms}
                if attempt.again and rows.has(connection, tournament, decisions, decision):
                    return True
                if known not in {None, rows.number_of(connection, decisions, tournament)}:
                    return False
                self._add(connection, tournament, decisions, [decision])
                return True

        return self.retry_policy.call(write)

    # --- what is to be played ---

    @repeatable
    def schedule(self, name: str, matches: Sequence[ScheduledMatch], *, decided: int | None = None) -> bool:
        """Add matches to the end of the schedule, in this order; those that are in it already keep their place. With
        `decided` that is only done while there are so many decisions, by which they were paired; return whether it was.

        Raises BadLedger if one of them is in it with another block, round or seats.
        """
        with self._writing(name) as (connection, tournament):
            if decided not in {None, rows.number_of(connection, decisions, tournament)}:
                return False
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
            return True

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
                connection.execute(_END_OLD_LEASES, {"tournament": tournament, "moment": moment})
                picked = backlog.pick(rows.held(connection, tournament, moment), count, limits=limits,
                                      most_voids=most_voids, whole_blocks=whole_blocks)
                new = [{"entry_id": entry, "tournament_id": tournament, "worker": worker, "task": task[0],
                        "until": moment + ttl, "call": call} for task in picked for entry in task]
                if not new:
                    return []
                connection.execute(_ADD_LEASES, new)
                return rows.entries_at(connection, [entry for task in picked for entry in task])

        return self.retry_policy.call(take)

    def renew(self, name: str, worker: str, now: float, ttl: float) -> list[str]:
        """Extend the worker's leases to `ttl` seconds from `now`, and return the matches that it still has."""
        def renewed(attempt: TransactionAttempt) -> list[str]:
            with self._writing(name, "lease") as (connection, tournament):
                mine = (leases.c.tournament_id == tournament) & (leases.c.worker == worker)
                connection.execute(update(leases).where(mine).values(until=now + attempt.waited + ttl))
                return list(connection.scalars(
                    select(entries.c.match_id).join_from(leases, entries).where(mine).order_by(entries.c.id)))

        return self.retry_policy.call(renewed)

    @repeatable
    def release(self, name: str, worker: str, match_ids: Collection[str] | None = None) -> None:
        """Give back these matches, or all that the worker has."""
        with self._writing(name, "lease") as (connection, tournament):
            mine = (leases.c.tournament_id == tournament) & (leases.c.worker == worker)
            if match_ids is not None:
                found = rows.entries_of(connection, tournament, list(match_ids))
                mine &= leases.c.entry_id.in_([number for number, _ in found])
            connection.execute(delete(leases).where(mine))

    # --- what came of it ---

    def count(self, name: str, played: PlayedMatch, record_path: str, details: MatchDetails) -> bool:
        """Count a match as `count_all` does several; return False if it was counted before."""
        return self.count_all(name, [VerifiedMatch(played, record_path, details)]) == [True]

    def count_all(self, name: str, matches: Sequence[VerifiedMatch]) -> list[bool]:
        """Count matches in one transaction, whoever has their leases, and end the leases; return for each whether it is
        new, False if it was counted before.

        Raises BadLedger if the schedule does not have one of them, or has it otherwise; then none is counted.
        """
        unix_ms = self._unix_ms()

        def write(attempt: TransactionAttempt) -> list[bool]:
            with self._writing(name) as (connection, tournament):
                found = rows.all_scheduled(connection, name, tournament, [each.played.match_id for each in matches])
                known, wanted = rows.attempts_at(connection, [number for number, _ in found])
                added, facts, new = [], [], []
                for (number, entry), match in zip(found, matches, strict=True):
                    played = match.played
                    _check_same(entry, replace(played.entry, attempt=1))
                    result = {"entry_id": number, **match.as_row(), "unix_ms": unix_ms}
                    if (number, played.attempt) in known:
                        new.append(attempt.again and rows.has(connection, tournament, results, result))
                        continue
                    if played.attempt != wanted[number]:
                        due = f"attempt {wanted[number]} was" if wanted[number] else "the match is not played any more"
                        raise Contradiction(f"attempt {played.attempt} at match {played.match_id!r} was not asked for; "
                                            f"{due}")
                    new.append(True)
                    known.add((number, played.attempt))  # a match that is given twice is counted once
                    facts.append(result)
                    added.append((number, played, match.details))
                if facts:
                    self._add(connection, tournament, results, facts)
                    connection.execute(_END_LEASES, {"numbers": [number for number, *_ in added]})
                    sums.add(connection, tournament, added)
                return new

        return self.retry_policy.call(write)

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

        self.retry_policy.call(write)

    def void_result(self, name: str, match_id: str, reason: str, *, replay: bool, newest_round: bool = False) -> None:
        """Write down the decision that the result of a match counts no more, and take it out of all sums.

        With `replay` the next attempt at the match is to be played. With `newest_round` the match must be of the last
        round that is scheduled. Raises BadLedger if it is not, or if the match is not counted.
        """
        payload, unix_ms = {"match": match_id, "reason": printable(reason)}, self._unix_ms()
        what = PLAYED_AGAIN if replay else VOIDED

        def write(attempt: TransactionAttempt) -> None:
            with self._writing(name) as (connection, tournament):
                number, entry = rows.scheduled(connection, name, tournament, match_id)
                found = rows.result_of(connection, number)
                if found is None:
                    again = rows.has(connection, tournament, decisions, {"what": what, "unix_ms": unix_ms})
                    if attempt.again and again:
                        return
                    raise BadLedger(f"match {match_id!r} of {name!r} has no result that counts, so there is none to "
                                    "void")
                if newest_round and entry.round < (last := rows.last_round(connection, tournament)):
                    raise BadLedger(f"match {match_id!r} is of round {entry.round}, and its result has paired round "
                                    f"{last}; only the last round can still be played otherwise")
                self._add(connection, tournament, decisions, [
                    {"what": what, "payload": payload, "unix_ms": unix_ms, "result_id": found}])
                sums.withdraw(connection, tournament, found)

        self.retry_policy.call(write)

    # --- sums ---

    @repeatable
    def keep(self, name: str, what: str, value: Any, voided: int | None = None) -> None:
        """Keep plain data that follows from the results and takes long to compute; it replaces what was kept before.

        With `voided` nothing is kept if another number of results is voided by now: it would be of other results.
        """
        with self._writing(name) as (connection, tournament):
            if voided is not None and voided != rows.number_voided(connection, tournament):
                return
            sums.keep(connection, tournament, what, value)

    @repeatable
    def recount(self, name: str) -> None:
        """Make all sums anew from the results."""
        with self._writing(name) as (connection, tournament):
            sums.recount(connection, tournament)

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

    @repeatable
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

    # --- transactions ---

    @contextmanager
    def _writing(self, name: str, kind: Kind = "write") -> Iterator[tuple[Connection, int]]:
        """Begin a transaction and lock the tournament, so that no other one changes it meanwhile.

        So rows of a tournament are committed in the order of their numbers, on which `Following` relies.
        """
        with self._database.transaction(kind) as connection:
            yield connection, rows.find(connection, name, lock=True)

    def _follow(self, connection: Connection, tournament: int) -> Backlog:
        from lawspeaker_referee.competition.ledger.backlog import Following  # loads numpy, which readers do not need

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
