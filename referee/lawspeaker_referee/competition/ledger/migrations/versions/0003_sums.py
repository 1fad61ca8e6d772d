"""Sums over the results of each tournament."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from lawspeaker_referee.competition.ledger.sums import recount

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables, and count what is there."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

    def of() -> sa.Column[int]:
        return sa.Column("tournament_id", number, sa.ForeignKey("tournaments.id"), primary_key=True,
                         autoincrement=False)

    def key(name: str) -> sa.Column[str]:
        return sa.Column(name, sa.Text(), primary_key=True)

    op.create_table("bot_sums", of(), key("bot"), sa.Column("sums", sa.Text(), nullable=False))
    op.create_table("pair_sums", of(), key("bot"), key("opponent"), *(
        sa.Column(name, sa.Integer(), nullable=False) for name in ("matches", "won", "drawn")))
    op.create_table("computed", of(), key("what"), sa.Column("value", sa.Text(), nullable=False))
    for tournament in op.get_bind().execute(sa.text("SELECT id FROM tournaments")).scalars().all():
        recount(op.get_bind(), tournament)
