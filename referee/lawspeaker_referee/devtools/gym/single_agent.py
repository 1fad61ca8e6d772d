"""Any game as an environment of Gymnasium: one seat learns, bots in this process play the others."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from lawspeaker_engine.game import Game
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import BadSetup, Seat
from lawspeaker_referee.codec.game_codec import codec
from lawspeaker_referee.devtools.gym.board_image import Image
from lawspeaker_referee.devtools.gym.environment import RENDER_MODES, AgentObservation, GameEnv, one_of, render_modes
from lawspeaker_referee.devtools.gym.fitting import OverflowCounts
from lawspeaker_referee.devtools.gym.numbers import action_number
from lawspeaker_referee.devtools.gym.opponents import Opponent, OpponentSeat, opponent
from lawspeaker_referee.devtools.gym.position import IllegalAction


class SeatEnv(gymnasium.Env[AgentObservation, int]):
    """A game whose one agent sits at `seat`; see docs/gym.md. Rewards come at the end of the game.

    `opponents` are bots for the other seats in order, or one for all of them: specs such as `greedy`, or functions that
    return a bot. `reward`, `actions`, `skip_forced`, `max_steps`, `sizes` and `overflow` are those of GameEnv.

    Raises BadSetup, and ValueError for another impossible setting.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(self, game: str | Game[Any], players: int = 2, options: Mapping[str, bool | int | str] | None = None,
                 *, seat: Seat = 0, opponents: Opponent | Sequence[Opponent] = "random",
                 render_mode: str | None = None, **settings: Any) -> None:
        # `check_env` renders in each of the environment's own modes; the class names all, so that `gymnasium.make` lets
        # one that this machine lacks come here, to be told what is missing.
        self.metadata = {**type(self).metadata, "render_modes": render_modes()}
        self.render_mode = None if render_mode is None else one_of("render mode", render_mode, RENDER_MODES)
        self.game_env = GameEnv(game, players, options, render_mode="ansi" if render_mode == "human" else render_mode,
                                **settings)
        self.agent = f"seat_{seat}"
        agents = self.game_env.possible_agents
        if self.agent not in agents:
            raise BadSetup(f"nobody plays seat {seat!r}; it is one of "
                           f"{', '.join(map(str, self.game_env.seats.values()))}")
        others = [each for each in agents if each != self.agent]
        specs = ([opponents] * len(others) if isinstance(opponents, str) or not isinstance(opponents, Iterable)
                 else list(opponents))
        if len(specs) != len(others):
            raise BadSetup(f"{len(specs)} opponents for {len(others)} other seats; give one for each, or one for all")
        self._specs = dict(zip(others, specs, strict=True))
        self._bots = {agent: opponent(spec) for agent, spec in self._specs.items()}
        self._codec = codec(self.game_env.game)
        self._copies = 0
        self.observation_space: gymnasium.Space[Any] = self.game_env.observation_space(self.agent)
        self.action_space: gymnasium.Space[Any] = self.game_env.action_space(self.agent)

    def reset(self, *, seed: int | None = None,
              options: dict[str, Any] | None = None) -> tuple[AgentObservation, dict[str, Any]]:
        """Begin a game: the first one of a seed, or without one the next; opponents play until the agent is asked.

        `options` are not looked at: a game's settings are the environment's own. Raises ValueError for a seed below 0.
        """
        super().reset(seed=seed)
        self.begin(seed)
        return self._shown()

    def begin(self, seed: int | None = None) -> None:
        """Begin a game as `reset` does, and show nothing."""
        self.game_env.reset(seed)
        self._seat_bots(self.game_env.match_id)
        self._let_others_play()

    def _seat_bots(self, match_id: str) -> None:
        game = self.game_env
        self._opponents = {agent: OpponentSeat(bot, self._codec, game.setup, match_id, game.seats[agent])
                           for agent, bot in self._bots.items()}

    def step(self, action: int) -> tuple[AgentObservation, float, bool, bool, dict[str, Any]]:
        """Act, and let the opponents play until the agent is asked again or the game is over.

        An action that the mask forbids gives the default answer in its place, as a referee does, and the info says so.
        Raises IllegalAction once the game is over, and TypeError for an action that is no whole number.
        """
        info = self.act(action)
        game, agent = self.game_env, self.agent
        observation, more = self._shown()
        return observation, game.rewards[agent], game.terminations[agent], game.truncations[agent], info | more

    def act(self, action: int) -> dict[str, Any]:
        """Act as `step` does, and show nothing; return what is to be said of the action. Raises IllegalAction."""
        game, info, action = self.game_env, {}, action_number(action)
        decision = game.decision(self.agent)
        if decision is None:
            raise IllegalAction("the game is over, or has not begun: call reset")
        try:
            game.step(action)
        except IllegalAction as error:
            game.answer(decision.default)
            info["illegal_action"] = str(error)
        self._let_others_play()
        return info

    def _let_others_play(self) -> None:
        game = self.game_env
        while game.agent_selection != self.agent and (decision := game.decision(game.agent_selection)) is not None:
            agent = game.agent_selection
            try:
                game.answer(self._opponents[agent].answer(decision, lambda agent=agent: game.view(agent)))  # type: ignore[misc]
            except Exception as error:
                error.add_note(f"the opponent failed at {decision.prompt} of {game.match_id}, seat {decision.seat}")
                raise

    def _shown(self) -> tuple[AgentObservation, dict[str, Any]]:
        observation = self.game_env.observe(self.agent)
        if self.render_mode == "human":
            self.render()
        return observation, {**self.game_env.infos[self.agent], "action_mask": observation["action_mask"].copy()}

    def copy(self, seed: int | None = None) -> SeatEnv:
        """Return an independent environment as the agent may believe it to be; see GameEnv.copy.

        New bots play in it. They have not seen what was before, and draw other random numbers.
        """
        other = copy(self)
        other.game_env = self.game_env.copy(self.game_env.seats[self.agent], seed)
        other._bots = {agent: opponent(spec) for agent, spec in self._specs.items()}  # noqa: SLF001 - its own kind
        other._seat_bots(f"{self.game_env.match_id}/copy-{self._copies if seed is None else seed}")  # noqa: SLF001
        self._copies += seed is None
        return other

    @property
    def left_out(self) -> OverflowCounts:
        """How often something had no room in an observation, by list or text."""
        return self.game_env.left_out

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions may be taken, as MaskablePPO of sb3-contrib asks for them."""
        return self.game_env.mask(self.agent).astype(np.bool_)

    def render(self) -> str | Image | None:
        """Return what the agent sees: text with its question, or a picture; with the mode `human` text is printed.

        Where an opponent has failed, the question is not the agent's, and this is what a spectator sees.
        """
        shown = self.game_env.seen_by(self.agent)
        if self.render_mode != "human":
            return shown
        sys.stdout.write(f"{shown}\n\n")
        return None

    def close(self) -> None:
        """End the browser that draws pictures, if one was started."""
        self.game_env.close()


NAMESPACE = "lawspeaker"


def register() -> None:
    """Register an environment for each game, such as `lawspeaker/northgard-v2`: the number is its version."""
    for name, game in GAMES.items():
        known = f"{NAMESPACE}/{name}-v{game.version}"
        if known not in gymnasium.registry:
            gymnasium.register(known, f"{SeatEnv.__module__}:SeatEnv", kwargs={"game": name},
                               vector_entry_point=f"{__package__}.vector:SeatVectorEnv")
