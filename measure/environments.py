"""Environments for reinforcement learning: steps a CPU second of random play in which every observation is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from multiprocessing import active_children
from os import cpu_count
from random import Random
from statistics import median
from time import clock_gettime, process_time
from typing import Any

import numpy as np

from lawspeaker_engine.game import Game
from lawspeaker_referee.devtools.gym import GameEnv, SeatEnv, SeatVectorEnv

PLAYERS = 2
VECTOR = 32
"""Environments of a vector."""


def costs(game: Game[Any], seconds: float, rounds: int) -> dict[str, Any]:
    """Return medians of steps a CPU second of one environment by kind of actions, and of a vector.

    `pettingzoo` are all seats', `gymnasium` one seat's against a random bot, whose play is counted in the time.
    `vector` are many of the latter that step together, in this process and over as many as there are cores.
    """
    found: dict[str, Any] = {}
    for actions in ("index", "ids"):
        found[actions] = {
            "pettingzoo": _median(partial(aec_steps, game, actions, seconds), rounds),
            "gymnasium": _median(partial(seat_steps, game, actions, seconds), rounds),
        }
    found["vector"] = {
        "environments": VECTOR,
        **{name: _median(partial(vector_steps, game, processes, seconds), rounds)
           for name, processes in (("in_process", 0), ("processes", cpu_count() or 1))}}
    return found


def _median(measure: Callable[[], float], rounds: int) -> int:
    return round(median(measure() for _ in range(rounds)))


def aec_steps(game: Game[Any] | str, actions: str, seconds: float, seed: int = 1) -> float:
    """Return steps a CPU second of a game in which all seats are agents."""
    random, env, steps = Random(seed), GameEnv(game, PLAYERS, actions=actions), 0
    env.reset(seed=seed)
    start = process_time()
    while (spent := process_time() - start) < seconds:
        observation, _, termination, _, _ = env.last()
        if termination:
            env.reset()
            continue
        env.step(random.choice(observation["action_mask"].nonzero()[0].tolist()))
        steps += 1
    return steps / spent


def seat_steps(game: Game[Any] | str, actions: str, seconds: float, seed: int = 1) -> float:
    """Return steps a CPU second of a game in which one seat is the agent."""
    random, env, steps = Random(seed), SeatEnv(game, PLAYERS, actions=actions), 0
    _, info = env.reset(seed=seed)
    start = process_time()
    while (spent := process_time() - start) < seconds:
        _, _, termination, _, info = env.step(random.choice(info["action_mask"].nonzero()[0].tolist()))
        steps += 1
        if termination:
            _, info = env.reset()
    return steps / spent


def vector_steps(game: Game[Any] | str, processes: int, seconds: float, seed: int = 1) -> float:
    """Return steps a CPU second of all environments of a vector of one seat each, without their start; one that begins
    again takes any action for a step.

    It runs until all its processes together have used so many CPU seconds.
    """
    with closing(SeatVectorEnv(game, VECTOR, processes=processes, players=PLAYERS)) as envs:
        random, steps = Random(seed), 0
        _, infos = envs.reset(seed=seed)
        children = [each.pid for each in active_children()] if processes else []
        start = _cpu_seconds(children)
        while (spent := _cpu_seconds(children) - start) < seconds:
            legal = [mask.nonzero()[0].tolist() for mask in infos["action_mask"]]
            _, _, _, _, infos = envs.step(np.array([random.choice(each) if each else 0 for each in legal]))
            steps += envs.num_envs
    return steps / spent


def _cpu_seconds(children: Sequence[int | None]) -> float:
    """Return the CPU time of this process and of children that run, which Linux has a clock each for."""
    return process_time() + sum(clock_gettime((~pid << 3) | 2) for pid in children if pid is not None)
