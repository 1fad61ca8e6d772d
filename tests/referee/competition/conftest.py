"""Ledgers in both kinds of databases."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from lawspeaker_referee.competition.ledger import Ledger
from tests.referee.competition import postgres

NOON = 1_700_000_000.0
"""Seconds since 1970, when things happen in these ledgers."""

DATABASES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)]

_numbers = count()
_filled: dict[tuple[str, Callable[[str], None]], str] = {}
"""(Kind of database, who filled it) -> the ledger that is copied."""


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """A server for all tests of this process: the URL of its databases, with `{}` for their names."""
    with postgres.running() as databases:
        yield databases


def made(databases: str, template: str = "template0") -> str:
    """The URL of a new database on the server."""
    name = f"ledger{next(_numbers)}"
    with psycopg.connect(databases.format("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    return databases.format(name)


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory) -> Path:
    """A ledger of this version's layout that nothing stands in."""
    path = tmp_path_factory.mktemp("ledger") / "template.db"
    Ledger.open(f"sqlite:///{path}").close()
    return path


@pytest.fixture(scope="session")
def postgresql_template(postgresql) -> str:
    """The same as the name of a database on the server."""
    url = made(postgresql)
    Ledger.open(url).close()
    return url.partition("?")[0].rpartition("/")[2]


@pytest.fixture(params=DATABASES)
def nowhere(request, tmp_path) -> str:
    """The URL of a database that is still empty."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/ledger.db"
    return made(request.getfixturevalue("postgresql"))


@pytest.fixture(params=DATABASES)
def ledger_url(request, tmp_path) -> str:
    """The URL of a ledger in which nothing stands."""
    if request.param == "postgresql":
        return made(request.getfixturevalue("postgresql"), request.getfixturevalue("postgresql_template"))
    shutil.copy(request.getfixturevalue("sqlite_template"), tmp_path / "ledger.db")
    return f"sqlite:///{tmp_path}/ledger.db"


@pytest.fixture(params=DATABASES)
def copied(request, tmp_path_factory) -> Callable[[Callable[[str], None]], str]:
    """Return the URL of a copy of a ledger that a function fills, once for each kind of database."""

    def copy(fill: Callable[[str], None]) -> str:
        known = (request.param, fill)
        if request.param == "postgresql":
            server, empty = (request.getfixturevalue(name) for name in ("postgresql", "postgresql_template"))
            if known not in _filled:
                _filled[known] = made(server, empty)
                fill(_filled[known])
            return made(server, _filled[known].partition("?")[0].rpartition("/")[2])
        if known not in _filled:
            path = shutil.copy(request.getfixturevalue("sqlite_template"), tmp_path_factory.mktemp("filled"))
            _filled[known] = path
            fill(f"sqlite:///{path}")
        return f"sqlite:///{shutil.copy(_filled[known], tmp_path_factory.mktemp('copy'))}"

    return copy


@pytest.fixture
def ledger(ledger_url) -> Iterator[Ledger]:
    """That ledger, in which it is always noon."""
    opened = Ledger.open(ledger_url, clock=lambda: NOON)
    yield opened
    opened.close()
