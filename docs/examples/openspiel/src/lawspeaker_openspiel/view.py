"""What seats see and take in every game of OpenSpiel."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Move:
    """Make a move."""

    action: int
    """The number of the action in OpenSpiel."""
    name: str
    """What OpenSpiel calls it, such as `Bet`."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something happens, as chance says."""

    action: int
    """The number of the action in OpenSpiel."""
    name: str
    """What OpenSpiel calls it, such as `Deal 2`."""


@dataclass(frozen=True, slots=True)
class Turn:
    """It is told whose turn comes, which follows from something hidden."""

    seat: int
    """Whose it is."""


@dataclass(frozen=True, slots=True)
class View:
    """The view of a seat or a spectator."""

    seat: int
    """The seat that sees it; -1 for a spectator."""
    to_move: tuple[int, ...]
    """The seats that move now, several if they do it at once; none while chance is asked, and at the end."""
    information: str
    """The information state in OpenSpiel's words: all that the seat has seen. Empty for spectators of a game with
    secrets, and in a game for which OpenSpiel has none.
    """
    observation: str
    """What the seat sees at the moment, in OpenSpiel's words; empty for the same spectators, and where `information` is
    all that OpenSpiel has.
    """
    position: str
    """The whole position as OpenSpiel prints it, once a match is finished; empty until then."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The data that never change."""

    game: str
    """The short name of the game in OpenSpiel, such as `leduc_poker`."""
    library: str
    """The version of OpenSpiel that judges."""
    scales: tuple[int, ...]
    """By the number of players: the points of a score for each 1 of OpenSpiel's return; 0 where so many cannot play."""
