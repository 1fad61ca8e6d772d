"""The first ledger. It imports nothing of the program, so that it makes the same layout for ever."""

from __future__ import annotations

from typing import Any, Final

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

KEYS: Final = {
    "tournaments": ("name",),
    "terms": ("tournament_id", "version"),
    "entries": ("tournament_id", "match_id"),
    "results": ("entry_id", "attempt"),
    "voids": (),
    "decisions": ("result_id",),
    "links": ("tournament_id", "place"),
}
"""The tables whose rows stay as they are, each with its key besides the number of the row."""


def upgrade() -> None:
    """Make everything."""
    _make_tournaments()
    _make_entries()
    _make_results()
    _make_links()
    _make_sums()
    for table, key in KEYS.items():
        _keep(table, key)


def _number() -> sa.types.TypeEngine[int]:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _row() -> sa.Column[Any]:
    return sa.Column("id", _number(), primary_key=True)


def _of(column: str, table: str, **options: Any) -> sa.Column[Any]:
    return sa.Column(column, _number(), sa.ForeignKey(f"{table}.id"), nullable=False, **options)


def _text(*names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]


def _time() -> sa.Column[Any]:
    return sa.Column("unix_ms", sa.BigInteger(), nullable=False)


def _make_tournaments() -> None:
    op.create_table("tournaments", _row(), *_text("name", "secret"), _time(), sa.UniqueConstraint("name"),
                    sqlite_autoincrement=True)
    op.create_table(
        "terms", _row(), _of("tournament_id", "tournaments"), sa.Column("version", sa.Integer(), nullable=False),
        *_text("terms"), _time(), sa.UniqueConstraint("tournament_id", "version"), sqlite_autoincrement=True,
    )


def _make_entries() -> None:
    op.create_table(
        "entries", _row(), _of("tournament_id", "tournaments"), *_text("match_id", "block"),
        sa.Column("round", sa.Integer(), nullable=False), *_text("seats"),
        sa.UniqueConstraint("tournament_id", "match_id"), sqlite_autoincrement=True,
    )
    op.create_table(
        "leases", sa.Column("entry_id", _number(), sa.ForeignKey("entries.id"), primary_key=True, autoincrement=False),
        _of("tournament_id", "tournaments", index=True), *_text("worker"),
        sa.Column("task", _number(), nullable=False), sa.Column("until", sa.Double(), nullable=False),
        sa.Column("call", sa.Text(), nullable=False),
    )


def _make_results() -> None:
    op.create_table(
        "results", _row(), _of("tournament_id", "tournaments"), _of("entry_id", "entries"),
        sa.Column("attempt", sa.Integer(), nullable=False),
        *_text("ranks", "scores", "teams", "faults", "digest", "record_path", "details"), _time(),
        sa.UniqueConstraint("entry_id", "attempt"), sqlite_autoincrement=True,
    )
    op.create_table("decisions", _row(), _of("tournament_id", "tournaments", index=True), *_text("what", "payload"),
                    _time(), sa.Column("result_id", _number(), sa.ForeignKey("results.id")),
                    sa.UniqueConstraint("result_id"), sqlite_autoincrement=True)
    op.create_table("voids", _row(), _of("tournament_id", "tournaments"), _of("entry_id", "entries"),
                    *_text("reason", "evidence"), _time(), sqlite_autoincrement=True)
    for table in ("entries", "results", "voids"):
        op.create_index(f"{table}_in_order", table, ["tournament_id", "id"])


def _make_links() -> None:
    op.create_table(
        "links", _row(), _of("tournament_id", "tournaments"), sa.Column("place", sa.BigInteger(), nullable=False),
        *_text("facts"), sa.Column("last", _number(), nullable=False),
        sa.Column("hashes", sa.LargeBinary(), nullable=False), *_text("hash", "public_key", "signature"),
        sa.UniqueConstraint("tournament_id", "place"), sqlite_autoincrement=True,
    )


def _make_sums() -> None:
    """Make the tables of what is computed from the results."""
    def of() -> sa.Column[Any]:
        return sa.Column("tournament_id", _number(), sa.ForeignKey("tournaments.id"), primary_key=True,
                         autoincrement=False)

    def key(name: str) -> sa.Column[Any]:
        return sa.Column(name, sa.Text(), primary_key=True)

    op.create_table("bot_sums", of(), key("bot"), *_text("sums"))
    op.create_table("pair_sums", of(), key("bot"), key("opponent"), *(
        sa.Column(name, sa.Integer(), nullable=False) for name in ("matches", "won", "drawn")))
    op.create_table("computed", of(), key("what"), *_text("value"))


def _keep(table: str, key: tuple[str, ...]) -> None:
    """Refuse changes of a table's rows; `key` is its key besides the number of the row."""
    if op.get_bind().dialect.name == "sqlite":
        _keep_in_sqlite(table, key)
    else:
        _keep_in_postgresql(table)


def _keep_in_sqlite(table: str, key: tuple[str, ...]) -> None:
    """Refuse changes, and also INSERT OR REPLACE, which deletes without a trigger on deletions being asked."""
    refusal = f"SELECT RAISE(ABORT, 'the ledger only grows: {table} cannot be changed')"
    same = " AND ".join(f"{column} = NEW.{column}" for column in key) or "FALSE"
    for when in ("UPDATE", "DELETE"):
        op.execute(f"CREATE TRIGGER {table}_no_{when.lower()} BEFORE {when} ON {table} BEGIN {refusal}; END")
    there = f"EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id OR ({same}))"  # noqa: S608 - all of it stands above
    op.execute(f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} WHEN {there} BEGIN {refusal}; END")


def _keep_in_postgresql(table: str) -> None:
    op.execute(
        "CREATE OR REPLACE FUNCTION ledger_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "RAISE EXCEPTION 'the ledger only grows: % cannot be changed', TG_TABLE_NAME; END $$")
    op.execute(f"CREATE TRIGGER {table}_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
               "FOR EACH STATEMENT EXECUTE FUNCTION ledger_only_grows()")
