"""The tests' own game, known to the referee while a test runs."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games import GAMES
from tests.games.parley import PARLEY


@pytest.fixture(autouse=True)
def _parley_is_a_game(monkeypatch):
    monkeypatch.setitem(GAMES, PARLEY.name, PARLEY)
