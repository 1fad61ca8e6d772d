"""The tables of the ledger. Rows of facts and links never change once they are written; triggers refuse it.

Leases and what is computed from facts change.
"""

from __future__ import annotations

import json
from typing import Any, Final

import msgspec
from sqlalchemy import (
    BigInteger,
    Column,
    Dialect,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)

from lawspeaker_bot.printable import printable

REVISION: Final = "0001"
"""The newest migration, which makes the layout below."""
VERSION_TABLE: Final = "ledger_version"


class Json(TypeDecorator[Any]):
    """Plain data as JSON; equal data has equal text."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, _dialect: Dialect) -> str:
        """Return the text that is written."""
        return canonical_json(value)

    def process_result_value(self, value: str | None, _dialect: Dialect) -> Any:
        """Return the data that was written; None where there is no row."""
        return None if value is None else msgspec.json.decode(value)


class EscapedText(TypeDecorator[str]):
    """Text of strangers; unprintable characters are escaped, so that it moves no cursor and no database refuses it."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, _dialect: Dialect) -> str:
        """Return the text that is written."""
        return printable(value or "")


_encode: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False).encode


def canonical_json(value: Any) -> str:
    """Return data as JSON text; equal data has equal text."""
    return _encode(value)


_id = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers rows by itself in columns of type INTEGER only

metadata = MetaData()

tournaments = Table(
    "tournaments", metadata,
    Column("id", _id, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("secret", Text, nullable=False),  # 32 bytes, in hexadecimal
    Column("unix_ms", BigInteger, nullable=False),
    sqlite_autoincrement=True,
)
terms = Table(
    "terms", metadata,
    Column("id", _id, primary_key=True),
    Column("tournament_id", _id, ForeignKey("tournaments.id"), nullable=False),
    Column("version", Integer, nullable=False),  # from 1; the last one holds
    Column("terms", Json, nullable=False),
    Column("unix_ms", BigInteger, nullable=False),
    UniqueConstraint("tournament_id", "version"),
    sqlite_autoincrement=True,
)
entries = Table(
    "entries", metadata,
    Column("id", _id, primary_key=True),  # grows in the order of the schedule
    Column("tournament_id", _id, ForeignKey("tournaments.id"), nullable=False),
    Column("match_id", Text, nullable=False),
    Column("block", Text, nullable=False),
    Column("round", Integer, nullable=False),
    Column("seats", Json, nullable=False),
    UniqueConstraint("tournament_id", "match_id"),
    Index("entries_in_order", "tournament_id", "id"),
    sqlite_autoincrement=True,
)
results = Table(
    "results", metadata,
    Column("id", _id, primary_key=True),
    Column("tournament_id", _id, ForeignKey("tournaments.id"), nullable=False),
    Column("entry_id", _id, ForeignKey("entries.id"), nullable=False),
    Column("attempt", Integer, nullable=False),  # from 1; the next one follows once the one before is voided
    Column("ranks", Json, nullable=False),
    Column("scores", Json, nullable=False),
    Column("teams", Json, nullable=False),
    Column("faults", Json, nullable=False),
    Column("digest", Text, nullable=False),
    Column("record_path", Text, nullable=False),
    Column("details", Json, nullable=False),
    Column("unix_ms", BigInteger, nullable=False),
    UniqueConstraint("entry_id", "attempt"),
    Index("results_in_order", "tournament_id", "id"),
    sqlite_autoincrement=True,
)
voids = Table(
    "voids", metadata,
    Column("id", _id, primary_key=True),
    Column("tournament_id", _id, ForeignKey("tournaments.id"), nullable=False),
    Column("entry_id", _id, ForeignKey("entries.id"), nullable=False),
    Column("reason", EscapedText, nullable=False),
    Column("evidence", EscapedText, nullable=False),
    Column("unix_ms", BigInteger, nullable=False),
    Index("voids_in_order", "tournament_id", "id"),
    sqlite_autoincrement=True,
)
decisions = Table(
    "decisions", metadata,
    Column("id", _id, primary_key=True),
    Column("tournament_id", _id, ForeignKey("tournaments.id"), nullable=False, index=True),
    Column("what", Text, nullable=False),
    Column("payload", Json, nullable=False),
    Column("unix_ms", BigInteger, nullable=False),
    Column("result_id", _id, ForeignKey("results.id"), unique=True),  # the result that it voids, if it voids one
    sqlite_autoincrement=True,
)
leases = Table(
    "leases", metadata,
    Column("entry_id", _id, ForeignKey("entries.id"), primary_key=True, autoincrement=False),
    Column("tournament_id", _id, ForeignKey("tournaments.id"), nullable=False, index=True),
    Column("worker", Text, nullable=False),
    Column("task", _id, nullable=False),  # the first entry of what is played one after another
    Column("until", Double, nullable=False),  # seconds since 1970
    Column("call", Text, nullable=False),  # which call of `Ledger.lease` made it
)
links = Table(
    "links", metadata,
    Column("id", _id, primary_key=True),
    Column("tournament_id", _id, ForeignKey("tournaments.id"), nullable=False),
    Column("place", BigInteger, nullable=False),  # from 1, without gaps within the tournament
    Column("facts", Text, nullable=False),  # the table whose rows it covers
    Column("last", _id, nullable=False),  # the id of the last of these rows
    Column("hashes", LargeBinary, nullable=False),  # 32 bytes a row
    Column("hash", Text, nullable=False),  # of the link; in hexadecimal, like the next two
    Column("public_key", Text, nullable=False),  # empty, like the signature, for a writer without a key
    Column("signature", Text, nullable=False),
    UniqueConstraint("tournament_id", "place"),
    sqlite_autoincrement=True,
)
bot_sums = Table(  # these three are derived from results, by `sums`
    "bot_sums", metadata,
    Column("tournament_id", _id, ForeignKey("tournaments.id"), primary_key=True, autoincrement=False),
    Column("bot", Text, primary_key=True),
    Column("sums", Text, nullable=False),
)
pair_sums = Table(
    "pair_sums", metadata,
    Column("tournament_id", _id, ForeignKey("tournaments.id"), primary_key=True, autoincrement=False),
    Column("bot", Text, primary_key=True),  # the lesser name of the two
    Column("opponent", Text, primary_key=True),
    Column("matches", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
)
computed = Table(
    "computed", metadata,
    Column("tournament_id", _id, ForeignKey("tournaments.id"), primary_key=True, autoincrement=False),
    Column("what", Text, primary_key=True),
    Column("value", Json, nullable=False),
)
