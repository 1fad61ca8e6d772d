"""Single-agent environments side by side in one process: what their agents see are rows of a few arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from lawspeaker_referee.devtools.gym.environment import AgentObservation
from lawspeaker_referee.devtools.gym.single_agent import SeatEnv

Infos = list[tuple[int, dict[str, Any]]]
"""By number of an environment: what its info says that the arrays do not."""
_IN_ARRAYS = frozenset({"action_mask", "prompt"})


@dataclass(frozen=True, slots=True)
class Rows:
    """The arrays of environments, a row each."""

    observations: Mapping[str, NDArray[Any]]
    actions: NDArray[np.int64]
    rewards: NDArray[np.float64]
    terminations: NDArray[np.bool_]
    truncations: NDArray[np.bool_]

    @classmethod
    def made(cls, space: spaces.Dict, count: int, zeros: Callable[[tuple[int, ...], Any], NDArray[Any]]) -> Rows:
        """Return the rows of so many environments; `zeros` makes an array of a shape and a type."""
        observations = {name: zeros((count, *(part.shape or ())), part.dtype) for name, part in space.items()}
        return cls(observations, zeros((count,), np.int64), zeros((count,), np.float64), zeros((count,), np.bool_),
                   zeros((count,), np.bool_))

    def part(self, first: int, end: int) -> Rows:
        """Return some of the rows, in the same memory."""
        return Rows({name: array[first:end] for name, array in self.observations.items()}, self.actions[first:end],
                    self.rewards[first:end], self.terminations[first:end], self.truncations[first:end])


class SeatRows:
    """Environments of one setting that play together and write into rows.

    `autoreset` says when a game that is over is followed by the next one, as Gymnasium's vectors do.
    """

    def __init__(self, envs: Sequence[SeatEnv], rows: Rows, autoreset: AutoresetMode) -> None:
        self.envs = envs
        self._rows, self._autoreset = rows, autoreset
        self._own = self._row_views()
        self._over = [False] * len(envs)

    def __getstate__(self) -> dict[str, Any]:
        """Return what copies and pickles hold: each looks at rows of its own."""
        return {name: value for name, value in self.__dict__.items() if name != "_own"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._own = self._row_views()

    def _row_views(self) -> list[AgentObservation]:
        arrays = self._rows.observations.items()
        views: Any = [{name: array[number] for name, array in arrays} for number in range(len(self.envs))]
        return views  # type: ignore[no-any-return] # dictionaries of arrays

    def reset(self, seeds: Sequence[int | None], which: Iterable[int]) -> Infos:
        """Begin a game in these environments."""
        for number in which:
            self._begin(number, seeds[number])
        return []

    def step(self) -> Infos:
        """Take the actions that the rows hold. Raises IllegalAction."""
        infos: Infos = []
        rows = self._rows
        for number, (env, action) in enumerate(zip(self.envs, rows.actions.tolist(), strict=True)):
            if self._over[number] and self._autoreset is AutoresetMode.NEXT_STEP:
                self._begin(number, None)
                continue
            info = env.act(action)
            game, agent = env.game_env, env.agent
            ended = game.terminations[agent], game.truncations[agent]
            rows.rewards[number] = game.rewards[agent]
            rows.terminations[number], rows.truncations[number] = ended
            info |= {name: value for name, value in game.infos[agent].items() if name not in _IN_ARRAYS}
            self._over[number] = any(ended)
            if any(ended) and self._autoreset is AutoresetMode.SAME_STEP:
                last = game.observe(agent)
                if env.render_mode == "human":
                    env.render()
                info = {"final_obs": last, "final_info": {**info, "action_mask": last["action_mask"].copy()}}
                self._begin(number, None, ended=ended)
            else:
                self._show(number)
            if info:
                infos.append((number, info))
        return infos

    def _begin(self, number: int, seed: int | None, *, ended: tuple[bool, bool] = (False, False)) -> None:
        rows = self._rows
        if not any(ended):
            rows.rewards[number] = 0.0
        rows.terminations[number], rows.truncations[number] = ended
        self._over[number] = False
        self.envs[number].begin(seed)
        self._show(number)

    def _show(self, number: int) -> None:
        env, row = self.envs[number], self._own[number]
        env.game_env.write(env.agent, row)
        if env.render_mode == "human":
            env.render()

    def call(self, name: str, arguments: Sequence[Any], named: Mapping[str, Any]) -> list[Any]:
        """Return an attribute of each environment, or what it returns when it is called."""
        found = [getattr(env, name) for env in self.envs]
        return [each(*arguments, **named) if callable(each) else each for each in found]


def made_rows(make: Callable[[], SeatEnv], rows: Rows, autoreset: AutoresetMode) -> SeatRows:
    """Return an environment for each row."""
    return SeatRows([make() for _ in range(len(rows.actions))], rows, autoreset)
