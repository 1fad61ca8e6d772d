"""The economy of actions (CL-ACT-*): who may still take which regular action, and what taking one costs."""

from __future__ import annotations

from typing import Final

from lawspeaker_engine.games.clansmen import buildings
from lawspeaker_engine.games.clansmen.state import ACTIONS, BUILD, GIFTS, IDLE_HANDS, SEASONS, TRADE, WINTER, State

NOT_IN_WINTER: Final = (BUILD, TRADE)
ONLY_IN_WINTER: Final = (IDLE_HANDS, GIFTS)
PEOPLE_FOR_ACTION: Final = 3
"""So many people give a Standard Action more (CL-ACT-01)."""


IN_SEASON: Final = tuple(
    tuple(action not in (NOT_IN_WINTER if season == WINTER else ONLY_IN_WINTER) for action in range(len(ACTIONS)))
    for season in range(len(SEASONS))
)
"""By season, then by regular action: whether the action exists then (CL-ACT-05)."""


def standard_actions(state: State, seat: int) -> int:
    """Return 1, and 1 more for every three people; the Weakened count unless an option says otherwise (CL-ACT-01)."""
    counted = sum(state.settings.weak_count or not person.weakened for person in state.players[seat].people)
    return 1 + counted // PEOPLE_FOR_ACTION


def may_act(state: State, seat: int, action: int) -> bool:
    """Return whether the seat has a Standard Action left, and this regular action for it (CL-ACT-02, CL-ACT-03)."""
    player = state.players[seat]
    return player.actions > 0 and player.used[action] < player.allowed[action] and IN_SEASON[state.season][action]


def spend(state: State, seat: int, action: int) -> None:
    """The seat has taken the regular action."""
    player = state.players[seat]
    player.actions -= 1
    player.used[action] += 1
    act(state, seat)


def act(state: State, seat: int) -> None:
    """The seat has acted in its turn; by option that takes back all passes (AMB-CL-07)."""
    state.players[seat].acted += 1
    if state.settings.passing == "consecutive":
        for player in state.players:
            player.passed = False


def allowance(state: State, seat: int) -> list[int]:
    """Return by regular action: how often the seat may take it in a season without cards (CL-ACT-03).

    Once; by option Paved Roads give a second Trade action (AMB-CL-16).
    """
    allowed = [1] * len(ACTIONS)
    if state.settings.paved == "actions":
        allowed[TRADE] += buildings.sum_of_kinds(state.players[seat], "trades")
    return allowed
