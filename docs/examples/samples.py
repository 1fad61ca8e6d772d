"""Games of Northgard against greedy in which a teacher says what each action is worth: samples to learn from.

The agent itself sees observations alone; nothing of the teacher is left in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from time import process_time
from typing import Any

import numpy as np
import torch
from option_scorer import OptionScorer
from torch import Tensor

from lawspeaker_bots.lookahead import Playouts
from lawspeaker_engine.game import MOST_OPTIONS
from lawspeaker_engine.model import Decision, Picks
from lawspeaker_engine.position import EVERYTHING, Position
from lawspeaker_referee.devtools.gym import SeatEnv, sizes_of

SIDE_BY_SIDE = 16
"""Games in each seat, so that the network scores the options of all at once."""
SIZES = replace(sizes_of("northgard", 2), options=MOST_OPTIONS)
"""With room for all options that a decision may have, so that what the teacher answers is always offered."""
AT_RANDOM = 0.1
"""The share of random actions while greedy is imitated, so that the agent learns to go on after mistakes."""
ROUNDS = 1
"""How often the teacher plays on after each answer."""
TEMPERATURE = 0.05
"""An answer that wins more often by so much should be e times as likely as it was."""

Answers = Sequence[tuple[Picks, float]]
"""Answers with their worth."""
Seen = tuple[SeatEnv, dict[str, np.ndarray]]
"""A game and what its agent sees."""
Weights = Mapping[str, Tensor]


@dataclass(slots=True)
class Sample:
    """A choice: what is seen, the options that can be taken, and how likely each should be."""

    row: np.ndarray
    options: np.ndarray
    wanted: np.ndarray


@dataclass(slots=True)
class Stopwatch:
    """Processor time by what it was spent on."""

    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def of(self, what: str) -> Iterator[None]:
        """Count the time in which something is done."""
        start = process_time()
        try:
            yield
        finally:
            self.seconds[what] = self.seconds.get(what, 0.0) + process_time() - start

    @property
    def total(self) -> float:
        """The seconds of all."""
        return sum(self.seconds.values())

    def add(self, other: Stopwatch) -> None:
        """Add the time of another one."""
        for what, seconds in other.seconds.items():
            self.seconds[what] = self.seconds.get(what, 0.0) + seconds


class Teacher:
    """Says what could be answered, by rules of thumb alone or by playouts."""

    def __init__(self, env: SeatEnv) -> None:
        self.game, self.setup = env.game_env.game, env.game_env.setup
        self.playouts, self.random = Playouts(self.game, self.setup), Random()

    def answers(self, env: SeatEnv, rounds: int) -> Answers:
        """Return greedy's answer to the open decision; with rounds of playouts several, by their chances to win."""
        state, seat = env.game_env.position.true_state, env.game_env.seats[env.agent]
        tried = self.playouts.answers_to_try(state, seat)
        if not rounds or len(tried) == 1:
            return [(tried[0], 1.0)]
        # In each round the state is dealt anew, so no worth depends on what the seat cannot know.
        found = self.playouts.run(Position(self.game, self.setup, EVERYTHING, state), rounds, self.random,
                                  deal_anew_for=seat, seat=seat, answers=tried)
        return [(picks, each.worths[seat] / rounds) for picks, each in zip(tried, found, strict=True)]


def offered(observation: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Return the actions that may be taken, and a row of each: of its option, or zeros for the end of the answer."""
    actions = np.flatnonzero(observation["action_mask"])
    options = np.vstack([observation["options"], np.zeros_like(observation["options"][:1])])
    return actions, options[actions]


def worths(actions: np.ndarray, taken: Sequence[int], decision: Decision, answers: Answers) -> np.ndarray:
    """Return what each action is worth after the options taken so far, by the best with it; nan for no answer."""
    found = dict.fromkeys(actions.tolist(), np.nan)
    for picks, worth in answers:
        if not set(taken) <= set(picks) or (decision.ordered and picks[:len(taken)] != tuple(taken)):
            continue
        left = picks[len(taken):][:1] if decision.ordered else [pick for pick in picks if pick not in taken]
        for action in left or actions[-1:].tolist():
            found[action] = np.fmax(found[action], worth)
    return np.array([*found.values()], np.float32)


def better(prior: np.ndarray, worth: np.ndarray) -> np.ndarray:
    """Return how likely actions should be: as before, but more so what is worth more than the others, and less so what
    is worth less. What is not known is worth the mean.
    """
    known = np.isfinite(worth)
    if not known.any():
        return prior
    mean = np.average(worth[known], weights=prior[known] + 1e-6)
    likely = prior * np.exp((np.where(known, worth, mean) - mean) / TEMPERATURE)
    return (likely / likely.sum()).astype(np.float32)


def scores(network: OptionScorer, rows: Sequence[np.ndarray], options: Sequence[np.ndarray]) -> tuple[Tensor, Tensor]:
    """Return a score for each option of all choices one after another, and the number of the choice of each."""
    index = torch.arange(len(rows)).repeat_interleave(torch.tensor([len(each) for each in options]))
    return network(torch.from_numpy(np.stack(rows).astype(np.int64)),
                   torch.from_numpy(np.concatenate(options).astype(np.int64)), index), index


def chances(network: OptionScorer, seen: Sequence[dict[str, np.ndarray]]) -> list[np.ndarray]:
    """Return for each of these games how likely the network takes each action that is offered."""
    options = [offered(observation)[1] for observation in seen]
    with torch.no_grad():
        found, _ = scores(network, [each["observation"] for each in seen], options)
    return [part.softmax(0).numpy() for part in found.split([len(each) for each in options])]


def best(network: OptionScorer, seen: Sequence[dict[str, np.ndarray]]) -> list[int]:
    """Return the action that is most likely in each of these games."""
    return [int(offered(observation)[0][likely.argmax()])
            for observation, likely in zip(seen, chances(network, seen), strict=True)]


def environments() -> list[list[SeatEnv]]:
    """Return environments of the first seat, and of the second one."""
    return [[SeatEnv("northgard", seat=seat, opponents="greedy", sizes=SIZES) for _ in range(SIDE_BY_SIDE)]
            for seat in range(2)]


def play(envs: Sequence[SeatEnv], seeds: Iterable[int], choose: Callable[[Sequence[Seen]], Sequence[int]],
         clock: Stopwatch, enough: Callable[[], bool] = lambda: False) -> Iterator[dict[str, Any]]:
    """Play a game of each seed, those of all environments side by side; yield the last info of each game.

    Once it is `enough` no game goes on.
    """
    to_come = iter(seeds)
    with clock.of("environment"):
        live = [(env, env.reset(seed=seed)[0]) for env, seed in zip(envs, to_come, strict=False)]
    while live and not enough():
        actions, after = choose(live), []
        for (env, _), action in zip(live, actions, strict=True):
            with clock.of("environment"):
                observation, _, over, _, info = env.step(action)
            if over:
                yield info
                seed = next(to_come, None)
                if seed is None:
                    continue
                with clock.of("environment"):
                    observation, _ = env.reset(seed=seed)
            after.append((env, observation))
        live = after


@dataclass(frozen=True, slots=True)
class Task:
    """Games to be played, the first one of this seed, for at most so many seconds."""

    seed: int
    seconds: float
    agent: Weights
    former: Weights | None
    """What greedy has taught; None as long as it is being imitated."""


class Collector:
    """Chooses in games that are learnt from, and notes what the teacher says of each choice."""

    def __init__(self) -> None:
        self.envs = environments()
        self.teacher = Teacher(self.envs[0][0])
        self.agent, self.former = (OptionScorer(self.envs[0][0].game_env) for _ in range(2))

    def __call__(self, task: Task) -> tuple[list[Sample], Stopwatch]:
        """Return the samples of a task, and what the time was spent on."""
        self.task, self.clock, self.samples = task, Stopwatch(), []
        self.open: dict[SeatEnv, tuple[Decision, Answers]] = {}
        self.random, self.teacher.random = np.random.default_rng(task.seed), Random(task.seed)
        self.agent.load_state_dict(task.agent)
        if task.former is not None:
            self.former.load_state_dict(task.former)
        for of_seat in self.envs:
            seeds = range(task.seed, task.seed + SIDE_BY_SIDE)
            for _ in play(of_seat, seeds, self.choose, self.clock, lambda: self.clock.total >= task.seconds):
                pass
        return self.samples, self.clock

    def choose(self, live: Sequence[Seen]) -> list[int]:
        """Return an action a game: the agent's own, or while it imitates greedy those of greedy and some at random."""
        seen = [observation for _, observation in live]
        worth = [self.asked(env, observation) for env, observation in live]
        with self.clock.of("learner"):
            likely = [np.isfinite(each) for each in worth] if self.task.former is None else [
                better(*each) for each in zip(chances(self.former, seen), worth, strict=True)]
            for observation, each in zip(seen, likely, strict=True):
                if each.any():
                    self.samples.append(Sample(
                        observation["observation"].astype(np.int16), offered(observation)[1].astype(np.int16),
                        (each / each.sum()).astype(np.float32)))
            if self.task.former is not None:
                return best(self.agent, seen)
        return [int(self.random.choice(offered(observation)[0][
            each | (self.random.random() < AT_RANDOM) | ~each.any()])) for observation, each in
            zip(seen, likely, strict=True)]

    def asked(self, env: SeatEnv, observation: dict[str, np.ndarray]) -> np.ndarray:
        """Return what the teacher says that each offered action is worth; it is asked once a decision."""
        decision = env.game_env.decision(env.agent)
        assert decision is not None
        if env not in self.open or self.open[env][0] is not decision:
            with self.clock.of("teacher"):
                self.open[env] = decision, self.teacher.answers(env, 0 if self.task.former is None else ROUNDS)
        place = observation["options"][:, 1]
        taken = sorted(np.flatnonzero(place).tolist(), key=lambda number: place[number])
        return worths(offered(observation)[0], taken, decision, self.open[env][1])


@cache
def _collector() -> Collector:
    torch.set_num_threads(1)
    return Collector()


def collected(task: Task) -> tuple[list[Sample], Stopwatch]:
    """Return the samples of a task, collected in this process, and what the time was spent on."""
    return _collector()(task)
