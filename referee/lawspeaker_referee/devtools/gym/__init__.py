"""The games as environments of PettingZoo and Gymnasium, for reinforcement learning and search; see docs/gym.md."""

try:
    import pettingzoo as _pettingzoo
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "environments need Gymnasium and PettingZoo: pip install 'lawspeaker-referee[gym]'") from error

from lawspeaker_referee.devtools.gym.action_ids import ActionIds
from lawspeaker_referee.devtools.gym.columns import Column
from lawspeaker_referee.devtools.gym.environment import GameEnv, env, raw_env
from lawspeaker_referee.devtools.gym.position import IllegalAction, RunningGame
from lawspeaker_referee.devtools.gym.single_agent import SeatEnv, register
from lawspeaker_referee.devtools.gym.sizes import OutOfBounds, Sizes, measure, sizes_of
from lawspeaker_referee.devtools.gym.vector import SeatVectorEnv

__all__ = [
    "ActionIds", "Column", "GameEnv", "IllegalAction", "OutOfBounds", "RunningGame", "SeatEnv", "SeatVectorEnv",
    "Sizes", "env", "measure", "raw_env", "sizes_of",
]

register()

del _pettingzoo, register
