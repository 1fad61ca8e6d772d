"""Environments for reinforcement learning: steps a second of random play in which every observation is read."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from os import cpu_count
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

import gymnasium
import numpy as np

from lawspeaker_engine.game import Game
from lawspeaker_referee.devtools.gym import GameEnv, SeatEnv

PLAYERS = 2
ENVIRONMENTS_A_CORE = 4


def costs(game: Game[Any], seconds: float, rounds: int) -> dict[str, Any]:
    """Return medians of steps a CPU second of one environment by kind of actions, and steps a second of a vector.

    `pettingzoo` are all seats', `gymnasium` one seat's against a random bot, whose play is counted in the time.
    `vector` is Gymnasium's own over processes, `environments` of them on all cores, by the clock.
    """
    found: dict[str, Any] = {}
    for actions in ("index", "ids"):
        found[actions] = {
            "pettingzoo": _median(partial(aec_steps, game, actions, seconds), rounds),
            "gymnasium": _median(partial(seat_steps, game, actions, seconds), rounds),
        }
    environments = ENVIRONMENTS_A_CORE * (cpu_count() or 1)
    with closing(gymnasium.make_vec(f"lawspeaker/{game.name}-v{game.version}", num_envs=environments,
                                    vectorization_mode="async", players=PLAYERS)) as envs:
        found["vector"] = {"environments": environments,
                           "steps_per_second": _median(partial(vector_steps, envs, seconds), rounds)}
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


def vector_steps(envs: gymnasium.vector.VectorEnv[Any, Any, Any], seconds: float, seed: int = 1) -> float:
    """Return steps a second of all environments of a vector; one that begins again takes any action for a step."""
    random, steps = Random(seed), 0
    _, infos = envs.reset(seed=seed)
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds:
        legal = map(np.flatnonzero, infos["action_mask"])
        actions = [random.choice(each.tolist()) if len(each) else 0 for each in legal]
        _, _, _, _, infos = envs.step(np.array(actions))
        steps += envs.num_envs
    return steps / spent
