"""The ledger's database itself: opened, upgraded, refused; and that what stands in it stays."""

from __future__ import annotations

import gc
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import insert, text

from lawspeaker_referee.competition.ledger import BadLedger, Ledger, LedgerQueries
from lawspeaker_referee.competition.ledger import database as module
from lawspeaker_referee.competition.ledger.database import MIGRATIONS, Database
from lawspeaker_referee.competition.ledger.schema import (
    REVISION,
    VERSION_TABLE,
    bot_sums,
    computed,
    leases,
    metadata,
    pair_sums,
)
from tests.referee.competition.small_ledger import NAME, begun, count, schedule
from tests.referee.competition.test_ledger import refused

GROWS = r"the ledger only grows: \w+ cannot be changed"
FACTS = sorted(set(metadata.tables)
               - {leases.name, bot_sums.name, pair_sums.name, computed.name})


def run(url: str, command: str, *more: str) -> None:
    """A command of anybody who can reach the database, who knows nothing of the ledger."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection, connection:
            for each in (command, *more):
                connection.execute(each)
    else:
        with psycopg.connect(url) as connection:
            for each in (command, *more):
                connection.execute(each)


def full(url: str) -> None:
    """Something in each table."""
    ledger = begun(Ledger.open(url))
    count(ledger, schedule()[0])
    ledger.void(NAME, schedule()[1].match_id, "referee", "")
    ledger.decide(NAME, "paused", {})
    ledger.lease(NAME, "w", 1, 0, 60)
    ledger.close()


def rows(url: str) -> dict[str, list]:
    """All there is."""
    database = Database.open(url)
    with database.transaction("read") as connection:
        found = {name: list(connection.execute(text(f"SELECT * FROM {name}"))) for name in metadata.tables}
    database.close()
    return found


@pytest.mark.parametrize("table", FACTS)
def test_facts_cannot_be_changed_or_taken_out_by_anybody(copied, table):
    ledger_url = copied(full)
    before = rows(ledger_url)
    assert before[table]
    last = {"entries": "round", "links": "place"}.get(table, "unix_ms")
    commands = [f"UPDATE {table} SET {last} = {last}", f"DELETE FROM {table}"]
    if ledger_url.startswith("sqlite"):
        commands += [f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}"]
    else:
        commands += [f"TRUNCATE {table} CASCADE",
                     f"INSERT INTO {table} SELECT * FROM {table} ON CONFLICT (id) DO UPDATE SET id = excluded.id"]
    for command in commands:
        with pytest.raises((sqlite3.IntegrityError, psycopg.Error), match=GROWS):
            run(ledger_url, command)
    assert rows(ledger_url) == before


def test_a_result_cannot_be_replaced_under_another_number(copied):
    ledger_url = copied(full)
    columns = "tournament_id, entry_id, attempt, ranks, scores, teams, faults, digest, record_path, details, unix_ms"
    verb = "INSERT OR REPLACE" if ledger_url.startswith("sqlite") else "INSERT"
    with pytest.raises((sqlite3.IntegrityError, psycopg.Error), match=rf"{GROWS}|duplicate key"):
        run(ledger_url, f"{verb} INTO results ({columns}) SELECT {columns} FROM results")


def test_leases_and_what_is_computed_may_change(copied):
    ledger_url = copied(full)
    run(ledger_url, "UPDATE bot_sums SET sums = '{}'", "DELETE FROM pair_sums", "DELETE FROM computed")
    run(ledger_url, "UPDATE leases SET worker = 'other'", "DELETE FROM leases")
    assert rows(ledger_url)["leases"] == []


def test_the_layout_that_migrations_make_is_that_of_the_code(ledger_url):
    database = Database.open(ledger_url)
    with database.transaction("read") as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == REVISION
    database.close()


def test_the_newest_migration_is_the_one_that_the_code_names():
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [REVISION]


def test_an_empty_database_becomes_a_ledger_and_stays_one(nowhere):
    full(nowhere)
    before = rows(nowhere)
    again = Ledger.open(nowhere)
    assert again.tournaments() == [NAME]
    again.close()
    assert rows(nowhere) == before


def test_a_ledger_whose_making_was_broken_off_is_made(nowhere):
    run(nowhere, f"CREATE TABLE {VERSION_TABLE} (version_num VARCHAR(32) NOT NULL)")
    full(nowhere)


def test_a_newer_ledger_is_refused_and_left_as_it_is(copied):
    ledger_url = copied(full)
    run(ledger_url, f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
    with pytest.raises(BadLedger) as error:
        Ledger.open(ledger_url)
    assert refused(error) == f"has layout 9999, and this version knows layouts up to {REVISION}; upgrade lawspeaker"
    run(ledger_url, f"UPDATE {VERSION_TABLE} SET version_num = '{REVISION}'")
    assert rows(ledger_url)["results"]


def test_a_database_of_something_else_is_refused_and_left_as_it_is(nowhere):
    run(nowhere, "CREATE TABLE recipes (id INTEGER)")
    with pytest.raises(BadLedger) as error:
        Ledger.open(nowhere)
    assert refused(error).startswith("is no ledger: it holds recipes; name an empty database")


def test_a_file_that_is_no_database_is_refused(tmp_path):
    path = tmp_path / "terms.toml"
    path.write_text("name = 'cup'\n" * 100)
    with pytest.raises(BadLedger) as error:
        Ledger.open(f"sqlite:///{path}")
    assert refused(error) == "file is not a database"
    assert path.read_text() == "name = 'cup'\n" * 100


@pytest.mark.parametrize(("url", "wrong"), [
    ("ledger.db", "'ledger.db' is no URL; write sqlite:///PATH or postgresql://"),
    ("postgresql//ann:secret@host/db", "that ends in 'host/db' is no URL; write sqlite:///PATH or postgresql://"),
    ("postgresql://ann:secret@host:port/db", "that ends in 'host:port/db' is no URL; write sqlite:///PATH"),
    ("mysql://ann:secret@host/db", "mysql://ann:***@host/db: mysql is not known here; write sqlite:///PATH"),
    ("sqlite://", "sqlite://: name a file and nothing else"),
    ("sqlite:///:memory:", "sqlite:///%3Amemory%3A: name a file and nothing else"),
    ("sqlite:///x.db?mode=ro", "sqlite:///x.db?mode=ro: name a file and nothing else"),
])
def test_what_is_no_ledgers_url_is_told_without_its_password(url, wrong):
    with pytest.raises(BadLedger) as error:
        Ledger.open(url)
    assert str(error.value).startswith(f"ledger {wrong}")
    assert "secret" not in str(error.value)


def test_a_server_that_is_not_there_is_one_line_without_the_password(tmp_path):
    with pytest.raises(BadLedger) as error:
        Ledger.open(f"postgresql://ann:secret@/db?host={tmp_path}")
    assert "No such file or directory" in refused(error)
    assert "secret" not in str(error.value)


def test_a_folder_that_cannot_be_written_to_is_one_line(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(BadLedger) as error:
        Ledger.open(f"sqlite:///{tmp_path}/file/ledger.db")
    assert refused(error) == f"{tmp_path}/file: File exists"


@pytest.mark.parametrize("read_only", [False, True])
def test_a_named_pipe_is_refused_and_not_waited_for(tmp_path, read_only):
    pipe = tmp_path / "ledger.db"
    os.mkfifo(pipe)
    with pytest.raises(BadLedger) as error:
        Database.open(f"sqlite:///{pipe}", read_only=read_only)
    assert str(error.value) == f"ledger {pipe}: is a named pipe and no file"


def test_a_ledger_on_a_read_only_disk_is_read_and_nothing_is_made_beside_it(tmp_path, monkeypatch):
    folder = tmp_path / "a cup 50%#1"
    folder.mkdir()
    url = f"sqlite:///{folder}/ledger.db"
    begun(Ledger.open(url)).close()
    monkeypatch.setattr(module.os, "access", lambda *_: False)
    with closing(LedgerQueries.open_to_read(url)) as ledger:
        assert ledger.tournaments() == [NAME] and len(ledger.entries(NAME)) == len(schedule())
        assert [path.name for path in folder.iterdir()] == ["ledger.db"]
    writer = Ledger.open(url)
    count(writer, schedule()[0])
    with closing(LedgerQueries.open_to_read(url)) as ledger:
        assert ledger.progress(NAME).counted == 1, "what is in the log is not passed over"
    writer.close()


def test_a_writer_that_never_ends_is_told_of(sqlite_template, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    url = f"sqlite:///{sqlite_template}"
    ledger, database = Ledger.open(url), Database.open(url)
    with database.transaction("write"):
        assert ledger.tournaments() == [], "readers do not wait for writers"
        with pytest.raises(BadLedger) as error:
            ledger.begin(NAME, {})
    assert refused(error) == ("another program has had it locked for 0.01 s, such as an editor with an open "
                              "transaction: let it commit, or close it")
    ledger.close()
    database.close()


def test_an_error_of_the_database_tells_no_secret(ledger_url):
    database = Database.open(ledger_url)
    with pytest.raises(BadLedger) as error, database.transaction("write") as connection:
        connection.execute(insert(metadata.tables["tournaments"]), {"name": None, "secret": "hush", "unix_ms": 1})
    assert "hush" not in str(error.value)
    assert error.value.__suppress_context__
    database.close()


@pytest.mark.slow
def test_a_current_ledger_is_opened_without_the_machinery_of_migrations(sqlite_template):
    code = ("import sys; from lawspeaker_referee.competition.ledger import Ledger; Ledger.open(sys.argv[1]).close(); "
            "sys.exit('alembic' in sys.modules)")
    assert subprocess.run([sys.executable, "-c", code, f"sqlite:///{sqlite_template}"], check=False).returncode == 0


def test_migrations_are_packed_with_the_code():
    root = Path(__file__).parents[3]
    from hatchling.builders.wheel import WheelBuilder

    packed = {each.distribution_path for each in WheelBuilder(str(root)).recurse_included_files()}
    here = {os.fspath(path.relative_to(root / "referee")) for path in MIGRATIONS.rglob("*.py")}
    assert len(here) >= 2  # env.py and the first layout
    assert here <= packed


def test_a_ledger_that_nobody_uses_any_more_ends_its_connections(ledger_url):
    ledger = Ledger.open(ledger_url)
    engine = ledger._database.engine
    assert engine.pool.checkedin() == 1
    del ledger
    gc.collect()
    assert engine.pool.checkedin() == 0
