"""The tests' own game, known to the referee while a test runs, and the referee's event loop."""

from __future__ import annotations

import asyncio

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
