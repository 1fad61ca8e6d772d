"""Facts are chained by hashes; leases know the call that made them."""

from __future__ import annotations

from typing import Any, Final

import sqlalchemy as sa
from alembic import op

from lawspeaker_referee.competition.ledger.chain import MOST_ROWS, genesis, link_hash, row_hash
from lawspeaker_referee.competition.ledger.migrations.triggers import keep

revision = "0002"
down_revision = "0001"

COLUMNS: Final = {
    "terms": ("id", "tournament_id", "version", "terms", "unix_ms"),
    "entries": ("id", "tournament_id", "match_id", "block", "round", "seats"),
    "results": ("id", "tournament_id", "entry_id", "ranks", "scores", "teams", "faults", "digest", "record_path",
                "details", "unix_ms"),
    "voids": ("id", "tournament_id", "entry_id", "reason", "evidence", "unix_ms"),
    "decisions": ("id", "tournament_id", "what", "payload", "unix_ms"),
}
"""The tables of facts, in the order in which the rows that are there already are chained."""


def upgrade() -> None:
    """Add the table of links, and chain the rows of before."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "links", sa.Column("id", number, primary_key=True),
        sa.Column("tournament_id", number, sa.ForeignKey("tournaments.id"), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False), sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("last", number, nullable=False), sa.Column("hashes", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False), sa.Column("adopted", sa.Boolean(), nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False), sa.Column("signature", sa.Text(), nullable=False),
        sa.UniqueConstraint("tournament_id", "place"), sqlite_autoincrement=True,
    )
    keep("links", ("tournament_id", "place"))
    op.add_column("leases", sa.Column("call", sa.Text(), nullable=False, server_default=""))
    for found in op.get_bind().execute(sa.text("SELECT id, name, secret, unix_ms FROM tournaments")).all():
        _adopt(found.id, genesis(found.name, found.secret, found.unix_ms))


def _adopt(tournament: int, before: str) -> None:
    """Chain the rows of a tournament that were written without a chain."""
    links = sa.table("links", *map(sa.column, ("tournament_id", "place", "facts", "last", "hashes", "hash", "adopted",
                                               "public_key", "signature")))
    place = 0
    for table, columns in COLUMNS.items():
        for rows in _rows(table, columns, tournament).partitions(MOST_ROWS):
            place += 1
            hashes, last = b"".join(row_hash(table, row) for row in rows), rows[-1].id
            before = link_hash(before, place, table, last, hashes, adopted=True)
            op.get_bind().execute(links.insert().values(
                tournament_id=tournament, place=place, facts=table, last=last, hashes=hashes, hash=before, adopted=True,
                public_key="", signature=""))


def _rows(table: str, columns: tuple[str, ...], tournament: int) -> sa.CursorResult[Any]:
    rows = sa.table(table, *map(sa.column, columns))
    wanted = sa.select(rows).where(rows.c.tournament_id == tournament).order_by(rows.c.id)
    return op.get_bind().execute(wanted)
