"""Connections to the database of a ledger, with the kinds of transactions that it needs."""

from __future__ import annotations

import os
import sqlite3
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from lawspeaker_referee.competition.ledger.facts import BadLedger
from lawspeaker_referee.competition.ledger.outages import LedgerAway
from lawspeaker_referee.competition.ledger.schema import REVISION, VERSION_TABLE
from lawspeaker_referee.config.formatting import format_names
from lawspeaker_referee.config.user_files import check_is_file

MIGRATIONS: Final = Path(__file__).parent / "migrations"


def is_current(connection: Connection) -> bool:
    """Return whether a database has this version's layout. Raises BadLedger if it is no ledger."""
    return _revision(connection) == REVISION


def upgrade(connection: Connection) -> None:
    """Migrate a database to this version's layout, in a transaction of kind `alone`. Raises BadLedger."""
    if not is_current(connection):  # another process may have migrated it meanwhile
        _migrate(connection)


def _revision(connection: Connection) -> str | None:
    """Return the layout of a database; None if it is empty. Raises BadLedger if it is something else."""
    tables = inspect(connection).get_table_names()
    if VERSION_TABLE in tables:
        found: str | None = connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}"))  # noqa: S608 - ours
        return found
    if tables:
        raise BadLedger(f"is no ledger: it holds {format_names(sorted(tables), 3)}; "
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


Kind = Literal["read", "write", "lease", "alone", "session"]
"""Kinds of transactions.

`read` sees one moment; `write` is on the disk when it is over; `lease` is too, but a power cut may undo it; `alone`
writes while no other transaction of this kind does; `session` is for what lasts as long as a connection.
"""

PATIENCE: Final = 30.0
"""Seconds to wait for other writers and for a connection."""
SHORT_PATIENCE: Final = 5.0
"""Seconds to wait for other writers if a retry policy waits on, which can be interrupted and tells of it."""
FORMS: Final = "sqlite:///PATH or postgresql://USER:PASSWORD@HOST/DATABASE"
_BEGINNINGS: Final[Mapping[Kind, str]] = {
    "read": "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY",
    "write": "SET LOCAL synchronous_commit TO on",
    "lease": "SET LOCAL synchronous_commit TO off",
    "alone": "SELECT pg_advisory_xact_lock(1818583143)",  # any number that no other program takes
    "session": "SELECT 1",
}
"""The first statement of a transaction in PostgreSQL."""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Database:
    """The database of a ledger, in this version's layout. One that nobody uses any more ends its connections."""

    name: str
    """Its name in errors, without a password."""
    engine: Engine
    patience: float = PATIENCE
    """Seconds for which a writer waits for others in SQLite."""
    held: Connection | None = None
    """The transaction of a snapshot, in which all others are."""

    @classmethod
    def open(cls, url: str, *, read_only: bool = False, patience: float | None = None) -> Database:
        """Return the database at a URL; make or upgrade it if need be. Raises BadLedger.

        With `read_only` it must be there, nothing can be written, and nothing waits for writers; an older layout is
        upgraded by a connection of its own. Writers wait `patience` seconds for others.
        """
        parsed = parse_url(url)
        sqlite = parsed.drivername == "sqlite"
        name = str(parsed.database) if sqlite else parsed.render_as_string(hide_password=True)
        patience = PATIENCE if patience is None else patience
        with one_line(name):
            engine = _sqlite(parsed, patience, read_only=read_only) if sqlite else _postgresql(parsed)
        database = cls(name, engine, patience)
        # Since 3.13 Python warns of connections to SQLite that nobody has closed.
        weakref.finalize(database, engine.dispose).atexit = False
        try:
            with database.transaction("read") as connection:
                current = is_current(connection)
            if not current and read_only:
                cls.open(url).close()
            elif not current:
                with database.transaction("alone") as connection:
                    upgrade(connection)
        except BadLedger:
            database.close()
            raise
        return database

    @contextmanager
    def transaction(self, kind: Kind) -> Iterator[Connection]:
        """Run a transaction, all or nothing. Raises BadLedger."""
        if self.held is not None:
            assert kind == "read", "a snapshot is read only"
            yield self.held
            return
        with one_line(self.name, self.patience), self.engine.execution_options(ledger=kind).begin() as connection:
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[Database]:
        """Yield the database as it is in one moment, to read only. Raises BadLedger."""
        with self.transaction("read") as connection:
            yield replace(self, held=connection)

    @property
    def is_shared(self) -> bool:
        """Return whether a server keeps it, which several machines reach."""
        return self.engine.dialect.name != "sqlite"

    def close(self) -> None:
        """End all connections."""
        self.engine.dispose()


def parse_url(url: str) -> URL:
    """Return the URL of a ledger. Raises BadLedger."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # the second of a port that is no number
        shown = repr(url) if "@" not in url else "that ends in " + repr(url.rpartition("@")[2])
        raise BadLedger(f"ledger {shown} is no URL; write {FORMS}") from None
    shown = parsed.render_as_string(hide_password=True)
    if parsed.drivername in {"postgresql", "postgresql+psycopg"}:
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername != "sqlite":
        raise BadLedger(f"ledger {shown}: {parsed.drivername} is not known here; write {FORMS}")
    if not parsed.database or parsed.database == ":memory:" or parsed.query:
        raise BadLedger(f"ledger {shown}: name a file and nothing else, as in sqlite:///ledger.db; several processes "
                        "write a ledger")
    return parsed


@contextmanager
def one_line(name: str, patience: float = PATIENCE) -> Iterator[None]:
    """Turn errors of the database into BadLedger, whose line begins with the ledger's name.

    It is LedgerAway if the database may answer again. `patience` is how long a writer has waited for others.
    """
    try:
        yield
    except BadLedger as error:
        text = str(error)
        raise type(error)(text if text.startswith(f"ledger {name}") else f"ledger {name}: {text}") from None
    except (SQLAlchemyError, sqlite3.Error) as error:
        reason = str(getattr(error, "orig", None) or error).partition("\n")[0]  # later lines may quote what was written
        if locked := _is_locked(error):
            reason = (f"another program has had it locked for {patience:g} s, such as an editor with an open "
                      "transaction: let it commit, or close it")
        raise (LedgerAway if locked or _is_away(error) else BadLedger)(f"ledger {name}: {reason}") from None
    except OSError as error:
        where = "" if error.filename == name else f"{error.filename}: "
        raise BadLedger(f"ledger {name}: {where}{error.strerror}") from None


# --- SQLite ---


def _sqlite(url: URL, patience: float, *, read_only: bool) -> Engine:
    path = Path(str(url.database))
    check_is_file(path)
    if read_only and not path.exists():
        raise BadLedger("there is no such file; a tournament or ladder makes it when it begins")
    if not path.exists():
        _make_file(path)
    if read_only and _never_changes(path):
        url = url.set(database=f"file:{quote(str(path.absolute()))}", query={"immutable": "1", "uri": "true"})
    engine = create_engine(url, hide_parameters=True, connect_args={"timeout": patience})
    event.listen(engine, "connect", _prepare_to_read if read_only else _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _never_changes(path: Path) -> bool:
    """Return whether nothing can be written beside a file, such as on a read-only disk, and nothing is in its log.

    SQLite makes files beside a database to read it, unless it is told that the database never changes.
    """
    return not os.access(path.parent, os.W_OK) and not path.with_name(f"{path.name}-wal").exists()


def _is_locked(error: Exception) -> bool:
    """Return whether a writer has waited in vain for another one of SQLite."""
    code = getattr(getattr(error, "orig", None) or error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF == sqlite3.SQLITE_BUSY  # the other bits say more of it


def _make_file(path: Path) -> None:
    """Make an empty database that only its owner can read, because it holds secrets; whole or not at all.

    It is made elsewhere and linked: while a file is switched to write-ahead logging, SQLite refuses everybody else at
    once.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f".{path.name}.", dir=path.parent) as folder:
        new = Path(folder) / path.name
        new.touch(mode=0o600)
        _use_log(connection := sqlite3.connect(new))
        connection.close()
        try:
            os.link(new, path)
        except FileExistsError:
            return  # another process has made the same database first


def _prepare(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # we say where transactions begin
    _use_log(connection)
    connection.execute("PRAGMA foreign_keys = ON")


def _prepare_to_read(connection: Any, _record: object) -> None:
    # A file opened with mode=ro would leave its log behind, and changing how the log is kept waits for writers.
    connection.isolation_level = None
    connection.execute("PRAGMA query_only = ON")


def _use_log(connection: sqlite3.Connection) -> None:
    """Switch to write-ahead logging, which allows readers beside a writer."""
    connection.execute("PRAGMA journal_mode = WAL")


def _begin(connection: Connection) -> None:
    # A transaction that reads and then writes would fail if another one wrote in between, so writers queue up first.
    kind = _kind(connection)
    if kind != "read":
        connection.exec_driver_sql(f"PRAGMA synchronous = {'NORMAL' if kind == 'lease' else 'FULL'}")
    connection.exec_driver_sql("BEGIN" if kind == "read" else "BEGIN IMMEDIATE")


# --- PostgreSQL ---

_PASSING: Final = {
    "40001", "40P01",  # another transaction came in between; repeating helps
    "53300",  # too many connections
    "57P01", "57P02", "57P03",  # the server stops, has crashed, or is starting
}
"""The states of errors after which the same transaction may succeed, besides lost connections."""


def _is_away(error: Exception) -> bool:
    """Return whether PostgreSQL may answer again; an error of a connection that cannot be made has no state."""
    if not isinstance(error, DBAPIError) or not type(error.orig).__module__.startswith("psycopg"):
        return False
    state = getattr(error.orig, "sqlstate", None)
    lost = error.connection_invalidated or (state is None and type(error.orig).__name__ == "OperationalError")
    return lost or state in _PASSING or (state or "").startswith("08")


def _postgresql(url: URL) -> Engine:
    if find_spec("psycopg") is None:
        raise BadLedger("PostgreSQL needs psycopg; pip install 'lawspeaker-referee[postgresql]'")
    engine = create_engine(
        url, hide_parameters=True, pool_pre_ping=True,
        connect_args={"connect_timeout": int(PATIENCE), "application_name": "lawspeaker"},
    )
    event.listen(engine, "begin", _begin_transaction)
    return engine


def _begin_transaction(connection: Connection) -> None:
    connection.exec_driver_sql(_BEGINNINGS[_kind(connection)])


def _kind(connection: Connection) -> Kind:
    kind: Kind = connection.get_execution_options()["ledger"]
    return kind
