"""Any game as an environment of PettingZoo: agents act one after the other, one pick an action."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from types import MappingProxyType
from typing import Any, Final

import gymnasium
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.game import Game, did_you_mean, make_setup, manned
from lawspeaker_engine.games import find_game
from lawspeaker_engine.model import Decision, Outcome
from lawspeaker_referee.devtools.gym.encoding import Encoding, Numbers, Observation
from lawspeaker_referee.devtools.gym.position import IllegalAction, PartialAnswer, RunningGame
from lawspeaker_referee.devtools.gym.sizes import Sizes, measure, sizes_of
from lawspeaker_referee.match.text import plain_words, question_line

Reward = Callable[[Outcome], Sequence[float]]
"""Outcome -> the reward of each seat."""


def by_rank(outcome: Outcome) -> list[float]:
    """Return the share of opponents left behind less the share ahead: 1 for a sole winner, -1 for a sole last, sum 0.

    Seats that share a place, team mates among them, get the same; if all share the first place, as when nobody won, 0.
    """
    ranks = outcome.ranks
    others = max(len(ranks) - 1, 1)
    return [(sum(other > rank for other in ranks) - sum(other < rank for other in ranks)) / others for rank in ranks]


def by_win(outcome: Outcome) -> list[float]:
    """Return 1 for the first place and 0 for the others; 0 for all if all share it, because then nobody has won."""
    won = len(set(outcome.ranks)) > 1
    return [float(won and rank == 1) for rank in outcome.ranks]


def by_score(outcome: Outcome) -> list[float]:
    """Return the game's own points."""
    return [float(score) for score in outcome.scores]


REWARDS: Final[Mapping[str, Reward]] = MappingProxyType({"rank": by_rank, "win": by_win, "score": by_score})


def reward_named(reward: str | Reward) -> Reward:
    """Return the reward function of that name, or the function itself. Raises ValueError."""
    if callable(reward):
        return reward
    if reward not in REWARDS:
        raise ValueError(f"no reward {reward!r}{did_you_mean(reward, REWARDS)}; there are: {', '.join(REWARDS)}, "
                         f"or a function of the outcome")
    return REWARDS[reward]


def position_text(position: RunningGame, picking: PartialAnswer | None) -> str:
    """Return what the seat sees and is asked, with its options by number; a spectator's view if nobody is asked."""
    words = position.game.text or plain_words(position.game)
    if picking is None:
        return "\n".join([*words.view(position.view(None)), "", *_ending(position)])
    asked = picking.decision
    view = position.view(asked.seat)
    taken = [f"Taken so far: {', '.join(map(str, picking.picks))}."] if picking.picks else []
    return "\n".join([
        f"Seat {asked.seat}", *words.view(view), "", question_line(asked, words.questions.get(asked.prompt, "")),
        *(f"{index}: {words.option_at(asked.prompt, option, view)}" for index, option in enumerate(asked.options)),
        *taken,
    ])


def _ending(position: RunningGame) -> list[str]:
    outcome = position.outcome
    if outcome is None:
        return ["The game was cut off."]
    places = zip(outcome.ranks, outcome.scores, strict=True)
    return [f"Over: {outcome.reason}.",
            *(f"Seat {seat}: place {rank}, {score} points" for seat, (rank, score) in enumerate(places))]


_SEED_BYTES: Final = 32


class GameEnv(AECEnv):  # type: ignore[misc] # pettingzoo comes without types
    """A game whose agents are its seats, `seat_0` and on; see docs/pettingzoo.md.

    `game` is a name or a game; `options` are its settings; `reward` names the reward, or is a function of the outcome.
    With `skip_forced` no agent acts where there is nothing to choose; after `max_steps` actions the game is cut off.
    `sizes` are the capacities of observations: those declared for the game, or else measured.

    Raises BadSetup, and ValueError for another impossible setting.
    """

    def __init__(self, game: str | Game[Any], players: int, options: Mapping[str, bool | int | str] | None = None, *,
                 reward: str | Reward = "rank", skip_forced: bool = True, max_steps: int | None = None,
                 render_mode: str | None = None, sizes: Sizes | None = None) -> None:
        super().__init__()
        self.game: Game[Any] = find_game(game) if isinstance(game, str) else game
        self._setup = make_setup(self.game, players, options)
        self._reward = reward_named(reward)
        self._skip_forced, self._max_steps = skip_forced, max_steps
        self.metadata = {"name": f"{self.game.name}_v{self.game.version}", "render_modes": ["ansi"],
                         "is_parallelizable": False}
        if render_mode not in {None, "ansi"}:
            raise ValueError(f"no render mode {render_mode!r}; there are: ansi, or None")
        self.render_mode = render_mode
        self.encoding = Encoding(self.game, sizes or sizes_of(self.game.name, players) or measure(self.game, players))
        self._seats = {f"seat_{seat}": seat for seat in manned(self.game, self._setup)}
        self.possible_agents = list(self._seats)
        self.observation_spaces = {agent: self.encoding.space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.encoding.stop + 1) for agent in self.possible_agents}
        self.state_space = self.encoding.state_space()
        self.agents: list[str] = []
        self._seed: int | None = None
        self._number = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of observations, the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of actions: options by index, then the one that ends an answer."""
        return self.action_spaces[agent]

    # --- playing ---

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game: the first one of a seed, or without one the next of those that went before.

        A seed gives the dice that it gives `lawspeaker play --seed`. `options` are not looked at: a game's settings
        are the environment's own. Raises ValueError for a seed below 0.
        """
        del options
        if seed is not None:
            self._seed, self._number = seed, 0
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
        self._picking: PartialAnswer | None = None
        self.position = RunningGame(self.game, self._setup, match_dice(self.match_id, self._seed))
        self._go_on()

    @property
    def match_id(self) -> str:
        """The name of the game being played, and so of its dice: `northgard-7` is the first game of seed 7."""
        return f"{self.game.name}-{self._seed}" + (f"/{self._number}" if self._number else "")

    def step(self, action: int | None) -> None:
        """Take an option of the selected agent's decision, or end its answer. Raises IllegalAction."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(f"{self.agent_selection} still plays: None is the action of an agent that is done")
        picking = self._asked()
        complete = picking.take(int(action), self.encoding.stop)
        self._act(picking.picks if complete else None)

    def answer(self, picks: Sequence[int]) -> None:
        """Give the whole answer of the selected agent, in place of one pick an action. Raises IllegalAnswer."""
        self._asked()
        self._act(picks)

    def _asked(self) -> PartialAnswer:
        if self._picking is None:
            raise IllegalAction("the game is over: nothing is asked")
        return self._picking

    def _act(self, answer: Sequence[int] | None) -> None:
        """Go on after an action, with the answer that it completes, if any."""
        if answer is not None:
            self.position.answer(answer)
            self._picking = None
        self._steps += 1
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self._go_on()

    def _go_on(self) -> None:
        """Go on to the next choice, or to the end."""
        self.infos[self.agent_selection] = {}
        self._picking = self._next_picking()
        if self._picking is not None and self._max_steps is not None and self._steps >= self._max_steps:
            self._picking = None
            self.truncations = dict.fromkeys(self.agents, True)
        if self._picking is not None:
            self._ask(self._picking)
            return
        if outcome := self.position.outcome:
            self._finish(outcome)
        self._deads_step_first()

    def _ask(self, picking: PartialAnswer) -> None:
        self.agent_selection = f"seat_{picking.decision.seat}"
        self.infos[self.agent_selection] = {"action_mask": self.encoding.mask(picking),
                                            "prompt": picking.decision.prompt}

    def _next_picking(self) -> PartialAnswer | None:
        picking = self._picking
        while (decision := self.position.decision) is not None:
            picking = picking or PartialAnswer(decision)
            forced = picking.forced if self._skip_forced else None
            if forced is None:
                return picking
            self.position.answer(forced)
            picking = None
        return None

    def _finish(self, outcome: Outcome) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        by_seat = dict(zip(range(len(outcome.ranks)), map(float, self._reward(outcome)), strict=True))
        self.rewards = {agent: by_seat[self._seats[agent]] for agent in self.agents}
        self._accumulate_rewards()
        for agent in self.agents:
            seat = self._seats[agent]
            self.infos[agent] = {"rank": outcome.ranks[seat], "score": outcome.scores[seat], "reason": outcome.reason}

    # --- what is shown ---

    def observe(self, agent: str) -> Observation:
        """Return the agent's view and question; question and mask are 0 unless the agent is asked."""
        picking = self._picking if agent == self.agent_selection else None
        return self.encoding.observation(self.view(agent), picking)

    def view(self, agent: str | None) -> Any:
        """Return the game's own view for an agent, or a spectator for None; use it before the next step."""
        return self.position.view(None if agent is None else self._seats[agent])

    def decision(self, agent: str) -> Decision | None:
        """Return the agent's decision with its options; None if it is not its turn."""
        return self._picking.decision if self._picking is not None and agent == self.agent_selection else None

    def state(self) -> Numbers:
        """Return the whole state, encoded like a view: for training only, because it holds every secret."""
        return self.encoding.state(self.position.full_view())

    def render(self) -> str | None:
        """Return what the selected agent sees and is asked as text; after the end, what a spectator sees."""
        if self.render_mode is None:
            gymnasium.logger.warn("nothing is rendered: make the environment with render_mode='ansi'")
            return None
        return position_text(self.position, self._picking)

    def close(self) -> None:
        """Do nothing: nothing is held open."""

    def copy(self, seed: int | None = None) -> GameEnv:
        """Return an independent environment in the same position, cheap enough for every node of a search.

        It draws the same chance as this one would, or, with a seed, other chance. The spaces are shared.
        """
        other = copy(self)
        dice = None if seed is None else match_dice(f"{self.match_id}/copy", seed)
        other.position = self.position.copy(dice)
        if self._picking is not None and other.position.decision is not None:
            other._picking = PartialAnswer(other.position.decision, self._picking.picks[:])  # noqa: SLF001 - its own kind
        for name in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations"):
            setattr(other, name, copy(getattr(self, name)))
        other.infos = {agent: dict(info) for agent, info in self.infos.items()}
        return other


def match_dice(match_id: str, seed: int) -> bytes:
    """Return the seed of a game's dice. Raises ValueError for a seed that does not fit into 32 bytes."""
    if not 0 <= seed < 1 << 8 * _SEED_BYTES:
        raise ValueError(f"a seed is a number from 0 to 2**{8 * _SEED_BYTES} - 1, not {seed}")
    return match_seed(seed.to_bytes(_SEED_BYTES, "big"), match_id)


raw_env = GameEnv


def env(game: str | Game[Any], players: int, options: Mapping[str, bool | int | str] | None = None,
        **settings: Any) -> OrderEnforcingWrapper:
    """Return a GameEnv of the same settings in PettingZoo's usual wrappers, which refuse calls out of order."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(GameEnv(game, players, options, **settings)))
