"""Train an agent for Northgard with MaskablePPO of sb3-contrib, and measure how often it beats a random bot.

pip install ./clients/python ./engine ./bots '.[gym]' sb3-contrib
python docs/examples/train_ppo.py --minutes 10
"""

from __future__ import annotations

from argparse import ArgumentParser
from time import monotonic
from typing import Any

import numpy as np
import torch
from gymnasium.spaces import Box
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from lawspeaker_engine.model import Outcome
from lawspeaker_referee.config.intervals import wilson
from lawspeaker_referee.devtools.gym import SeatVectorEnv

SEAT = 0
ENVIRONMENTS = 16


class Games(VecEnv):
    """Games of two players, the other one random, as Stable-Baselines3 has environments.

    An observation is one row of numbers between -1 and 1: the view and question by their bounds, then a 1 for each id
    named so far. Actions are ids.
    """

    def __init__(self, count: int, processes: int = 0) -> None:
        self.games = SeatVectorEnv(
            "northgard", count, processes=processes, copy=False, autoreset_mode="SameStep", players=2, seat=SEAT,
            opponents="random", actions="ids", reward=lead)
        bounds = self.games.single_observation_space["observation"]
        self.scale = 1 / np.maximum(np.abs(bounds.low.astype(np.float32)), bounds.high.astype(np.float32))
        actions = self.games.single_action_space
        super().__init__(count, Box(-1, 1, (len(self.scale) + actions.n,), np.float32), actions)
        self.seconds = 0.0
        """The time in which the games played."""

    def row(self, observation: dict) -> np.ndarray:
        """Return the row of an observation."""
        named = np.zeros(self.action_space.n, np.float32)
        named[observation["named"][observation["named"] > 0]] = 1
        return np.concatenate([observation["observation"] * self.scale, named])

    def rows(self, observations: dict) -> np.ndarray:
        """Return the rows of the observations of all games."""
        return np.stack([self.row({name: array[number] for name, array in observations.items()})
                         for number in range(self.num_envs)])

    def reset(self) -> np.ndarray:
        """Begin all games, with the seeds of `seed`."""
        observations, _ = self.games.reset(seed=self._seeds if None not in self._seeds else None)
        self._reset_seeds()
        return self.rows(observations)

    def step_async(self, actions: np.ndarray) -> None:
        """Note the actions."""
        self.actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict]]:
        """Play them."""
        start = monotonic()
        observations, rewards, terminated, truncated, infos = self.games.step(self.actions)
        self.seconds += monotonic() - start
        over = terminated | truncated
        told: list[dict] = [{} for _ in range(self.num_envs)]
        for number in np.flatnonzero(over):
            told[number] = {"terminal_observation": self.row(infos["final_obs"][number]),
                            "TimeLimit.truncated": False, "rank": infos["final_info"]["rank"][number]}
        return self.rows(observations), rewards.astype(np.float32), over, told

    def close(self) -> None:
        """End the games."""
        self.games.close()

    def env_method(self, method_name: str, *arguments: Any, indices: Any = None, **named: Any) -> list[Any]:
        """Return what a method of the games returns, such as a mask for each."""
        return list(getattr(self.games, method_name)(*arguments, **named))

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of the games, for each."""
        return [getattr(self.games, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse: nothing of the games can be set."""
        raise AttributeError(attr_name)

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Return False for each game."""
        return [False] * self.num_envs


class Until(BaseCallback):
    """Stop after so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.end = monotonic() + seconds

    def _on_step(self) -> bool:
        return monotonic() < self.end


def lead(outcome: Outcome) -> list[float]:
    """Return the reward of two seats: the place, and a little for the lead in points, which says more of each game."""
    mine, other = outcome.scores
    ahead = float(np.tanh((mine - other) / 20))
    won = (outcome.ranks[0] < outcome.ranks[1]) - (outcome.ranks[0] > outcome.ranks[1])
    return [(won + ahead) / 2, -(won + ahead) / 2]


def won(model: MaskablePPO, games: int) -> int:
    """Return how many games of seeds that were not trained on the agent wins."""
    env, wins = Games(1), 0
    for number in range(games):
        env.seed(1_000_000 + number)
        rows, over = env.reset(), [False]
        while not over[0]:
            actions, _ = model.predict(rows, action_masks=env.games.action_masks())
            rows, _, over, infos = env.step(actions)
        wins += infos[0]["rank"] == 1
    return wins


def main() -> None:
    """Train, then play."""
    parser = ArgumentParser(description="Train an agent for Northgard, and measure it against a random bot.")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--games", type=int, default=200, help="games to measure with")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=0, help="processes that play; 0: in the learner's own")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    envs = Games(ENVIRONMENTS, arguments.processes)
    envs.seed(arguments.seed)
    model = MaskablePPO(
        "MlpPolicy", envs, n_steps=2048 // ENVIRONMENTS, batch_size=512, n_epochs=4, learning_rate=5e-4, gamma=1.0,
        gae_lambda=0.98, ent_coef=0.01, seed=arguments.seed, policy_kwargs={"net_arch": [128, 128]}, device="cpu")
    start = monotonic()
    model.learn(10**9, callback=Until(60 * arguments.minutes))
    share = envs.seconds / (monotonic() - start)
    envs.close()
    print(f"{share:.0%} of the time went to the environment, {1 - share:.0%} to the learner")
    wins = won(model, arguments.games)
    low, high = wilson(wins / arguments.games, arguments.games)
    print(f"{model.num_timesteps} steps; won {wins} of {arguments.games} games: {wins / arguments.games:.0%}, "
          f"interval {low:.0%} to {high:.0%}")


if __name__ == "__main__":
    main()
