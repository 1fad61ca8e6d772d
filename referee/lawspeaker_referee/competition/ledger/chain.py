"""The chain of a tournament's facts: links of hashes by which a changed, missing or foreign row is found.

A link covers the rows of one table that were added together. Its hash covers their hashes and the hash of the link
before it; the first link follows the row of the tournament itself. With a key the hash is signed. Links are appended
while the tournament is locked, so two writers never follow the same link.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, Row, Table, bindparam, insert, select, type_coerce
from sqlalchemy import Text as PlainText

from lawspeaker_referee.competition.ledger.schema import (
    Json,
    canonical_json,
    decisions,
    entries,
    links,
    results,
    terms,
    tournaments,
    voids,
)

if TYPE_CHECKING:
    from lawspeaker_referee.record.signing import SigningKey

DOMAIN: Final = b"lawspeaker.ledger.signature.1\n"
"""The beginning of every message that is signed, so that the signature fits nothing but links."""
BEGINNING: Final = b"lawspeaker.ledger.chain.1\n"
MOST_ROWS: Final = 1000
"""Rows that a link covers at most."""
HASH_BYTES: Final = 32
COVERED: Final = {
    terms: ("id", "tournament_id", "version", "terms", "unix_ms"),
    entries: ("id", "tournament_id", "match_id", "block", "round", "seats"),
    results: ("id", "tournament_id", "entry_id", "attempt", "ranks", "scores", "teams", "faults", "digest",
              "record_path", "details", "unix_ms"),
    voids: ("id", "tournament_id", "entry_id", "reason", "evidence", "unix_ms"),
    decisions: ("id", "tournament_id", "what", "payload", "unix_ms", "result_id"),
}
"""The tables of facts, and the columns that a row's hash covers, in this order."""
TABLES: Final = {table.name: table for table in COVERED}


@dataclass(frozen=True, slots=True)
class Head:
    """The last link of a chain; place 0 is the row of the tournament."""

    place: int
    hash: str
    """In hexadecimal."""


@dataclass(frozen=True, slots=True)
class NotedHead:
    """A head that somebody noted earlier, which the chain must still have."""

    head: Head
    where: str = ""
    """The file that has it; empty for one that was given otherwise."""


def genesis(name: str, secret: str, unix_ms: int) -> str:
    """Return the hash that the first link of a tournament follows, in hexadecimal."""
    return sha256(BEGINNING + canonical_json([name, secret, unix_ms]).encode()).hexdigest()


def row_hash(table: str, values: Sequence[Any]) -> bytes:
    """Return the hash of a row's values, with lists and tables as the JSON text that is stored: 32 bytes."""
    return sha256(canonical_json([table, *values]).encode()).digest()


def link_hash(before: str, place: int, table: str, last: int, hashes: bytes) -> str:
    """Return the hash of a link, in hexadecimal; `before` is that of the link before it, `last` its last row's id."""
    # The hash before has a fixed length and JSON ends itself, so no two links have the same bytes under the hash.
    return sha256(bytes.fromhex(before) + canonical_json([place, table, last]).encode() + hashes).hexdigest()


def stored(table: Table) -> list[Any]:
    """Return the columns that a row's hash covers, which are read as they are stored."""
    # As text, because the same values written in another way would be another row than the one that was added.
    return [type_coerce(table.c[name], PlainText) if isinstance(table.c[name].type, Json) else table.c[name]
            for name in COVERED[table]]


# What the database returns is hashed, not what was given to it: only then a row that it stores otherwise is found now
# and not at the next walk. Without the order ids would not grow with the rows of a link.
_ADD: Final = {table: insert(table).returning(*stored(table), sort_by_parameter_order=True) for table in COVERED}
_ADD_LINKS: Final = insert(links)
_HEAD: Final = select(links.c.place, links.c.hash).where(links.c.tournament_id == bindparam("tournament")).order_by(
    links.c.place.desc()).limit(1)


def add(connection: Connection, tournament: int, table: Table, new: Sequence[dict[str, Any]],
        signer: SigningKey | None) -> list[int]:
    """Insert rows, whose tournament is locked, and links over them; return their ids, which grow."""
    rows = connection.execute(_ADD[table], [{"tournament_id": tournament, **values} for values in new]).all()
    append_links(connection, tournament, table, rows, signer)
    return [row.id for row in rows]


def append_links(connection: Connection, tournament: int, table: Table, rows: Sequence[Row[Any]],
          signer: SigningKey | None) -> None:
    """Append links over these rows of a table, as `stored` reads them."""
    head, written = head_of(connection, tournament), []
    for start in range(0, len(rows), MOST_ROWS):
        # Parted, so that a changed row of a large schedule can be named without reading all of it.
        link = _link(head, tournament, table, rows[start:start + MOST_ROWS], signer)
        written.append(link)
        head = Head(link["place"], link["hash"])
    connection.execute(_ADD_LINKS, written)


def head_of(connection: Connection, tournament: int) -> Head:
    """Return the last link of a tournament."""
    # Read from the database each time: other runners append links too, and the lock of the tournament is held only now.
    found = connection.execute(_HEAD, {"tournament": tournament}).one_or_none()
    return Head(0, genesis_of(connection, tournament)) if found is None else Head(*found)


def hash_at(connection: Connection, tournament: int, place: int) -> str | None:
    """Return the hash of a link of a tournament; that of its row at 0, and None if there is no such link."""
    if place == 0:
        return genesis_of(connection, tournament)
    return connection.scalar(select(links.c.hash).where(links.c.tournament_id == tournament, links.c.place == place))


def genesis_of(connection: Connection, tournament: int) -> str:
    """Return the hash of the row of a tournament."""
    row = select(tournaments.c.name, tournaments.c.secret, tournaments.c.unix_ms).where(tournaments.c.id == tournament)
    return genesis(*connection.execute(row).one())


def _link(head: Head, tournament: int, table: Table, rows: Sequence[Row[Any]],
          signer: SigningKey | None) -> dict[str, Any]:
    hashes, place, last = b"".join(row_hash(table.name, row) for row in rows), head.place + 1, rows[-1].id
    own = link_hash(head.hash, place, table.name, last, hashes)
    return {"tournament_id": tournament, "place": place, "facts": table.name, "last": last, "hashes": hashes,
            "hash": own, "public_key": signer.public.raw.hex() if signer else "",
            "signature": signer.sign(message(own)).hex() if signer else ""}


def message(own: str) -> bytes:
    """Return what is signed of a link with this hash."""
    return DOMAIN + bytes.fromhex(own)


def paged(connection: Connection, table: Table, columns: Sequence[Any], tournament: int) -> Iterator[Row[Any]]:
    """Yield the rows of a tournament in the order of their ids, a page of MOST_ROWS at a time."""
    last = 0
    while True:
        # By the last id and not by an offset, which would read all earlier rows for each page.
        page = select(*columns).where(table.c.tournament_id == tournament, table.c.id > last)
        rows = connection.execute(page.order_by(table.c.id).limit(MOST_ROWS)).all()
        yield from rows
        if len(rows) < MOST_ROWS:
            return
        last = rows[-1].id
