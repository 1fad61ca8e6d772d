"""The games of OpenSpiel that are here: what OpenSpiel does not say of them, a row each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import lcm
from types import MappingProxyType
from typing import Any, Final

from lawspeaker_engine.model import GameOption

DEAL_OF_HEARTS: Final = 53
"""The actions before the first pass: the direction of passing, and 52 cards."""
PASSES_OF_HEARTS: Final = 12
NO_PASS: Final = 0


@dataclass(frozen=True, slots=True)
class Row:
    """A game of OpenSpiel."""

    name: str
    """Its short name there; here `openspiel_` comes before it."""
    title: str
    players: tuple[int, ...]
    options: tuple[GameOption, ...] = ()
    """Parameters that a match may choose, each by the name that OpenSpiel gives it."""
    default: int = 0
    """The place of the legal action that stands in for an answer: 0 for the first, -1 for the last."""
    open_moves: Callable[[Sequence[int]], bool] = field(default=lambda _history: False)
    """Whether all see what a player does now, given the actions so far; it counts in a game with secrets. Where not,
    those see it to whom OpenSpiel would show something else after each other move.
    """
    next_is_news: bool = False
    """True if who moves after something hidden tells something of it, so that all are told before anybody is asked."""
    sampled: bool = False
    """True if OpenSpiel samples what a seat may not know of a game with secrets: histories that can be played, drawn
    from nothing but what the seat knows. Without it the game cannot be dealt anew.
    """
    scale: Callable[[int], int] = field(default=lambda _players: 1)
    """Points of a score for each 1 of a return, by the number of players: returns may be fractions."""
    teams: tuple[int, ...] = ()
    many_options: Callable[[Mapping[str, Any]], int] = field(default=lambda _options: 200)
    """The number of options that few decisions exceed, by the options of a match."""


def _always(_history: Sequence[int]) -> bool:
    """Return True: all see all moves."""
    return True


def _after_passing(history: Sequence[int]) -> bool:
    """Return False while cards of hearts are passed."""
    return history[0] == NO_PASS or len(history) >= DEAL_OF_HEARTS + PASSES_OF_HEARTS


def _switch(name: str, doc: str, *, default: bool) -> GameOption:
    """Return an option that is on or off."""
    return GameOption(name, default, doc)


def _shared(players: int) -> int:
    """Return a scale at which any number of players share a pot or a victory in integers."""
    return lcm(*range(1, players + 1))


_TWO: Final = (2,)
_ROWS: Final = (
    Row("backgammon", "Backgammon", _TWO, (
        _switch("hyper_backgammon", "whether each side has three pieces only", default=False),
        GameOption("scoring_type", "winloss_scoring", "what gammons count",
                   ("winloss_scoring", "enable_gammons", "full_scoring")))),
    Row("bridge", "Bridge", (4,), (
        _switch("use_double_dummy_result", "whether the best play of all is counted in place of a play",
                default=False),), open_moves=_always, sampled=True, teams=(0, 1, 0, 1)),
    Row("chess", "Chess", _TWO),
    Row("connect_four", "Connect Four", _TWO),
    Row("gin_rummy", "Gin Rummy", _TWO, (
        _switch("oklahoma", "whether the first upcard says at how many points one may knock", default=False),)),
    Row("go", "Go", _TWO, (GameOption("board_size", 9, "lines of the board", (9, 13, 19)),),
        default=-1, many_options=lambda options: max(200, options["board_size"] ** 2 + 1)),
    Row("goofspiel", "Goofspiel", (2, 3, 4, 5), (
        GameOption("num_cards", 13, "cards of each hand", (3, 4, 5, 6, 8, 10, 13)),
        GameOption("points_order", "random", "the order in which prizes come", ("random", "ascending", "descending"))),
        scale=_shared),
    Row("hanabi", "Hanabi", (2, 3, 4, 5), open_moves=_always),
    Row("hearts", "Hearts", (4,), (
        _switch("pass_cards", "whether cards are passed before the play", default=True),
        _switch("jd_bonus", "whether the jack of diamonds takes 10 points away", default=False)),
        open_moves=_after_passing, next_is_news=True, sampled=True),
    Row("kuhn_poker", "Kuhn poker", (2, 3, 4, 5), open_moves=_always, sampled=True),
    Row("leduc_poker", "Leduc poker", (2, 3, 4, 5), open_moves=_always, sampled=True, scale=_shared),
    Row("liars_dice", "Liar's dice", _TWO, (
        GameOption("numdice", 1, "dice of each player", (1, 2, 3, 4, 5)),)),
)

ROWS: Final = MappingProxyType({row.name: row for row in _ROWS})
"""By name."""
