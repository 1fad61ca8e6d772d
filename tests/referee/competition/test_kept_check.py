"""Kept ratings that somebody who owns the database exchanges are found: they are made again from the results."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lawspeaker_referee.competition.kept_check import KeptVerdict, check_kept
from lawspeaker_referee.competition.kept_ratings import keep, rate
from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.competition.tournament.setup import known
from tests.referee.competition.planted_results import ladder_of
from tests.referee.competition.test_ledger_chain import forge

KEPT = KeptVerdict(moments=3, checked=3, wrong=0, differences=())
"""Ratings after 60 and after 120 matches, and the last ones with intervals."""


@pytest.fixture(scope="module")
def rated(tmp_path_factory) -> Path:
    """A ledger whose ratings were kept twice."""
    path = tmp_path_factory.mktemp("rated") / "ledger.db"
    ledger = ladder_of(path)
    ratings, _, kept = rate(ledger, known(ledger, "cup"))
    keep(ledger, "cup", kept)
    ledger.close()
    ledger = ladder_of(path, 120)
    keep(ledger, "cup", rate(ledger, known(ledger, "cup"), ratings)[2])
    assert check_kept(ledger, known(ledger, "cup")) == KEPT, "what nobody touched does not differ"
    ledger.close()
    return path


@pytest.fixture
def url(rated, tmp_path) -> str:
    return f"sqlite:///{shutil.copy(rated, tmp_path)}"


def checked(url: str, sample: int | None = None) -> KeptVerdict:
    ledger = Ledger.open(url)
    try:
        return check_kept(ledger, known(ledger, "cup"), sample)
    finally:
        ledger.close()


def replaced(what: str, was: str, now: str) -> str:
    return f"UPDATE computed SET value = replace(value, '{was}', '{now}') WHERE what = '{what}'"


@pytest.mark.parametrize(("change", "words"), [
    (replaced("ratings", '"greedy"', '"nobody"'), "computed: ratings: nobody: it is stored, and no match is of it"),
    (replaced("ratings", '"greedy"', '"nobody"'), "computed: ratings: greedy: nothing is stored"),
    (replaced("ratings", '["random",1', '["random",2'), "computed: ratings: random: elo is 2"),
    (replaced("ratings", '"matches":120', '"matches":121'), "computed: ratings: 121 matches as stored, and 120 are"),
    (replaced("ratings", "fit the ratings", "love the ratings"), "computed: ratings: a note is results "),
    (replaced("ratings", "p = 0.", "p = 0.9"), "computed: ratings: a note is results "),
    (replaced("ratings", '"notes":[', '"notes":["all is well",'), "computed: ratings: a note is all is well as stored"),
    (replaced("ratings", '"bots"', '"boots"'), "computed: ratings: what is stored cannot be read"),
    ("UPDATE computed SET what = 'champion' WHERE what = 'ratings'",
     "computed: champion: nothing that this version keeps has this name"),
    (replaced("rating history", '"random":1', '"random":2'), "computed: rating history: after 60 matches: random is 2"),
    (replaced("rating history", '"matches":60', '"matches":61'), "computed: rating history: after 61 matches: "),
    (replaced("rating history", '"elo"', '"ilo"'), "computed: rating history: what is stored cannot be read"),
])
def test_ratings_that_were_exchanged_are_named(url, change, words):
    forge(url, change)
    found = checked(url, None if "rating history" in change else 0)
    assert any(line.startswith(words) for line in found.differences), found.differences
    assert found.wrong >= 1 or "champion" in change


def test_names_that_changed_places_are_each_named(url):
    assert checked(url, 0).differences == ()
    forge(url, replaced("ratings", '"greedy"', '"-"'), replaced("ratings", '"sleepy"', '"greedy"'),
          replaced("ratings", '"-"', '"sleepy"'))
    found = "\n".join(checked(url, 0).differences)
    assert "computed: ratings: greedy: elo is " in found
    assert "computed: ratings: sleepy: elo is " in found
    assert "computed: ratings: the order is sleepy, " in found


def test_a_sample_makes_fewer_moments_again_and_always_the_last_ratings(url):
    assert checked(url, 1) == KeptVerdict(3, 2, 0, ())
    forge(url, replaced("ratings", '["random",1', '["random",2'))
    found = checked(url, 0)
    assert (found.moments, found.checked, found.wrong) == (3, 1, 1)


def test_ratings_of_matches_that_are_gone_are_named(url):
    forge(url, "DELETE FROM results WHERE id > 30")
    assert checked(url).differences == (
        "computed: rating history: 60 matches as stored, and 30 are counted",
        "computed: rating history: 120 matches as stored, and 30 are counted",
        "computed: ratings: 120 matches as stored, and 30 are counted")
