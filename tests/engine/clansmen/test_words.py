"""Clansmen in words: nothing hidden is told."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.clansmen.state import State
from lawspeaker_engine.games.clansmen.words import WORDS
from lawspeaker_engine.model import Chance
from tests.engine.clansmen.playing import positions
from tests.engine.clansmen.positions import GAME
from tests.engine.clansmen.test_secrets import often, with_other_secrets


def told(state: State, seat: int) -> str:
    """Everything that the seat is told."""
    asked = GAME.pending(state)  # first, for the view says what the question is about
    view = GAME.view(state, seat)
    mine = () if isinstance(asked, Chance) else [each for each in asked if each.seat == seat]
    return "\n".join([*WORDS.view(view), *(WORDS.option(option, view) for each in mine for option in each.options)])


@pytest.mark.parametrize(("players", "shrines"), [(2, True), (4, False)])
def test_CL_TALES_01_CL_MAP_01_CL_RAID_03_CL_ACTION_11_words_do_not_depend_on_what_is_hidden(players, shrines):
    """Other hands, unrevealed land, the next event: byte for byte the same words."""
    found: set[str] = set()
    for state in often(positions(players, 1, eager=True, shrines=shrines)):
        for seat in range(players):
            other, changed = with_other_secrets(state, seat)
            found.update(changed)
            if changed:
                assert told(other, seat) == told(state, seat), changed
    assert found >= {"hand", "land"} | ({"event"} if shrines else set())
