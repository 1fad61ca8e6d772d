"""The games as environments of Gymnasium: its own checks, opponents by spec, masks, and vectors over processes."""

from __future__ import annotations

import pickle
from functools import partial
from random import Random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from lawspeaker_bot import Bot, WrongPicks
from lawspeaker_bot.random_bot import RandomBot
from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import BadSetup, IllegalAnswer
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.cli.play import secret_and_name
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.devtools.gym import IllegalAction, SeatEnv
from lawspeaker_referee.devtools.gym.environment import position_text
from lawspeaker_referee.devtools.rewards import REWARDS
from lawspeaker_referee.host.single_match import play_match
from tests.games.parley import PARLEY
from tests.referee.browser import browser_programs
from tests.sample_sizes import first_quick

names = pytest.mark.parametrize("name", first_quick(1, GAMES))


def registered(name):
    return f"lawspeaker/{name}-v{GAMES[name].version}"


def play(env, seed, choose):
    """Return the last step of a game, and how many there were."""
    _, info = env.reset(seed=seed)
    steps = 0
    while True:
        observation, reward, terminated, truncated, info = env.step(choose(info["action_mask"]))
        steps += 1
        if terminated or truncated:
            return observation, reward, info, steps


def chooser(seed):
    random = Random(seed)
    return lambda mask: random.choice(np.flatnonzero(mask).tolist())


def check_in_all_modes(name, recwarn, **settings):
    made = gymnasium.make(registered(name), **settings)
    check_env(made.unwrapped)
    assert [str(each.message) for each in recwarn] == []


@names
@pytest.mark.parametrize("actions", ["index", "ids"])
def test_every_game_is_registered_and_passes_the_checker_of_gymnasium(name, actions, recwarn, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))  # where a browser is, the checker starts it
    check_in_all_modes(name, recwarn, actions=actions)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_game_passes_the_checker_of_gymnasium_with_a_browser(name, recwarn):
    browser_programs()
    check_in_all_modes(name, recwarn)


@names
@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_a_seed_gives_the_same_game_to_its_end_with_the_reward_of_the_outcome(name, opponents):
    ends = []
    for _ in range(2):
        env = SeatEnv(name, players=2, seat=1, opponents=opponents)
        observation, reward, info, steps = play(env, 3, chooser(3))
        outcome = env.game_env.position.outcome
        assert reward == REWARDS["rank"](outcome)[1]
        assert info["rank"] == outcome.ranks[1]
        assert not info["action_mask"].any()
        ends.append((observation["observation"].tobytes(), steps))
    assert ends[0] == ends[1]


def test_an_opponent_answers_as_it_does_in_a_match(tmp_path):
    """Greedy bots in the other seats and here lead to the same end."""
    secret, match_id = secret_and_name("northgard", 7)
    result = play_match(GAMES["northgard"], make_setup(GAMES["northgard"], 3), [SeatSpec.parse("greedy")] * 3,
                        seed=match_seed(secret, match_id), match_id=match_id, in_process=True)
    env = SeatEnv("northgard", players=3, opponents="greedy", skip_forced=False)
    env.reset(seed=7)
    mine = SeatEnv("northgard", players=3, seat=1, opponents="greedy")
    mine.reset(seed=7)
    own = mine._opponents["seat_0"]
    while (decision := env.game_env.decision("seat_0")) is not None:
        env.game_env.answer(own.answer(decision, lambda: env.game_env.view("seat_0")))
        env._let_others_play()
    outcome = env.game_env.position.outcome
    assert (outcome.ranks, outcome.scores) == (result.ranks, result.scores)


def test_opponents_are_one_bot_for_all_or_one_a_seat_or_functions_that_make_them():
    class Counting(RandomBot):
        asked = 0

        def decide(self, decision):
            type(self).asked += 1
            return super().decide(decision)

    play(SeatEnv("clansmen", players=3, opponents=["greedy", Counting]), 1, chooser(1))
    assert Counting.asked > 10


class AsyncBot(Bot):
    async def decide(self, decision):
        return decision.default


class Saying(Bot):
    """Answers with what a function makes of the default."""

    def __init__(self, picks):
        self._picks = picks

    def decide(self, decision):
        return self._picks(decision.default)


@pytest.mark.parametrize("picks", [np.array, iter, lambda picks: [np.int64(pick) for pick in picks]])
def test_an_opponent_may_answer_with_all_that_a_bot_in_python_may_answer_with(picks):
    env, usual = (SeatEnv("northgard", opponents=partial(Saying, each)) for each in (picks, list))
    assert play(env, 1, chooser(1))[3] == play(usual, 1, chooser(1))[3]


@pytest.mark.parametrize(("picks", "error"), [
    (lambda picks: [999], IllegalAnswer), (lambda picks: None, WrongPicks), (lambda picks: [0.5], WrongPicks),
    (lambda picks: 1 / 0, ZeroDivisionError),
])
def test_the_error_of_an_opponent_says_where_it_was(picks, error):
    env = SeatEnv("northgard", opponents=partial(Saying, picks))
    with pytest.raises(error) as raised:
        play(env, 1, chooser(1))
    assert raised.value.__notes__ == ["the opponent failed at setup.clan of northgard-1, seat 1"]


def test_nothing_of_an_opponents_hand_is_shown_once_it_has_failed():
    class Failing(RandomBot):
        def decide(self, decision):
            if decision.prompt == "turn.action":
                raise OSError("gone")
            return super().decide(decision)

    env = SeatEnv("northgard", opponents=Failing, render_mode="ansi")
    with pytest.raises(OSError, match="gone"):
        play(env, 1, chooser(1))
    assert env.render() == position_text(env.game_env.position, None)
    assert env.render() != env.game_env.render()


@pytest.mark.parametrize(("settings", "says"), [
    ({"opponents": "gredy"}, "did you mean 'greedy'"),
    ({"opponents": "cmd:python bot.py"}, "is a process"),
    ({"opponents": "search:100playouts"}, "looks ahead from positions, and an environment gives bots none"),
    ({"opponents": ["greedy"]}, "1 opponents for 2 other seats"),
    ({"opponents": None}, "an opponent is the name of a built-in bot, or a function .*, not None"),
    ({"opponents": ["greedy", RandomBot()]}, "an opponent is the name of a built-in bot, or a function"),
    ({"opponents": dict}, "must return a lawspeaker_bot.Bot, not {}"),
    ({"opponents": AsyncBot}, "the opponent AsyncBot is async"),
    ({"seat": 3}, "nobody plays seat 3; it is one of 0, 1, 2"),
    ({"seat": 1, "players": 2, "options": {"automa": 2}}, "nobody plays seat 1; it is one of 0"),
])
def test_seats_and_opponents_that_cannot_be_are_refused(settings, says):
    with pytest.raises(BadSetup, match=says):
        SeatEnv("northgard", **{"players": 3, **settings})


def test_an_illegal_action_gives_the_default_answer_and_says_so():
    env, right = SeatEnv("northgard"), SeatEnv("northgard")
    env.reset(seed=2)
    right.reset(seed=2)
    default = right.game_env.decision("seat_0").default
    observation, _, _, _, info = env.step(env.action_space.n - 1)
    assert "at least 1" in info["illegal_action"]
    right.game_env.answer(default)
    right._let_others_play()
    assert (observation["observation"] == right.game_env.observe("seat_0")["observation"]).all()


def test_a_game_over_refuses_actions_until_it_is_reset():
    env = SeatEnv(PARLEY, opponents=RandomBot)
    play(env, 1, chooser(1))
    with pytest.raises(IllegalAction, match="call reset"):
        env.step(0)
    env.reset()
    env.step(int(np.flatnonzero(env.action_masks())[0]))


def test_before_the_first_reset_nothing_can_be_done_and_one_line_says_so():
    env = SeatEnv("northgard", render_mode="ansi")
    for each in (lambda: env.step(0), env.copy, env.render):
        with pytest.raises(IllegalAction, match="call reset"):
            each()
    assert not env.action_masks().any()


@pytest.mark.parametrize("action", [None, 0.0, "0"])
def test_what_is_no_whole_number_is_no_action(action):
    env = SeatEnv("northgard")
    env.reset(seed=1)
    with pytest.raises(TypeError, match="an action is a whole number, not"):
        env.step(action)


@names
def test_a_pickled_environment_plays_on_like_the_original(name):
    env = SeatEnv(name, players=2, opponents="greedy")
    env.reset(seed=1)
    for _ in range(20):
        env.step(chooser(1)(env.action_masks()))
    other = pickle.loads(pickle.dumps(env))
    for _ in range(20):
        action = chooser(2)(env.action_masks())
        (shown, *rest, _), (too, *rest_too, _) = env.step(action), other.step(action)
        assert (shown["observation"] == too["observation"]).all()
        assert rest == rest_too
        if env.game_env.decision(env.agent) is None:
            break  # the game is over, in both


def test_masks_are_booleans_that_equal_those_of_info_and_observation():
    env = SeatEnv("clansmen", actions="ids")
    observation, info = env.reset(seed=1)
    masks = env.action_masks()
    assert masks.dtype == np.bool_
    assert masks.any()
    assert (masks == info["action_mask"]).all()
    assert (masks == observation["action_mask"]).all()
    info["action_mask"][:] = 0
    assert observation["action_mask"].any()


def test_a_game_is_cut_off_after_the_most_steps():
    env = SeatEnv("northgard", max_steps=40)
    _, info = env.reset(seed=1)
    truncated, choose = False, chooser(1)
    while not truncated:
        _, reward, terminated, truncated, info = env.step(choose(info["action_mask"]))
        assert not terminated
        assert reward == 0


def test_a_bot_never_sees_what_its_seat_may_not():
    seen = []

    class Looking(Bot):
        def decide(self, decision):
            seen.append(decision.view)
            assert decision.options
            return decision.default

    play(SeatEnv("northgard", opponents=Looking), 1, chooser(1))
    assert {view.seat for view in seen} == {1}
    assert all(not view.players[0].hand for view in seen)
    assert any(view.players[1].hand for view in seen)


def test_the_mode_human_prints_what_the_agent_sees_alone(capsys):
    env = SeatEnv("northgard", render_mode="human")
    _, info = env.reset(seed=1)
    choose = chooser(1)
    for _ in range(10):
        _, _, _, _, info = env.step(choose(info["action_mask"]))
    said = capsys.readouterr().out
    assert said.count("\nNorthgard, ") == said.count("You are seat 0.") == 11
    assert SeatEnv("northgard", render_mode="ansi").render_mode == "ansi"


@pytest.mark.parametrize("mode", ["sync", pytest.param("async", marks=pytest.mark.slow)])
def test_gymnasium_makes_a_vector_of_environments_that_plays_what_each_plays_alone(mode):
    envs = gymnasium.make_vec(registered("clansmen"), num_envs=2, vectorization_mode=mode, opponents="greedy")
    alone = [SeatEnv("clansmen", opponents="greedy") for _ in range(2)]
    try:
        observations, infos = envs.reset(seed=[4, 5])
        for env, seed in zip(alone, (4, 5), strict=True):
            env.reset(seed=seed)
        choose = chooser(1)
        for _ in range(25):
            masks = infos["action_mask"]
            assert all((masks[number] == env.action_masks()).all() for number, env in enumerate(alone))
            actions = [choose(mask) for mask in masks]
            observations, _, _, _, infos = envs.step(np.array(actions))
            for number, (env, action) in enumerate(zip(alone, actions, strict=True)):
                observation = env.step(action)[0]
                assert all((observations[key][number] == observation[key]).all() for key in observation)
    finally:
        envs.close()


@names
def test_a_copy_looks_the_same_to_the_agent_and_plays_on_with_new_bots(name):
    env = SeatEnv(name, opponents="greedy")
    _, info = env.reset(seed=6)
    choose = chooser(6)
    for _ in range(8):  # before a game of Pax Viking may be over
        _, _, _, _, info = env.step(choose(info["action_mask"]))
    before = env.game_env.state().tobytes()
    ends = []
    for seed in (1, 1, None):
        branch = env.copy(seed)
        seen, ours = branch.game_env.observe("seat_0"), env.game_env.observe("seat_0")
        assert all((seen[key] == ours[key]).all() for key in ours)
        pick, over = chooser(1), False
        while not over:
            _, _, over, _, _ = branch.step(pick(branch.action_masks()))
        ends.append(branch.game_env.state().tobytes())
    assert ends[0] == ends[1] != ends[2]
    assert env.game_env.state().tobytes() == before
