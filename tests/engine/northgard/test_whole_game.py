"""Whole random games, from an empty table to a winner."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.model import Chance
from lawspeaker_engine.playing import check
from lawspeaker_engine.setups import make_setup
from tests.sample_sizes import first_quick, seeds

GAME = GAMES["northgard"]

PHASES = ["start", "actions", "harvest", "winter", "end"]


def whole_game(players: int, seed: int, eager: bool = False, **options) -> tuple[State, Counter, list]:
    """Play at random, or eagerly (never declining); returns the end, prompts asked, and (year, phase) as they came."""
    random, dice = Random(seed), Dice(match_seed(bytes(32), f"whole-{seed}"))
    state = GAME.setup(make_setup(GAME, players, options))
    prompts: Counter = Counter()
    times: list = []
    while question := GAME.pending(state):
        if not times or times[-1] != (state.year, state.phase):
            times.append((state.year, state.phase))
        assert sum(prompts.values()) < 20_000, "the game does not end"
        if isinstance(question, Chance):
            prompts[question.prompt] += 1
            assert 1 <= question.count <= len(question.options)
            GAME.apply(state, (dice.answer(question),))
            continue
        answers = []
        for asked in question:
            prompts[asked.prompt] += 1
            assert len(asked.options) <= 200, asked.prompt
            check(asked, asked.default)
            most = min(asked.most, len(asked.options))
            size = max(asked.least, most) if eager else random.randint(asked.least, most)
            options_of = list(range(len(asked.options)))
            if eager and asked.prompt == "turn.action" and len(options_of) > 1:
                options_of.pop()  # pass last
            answers.append(check(asked, random.sample(options_of, size)))
        GAME.apply(state, tuple(answers))
    return state, prompts, times


@pytest.mark.parametrize("eager", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@seeds(1, 5)
def test_random_games_run_to_their_end(players, eager, seeds):
    for seed in seeds:
        state, prompts, times = whole_game(players, seed, eager)
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert min(outcome.ranks) == 1
        assert len(outcome.ranks) == len(outcome.scores) == players
        assert state.phase == "over"
        assert state.agenda == []
        assert outcome.reason in {"fame", "territories"}
        if outcome.reason == "fame":
            assert state.year == 7
        assert prompts["setup.tile"] == 2 * players
        in_order = [(year, PHASES.index(phase)) for year, phase in times if year]
        assert in_order == sorted(in_order)


@seeds(4, 20)
def test_NG_END_06_fame_comes_from_exploring_and_harvest_and_for_stag_from_combat_only(seeds):
    gained: Counter = Counter()
    stag = 5
    for seed in seeds:
        random, dice = Random(seed), Dice(match_seed(bytes(32), f"fame-{seed}"))
        state = GAME.setup(make_setup(GAME, 4, {"clans": "random"}))
        while question := GAME.pending(state):
            before = [player.fame for player in state.players]
            time = (state.year, state.phase)
            if isinstance(question, Chance):
                GAME.apply(state, (dice.answer(question),))
                prompt = question.prompt
            else:
                asked = question[0]
                picks = random.sample(range(len(asked.options)), random.randint(asked.least, asked.most))
                GAME.apply(state, (check(asked, picks),))
                prompt = asked.prompt
            GAME.pending(state)
            for player, fame in zip(state.players, before, strict=True):
                if player.fame == fame:
                    continue
                assert player.fame > fame
                if (state.year, state.phase) == time and state.phase == "actions":
                    allowed = ("explore.", "tiles.", "combat.") if player.clan == stag else ("explore.", "tiles.")
                    assert prompt.startswith(allowed), prompt
                else:
                    assert time[1] in {"actions", "harvest"}
                gained[prompt.split(".")[0]] += 1
    assert gained["explore"]


@pytest.mark.parametrize("players", first_quick(1, [2, 5]))
def test_NG_VAR_01_long_games_last_ten_years(players):
    for seed in range(2):
        state, _, _ = whole_game(players, seed, years=10)
        assert state.year == 10
        assert state.outcome is not None
        assert state.outcome.reason == "fame"


def test_NG_VAR_04_NG_VAR_08_team_games_end_with_two_winners():
    for seed in range(3):
        state, _, _ = whole_game(4, seed, eager=seed % 2 == 1, teams=True)
        assert state.outcome is not None
        ranks, scores = state.outcome.ranks, state.outcome.scores
        assert (ranks[0], scores[0]) == (ranks[2], scores[2])
        assert (ranks[1], scores[1]) == (ranks[3], scores[3])
        assert sorted(ranks) in ([1, 1, 3, 3], [1, 1, 1, 1])


@pytest.mark.parametrize("option", [
    {"clans": "random"}, {"start_resource": "lore"}, {"kaija_alone": False}, {"snake_over_impassable": False},
    {"open_fame": True},
])
def test_games_with_every_option_end(option):
    for seed in range(2):
        state, _, _ = whole_game(3, seed, **option)
        assert state.outcome is not None


def test_no_hidden_frame_survives_the_actions_phase():
    """Between phases nobody holds drawn cards unsorted, and no combat is left over."""
    random, dice = Random(5), Dice(match_seed(bytes(32), "phases"))
    state = GAME.setup(make_setup(GAME, 4))
    while question := GAME.pending(state):
        if state.phase != "actions":
            assert state.battles == []
            assert all(player.drawn == [] for player in state.players)
        if isinstance(question, Chance):
            GAME.apply(state, (dice.answer(question),))
        else:
            GAME.apply(state, tuple(
                check(asked, random.sample(range(len(asked.options)), random.randint(asked.least, asked.most)))
                for asked in question
            ))
