"""Many games as one environment of Gymnasium's vectors: `gymnasium.make_vec`; see docs/gym.md."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from lawspeaker_engine.game import Game
from lawspeaker_referee.devtools.gym.environment import one_of
from lawspeaker_referee.devtools.gym.numbers import seed_number
from lawspeaker_referee.devtools.gym.position import IllegalAction
from lawspeaker_referee.devtools.gym.seat_processes import SeatProcesses
from lawspeaker_referee.devtools.gym.seat_rows import Infos, Rows, SeatRows, made_rows
from lawspeaker_referee.devtools.gym.single_agent import SeatEnv

Arrays = dict[str, NDArray[Any]]


class SeatVectorEnv(gymnasium.vector.VectorEnv[Arrays, NDArray[Any], NDArray[Any]]):
    """Games that step together, each with one agent; what it returns is what Gymnasium's own vectors return.

    All play in this process, or with `processes` in so many others, with arrays in memory that all share; `context` is
    the start method of multiprocessing. Without `copy` the arrays of a step are those of every step. `autoreset_mode`
    says when a game that is over is followed by the next one. All other settings are those of SeatEnv.

    Raises BadSetup, and ValueError for another impossible setting.
    """

    def __init__(self, game: str | Game[Any], num_envs: int = 1, *, processes: int = 0, context: str | None = None,
                 copy: bool = True, autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
                 **settings: Any) -> None:
        super().__init__()
        if num_envs < 1 or processes < 0:
            raise ValueError("num_envs must be at least 1, and processes at least 0")
        make = partial(SeatEnv, game, **settings)
        autoreset = autoreset_mode if isinstance(autoreset_mode, AutoresetMode) else AutoresetMode(
            one_of("autoreset mode", autoreset_mode, [mode.value for mode in AutoresetMode]))
        example = make()
        assert isinstance(example.observation_space, spaces.Dict)
        self.num_envs = num_envs
        self.render_mode = example.render_mode
        self.metadata = {**example.metadata, "autoreset_mode": autoreset}
        self.single_observation_space: gymnasium.Space[Any] = example.observation_space
        self.single_action_space: gymnasium.Space[Any] = example.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copies, self._disabled = copy, autoreset is AutoresetMode.DISABLED
        self._prompts = np.array([None, *example.game_env.encoding.sizes.words.get("prompt", ())], object)
        if processes:
            self._games: SeatRows | SeatProcesses = SeatProcesses(
                make, example.observation_space, num_envs, min(processes, num_envs), autoreset, context)
            self._rows = self._games.rows
        else:
            self._rows = Rows.made(example.observation_space, num_envs, np.zeros)
            self._games = made_rows(make, self._rows, autoreset)

    def reset(self, *, seed: int | Sequence[int | None] | None = None,
              options: dict[str, Any] | None = None) -> tuple[Arrays, dict[str, Any]]:
        """Begin a game in each environment: with an integer the seeds are this and those that follow it.

        Of `options` only Gymnasium's `reset_mask` is looked at: True for environments that begin a game. Raises
        ValueError and TypeError for what cannot be, and then no game begins.
        """
        seeds = self._seeds(seed)
        which = np.asarray((options or {}).get("reset_mask", np.ones(self.num_envs, np.bool_)))
        if which.shape != (self.num_envs,) or which.dtype != np.bool_:
            raise ValueError(f"reset_mask must be {self.num_envs} booleans, one for each environment, not {which!r}")
        infos = self._games.reset(seeds, np.flatnonzero(which).tolist())
        return self._shown(), self._infos(infos)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        count = self.num_envs
        if seed is None:
            return [None] * count
        if not np.ndim(seed):  # type: ignore[arg-type] # None is an entry like any other
            first = seed_number(seed)
            return [seed_number(first + number) for number in range(count)]
        seeds = [None if each is None else seed_number(each) for each in seed]  # type: ignore[union-attr]
        if len(seeds) != count:
            raise ValueError(f"{len(seeds)} seeds for {count} environments")
        return seeds

    def step(self, actions: NDArray[Any]) -> tuple[Arrays, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Take an action in each environment, as SeatEnv does.

        Raises IllegalAction where a game is over and none follows by itself; ValueError and TypeError unless there is a
        whole number for each environment. Then no game goes on.
        """
        rows, taken = self._rows, np.asarray(actions)
        if taken.shape != (self.num_envs,):
            raise ValueError(f"actions must be {self.num_envs} whole numbers, one for each environment; their shape is "
                             f"{taken.shape}")
        if taken.dtype.kind not in "iub":
            raise TypeError(f"actions must be whole numbers, not {taken.dtype}")
        if self._disabled and (over := np.flatnonzero(rows.terminations | rows.truncations)).size:
            raise IllegalAction(f"the games of environments {', '.join(map(str, over))} are over: call reset with a "
                                f"reset_mask")
        rows.actions[:] = taken
        infos = self._games.step()
        return (self._shown(), rows.rewards.copy(), rows.terminations.copy(), rows.truncations.copy(),
                self._infos(infos))

    def _shown(self) -> Arrays:
        arrays = self._rows.observations
        return {name: array.copy() for name, array in arrays.items()} if self._copies else dict(arrays)

    def _infos(self, infos: Infos) -> dict[str, Any]:
        """Return the infos as Gymnasium has them: by name an array, and by `_name` in which environments it is."""
        arrays = self._rows.observations
        asked = arrays["observation"][:, 0]
        found: dict[str, Any] = {"action_mask": arrays["action_mask"].copy(),
                                 "_action_mask": np.ones(self.num_envs, np.bool_)}
        if asked.any():
            found |= {"prompt": self._prompts[asked], "_prompt": asked > 0}
        for number, info in infos:
            found = self._add_info(found, info, number)
        return found

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions may be taken, a row an environment."""
        return self._rows.observations["action_mask"].astype(np.bool_)

    def call(self, name: str, *arguments: Any, **named: Any) -> tuple[Any, ...]:
        """Return an attribute of each environment, or what it returns when it is called."""
        return tuple(self._games.call(name, arguments, named))

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Return an attribute of each environment."""
        return self.call("__getattribute__", name)

    def render(self) -> tuple[Any, ...] | None:
        """Return what each agent sees, as SeatEnv does."""
        return self.call("render")

    def close_extras(self, **_: Any) -> None:
        """End the processes and browsers of the environments."""
        if isinstance(self._games, SeatProcesses):
            self._games.close()
        else:
            self._games.call("close", (), {})
