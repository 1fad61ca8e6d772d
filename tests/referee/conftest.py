"""The tests' own game, known to the referee while a test runs, and the referee's event loop."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_referee.event_loop import run_async
from tests.games.parley import PARLEY


@pytest.fixture(autouse=True)
def _parley_is_a_game(monkeypatch):
    monkeypatch.setitem(GAMES, PARLEY.name, PARLEY)


@pytest.fixture(autouse=True)
def _asyncio_runs_the_loop_of_the_referee(monkeypatch):
    monkeypatch.setattr(asyncio, "run", run_async)


SLOW_FILE = "\npytestmark = pytest.mark.slow\n"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave files out of `make test` whose tests are all slow: browsers, Dask and statistics take long to import."""
    quick = config.option.markexpr == "not slow" and collection_path.suffix == ".py"
    return True if quick and SLOW_FILE in collection_path.read_text(encoding="utf-8") else None


@pytest.fixture
def workers_here(monkeypatch):
    """Let workers of tournaments and their built-in bots play in this process, where no process of theirs matters."""
    from tests.referee.competition.workers_here import put_workers_here

    put_workers_here(monkeypatch)
