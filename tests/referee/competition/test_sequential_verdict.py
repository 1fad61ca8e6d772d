"""Tests of what the test of a tournament has found, in words."""

from __future__ import annotations

import pytest

from lawspeaker_referee.competition.ratings.sequential import verdict_in_words


@pytest.mark.parametrize(("elo0", "elo1", "verdict", "words"), [
    (0, 30, "H1", "new is better than old"),
    (10, 30, "H1", "new is better than old by more than 10 Elo"),
    (-5, 0, "H1", "new is not worse than old by 5 Elo or more"),
    (0, 30, "H0", "new is not better than old by 30 Elo or more"),
    (-5, 0, "H0", "new is not better than old"),
    (-20, -5, "H0", "new is worse than old by more than 5 Elo"),
    (0, 30, "continue", "not decided whether new is better than old"),
])
def test_a_verdict_says_which_bot_is_better_by_which_bounds_and_after_how_many_blocks(elo0, elo1, verdict, words):
    llr = {"H1": 3.1, "H0": -3.1, "continue": 0.4}[verdict]
    told = verdict_in_words({"bot": "new", "against": "old", "elo0": elo0, "elo1": elo1}, verdict, llr, -2.94, 2.94, 12)
    assert told.startswith(f"{words}: ")
    assert f"after 12 seed blocks (H0: by {elo0:g} Elo at most, H1: by {elo1:g} or more; " in told
    assert f"log likelihood ratio {llr:.2f}" in told


def test_normalised_bounds_are_called_so():
    told = verdict_in_words({"bot": "a", "against": "b", "elo0": 0, "elo1": 9, "scale": "normalised"}, "H0", -3.0,
                            -2.9, 2.9, 1)
    assert told.startswith("a is not better than b by 9 normalised Elo or more: H0 is accepted after 1 seed block ")
