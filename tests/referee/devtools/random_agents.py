"""Random play in the gym's environments."""

from __future__ import annotations

from random import Random

import numpy as np

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
