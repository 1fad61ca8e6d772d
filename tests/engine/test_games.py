"""The list of games."""

from __future__ import annotations

import subprocess
import sys

import pytest

from lawspeaker_engine.games import GAMES, find_game
from lawspeaker_engine.model import BadSetup
from tests.games.parley import PARLEY


def test_each_game_is_listed_by_its_own_name() -> None:
    """And looked up twice it is one object."""
    assert list(GAMES) == ["northgard", "clansmen", "pax_viking"]
    for name, game in GAMES.items():
        assert game.name == name
        assert find_game(name) is game


def test_only_a_game_that_is_looked_up_is_loaded() -> None:
    """A process loads the games that it plays, and no others."""
    code = ("import sys; from lawspeaker_engine.games import GAMES; list(GAMES); 'northgard' in GAMES; "
            "GAMES['clansmen']; print('lawspeaker_engine.games.northgard' in sys.modules)")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_a_game_can_be_added_and_taken_out() -> None:
    """As tests and other packages do."""
    GAMES["parley"] = PARLEY
    try:
        assert find_game("parley") is PARLEY
        assert len(GAMES) == 4
    finally:
        del GAMES["parley"]
    with pytest.raises(BadSetup, match="no game 'parley'; there are: northgard, clansmen, pax_viking"):
        find_game("parley")
