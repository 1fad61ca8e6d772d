"""Questions share the options that are asked for most, so nobody may change one."""

from __future__ import annotations

from random import Random

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import Chance
from lawspeaker_engine.position import Position, any_picks


@pytest.mark.parametrize("name", GAMES)
def test_options_stay_as_they_were_asked_for(name):
    position, rng = Position.start(name, 3), Random(name)
    asked = []
    while question := position.question:
        each_asked = (question,) if isinstance(question, Chance) else question
        asked += [(each.options, repr(each.options)) for each in each_asked]
        if isinstance(question, Chance):
            position.draw(rng)
        else:
            position.answer(*(any_picks(decision, rng) for decision in question))
    assert all(repr(options) == before for options, before in asked)
