"""The vector of `gymnasium.make_vec`: it returns what Gymnasium's own returns, in this process and over several."""

from __future__ import annotations

import os
import pickle
import signal
from contextlib import closing
from copy import deepcopy

import gymnasium
import numpy as np
import pytest

from lawspeaker_bot.random_bot import RandomBot
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import BadSetup, IllegalAnswer
from lawspeaker_referee.devtools.gym import IllegalAction, OutOfBounds, SeatVectorEnv, Sizes, sizes_of
from tests.games.parley import PARLEY
from tests.referee.devtools.random_agents import any_legal

COUNT = 5


def registered(name):
    return f"lawspeaker/{name}-v{GAMES[name].version}"


def made(name, mode, autoreset="NextStep", **settings):
    """A vector of Gymnasium's own (`sync`), or ours."""
    if mode == "sync":
        return gymnasium.make_vec(registered(name), COUNT, "sync", vector_kwargs={"autoreset_mode": autoreset},
                                  **settings)
    return gymnasium.make_vec(registered(name), COUNT, autoreset_mode=autoreset, **settings)


def same(left, right):
    """Compare what vectors return, at any depth."""
    assert type(left) is type(right)
    if isinstance(left, dict):
        assert left.keys() == right.keys()
        for key in left:
            same(left[key], right[key])
    elif isinstance(left, tuple):
        for one, other in zip(left, right, strict=True):
            same(one, other)
    elif isinstance(left, np.ndarray):
        assert (left.dtype, left.shape) == (right.dtype, right.shape)
        if left.dtype == object:
            for one, other in zip(left, right, strict=True):
                same(one, other)
        else:
            assert (left == right).all()
    else:
        assert left == right


def played(vector, steps, seed):
    """Yield what a vector returns at reset and at each of some random steps."""
    random = np.random.default_rng(seed)
    observations, infos = vector.reset(seed=seed)
    yield observations, infos
    for _ in range(steps):
        *returned, infos = vector.step(any_legal(infos["action_mask"], random))
        yield *returned, infos


@pytest.mark.parametrize("processes", [0, 2])
@pytest.mark.parametrize(("name", "autoreset", "settings"), [
    ("clansmen", "NextStep", {"actions": "ids", "max_steps": 90}), ("northgard", "SameStep", {"max_steps": 40}),
    pytest.param("clansmen", "SameStep", {"opponents": "greedy"}, marks=pytest.mark.slow),
    pytest.param("pax_viking", "NextStep", {}, marks=pytest.mark.slow),
])
def test_it_returns_what_the_vector_of_gymnasium_returns(name, autoreset, settings, processes):
    ours, theirs = made(name, "ours", autoreset, processes=processes, **settings), made(name, "sync", autoreset,
                                                                                        **settings)
    assert isinstance(ours.unwrapped, SeatVectorEnv)
    ends, steps = 0, 60 if "max_steps" in settings else 400
    with closing(ours), closing(theirs):
        same(ours.metadata, theirs.metadata)
        assert (ours.observation_space, ours.action_space) == (theirs.observation_space, theirs.action_space)
        for mine, other in zip(played(ours, steps, 3), played(theirs, steps, 3), strict=True):
            same(mine, other)
            ends += sum(map(np.sum, mine[2:-1]))
        same(ours.action_masks(), np.stack(theirs.call("action_masks")))
        assert ours.get_attr("agent") == theirs.get_attr("agent")
    assert ends


@pytest.mark.parametrize("autoreset", ["NextStep", "SameStep"])
def test_the_mode_human_prints_what_the_vector_of_gymnasium_prints(autoreset, capsys):
    printed = []
    for mode in ("ours", "sync"):
        assert len([*played(made("clansmen", mode, autoreset, render_mode="human", max_steps=2), 4, 1)]) == 5
        printed.append(capsys.readouterr().out)
    assert printed[0].count("Seat 0") > COUNT
    assert printed[0] == printed[1]


def test_arrays_are_those_of_each_step_unless_they_need_not_be():
    copies, shared = SeatVectorEnv(PARLEY, 2), SeatVectorEnv(PARLEY, 2, copy=False)
    seen = [(shown, shown["observation"].copy()) for shown, *_ in played(copies, 10, 1)]
    assert all((shown["observation"] == then).all() for shown, then in seen)
    assert len({then.tobytes() for _, then in seen}) > 5
    assert len({id(shown["observation"]) for shown, *_ in played(shared, 10, 1)}) == 1


def test_some_environments_can_begin_anew_and_none_does_by_itself_where_that_is_disabled():
    vector = SeatVectorEnv("clansmen", 3, max_steps=1, autoreset_mode="Disabled")
    *_, (_, _, _, truncated, infos) = played(vector, 1, 1)
    assert truncated.all()
    assert not infos["action_mask"].any()
    shown, infos = vector.reset(seed=9, options={"reset_mask": np.array([False, True, False])})
    for masks in (infos["action_mask"], shown["action_mask"]):
        assert masks.any(axis=1).tolist() == [False, True, False]
    assert infos["_prompt"].tolist() == [False, True, False]


def test_a_forbidden_action_and_the_end_are_told_in_the_infos():
    vector = SeatVectorEnv(PARLEY, 2)
    _, infos = vector.reset(seed=1)
    forbidden = int(np.flatnonzero(infos["action_mask"][0] == 0)[0])
    allowed = int(np.flatnonzero(infos["action_mask"][1])[0])
    *_, infos = vector.step(np.array([forbidden, allowed]))
    assert infos["_illegal_action"].tolist() == [True, False]


@pytest.mark.parametrize("processes", [0, 1])
def test_what_an_environment_raises_reaches_the_caller(processes):
    known = sizes_of("northgard", 2)
    with closing(SeatVectorEnv("northgard", 2, processes=processes,
                               sizes=Sizes(3, known.lengths, known.words), overflow="error")) as vector, \
            pytest.raises(OutOfBounds, match="room for 3"):
        for _ in played(vector, 50, 1):
            pass


@pytest.mark.parametrize("duplicate", [deepcopy, pickle.dumps])
def test_what_plays_in_processes_cannot_be_copied_and_plays_on(duplicate):
    with closing(SeatVectorEnv(PARLEY, 2, processes=2)) as vector:
        vector.reset(seed=1)
        with pytest.raises(TypeError, match="in other processes cannot be copied or pickled"):
            duplicate(vector)
        vector.reset(seed=1)


class Failure(Exception):
    def __init__(self, what, where):
        super().__init__(f"{what} at {where}")


def fails_with(error):
    class Failing(RandomBot):
        def decide(self, decision):
            raise error()

    return Failing


@pytest.mark.parametrize(("error", "raised", "words"), [
    (lambda: ZeroDivisionError("by nothing"), ZeroDivisionError, "by nothing"),
    (lambda: IllegalAnswer("out_of_range", "not there"), IllegalAnswer, "not there"),
    (lambda: Failure("this", "that"), RuntimeError, "Failure: this at that"),
    (lambda: OSError(lambda: 0), RuntimeError, "OSError: <function"),
])
def test_what_an_opponent_raises_in_a_process_is_raised_here_with_its_place_and_all_go_on(error, raised, words):
    with closing(SeatVectorEnv("northgard", 2, processes=2, opponents=fails_with(error), seat=1)) as vector:
        for _ in range(2):
            with pytest.raises(raised, match=words) as told:
                vector.reset(seed=1)
            assert "in a process that plays games" in told.value.__notes__[-1]
            assert "raise error()" in told.value.__notes__[-1]


def test_after_an_interruption_no_answer_is_taken_for_that_of_a_later_call(monkeypatch):
    with closing(SeatVectorEnv(PARLEY, 2, processes=2)) as vector:
        vector.reset(seed=1)
        with monkeypatch.context() as patched:
            patched.setattr(vector._games, "_answer", interrupted)
            with pytest.raises(KeyboardInterrupt):
                vector.step(np.zeros(2, int))
        with pytest.raises(RuntimeError, match="was interrupted before its answers were in"):
            vector.reset(seed=2)


def interrupted(pipe):
    raise KeyboardInterrupt


def test_a_process_that_dies_is_an_error_and_not_a_wait_for_ever():
    with closing(SeatVectorEnv(PARLEY, 4, processes=2)) as vector:
        vector.reset(seed=1)
        os.kill(vector._games._processes[1].pid, signal.SIGKILL)
        vector._games._processes[1].join()
        with pytest.raises(RuntimeError, match="has ended"):
            vector.step(np.zeros(4, int))


def test_closing_ends_the_processes():
    vector = SeatVectorEnv(PARLEY, 4, processes=2)
    vector.reset(seed=1)
    processes = vector._games._processes
    assert all(each.is_alive() for each in processes)
    vector.close()
    assert [each.exitcode for each in processes] == [0, 0]


@pytest.mark.slow
def test_processes_may_be_spawned():
    with closing(SeatVectorEnv("clansmen", 3, processes=2, context="spawn", opponents="greedy")) as spawned, \
            closing(SeatVectorEnv("clansmen", 3, opponents="greedy")) as here:
        for mine, other in zip(played(spawned, 30, 2), played(here, 30, 2), strict=True):
            same(mine, other)


@pytest.mark.parametrize(("settings", "says"), [
    ({"num_envs": 0}, "at least 1"), ({"processes": -1}, "at least 0"), ({"opponents": "gredy"}, "did you mean"),
    ({"autoreset_mode": "samestep"}, "no autoreset mode 'samestep' .did you mean 'SameStep'"),
])
def test_settings_that_cannot_be_are_refused(settings, says):
    with pytest.raises((ValueError, BadSetup), match=says):
        SeatVectorEnv("northgard", **{"num_envs": 2, **settings})


def test_seeds_are_one_for_each_or_follow_the_first():
    vector = SeatVectorEnv(PARLEY, 3)
    for seeds in (7, [7, 8, 9]):
        vector.reset(seed=seeds)
        assert [env.game_env.match_id for env in vector._games.envs] == ["parley-7", "parley-8", "parley-9"]
    for seeds in (np.int64(7), np.arange(7, 10)):
        vector.reset(seed=seeds)
        assert vector.get_attr("game_env")[2].match_id == "parley-9"
    for seeds, error, says in (([1, 2], ValueError, "2 seeds for 3"), (1.5, TypeError, "not 1.5"),
                               ("123", TypeError, "not '123'"), ([1, 2, -3], ValueError, "not -3")):
        with pytest.raises(error, match=says):
            vector.reset(seed=seeds)
        assert vector.get_attr("game_env")[0].match_id == "parley-7", "no game has begun"


@pytest.mark.parametrize(("actions", "error"), [
    (0, ValueError), ([0], ValueError), ([[0, 0]], ValueError), ([0, 0, 0], ValueError), ([0.0, 0.0], TypeError),
    ([float("nan"), 0.0], TypeError), (["0", "0"], TypeError), ([None, 0], TypeError),
])
def test_actions_are_a_whole_number_for_each_environment(actions, error):
    vector = SeatVectorEnv("northgard", 2)
    vector.reset(seed=1)
    with pytest.raises(error, match="actions must be"):
        vector.step(actions)
    assert [env.game_env.state().tobytes() for env in vector._games.envs] == [
        env.game_env.state().tobytes() for env in begun(1)]


def begun(seed):
    vector = SeatVectorEnv("northgard", 2)
    vector.reset(seed=seed)
    return vector._games.envs


@pytest.mark.parametrize("mask", [[True], [True] * 5, [1, 0], None, [[True, False]]])
def test_a_reset_mask_is_a_boolean_for_each_environment(mask):
    vector = SeatVectorEnv(PARLEY, 2)
    vector.reset(seed=1)
    with pytest.raises(ValueError, match="reset_mask must be 2 booleans"):
        vector.reset(seed=5, options={"reset_mask": mask})
    assert vector.get_attr("game_env")[0].match_id == "parley-1"


def test_where_none_begins_by_itself_the_games_that_are_over_are_named_and_the_others_wait():
    vector = SeatVectorEnv("clansmen", 2, max_steps=1, autoreset_mode="Disabled")
    assert len([*played(vector, 1, 1)]) == 2
    vector.reset(seed=9, options={"reset_mask": np.array([True, False])})
    before = vector.get_attr("game_env")[0].state().tobytes()
    with pytest.raises(IllegalAction, match="games of environments 1 are over: call reset with a reset_mask"):
        vector.step(np.zeros(2, int))
    assert vector.get_attr("game_env")[0].state().tobytes() == before


@pytest.mark.parametrize("duplicate", [deepcopy, lambda vector: pickle.loads(pickle.dumps(vector))],
                         ids=["deepcopy", "pickle"])
def test_a_copy_plays_on_like_the_original(duplicate):
    vector = SeatVectorEnv("clansmen", 2)
    assert len([*played(vector, 10, 1)]) == 11
    other = duplicate(vector)
    for _ in range(5):
        actions = any_legal(vector.action_masks(), np.random.default_rng(1))
        mine, theirs = vector.step(actions), other.step(actions)
        same(mine, theirs)
    assert (vector.action_masks() == other.action_masks()).all()
