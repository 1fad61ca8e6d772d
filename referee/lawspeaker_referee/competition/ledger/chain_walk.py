"""Walk the chain of a tournament from its first link, and name every row that is not what was written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, Row, select

from lawspeaker_referee.competition.ledger.chain import (
    HASH_BYTES,
    TABLES,
    Head,
    NotedHead,
    genesis_of,
    link_hash,
    message,
    paged,
    row_hash,
    stored,
)
from lawspeaker_referee.competition.ledger.schema import entries, links
from lawspeaker_referee.record.signing import PublicKey

_LINK: Final = [links.c.id, links.c.place, links.c.facts, links.c.last, links.c.hashes, links.c.hash,
                links.c.public_key, links.c.signature]


@dataclass(frozen=True, slots=True)
class ChainVerdict:
    """The result of walking a chain."""

    head: Head
    rows: int
    """Rows that links cover."""
    signed: Mapping[bytes, int]
    """Public key, 32 bytes -> links with its valid signature."""
    differences: tuple[str, ...]
    """A line for each row or link that is not what was written; empty if the chain holds."""


@dataclass(slots=True)
class _Rows:
    """The rows of one table in their order, with the next one in sight."""

    source: Iterator[Row[Any]]
    next: Row[Any] | None = None

    def until(self, last: int) -> Iterator[Row[Any]]:
        """Yield the rows up to this id."""
        while self.next is not None and self.next.id <= last:
            row, self.next = self.next, next(self.source, None)
            yield row


@dataclass(slots=True)
class ChainWalk:
    """Walks the chain of one tournament within a transaction that sees one moment."""

    connection: Connection
    tournament: int
    keys: Sequence[PublicKey] = ()
    """With keys every link must be signed by one of them."""
    noted: Sequence[NotedHead] = ()
    """Heads that somebody noted earlier, which the chain must still have."""
    _tables: dict[str, _Rows] = field(default_factory=dict)
    _signed: Counter[bytes] = field(default_factory=Counter)
    _known: dict[str, PublicKey] = field(default_factory=dict)
    _rows: int = 0
    _head: Head = field(default_factory=lambda: Head(0, ""))

    def walk(self) -> ChainVerdict:
        """Return what the chain and the rows show."""
        self._head = Head(0, genesis_of(self.connection, self.tournament))
        for name, table in TABLES.items():
            source = paged(self.connection, table, stored(table), self.tournament)
            self._tables[name] = _Rows(source, next(source, None))
        found = tuple(self._differences())
        return ChainVerdict(self._head, self._rows, dict(self._signed), found)

    def _differences(self) -> Iterator[str]:
        # A head may be noted before anything was added: then it is the row of the tournament itself.
        yield from self._against_noted()
        for link in paged(self.connection, links, _LINK, self.tournament):
            yield from self._link(link)
            yield from self._against_noted()
        for name, rows in self._tables.items():
            # What is left in a table after the last link was added by somebody who wrote no link.
            while rows.next is not None:
                for row in rows.until(rows.next.id):
                    yield f"{self._named(name, row)}: no link covers the row"
        # A chain that was cut off at a link is right in itself. Only a head that was noted elsewhere shows it.
        for each in self.noted:
            if each.head.place > self._head.place:
                yield (f"the chain ends at link {self._head.place}, and link {each.head.place} was noted{_in(each)}: "
                       "what came after is gone")

    def _against_noted(self) -> Iterator[str]:
        for each in self.noted:
            if each.head.place == self._head.place and each.head.hash != self._head.hash:
                yield f"link {self._head.place}: it is {self._head.hash}, and {each.head.hash} was noted{_in(each)}"

    def _link(self, link: Row[Any]) -> Iterator[str]:
        # A gap is told as such. Checking the hash as well would call the link after it changed, which it was not.
        if link.place != self._head.place + 1:
            gone = [str(place) for place in range(self._head.place + 1, link.place)]
            yield f"link {gone[0]} is gone" if len(gone) == 1 else f"links {gone[0]} to {gone[-1]} are gone"
        elif link.facts not in TABLES or len(link.hashes) % HASH_BYTES or link.hash != link_hash(
                self._head.hash, link.place, link.facts, link.last, link.hashes):
            yield f"link {link.place}: it was changed, or one before it"
        # It goes on from the link that is there, also from a wrong one, so that one change is told once and not at
        # every link after it.
        self._head = Head(link.place, link.hash)
        if link.facts not in TABLES:
            return
        # By the last id and not by the number of hashes: so a row that was slipped in, or is gone, shifts no later one.
        rows = list(self._tables[link.facts].until(link.last))
        yield from self._signature(link, rows)
        yield from self._covered(link, rows)

    def _covered(self, link: Row[Any], rows: Sequence[Row[Any]]) -> Iterator[str]:
        """Yield what the rows that a link covers are and should not be."""
        right = [link.hashes[at:at + HASH_BYTES] for at in range(0, len(link.hashes), HASH_BYTES)]
        self._rows += len(right)
        there = [row_hash(link.facts, row) for row in rows]
        if there == right:
            return
        wanted, found = set(right), set(there)
        # A set finds changed rows also where the numbers differ; only what is left over says that rows are gone or
        # moved.
        surplus = len(rows) - len(right)
        for row, own in zip(rows, there, strict=True):
            if own not in wanted:
                yield f"{self._named(link.facts, row)}: the row was changed"
        if surplus < 0:
            yield (f"{link.facts}: {-surplus} row{' is' if surplus == -1 else 's are'} gone that link {link.place} "
                   "covers")
        elif found == wanted:
            yield f"{link.facts}: the rows of link {link.place} are in another order"

    def _signature(self, link: Row[Any], rows: Sequence[Row[Any]]) -> Iterator[str]:
        if not link.public_key and not link.signature:
            if self.keys:
                yield f"{self._of(link, rows)}: it is not signed"
            return
        key = self._key(link.public_key)
        if key is None or not key.signed(message(link.hash), _bytes(link.signature)):
            yield f"{self._of(link, rows)}: its signature is not that of {key.fingerprint if key else 'any key'}"
        elif self.keys and key not in self.keys:
            yield (f"{self._of(link, rows)}: it is signed by {key.fingerprint}, should be by "
                   f"{' or '.join(each.fingerprint for each in self.keys)}")
        else:
            self._signed[key.raw] += 1

    def _key(self, text: str) -> PublicKey | None:
        if text not in self._known and len(raw := _bytes(text)) == HASH_BYTES:
            self._known[text] = PublicKey(raw)
        return self._known.get(text)

    def _of(self, link: Row[Any], rows: Sequence[Row[Any]]) -> str:
        """Return a link in words, with what it covers."""
        names = [self._named(link.facts, row) for row in (rows[0], rows[-1])] if rows else ["nothing that is there"]
        what = names[0] if len(rows) < 2 else f"{len(rows)} {link.facts}, {names[0]} to {names[-1]}"
        return f"link {link.place} ({what})"

    def _named(self, table: str, row: Row[Any]) -> str:
        match table:
            case "terms":
                return f"terms {row.version}"
            case "entries":
                return f"match {row.match_id}"
            case "decisions":
                return f"decision {row.id} ({row.what})"
        match_id = self.connection.scalar(select(entries.c.match_id).where(entries.c.id == row.entry_id))
        kind = "result of" if table == "results" else "void attempt at"
        return f"{kind} {match_id or f'a match that is not there (entry {row.entry_id})'}"


def _in(noted: NotedHead) -> str:
    return f" in {noted.where}" if noted.where else ""


def _bytes(text: str) -> bytes:
    """Return the bytes of hexadecimal digits; none if the text holds anything else."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""
