"""The layout of a ledger: made where there is nothing, upgraded where it is older, refused where it is newer."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text

from lawspeaker_referee.tournament.ledger.nouns import BadLedger
from lawspeaker_referee.tournament.ledger.schema import REVISION, VERSION_TABLE

MIGRATIONS: Final = Path(__file__).parent / "migrations"


def is_current(connection: Connection) -> bool:
    """Whether a database has this version's layout. Raises BadLedger if it is no ledger."""
    return _revision(connection) == REVISION


def upgrade(connection: Connection) -> None:
    """Bring a database to this version's layout, within a transaction that nobody else does it in. Raises BadLedger."""
    if not is_current(connection):  # or somebody else has done it meanwhile
        _migrate(connection)


def _revision(connection: Connection) -> str | None:
    """The layout of a database; None if it is empty. Raises BadLedger if it is something else."""
    tables = inspect(connection).get_table_names()
    if VERSION_TABLE in tables:
        found: str | None = connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}"))  # noqa: S608 - ours
        return found
    if tables:
        raise BadLedger(f"is no ledger: it holds {', '.join(sorted(tables)[:3])}{', ...' if tables[3:] else ''}; "
                        "name an empty database, or one that is not there yet")
    return None


def _migrate(connection: Connection) -> None:
    # It takes a while to import, and is hardly ever needed.
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    known = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    found = _revision(connection)
    if found is not None and found not in known:
        raise BadLedger(f"has layout {found}, and this version knows layouts up to {REVISION}; upgrade lawspeaker")
    command.upgrade(config, REVISION)
