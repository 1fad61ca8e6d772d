"""Any game as an environment of PettingZoo: agents act one after the other, one pick an action."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from lawspeaker_bot.score_parts import parts_text
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import find_game
from lawspeaker_engine.model import Decision, Outcome, Seat
from lawspeaker_engine.setups import make_setup, manned
from lawspeaker_engine.suggestions import did_you_mean
from lawspeaker_referee.devtools.gym.action_ids import STOP
from lawspeaker_referee.devtools.gym.actions import Choice, FirstOptions, IdChoice, IndexChoice, Mask
from lawspeaker_referee.devtools.gym.board_image import BoardCamera, Image, missing_for_pictures
from lawspeaker_referee.devtools.gym.encoding import Encoding, encoding_of
from lawspeaker_referee.devtools.gym.fitting import OverflowCounts
from lawspeaker_referee.devtools.gym.numbers import action_number, match_dice, seed_number, whole_number
from lawspeaker_referee.devtools.gym.observation_writer import Numbers, Observation, ObservationWriter
from lawspeaker_referee.devtools.gym.position import IllegalAction, PartialAnswer, RunningGame
from lawspeaker_referee.devtools.gym.row_layout import too_many
from lawspeaker_referee.devtools.gym.sizes import Sizes
from lawspeaker_referee.devtools.rewards import Reward, reward_named
from lawspeaker_referee.match.text import plain_words, question_line


def position_text(position: RunningGame, picking: PartialAnswer | None) -> str:
    """Return what the seat sees and is asked, with its options by number; a spectator's view if nobody is asked."""
    words = position.game.text or plain_words(position.game)
    if picking is None:
        return "\n".join([*words.view(position.view(None)), "", *_ending(position)])
    asked = picking.decision
    view = position.view(asked.seat)
    taken = [f"Taken so far: {', '.join(map(str, picking.picks))}."] if picking.picks else []
    return "\n".join([
        f"Seat {asked.seat}", *words.view(view), "", question_line(asked, words.question(asked.prompt)),
        *(f"{index}: {words.option_at(asked.prompt, option, view)}" for index, option in enumerate(asked.options)),
        *taken,
    ])


def _ending(position: RunningGame) -> list[str]:
    outcome = position.outcome
    if outcome is None:
        return ["The game was cut off."]
    lines = [f"Over: {outcome.reason}.", *outcome.decided]
    for seat, (rank, score) in enumerate(zip(outcome.ranks, outcome.scores, strict=True)):
        parts = parts_text(outcome.parts[seat]) if outcome.parts else ""
        lines.append(f"Seat {seat}: place {rank}, {score} points{f': {parts}' if parts else ''}")
    return lines


RENDER_MODES: Final = ("ansi", "human", "rgb_array")
ACTIONS: Final = ("index", "ids")
OVERFLOW: Final = ("leave_out", "error")


class AgentObservation(Observation, total=False):
    """The observation of one agent, with its actions."""

    action_mask: Mask
    """Shape (actions,): 1 for what may be done."""
    named: Numbers
    """With `actions="ids"`, shape (most ids of an option,): the ids that are named of the next option, then zeros."""


class GameEnv(AECEnv):  # type: ignore[misc] # pettingzoo comes without types
    """A game whose agents are its seats, `seat_0` and on; see docs/gym.md.

    `game` is a name or a game; `options` are its settings; `reward` names the reward, or is a function of the outcome.
    `actions` are each the index of an option, or with `ids` the fixed id of a verb or of a value of one of its fields.
    With `skip_forced` no agent acts where there is nothing to choose; after `max_steps` actions the game is cut off.
    `sizes` are the capacities of observations: those declared for the game, or else measured. With `overflow` what has
    no room is left out, or it is an error: OutOfBounds.

    Raises BadSetup, and ValueError for another impossible setting.
    """

    def __init__(self, game: str | Game[Any], players: int, options: Mapping[str, bool | int | str] | None = None, *,
                 reward: str | Reward = "rank", actions: str = "index", skip_forced: bool = True,
                 max_steps: int | None = None, render_mode: str | None = None, sizes: Sizes | None = None,
                 overflow: str = "leave_out") -> None:
        super().__init__()
        self.game: Game[Any] = find_game(game) if isinstance(game, str) else game
        self.setup = make_setup(self.game, players, options)
        self.game.setup(self.setup)  # options that do not go together are refused here, not by `reset`
        self._reward = reward_named(reward)
        if max_steps is not None and whole_number("max_steps", max_steps) < 1:
            raise ValueError(f"max_steps is {max_steps}; it is at least 1, or None for no limit")
        self._skip_forced, self._max_steps = skip_forced, max_steps
        self.metadata = {"name": f"{self.game.name}_v{self.game.version}", "render_modes": render_modes(),
                         "is_parallelizable": False}
        self.render_mode = None if render_mode is None else one_of("render mode", render_mode, RENDER_MODES)
        self._camera = BoardCamera(self.game, self.setup) if render_mode == "rgb_array" else None
        players = self.setup.players
        self.encoding = encoding_of(self.game, players) if sizes is None else Encoding(self.game, players, sizes)
        self._writer: ObservationWriter | None = None
        self.left_out = OverflowCounts()
        """How often something had no room in an observation, by list or text."""
        self._overflow_counts = None if one_of("overflow", overflow, OVERFLOW) == "error" else self.left_out
        """None where something without room is an error."""
        self._by_id = one_of("kind of actions", actions, ACTIONS) == "ids"
        self._room = self.encoding.most_options
        self.stop = STOP if self._by_id else self._room
        self._actions = len(self.encoding.action_ids.names) if self._by_id else self.stop + 1
        self.seats: Mapping[str, int] = {f"seat_{seat}": seat for seat in manned(self.game, self.setup)}
        self.possible_agents = list(self.seats)
        self._agents = {seat: agent for agent, seat in self.seats.items()}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}
        self.state_space = self.encoding.state_space()
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self._choice: Choice | None = None
        self._nothing = self._mask = np.zeros(self._actions, np.int8)
        self._seed: int | None = None
        self._number = 0
        self._copies = 0

    def __getattr__(self, name: str) -> Any:
        if name == "position":  # what there is of a game, there is from `reset` on
            raise IllegalAction("no game has begun: call reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)

    def __getstate__(self) -> dict[str, Any]:
        """Return what copies and pickles hold: each writes its observations into a buffer of its own."""
        return self.__dict__ | {"_writer": None}

    def _space(self) -> spaces.Dict:
        parts: dict[str, spaces.Space[Any]] = {**self.encoding.space()}
        parts["action_mask"] = spaces.Box(0, 1, (self._actions,), np.int8)
        if self._by_id:
            parts["named"] = spaces.Box(0, self._actions - 1, (self.encoding.action_ids.most_parts,), np.int32)
        return spaces.Dict(parts)

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of observations, the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of actions: options by index and then the one that ends an answer, or ids."""
        return self.action_spaces[agent]

    # --- playing ---

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game: the first one of a seed, or without one the next of those that went before.

        A seed gives the dice that it gives `lawspeaker play --seed`. `options` are not looked at: a game's settings
        are the environment's own. Raises ValueError for a seed below 0 or above 2**256 - 1, and then goes on as before.
        """
        if seed is not None:
            self._seed, self._number = seed_number(seed), 0
        elif self._seed is None:
            self._seed = secrets.randbits(63)
        else:
            self._number += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._skip_agent_selection = None
        self._steps = 0
        self._choice = None
        self._mask = self._nothing
        self.position = RunningGame(self.game, self.setup, match_dice(self.match_id, self._seed))
        self._go_on()

    @property
    def match_id(self) -> str:
        """The name of the game being played, and so of its dice: `northgard-7` is the first game of seed 7."""
        if self._seed is None:
            raise IllegalAction("no game has begun: call reset")
        return f"{self.game.name}-{self._seed}" + (f"/{self._number}" if self._number else "")

    def step(self, action: int | None) -> None:
        """Take an option of the selected agent's decision, name a part of one, or end the answer.

        Raises IllegalAction.
        """
        choice = self._choice
        if choice is None:
            if not self.agents:
                raise IllegalAction("no agent plays: no game has begun, or all of them have seen its end; call reset")
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(f"{self.agent_selection} still plays: None is the action of an agent that is done")
        if choice.take(action_number(action)):
            self._choice = None
            self.position.take(choice.answer.whole)
        self._steps += 1
        self._go_on()

    def answer(self, picks: Sequence[int]) -> None:
        """Give the whole answer of the selected agent, in place of one pick an action. Raises IllegalAnswer."""
        if self._choice is None:
            raise IllegalAction("nothing is asked: the game is over, or has not begun")
        self.position.answer(picks)
        self._choice = None
        self._steps += 1
        self._go_on()

    def _go_on(self) -> None:
        """Go on to the next choice, or to the end. There are no rewards to clear: all come at the end."""
        self.infos[self.agent_selection] = {}
        choice = self._next_choice()
        if choice is not None and self._max_steps is not None and self._steps >= self._max_steps:
            choice = None
            self.truncations = dict.fromkeys(self.agents, True)
        self._choice = choice
        if choice is not None:
            decision = choice.answer.decision
            agent = self.agent_selection = self._agents[decision.seat]
            mask = self._mask = choice.mask(self._actions)
            self.infos[agent] = {"action_mask": mask.copy(), "prompt": decision.prompt}
            if len(decision.options) > self._room:
                self.infos[agent]["left_out"] = len(decision.options) - self._room
            if self.render_mode == "human":
                self.render()
            return
        if outcome := self.position.outcome:
            self._finish(outcome)
        if self.render_mode == "human":
            self.render()
        self._deads_step_first()

    def _next_choice(self) -> Choice | None:
        choice = self._choice
        while (decision := self.position.decision) is not None:
            answer = choice.answer if choice else PartialAnswer(decision)
            forced = answer.forced if self._skip_forced else None
            if forced is None:
                return choice or self._begun(answer)
            self.position.answer(forced)
            choice = None
        return None

    def _begun(self, answer: PartialAnswer) -> Choice:
        """Return the choice of a new decision. Raises OutOfBounds with `overflow="error"`."""
        decision = answer.decision
        if len(decision.options) > self._room:
            if self._overflow_counts is None:
                raise too_many(f"options of {decision.prompt}", len(decision.options), self._room)
            if not self._by_id:
                return FirstOptions(answer, self.stop)
        return IdChoice(answer, self.encoding.action_ids) if self._by_id else IndexChoice(answer, self.stop)

    def _finish(self, outcome: Outcome) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        by_seat = list(map(float, self._reward(outcome)))
        if len(by_seat) != len(outcome.ranks):
            raise ValueError(f"the reward has {len(by_seat)} numbers for {len(outcome.ranks)} seats; give one for each")
        self.rewards = {agent: by_seat[self.seats[agent]] for agent in self.agents}
        self._accumulate_rewards()
        for agent in self.agents:
            seat = self.seats[agent]
            self.infos[agent] = {"rank": outcome.ranks[seat], "score": outcome.scores[seat], "reason": outcome.reason}
            if outcome.parts:
                parts = {part.name: part.points for part in outcome.parts[seat]}
                self.infos[agent] |= {"parts": parts, "decided": outcome.decided}

    # --- what is shown ---

    def observe(self, agent: str) -> AgentObservation:
        """Return the agent's view, question and actions; all but the view are 0 unless the agent is asked.

        Raises ValueError for no agent's name.
        """
        choice = self._choice_of(agent)
        writer = self._writer
        if writer is None:
            writer = self._writer = self.encoding.writer(left_out=self._overflow_counts)
        writer.write(self.position.view(self.seats[agent]), choice.answer if choice else None)
        observation: AgentObservation = {"observation": writer.numbers.copy(), "options": writer.options.copy(),
                                         "action_mask": self._mask_of(choice).copy()}
        if self._by_id:
            observation["named"] = self._named(choice)
        return observation

    def _named(self, choice: Choice | None) -> Numbers:
        named = np.zeros(self.encoding.action_ids.most_parts, np.int32)
        if choice is not None:
            named[:len(choice.named)] = choice.named
        return named

    def write(self, agent: str, row: AgentObservation) -> None:
        """Write what `observe` returns into these arrays, which nothing else may write."""
        choice, writer = self._choice_of(agent), self._writer
        if writer is None or writer.numbers is not row["observation"]:
            writer = self._writer = self.encoding.writer(row["observation"], row["options"], self._overflow_counts)
        writer.write(self.view(agent), choice.answer if choice else None)
        row["action_mask"][:] = self._mask_of(choice)
        if self._by_id:
            row["named"][:] = self._named(choice)

    def mask(self, agent: str) -> Mask:
        """Return which actions the agent may take; none unless it is asked. Raises ValueError for no agent's name."""
        return self._mask_of(self._choice_of(agent)).copy()

    def _mask_of(self, choice: Choice | None) -> Mask:
        """Return the mask of the open choice or of none, to be copied."""
        return self._nothing if choice is None else self._mask

    def _choice_of(self, agent: str) -> Choice | None:
        if agent == self.agent_selection:
            return self._choice
        one_of("agent", agent, self.possible_agents)
        return None

    def view(self, agent: str | None) -> Any:
        """Return the game's own view for an agent, or a spectator for None; use it before the next step."""
        return self.position.view(None if agent is None else self.seats[agent])

    def decision(self, agent: str) -> Decision | None:
        """Return the agent's decision with its options; None if it is not its turn.

        Raises ValueError for no agent's name.
        """
        choice = self._choice_of(agent)
        return choice.answer.decision if choice else None

    def state(self) -> Numbers:
        """Return the whole state with every secret, encoded like a view: for a critic in training, never for an agent.

        The name is PettingZoo's.
        """
        return self.encoding.state(self.position.full_view(), self._overflow_counts)

    def render(self) -> str | Image | None:
        """Return what the selected agent sees, as text with its question or as a picture; after the end, what a
        spectator sees.

        With the mode `human` each step prints the text, and this returns None. With `rgb_array` it is the board that
        match pages draw, as an array of the shape (height, width, 3).
        """
        shown = self.seen_by(self.agent_selection)
        if self.render_mode != "human":
            return shown
        sys.stdout.write(f"{shown}\n\n")
        return None

    def seen_by(self, agent: str) -> str | Image | None:
        """Return what an agent sees that is asked now, for another one what a spectator sees; see `render`."""
        if self.render_mode is None:
            gymnasium.logger.warn("nothing is rendered: make the environment with render_mode='ansi', 'human' or "
                                  "'rgb_array'")
            return None
        choice = self._choice_of(agent)
        if self._camera is not None:
            eye = None if choice is None else choice.answer.decision.seat
            return self._camera.picture(self.position.true_state, eye, self.match_id)
        return position_text(self.position, choice.answer if choice else None)

    def close(self) -> None:
        """End the browser that draws pictures, if one was started."""
        if self._camera is not None:
            self._camera.close()

    def copy(self, seat: Seat | None = None, seed: int | None = None) -> GameEnv:
        """Return an independent environment as the seat may believe it to be: all that it may not know is dealt anew.

        The seat is that of the selected agent if none is given; what is to come and what others have sealed is drawn
        anew too. With the same `seed`, positions that look the same to the seat give the same copy; without one each
        copy is another. Spaces are shared. Cheap enough for every node of a search.

        Raises ValueError for a seat or a seed that cannot be.
        """
        if seat is None:
            seat = self.seats[self.agent_selection]
        elif seat not in range(self.setup.players):
            raise ValueError(f"there is no seat {seat!r}; seats are 0 to {self.setup.players - 1}")
        label = f"{self.match_id}/anew"
        if seed is None:
            self._copies += 1
            seed, label = self._seed or 0, f"{label}/{self._copies}"
        return self._with(self.position.dealt_anew(seat, match_dice(label, seed)))

    def true_copy(self, seed: int | None = None) -> GameEnv:
        """Return an independent environment in the same position, with every secret that the agents do not know.

        It draws the same chance as this one would, or, with a seed, other chance: no search may use it for an agent.
        """
        dice = None if seed is None else match_dice(f"{self.match_id}/copy", seed)
        return self._with(self.position.true_copy(dice))

    def _with(self, position: RunningGame) -> GameEnv:
        other = copy(self)
        other.position = position
        if self._choice is not None and position.decision is not None:
            answer = PartialAnswer(position.decision, self._choice.answer.picks[:])
            choice = other._choice = self._choice.at(answer)  # noqa: SLF001 - its own kind
            other._mask = choice.mask(self._actions)  # noqa: SLF001
        for name in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations"):
            setattr(other, name, copy(getattr(self, name)))
        other.infos = {agent: dict(info) for agent, info in self.infos.items()}
        return other


def render_modes() -> list[str]:
    """Return the render modes of this machine: `rgb_array` is one only where there is what draws pictures."""
    return [mode for mode in RENDER_MODES if mode != "rgb_array" or missing_for_pictures() is None]


def one_of(what: str, name: str, known: Sequence[str]) -> str:
    """Return the name if it is known. Raises ValueError."""
    if name not in known:
        raise ValueError(f"no {what} {name!r}{did_you_mean(name, known)}; there are: {', '.join(known)}")
    return name


raw_env = GameEnv


def env(game: str | Game[Any], players: int, options: Mapping[str, bool | int | str] | None = None,
        **settings: Any) -> OrderEnforcingWrapper:
    """Return a GameEnv of the same settings in PettingZoo's usual wrappers, which refuse calls out of order."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(GameEnv(game, players, options, **settings)))
