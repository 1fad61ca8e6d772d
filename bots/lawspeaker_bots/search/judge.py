"""The chance of a seat to win, by a line of weights over what each player has."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from math import exp
from typing import Any, Final

from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Decision, Outcome, Seat, Setup

TURN: Final = "turn.action"
"""The prompt at which all games here ask for what a seat does in its turn."""

Features = Sequence[Sequence[float]]
"""By seat, what a player has, in the order of a game's `NAMES`."""


def _one(_: Any) -> int:
    return 1


def _none(_: Any) -> int:
    return 0


@dataclass(frozen=True, slots=True)
class Hooks:
    """The knowledge of the search about one game."""

    names: tuple[str, ...]
    """The features in their order."""
    stage: Callable[[Any], int]
    """Takes a view and returns how far the game is; it never falls. A playout ends when it has risen enough."""
    features: Callable[[Any, Any], Features]
    """Takes a view of everything and the catalogue."""
    left: Callable[[Any], int] = _none
    """Takes a view and returns which weights hold there: how much of the game is left, 0 for the last part."""
    turns: int = 0
    """The playout also ends where its seat takes a turn for the so-manieth time; 0 for never."""
    horizon: Callable[[Any], int] = _one
    """Takes a view at a decision and returns by how much the stage must rise until a playout ends."""


@dataclass(frozen=True, slots=True)
class Weights:
    """How features make a chance in one part of a game."""

    win: tuple[float, ...]
    """By feature: how much more of it than others have brings the victory, in log odds."""
    succeed: tuple[float, ...] = ()
    """By feature: how much of it on the average lets the game have a winner at all; empty where it always has one."""
    constant: float = 0.0
    """The constant term of `succeed`."""


GAMES: Final = ("northgard", "clansmen", "pax_viking")
"""Games that have a module of hooks of their name here."""


class EndOfPlayout:
    """Says at each later decision of a playout whether it ends there."""

    def __init__(self, hooks: Hooks, view: Any, seat: Seat) -> None:
        self._stage, self._end = hooks.stage, hooks.stage(view) + hooks.horizon(view)
        self._seat, self._turns = seat, hooks.turns

    def __call__(self, decision: Decision, view: Any) -> bool:
        """Return True where the stage has risen enough, or the seat has had its turns; call it once a decision."""
        if self._turns and decision.seat == self._seat and decision.prompt == TURN:
            self._turns -= 1
            if not self._turns:
                return True
        return self._stage(view) >= self._end


class Judge:
    """Says what positions of one setup are worth, from 0 (lost) to 1 (won)."""

    def __init__(self, game: Game[Any], setup: Setup) -> None:
        self._game = game
        self._teams = game.teams(setup) or tuple(range(setup.players))
        self.hooks: Hooks | None = hooks_of(game.name) if game.name in GAMES else None
        self._weights = weights(game.name) if self.hooks else ()

    def end_of_playout(self, view: Any, seat: Seat) -> EndOfPlayout | None:
        """Return what says whether a playout of a seat from this view has gone on for long enough; None for never."""
        return None if self.hooks is None else EndOfPlayout(self.hooks, view, seat)

    def worth(self, state: Any, seat: Seat) -> float:
        """Return the worth of a position for a seat; in a game without hooks it must be over."""
        outcome = self._game.outcome(state)
        if outcome is not None:
            return shared_victory(outcome, seat)
        if self.hooks is None:
            return 0.5
        view = self._game.full_view(state)
        weighing = self._weights[min(self.hooks.left(view), len(self._weights) - 1)]
        features = self.hooks.features(view, self._game.catalogue)
        win = self._share(weighing, features, seat)
        if not weighing.succeed:
            return win
        average = [sum(values) / len(features) for values in zip(*features, strict=True)]
        succeeds = 1 / (1 + exp(-_bounded(weighing.constant + _product(weighing.succeed, average))))
        return succeeds * win

    def _share(self, weighing: Weights, features: Features, seat: Seat) -> float:
        """Return the chance of the seat's team among all teams."""
        strength: dict[int, list[float]] = {}
        for team, values in zip(self._teams, features, strict=True):
            strength.setdefault(team, []).append(_product(weighing.win, values))
        means = {team: sum(values) / len(values) for team, values in strength.items()}
        own = means[self._teams[seat]]
        return 1 / sum(exp(_bounded(mean - own)) for mean in means.values())


def shared_victory(outcome: Outcome, seat: Seat) -> float:
    """Return 1 for a victory, 0 for a defeat, and a share of 1 for a first place that some seats share.

    A place that all share, as when a clan fails, is nobody's victory and worth nothing: a bot that took it for a share
    of the victory would let games fail.
    """
    winners = outcome.ranks.count(1)
    return 1 / winners if outcome.ranks[seat] == 1 and winners < len(outcome.ranks) else 0.0


def hooks_of(name: str) -> Hooks:
    """Return the hooks of one of GAMES."""
    hooks: Hooks = import_module(f"{__package__}.{name}").HOOKS
    return hooks


@cache
def weights(name: str) -> tuple[Weights, ...]:
    """Return a game's weights by how much is left, from its `NAME.toml`."""
    text = files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    names = hooks_of(name).names
    return tuple(
        Weights(_row(part["win"], names), _row(part["succeed"], names) if "succeed" in part else (),
                part.get("constant", 0.0))
        for part in tomllib.loads(text)["left"])


def _row(by_name: Mapping[str, float], names: Sequence[str]) -> tuple[float, ...]:
    return tuple(float(by_name.get(name, 0.0)) for name in names)


def _product(weights: Sequence[float], values: Sequence[float]) -> float:
    return sum(weight * value for weight, value in zip(weights, values, strict=True))


def _bounded(number: float) -> float:
    return min(max(number, -30.0), 30.0)
