"""Train an agent for Northgard with MaskablePPO of sb3-contrib, and measure how often it beats a random bot.

pip install ./clients/python ./engine ./bots '.[gym]' sb3-contrib
python docs/examples/train_ppo.py --minutes 10
"""

from __future__ import annotations

from argparse import ArgumentParser
from math import sqrt
from time import monotonic

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import SubprocVecEnv

from lawspeaker_engine.model import Outcome
from lawspeaker_referee.devtools.gym import SeatEnv

SEAT = 0
ENVIRONMENTS = 4


class Features(gymnasium.ObservationWrapper):
    """One row of numbers between -1 and 1: the view and question by their bounds, then a 1 for each id named so far."""

    def __init__(self, env: SeatEnv) -> None:
        super().__init__(env)
        bounds = env.observation_space["observation"]
        self.scale = 1 / np.maximum(np.abs(bounds.low.astype(np.float32)), bounds.high.astype(np.float32))
        self.ids = env.action_space.n
        self.observation_space = gymnasium.spaces.Box(-1, 1, (len(self.scale) + self.ids,), np.float32)

    def observation(self, observation: dict) -> np.ndarray:
        """Return the row of an observation."""
        named = np.zeros(self.ids, np.float32)
        named[observation["named"][observation["named"] > 0]] = 1
        return np.concatenate([observation["observation"] * self.scale, named])

    def action_masks(self) -> np.ndarray:
        """Return which ids may be named."""
        return self.env.unwrapped.action_masks()


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


def make() -> Features:
    """Return the environment: two players, the other one random, actions by id."""
    return Features(SeatEnv("northgard", players=2, seat=SEAT, opponents="random", actions="ids", reward=lead))


def won(model: MaskablePPO, games: int) -> int:
    """Return how many games of seeds that were not trained on the agent wins."""
    env, wins = make(), 0
    for number in range(games):
        observation, _ = env.reset(seed=1_000_000 + number)
        over = False
        while not over:
            action, _ = model.predict(observation, action_masks=env.action_masks())
            observation, _, over, _, info = env.step(int(action))
        wins += info["rank"] == 1
    return wins


def interval(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of the win rate, by Wilson."""
    z, rate = 1.96, wins / games
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def main() -> None:
    """Train, then play."""
    parser = ArgumentParser(description="Train an agent for Northgard, and measure it against a random bot.")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--games", type=int, default=200, help="games to measure with")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    envs = make_vec_env(make, n_envs=ENVIRONMENTS, seed=arguments.seed, vec_env_cls=SubprocVecEnv)
    model = MaskablePPO(
        "MlpPolicy", envs, n_steps=512, batch_size=512, n_epochs=4, learning_rate=5e-4, gamma=1.0, gae_lambda=0.98,
        ent_coef=0.01, seed=arguments.seed, policy_kwargs={"net_arch": [128, 128]}, device="cpu")
    model.learn(10**9, callback=Until(60 * arguments.minutes))
    envs.close()
    wins = won(model, arguments.games)
    low, high = interval(wins, arguments.games)
    print(f"{model.num_timesteps} steps; won {wins} of {arguments.games} games: {wins / arguments.games:.0%}, "
          f"interval {low:.0%} to {high:.0%}")


if __name__ == "__main__":
    main()
