"""The chance of a seat to win, by a line of weights over what each player has."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from math import exp, isfinite
from typing import Any, Final

from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Outcome, Seat, Setup
from lawspeaker_engine.suggestions import did_you_mean

TURN: Final = "turn.action"
"""The prompt at which all games here ask for what a seat does in its turn."""

Features = Sequence[Sequence[float]]
"""By seat, what a player has, in the order of a game's `NAMES`."""


def _one(_: Any) -> int:
    return 1


def _none(_: Any) -> int:
    return 0


def _never(_: Any) -> bool:
    return False


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
    to_the_end: Callable[[Any], bool] = _never
    """Takes a view at a decision and returns whether only the end of the game ends a playout."""
    margins: Callable[[Any, Outcome], Sequence[float]] | None = None
    """Takes a view of everything at the end of a game, with its outcome, and returns by seat how clearly it has won,
    from 0 to 1: near 0.5 where one point would have made another winner. None where only the outcome counts.
    """


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


class Judge:
    """Says what positions of one setup are worth, from 0 (lost) to 1 (won)."""

    def __init__(self, game: Game[Any], setup: Setup, own: Sequence[Weights] = ()) -> None:
        """`own` weights take the place of those that were fitted."""
        self._game = game
        self._teams = game.teams(setup) or tuple(range(setup.players))
        self.hooks: Hooks | None = hooks_of(game.name) if game.name in GAMES else None
        self._weights = own or (weights(game.name) if self.hooks else ())

    def worth(self, state: Any, seat: Seat) -> float:
        """Return the worth of a position for a seat; 0.5 in a game without hooks that is not over."""
        return self.worths(state, (seat,))[0]

    def worth_of_end(self, state: Any, seat: Seat) -> float:
        """Return the worth for a seat of a position at which a playout has ended: in a game that is over, how clearly
        the seat has won.

        A few playouts tell more so: most answers near the end change the margin and not the winner.
        """
        margins = self.hooks.margins if self.hooks is not None else None
        if margins is None or (outcome := self._game.outcome(state)) is None:
            return self.worth(state, seat)
        return margins(self._game.full_view(state), outcome)[seat]

    def worths(self, state: Any, seats: Sequence[Seat]) -> list[float]:
        """Return the worth of a position for each of these seats."""
        outcome = self._game.outcome(state)
        if outcome is not None:
            return [shared_victory(outcome, seat) for seat in seats]
        if self.hooks is None:
            return [0.5] * len(seats)
        view = self._game.full_view(state)
        weighing = self._weights[min(self.hooks.left(view), len(self._weights) - 1)]
        features = self.hooks.features(view, self._game.catalogue)
        wins = self._shares(weighing, features, seats)
        if not weighing.succeed:
            return wins
        average = [sum(values) / len(features) for values in zip(*features, strict=True)]
        succeeds = 1 / (1 + exp(-bounded(weighing.constant + _product(weighing.succeed, average))))
        return [succeeds * win for win in wins]

    def _shares(self, weighing: Weights, features: Features, seats: Sequence[Seat]) -> list[float]:
        """Return the chance of each seat's team among all teams."""
        strength: dict[int, list[float]] = {}
        for team, values in zip(self._teams, features, strict=True):
            strength.setdefault(team, []).append(_product(weighing.win, values))
        means = {team: sum(values) / len(values) for team, values in strength.items()}
        owns = [means[self._teams[seat]] for seat in seats]
        return [1 / sum(exp(bounded(mean - own)) for mean in means.values()) for own in owns]


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
    return read_weights(name, tomllib.loads(text)["left"])


_KEYS: Final = ("win", "succeed", "constant")


def read_weights(name: str, parts: Sequence[Mapping[str, Any]]) -> tuple[Weights, ...]:
    """Return the weights of a game by how much is left, from parts with the keys of a table of a `NAME.toml`.

    Raises ValueError for a game without features, for a key or a feature that there is not, and for what is no number.
    """
    if name not in GAMES:
        raise ValueError(f"search knows no features of {name}, so there is nothing to weigh; it knows those of "
                         f"{', '.join(GAMES)}")
    names = hooks_of(name).names
    for key in [key for part in parts for key in part]:
        if key not in _KEYS:
            raise ValueError(f"weights have no {key!r}{did_you_mean(key, _KEYS)}; a part has {', '.join(_KEYS)}")
    return tuple(
        Weights(_row(name, part.get("win", {}), names),
                _row(name, part["succeed"], names) if part.get("succeed") else (),
                _finite("constant", part.get("constant", 0.0)))
        for part in parts)


def _row(game: str, by_name: Mapping[str, float], names: Sequence[str]) -> tuple[float, ...]:
    for name in by_name:
        if name not in names:
            raise ValueError(f"{game} has no feature {name!r}{did_you_mean(name, names)}; it has {', '.join(names)}")
    return tuple(_finite(name, by_name.get(name, 0.0)) for name in names)


def _finite(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise ValueError(f"the weight {name} is {value!r}; a weight is a number")
    return float(value)


def _product(weights: Sequence[float], values: Sequence[float]) -> float:
    return sum(weight * value for weight, value in zip(weights, values, strict=True))


def bounded(number: float) -> float:
    """Return the number as an exponent that can be counted with."""
    return min(max(number, -30.0), 30.0)
