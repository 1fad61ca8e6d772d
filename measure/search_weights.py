"""Fit the weights by which the bot `search` judges positions: `python -m measure.search_weights northgard`.

Plays games of two by the rules of thumb of `greedy`, in which each seat takes a random answer now and then, notes what
the players have at the first decision of each stage and at some of its turns, and fits the outcome to it: the victory
by the difference between the players, and whether there is a winner at all by their average. How often each seat takes
random answers is fitted too and left out, because a bot does not. Prints the new `bots/search/GAME.toml`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lawspeaker_bots.search.judge import GAMES, Hooks, hooks_of
from lawspeaker_bots.search.player import Player
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import find_game
from lawspeaker_engine.model import Chance, Decision, Picks
from lawspeaker_engine.setups import make_setup

Array = NDArray[np.float64]
PLAYERS = 2
ERRORS = (0.0, 0.03, 0.1, 0.2, 0.3)
"""How often a seat takes a random answer; drawn for each seat and game."""
NEIGHBOURS = {0: 1.0, 1: 0.35, 2: 0.07}
"""By the distance between two parts of a game: how much samples of one count for the weights of the other."""
RIDGE = 8.0
RARE = 0.004
"""A feature that differs in fewer samples gets no weight."""

OFTEN = 0.95
"""A game that has a winner in more than this share of its matches needs no weights for whether it has one."""


@dataclass
class Sample:
    """A position and how its game ended."""

    left: int
    features: Array
    """By seat and feature."""
    errors: tuple[float, ...]
    worth: float
    """1 for a victory of seat 0, 0.5 for a tie; by points where the game had no winner."""
    margin: float
    succeeded: bool


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--games", type=int, default=2500)
    wanted = parser.parse_args()
    samples = [sample for seed in range(wanted.games) for sample in play(find_game(wanted.game), seed)]
    command = f"python -m measure.search_weights {wanted.game} --games {wanted.games}"
    print("\n".join(lines(wanted.game, samples, command)))


def play(game: Game[Any], seed: int) -> Iterator[Sample]:
    """Play one game and yield its samples."""
    setup, rng = make_setup(game, PLAYERS), Random(seed)
    hooks = hooks_of(game.name)
    player, errors = Player(game, setup), tuple(rng.choice(ERRORS) for _ in range(PLAYERS))
    every, turns, last = rng.randrange(4, 9), 0, -1
    seen: list[tuple[int, Array]] = []
    state = game.setup(setup)
    while question := game.pending(state):
        if isinstance(question, Chance):
            game.apply(state, (tuple(rng.sample(range(len(question.options)), question.count)),))
            continue
        if question[0].prompt == "turn.action":
            turns += 1
            view = game.full_view(state)
            if hooks.stage(view) != last or turns % every == 0:
                last = hooks.stage(view)
                seen.append((hooks.left(view), np.array(hooks.features(view, game.catalogue), float)))
        answers = player.answers(state, question, rng)
        assert answers is not None
        game.apply(state, [
            _random(decision, rng) if rng.random() < errors[decision.seat] else answer
            for decision, answer in zip(question, answers, strict=True)])
    outcome = game.outcome(state)
    assert outcome is not None
    succeeded = len(set(outcome.ranks)) > 1
    margin = float(outcome.scores[0] - outcome.scores[1])
    order = -(outcome.ranks[0] - outcome.ranks[1]) if succeeded else margin
    for left, features in seen:
        yield Sample(left, features, errors, (np.sign(order) + 1) / 2, margin, succeeded)


def _random(decision: Decision, rng: Random) -> Picks:
    count = rng.randint(decision.least, decision.most)
    return tuple(sorted(rng.sample(range(len(decision.options)), count)))


def lines(name: str, samples: list[Sample], command: str) -> Iterator[str]:
    """Yield the lines of the file of weights."""
    hooks = hooks_of(name)
    left = np.array([sample.left for sample in samples])
    yield f"# Made by: {command}"
    yield "# One table for each part of the game: how much of it is left, from 0; the last one holds for all before it."
    for part in range(int(left.max()) + 1):
        share = np.array([NEIGHBOURS.get(abs(int(each) - part), 0.0) for each in left])
        if not share.any():
            continue
        chosen = [sample for sample, weight in zip(samples, share, strict=True) if weight]
        yield from _table(hooks, chosen, share[share > 0])


def _table(hooks: Hooks, samples: list[Sample], share: Array) -> Iterator[str]:
    both = np.array([sample.features for sample in samples])
    errors = np.array([sample.errors for sample in samples])
    apart, together = both[:, 0] - both[:, 1], both.mean(axis=1)
    scale = _scale(apart)
    win = _fit(apart / scale, errors[:, :1] - errors[:, 1:], np.array([sample.worth for sample in samples]), share)
    yield "\n[[left]]"
    yield f"win = {_written(hooks, win[0] / scale)}"
    succeeded = np.array([sample.succeeded for sample in samples], float)
    if succeeded.mean() > OFTEN:
        return
    middle, spread = together.mean(axis=0), _scale(together)
    ones = np.ones((len(samples), 1))
    weights, rest = _fit((together - middle) / spread, np.hstack([errors.sum(axis=1, keepdims=True), ones]),
                         succeeded, share)
    yield f"succeed = {_written(hooks, weights / spread)}"
    yield f"constant = {rest[1] - (weights / spread) @ middle:.4f}"


def _scale(values: Array) -> Array:
    """Return the spread of each column; very large for a column that hardly ever differs from its usual value."""
    spread = values.std(axis=0)
    usual = np.median(values, axis=0)
    return np.where((values != usual).mean(axis=0) < RARE, 1e9, np.where(spread == 0, 1e9, spread))


def _fit(features: Array, others: Array, worth: Array, share: Array) -> tuple[Array, Array]:
    """Return the weights of a logistic regression, those of the features with a ridge, and those of the others."""
    columns = np.hstack([features, others])
    ridge = np.array([RIDGE] * features.shape[1] + [1e-3] * others.shape[1])
    weights = np.zeros(columns.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-np.clip(columns @ weights, -30, 30)))
        slope = columns.T @ (share * (chance - worth)) + ridge * weights
        bend = (columns * (share * chance * (1 - chance))[:, None]).T @ columns + np.diag(ridge)
        weights -= np.linalg.solve(bend, slope)
    return weights[:features.shape[1]], weights[features.shape[1]:]


def _written(hooks: Hooks, weights: Array) -> str:
    known = [f"{name} = {weight:.4f}" for name, weight in zip(hooks.names, weights, strict=True) if abs(weight) >= 5e-5]
    return f"{{ {', '.join(known)} }}"


if __name__ == "__main__":
    main()
