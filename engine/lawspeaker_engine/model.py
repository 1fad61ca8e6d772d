"""The types that all games share: questions, answers, setups and outcomes."""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from lawspeaker_engine.canon import NOT_CANON, WHEN_SET

__all__ = [
    "CHANCE", "PUBLIC", "Audience", "BadSetup", "CannotDealAnew", "Chance", "Decision", "GameOption", "IllegalAnswer",
    "Option", "Outcome", "Picks", "Question", "Rng", "ScorePart", "Seat", "Setup",
]

Seat = int
"""A place at the table, 0 to players - 1."""

CHANCE: Final = -1
"""The seat of chance in records."""

PUBLIC: Final[tuple[int, ...] | None] = None
"""The audience of public answers: every seat, and spectators."""

Audience = tuple[int, ...] | None
"""The seats that may see an answer; `PUBLIC` (None) for all, spectators included."""

Option = Any
"""A small typed value of a game (`Move`, `PlayCard`): a dataclass of ints, booleans, strings and tuples of them."""

Picks = tuple[int, ...]
"""Indices into the options of a question, in the answerer's order."""


@dataclass(slots=True)
class Decision:
    """Seat `seat` takes between `least` and `most` of the `options`; an answer is a tuple of their indices."""

    seat: Seat
    prompt: str
    """A stable dotted name, such as `combat.food`."""
    options: Sequence[Option]
    least: int
    most: int
    default: Picks
    """The documented, deterministic, harmless answer that stands in for one that never came."""
    seen_by: Audience
    """The seats that may see which options were taken. There is no default: every question sets it."""
    ordered: bool = False
    """True if the order of the picks means something; if not, picks are kept ascending."""
    reaction: bool = False
    """True if it is a reaction out of turn, for which a match may have a time limit of its own."""


@dataclass(slots=True)
class Chance:
    """Chance takes `count` distinct `options`, in order; `stream` names the source it is drawn from."""

    prompt: str
    options: Sequence[Option]
    count: int
    stream: str
    seen_by: Audience
    weights: tuple[int, ...] = field(default=(), metadata=WHEN_SET)
    """How likely each option is beside the others, as numbers from 1; () if all are equally likely. Of several that are
    drawn, each is drawn by the weights of those that are left.
    """


Question = tuple[Decision, ...] | Chance
"""A game's question: one decision, several sealed ones (at most one a seat), chance, or () when the game is over."""


@dataclass(frozen=True, slots=True)
class GameOption:
    """A setting of a game, such as its length."""

    name: str
    default: bool | int | str
    doc: str
    choices: tuple[bool | int | str, ...] = ()
    """The legal values; empty for a boolean, which takes both."""

    @property
    def values(self) -> tuple[bool | int | str, ...]:
        """Return all legal values."""
        return self.choices or (False, True)


@dataclass(frozen=True, slots=True)
class Setup:
    """The setup of a match: all that it starts from, besides chance."""

    players: int
    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    """Every option of the game by name; see `game.make_setup`, which fills in the defaults."""


@dataclass(frozen=True, slots=True)
class ScorePart:
    """What some of a seat's points came from."""

    name: str
    """In the rulebook's words, such as `fame tokens`."""
    points: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game.

    `parts` and `decided` follow from the final state: a game makes them when it is asked for its outcome, and neither
    digests nor records have them.
    """

    ranks: tuple[int, ...]
    """By seat: 1 for the winner; those who share a place share its number (1, 2, 2, 4)."""
    scores: tuple[int, ...]
    """By seat, in the game's own points."""
    reason: str
    """A stable dotted name, such as `fame` or `territories`."""
    parts: tuple[tuple[ScorePart, ...], ...] = field(default=(), metadata=NOT_CANON)
    """By seat: what the score is the sum of, the same names for each; () where the game does not say."""
    decided: tuple[str, ...] = field(default=(), metadata=NOT_CANON)
    """What decided the places, in sentences: who won by what, and what broke each tie."""


class Rng(Protocol):
    """A source of chance for what is dealt anew and for playouts, such as a `random.Random`; matches draw by `Dice`."""

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Put the elements into any order, each equally likely."""

    def randrange(self, stop: int, /) -> int:
        """Return a number from 0 to stop - 1, each equally likely."""


class IllegalAnswer(ValueError):
    """An answer that its question does not allow; `reason` is a stable word for machines."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.reason, str(self)), self.__dict__


class BadSetup(ValueError):
    """A setup that the game cannot be played with; says what would be right."""


class CannotDealAnew(ValueError):
    """A game cannot draw afresh what a seat may not know, never or not in this state; says why."""
