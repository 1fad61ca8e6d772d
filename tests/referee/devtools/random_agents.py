"""Random play in the gym's environments."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from lawspeaker_referee.devtools.gym import GameEnv


def any_action(raw: GameEnv, random: Random) -> int | None:
    """Return an action that the mask allows; None for an agent that is done."""
    agent = raw.agent_selection
    if raw.terminations[agent] or raw.truncations[agent]:
        return None
    return random.choice(np.flatnonzero(raw.infos[agent]["action_mask"]).tolist())


def play(raw: GameEnv, random: Random) -> dict[str, float]:
    """Play to the end, every agent's last step included; return the total reward of each."""
    got = dict.fromkeys(raw.possible_agents, 0.0)
    for agent in raw.agent_iter():
        _, reward, _, _, _ = raw.last(observe=False)
        got[agent] += reward
        raw.step(any_action(raw, random))
    return got


def any_legal(masks: NDArray[np.int8], random: np.random.Generator) -> NDArray[np.int64]:
    """Return an action that each mask allows; 0 where none is."""
    legal = [np.flatnonzero(mask) for mask in masks]
    return np.array([random.choice(each) if len(each) else 0 for each in legal])
