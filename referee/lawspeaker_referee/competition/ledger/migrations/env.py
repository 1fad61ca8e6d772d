"""Runs migrations over the connection that `upgrading` hands over, within its transaction."""

from __future__ import annotations

from alembic import context

from lawspeaker_referee.competition.ledger.schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, version_table=VERSION_TABLE)
context.run_migrations()
