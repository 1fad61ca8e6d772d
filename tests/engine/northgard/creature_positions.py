"""Positions with creatures."""

from __future__ import annotations

from typing import Any

from lawspeaker_engine.games.northgard.actions.move import MoveUnits
from lawspeaker_engine.games.northgard.actions.terms import MoveTerms
from lawspeaker_engine.games.northgard.modules.creature_part import CREATURES, Beast, Creatures, mark
from lawspeaker_engine.games.northgard.options import Hunt
from lawspeaker_engine.games.northgard.state import State

from .positions import answer, playing_clans

RED, BLUE = 0, 1


def kind(name: str) -> int:
    """The number of a creature by its id."""
    return [row.id for row in CREATURES].index(name)


def wild(*clans: str, players: int = 2, creatures: str = "horizons", **settings: Any) -> State:
    """An empty state with creatures."""
    return playing_clans(*clans, players=players, creatures=creatures, **settings)


def part(state: State) -> Creatures:
    """The Creature line and the piles."""
    return state.part(Creatures)


def place(state: State, name: str, territory: int) -> Beast:
    """Put a creature at the right end of the line."""
    beast = part(state).place(kind(name), territory)
    mark(state)
    return beast


def hunting(state: State, seat: int, beast: Beast, **terms: Any) -> None:
    """The seat plays a Move action without moves, and attacks a creature in its territory."""
    state.push(MoveUnits(seat, 0, MoveTerms(**terms)))
    answer(state, Hunt(beast.number, beast.territory))
