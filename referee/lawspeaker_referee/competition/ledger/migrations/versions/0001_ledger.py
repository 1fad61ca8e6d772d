"""The ledger as it was first."""

from __future__ import annotations

from typing import Any, Final

import sqlalchemy as sa
from alembic import op

from lawspeaker_referee.competition.ledger.migrations.triggers import keep

revision = "0001"
down_revision = None

KEYS: Final = {
    "tournaments": ("name",),
    "terms": ("tournament_id", "version"),
    "entries": ("tournament_id", "match_id"),
    "results": ("entry_id",),
    "voids": (),
    "decisions": (),
}
"""The tables whose rows stay as they are, each with its key besides the number of the row."""


def upgrade() -> None:
    """Make everything."""
    _make_tournaments()
    _make_entries()
    _make_results()
    for table, key in KEYS.items():
        keep(table, key)


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
    op.create_table("decisions", _row(), _of("tournament_id", "tournaments", index=True), *_text("what", "payload"),
                    _time(), sqlite_autoincrement=True)


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
    )


def _make_results() -> None:
    op.create_table(
        "results", _row(), _of("tournament_id", "tournaments"), _of("entry_id", "entries"),
        *_text("ranks", "scores", "teams", "faults", "digest", "record_path", "details"), _time(),
        sa.UniqueConstraint("entry_id"), sqlite_autoincrement=True,
    )
    op.create_table("voids", _row(), _of("tournament_id", "tournaments"), _of("entry_id", "entries"),
                    *_text("reason", "evidence"), _time(), sqlite_autoincrement=True)
    for table in ("entries", "results", "voids"):
        op.create_index(f"{table}_in_order", table, ["tournament_id", "id"])
