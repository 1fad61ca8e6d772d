"""Whole games: they end under every reading of the rules, and ask nothing but what the page for authors lists."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.games.pax_viking.game import PaxViking
from lawspeaker_engine.games.pax_viking.settings import OPTIONS
from lawspeaker_engine.games.pax_viking.text.prompts import PROMPTS
from lawspeaker_engine.model import BadSetup, Chance
from lawspeaker_engine.playing import check
from lawspeaker_engine.setups import make_setup
from tests.sample_sizes import first_quick, seeds

GAME = PaxViking()
PAGE = (Path(__file__).parents[3] / "docs" / "pax-viking.md").read_text(encoding="utf-8")
ALTERNATIVES = [(option.name, value) for option in OPTIONS for value in option.values if value != option.default]
MOST_STEPS, MOST_OPTIONS = 4000, 200


def final_state(players, seed, *, by_default=False, **options):
    """The end of a game with random answers, or with the defaults alone; it must come soon, and no list be long."""
    random, dice = Random(seed), Dice(match_seed(bytes(32), f"viking-{seed}"))
    state = GAME.setup(make_setup(GAME, players, options))
    for _ in range(MOST_STEPS):
        question = GAME.pending(state)
        if not question:
            return state
        if isinstance(question, Chance):
            GAME.apply(state, (dice.answer(question),))
            continue
        (decision,) = question
        assert len(decision.options) < MOST_OPTIONS, decision.prompt
        count = random.randint(decision.least, decision.most)
        picks = decision.default if by_default else random.sample(range(len(decision.options)), count)
        GAME.apply(state, (check(decision, picks),))
    raise AssertionError(f"{players} players and seed {seed} did not end in {MOST_STEPS} steps")


def assert_ended(state):
    outcome = state.outcome
    assert outcome is not None
    assert (state.phase, state.agenda) == ("over", [])
    assert outcome.reason in ("card", "track")
    assert len(outcome.ranks) == len(outcome.scores) == state.settings.players
    assert min(outcome.ranks) == 1


@pytest.mark.parametrize("players", GAME.players)
@seeds(1, 6)
def test_random_games_end_soon_with_a_winner(players, seeds):
    for seed in seeds:
        assert_ended(final_state(players, seed))


@pytest.mark.slow
def test_random_games_of_six_end_within_4000_steps():
    for seed in range(40):
        assert_ended(final_state(6, seed, **_any_options(seed)))


def _any_options(seed):
    """Default options for every other seed, for the others any that make a game."""
    random = Random(seed)
    options = {option.name: random.choice(option.values) for option in OPTIONS} if seed % 2 else {}
    try:
        make_setup(GAME, 6, options)
    except BadSetup:
        return {}
    return options


@pytest.mark.parametrize(("name", "value"), first_quick(2, ALTERNATIVES))
@seeds(1, 2)
def test_games_end_by_every_reading(name, value, seeds):
    options = {name: value}
    if (name, value) == ("standard_cards", 0):
        options["novice_cards"] = 1
    for seed in seeds:
        assert_ended(final_state((2, 5)[seed], seed, **options))


@pytest.mark.parametrize("rule", ["discards", "ends"])
@pytest.mark.parametrize("players", first_quick(2, GAME.players))
def test_AMB_SG_56_a_game_in_which_nobody_invests_ends(players, rule):
    state = final_state(players, 1, by_default=True, stale_round=rule)
    assert_ended(state)
    assert state.outcome.reason == "track"
    assert all(not player.hand for player in state.players)


def test_the_page_for_authors_says_what_each_question_is_about():
    """The prompts in its table of `view.about` are prompts, or all those of abilities."""
    section = PAGE.partition("## Answer without memory")[2].partition("## ")[0]
    named = {prompt for row in re.findall(r"\| ([a-z_.*, ]+) \|$", section, re.MULTILINE) for prompt in row.split(", ")}
    assert named - {"effect.*", "in"} <= set(PROMPTS)
    assert len(named) > 10
