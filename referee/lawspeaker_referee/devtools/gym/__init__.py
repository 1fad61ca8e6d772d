"""The games as environments of PettingZoo, for reinforcement learning and search; see docs/pettingzoo.md."""

try:
    import pettingzoo as _pettingzoo
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("environments need PettingZoo: pip install 'lawspeaker[pettingzoo]'") from error

from lawspeaker_referee.devtools.gym.encoding import OutOfBounds
from lawspeaker_referee.devtools.gym.environment import GameEnv, env, raw_env
from lawspeaker_referee.devtools.gym.position import IllegalAction, RunningGame
from lawspeaker_referee.devtools.gym.sizes import Sizes, measure, sizes_of

__all__ = ["GameEnv", "IllegalAction", "OutOfBounds", "RunningGame", "Sizes", "env", "measure", "raw_env", "sizes_of"]

del _pettingzoo
