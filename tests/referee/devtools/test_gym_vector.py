"""The vector of `gymnasium.make_vec`: it returns what Gymnasium's own returns, in this process and over several."""

from __future__ import annotations

import os
import signal
from contextlib import closing

import gymnasium
import numpy as np
import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import BadSetup
from lawspeaker_referee.devtools.gym import OutOfBounds, SeatVectorEnv, Sizes, sizes_of
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
    ({"autoreset_mode": "never"}, "never"),
])
def test_settings_that_cannot_be_are_refused(settings, says):
    with pytest.raises((ValueError, BadSetup), match=says):
        SeatVectorEnv("northgard", **{"num_envs": 2, **settings})


def test_seeds_are_one_for_each_or_follow_the_first():
    vector = SeatVectorEnv(PARLEY, 3)
    for seeds in (7, [7, 8, 9]):
        vector.reset(seed=seeds)
        assert [env.game_env.match_id for env in vector._games.envs] == ["parley-7", "parley-8", "parley-9"]
    with pytest.raises(ValueError, match="2 seeds for 3"):
        vector.reset(seed=[1, 2])
