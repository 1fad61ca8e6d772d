"""Two versions of greedy play each other."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from lawspeaker_bots.greedy import SCORES
from lawspeaker_engine.games import find_game
from lawspeaker_engine.games.northgard.composition import MODULES
from lawspeaker_engine.games.northgard.settings import read_settings
from lawspeaker_engine.setups import make_setup, parse_options
from measure.greedy_versions import is_greedy, scores_of
from measure.search_arena import EVERYTHING, play

ROOT = Path(__file__).parents[2]


def test_the_greedy_of_another_folder_is_another_one_that_plays_alike():
    ours = sys.modules["lawspeaker_bots.greedy"]
    theirs = scores_of(f"greedy@{ROOT}", "northgard")
    assert theirs is not SCORES["northgard"]
    assert sys.modules["lawspeaker_bots.greedy"] is ours
    results = [play("northgard", ("years=7",), "greedy", against, 3) for against in ("greedy", f"greedy@{ROOT}")]
    assert results[0].lead == results[1].lead


def test_a_folder_without_greedy_is_named():
    assert is_greedy("greedy@somewhere")
    assert not is_greedy("100ms")
    with pytest.raises(SystemExit, match="somewhere"):
        scores_of("greedy@somewhere", "northgard")


def test_everything_puts_every_module_on_the_table_that_two_players_can_have():
    game = find_game("northgard")
    options = parse_options(game, dict(each.partition("=")[::2] for each in EVERYTHING))
    settings = read_settings(make_setup(game, 2, options))
    assert {module.name for module in MODULES if not module.in_play(settings)} == {"automa"}
