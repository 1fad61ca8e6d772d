"""A board that pages draw for a game without a drawing of its own: a ground, places on it, and pieces at the places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Board", "Piece", "Rectangle"]


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle of the board that an option may name, in the board's units."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that is drawn at a place."""

    symbol: str
    """Its drawing, one of the board's symbols."""
    at: str
    """The name of its place; the symbol's (0, 0) is in the middle of it."""
    label: str = ""
    """The words for it; empty for a mark of a place, such as that of the last move."""


@dataclass(frozen=True, slots=True)
class Board:
    """The board of a game. Its parts are elements of SVG as text: without scripts, and with colours in attributes, for
    pages refuse inline styles.
    """

    width: float
    """In units of its own, which places have too."""
    height: float
    ground: str
    """The elements that are always there, below all pieces."""
    symbols: Mapping[str, str]
    """By name what a piece looks like around (0, 0)."""
    places: Mapping[str, Rectangle]
    pieces: Callable[[Any], Iterable[Piece]]
    """Returns the pieces of a view, the lowest first."""
    named: Callable[[Any, Any], Sequence[str]]
    """Returns of a view and an option of who sees it the places that the option names, in the order in which a person
    points at them; empty for an option that names none. For a person who plays the view is the game's message `View`,
    which has the fields of the class and nothing else: read fields alone.
    """
    seats: Sequence[str] = ()
    """By seat what its side is called, such as `White`; empty where sides have no names."""
