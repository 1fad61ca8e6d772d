"""The texts about creatures: in views, questions and the consequences of combats."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.composition import TEXT
from lawspeaker_engine.games.northgard.options import Hunt
from lawspeaker_engine.games.northgard.view import View, make_view

from .creature_positions import RED, hunting, part, place
from .positions import roll, run
from .test_creature_fights import den_with, lair_of_the_wyvern


def test_a_view_says_which_creatures_are_where_and_how_many_lie_in_the_pile():
    state, t, _ = den_with(1, "wolf")
    part(state).shuffle([0, 1, 2], top=1)
    lines = list(TEXT.view(make_view(state, RED)))
    assert any(line.startswith(f"Wolf 1 in territory {t['A']}, 4 points, 1 fame: ") for line in lines)
    assert "Creatures in the pile: 3; defeated: 0." in lines


def test_an_option_names_the_creature_that_is_attacked_or_led():
    state, t, wolf = den_with(1, "wolf")
    hunt, view = Hunt(wolf.number, t["A"]), make_view(state, RED)
    assert TEXT.option_at("combat.hunt", hunt, view) == f"the Wolf in territory {t['A']}"
    assert TEXT.option_at("card.lead", hunt, view).startswith("the Wolf to ")
    assert TEXT.option_at("combat.hunt", hunt, None) == f"creature 1 in territory {t['A']}"


def told(before: View, after: View) -> str:
    """The line that tells of the combat."""
    assert TEXT.changes is not None
    return next(line for line in TEXT.changes(before, after) if line.startswith("Combat"))


@pytest.mark.parametrize(("units", "words"), [(9, "seat 0 beats the Wolf"), (3, "the Wolf stays")])
def test_the_end_of_a_combat_is_told(units, words):
    state, _, wolf = den_with(units, "wolf")
    hunting(state, RED, wolf)
    roll(state, "2C")
    before = make_view(state, RED)
    roll(state, "2C")
    run(state)
    assert told(before, make_view(state, RED)).endswith(words)


def test_a_wyvern_that_goes_back_to_its_den_was_beaten():
    state, _, elsewhere = lair_of_the_wyvern(1)
    state.add_figures(RED, elsewhere, 12)
    hunting(state, RED, place(state, "wyvern", elsewhere))
    roll(state, "2C")
    before = make_view(state, RED)
    roll(state, "2C")
    run(state)
    assert told(before, make_view(state, RED)).endswith("seat 0 beats the Wyvern")
