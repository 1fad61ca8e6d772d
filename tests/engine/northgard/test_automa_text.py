"""The acts of the Automa, told to people: nobody answers for it, so its turns are told by what they change."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.composition import WORDS
from lawspeaker_engine.games.northgard.modules.automa_actions import Build, Recruit
from lawspeaker_engine.games.northgard.modules.automa_moves import MoveLeader, MoveUnit
from lawspeaker_engine.games.northgard.modules.automa_part import AUTOMA
from lawspeaker_engine.games.northgard.text.story import standing
from lawspeaker_engine.playing import changes_of

from .positions import graph
from .solo import GAME, leader, solo


def told(state, action):
    """Return what is told of an action."""
    before = GAME.view(state.copy(), None)
    action.begin(state)
    return list(changes_of(GAME, state, before))


def position():
    state = solo()
    graph(state, {"A": {"own": 1, "u": 4, "small": 1}, "none": {"food": 1}, "H": {"own": 0, "u": 1}},
          [("A", "none", "regular"), ("A", "H", "regular")])
    leader(state, 1, 0)
    state.players[AUTOMA].resources = [0, 3, 0]
    return state


@pytest.mark.parametrize(("action", "lines"), [
    (Recruit(2, 1, "R+"), ["The Automa's figures: 7 in territory 0 (5 before)"]),
    (Build("food_silo", "R+"), ["Food Silo in territory 0 of the Automa"]),
    (MoveUnit("U+", "R+"), ["The Automa's figures: 4 in territory 0 (5 before), 1 in territory 1 (0 before)"]),
    (MoveLeader(1, "U+", "near"),
     ["The Automa's figures: 3 attacking territory 2 (0 before), 2 in territory 0 (5 before)"]),
])
def test_what_the_automa_did_is_told_by_what_changed(action, lines):
    assert told(position(), action) == lines


def test_what_the_human_does_elsewhere_is_no_news_of_the_automa():
    state = position()
    before = GAME.view(state.copy(), None)
    state.add_figures(0, 2, 2)
    assert list(GAME.text.changes(before, GAME.view(state, None))) == []


def test_what_the_automa_has_is_told_beside_the_players():
    state = position()
    state.players[0].clan = 0
    lines = list(standing(WORDS, GAME.view(state, None)))
    assert [line.split(":")[0] for line in lines] == ["Seat 0 (Bear)", "Seat 1 (the Automa)"]
    assert "3 wood, 1 territory" in lines[1]
