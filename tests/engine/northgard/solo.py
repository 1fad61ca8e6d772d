"""Positions of a solo game: seat 0 is the human, seat 1 the Automa."""

from __future__ import annotations

from typing import Any

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.northgard.board import Board
from lawspeaker_engine.games.northgard.composition import lay_table
from lawspeaker_engine.games.northgard.modules.automa_moves import LEADERS
from lawspeaker_engine.games.northgard.modules.automa_part import AUTOMA, Automa
from lawspeaker_engine.games.northgard.modules.automa_setup import TakeLeaders
from lawspeaker_engine.games.northgard.settings import Settings
from lawspeaker_engine.games.northgard.state import Player, State
from lawspeaker_engine.model import Question
from tests.engine.questions import answer, draw

GAME = GAMES["northgard"]


def solo(level: int = 2, **settings: Any) -> State:
    """A state in the actions phase of year 1 with an empty board; the Leaders wait in the reserve.

    The level is not checked: those that need creatures can be asked what they change besides.
    """
    given = Settings(players=2, automa=level, **settings)
    seats = [Player(known=((),) * 3) for _ in range(2)]
    state = State(given, lay_table(given), Board(), seats, year=1, phase="actions")
    state.parts = [part() for part in state.table.parts]
    state.push(TakeLeaders())
    settle(state)
    return state


def settle(state: State) -> Question:
    """Work on until somebody else than the Automa is asked, and return the question."""
    return GAME.pending(state)


def tell(state: State, *options: Any) -> None:
    """Answer the human's question, and work on."""
    settle(state)
    answer(state, *options)
    settle(state)


def rolled(state: State, *options: Any) -> None:
    """Answer the pending chance, and work on."""
    settle(state)
    draw(state, *options)
    settle(state)


def leader(state: State, number: int, territory: int) -> None:
    """Leader 1 or 2 stands in a territory, which is the Automa's."""
    state.put_figures(AUTOMA, territory, 0, (LEADERS[number - 1],))


def begin(state: State, action: Any) -> None:
    """Let the Automa do an action of a card."""
    assert action.possible(state)
    action.begin(state)
    settle(state)


def part(state: State) -> Automa:
    """Return the Automa's memory."""
    return state.part(Automa)
