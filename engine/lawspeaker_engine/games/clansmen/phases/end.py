"""The end of the year and of the game (CL-SEQ-11, CL-END-*, CL-GOAL-*)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from lawspeaker_engine.games.clansmen import buildings
from lawspeaker_engine.games.clansmen.state import FOOD, GOODS, WARRIOR, Player, State
from lawspeaker_engine.model import Outcome

SOLE_LEADER: Final = 3
"""Respect for the one who has most of something (CL-END-04)."""
TIED: Final = 1
"""Respect if several have most of it (CL-END-09)."""


def pay_halls(state: State) -> None:
    """At the end of each year the halls bring Respect, before anything is done about the game's end (CL-SEQ-11)."""
    for seat, player in enumerate(state.players):
        state.gain_respect(seat, buildings.sum_of_all(player, "yearly_respect"))


def finish(state: State) -> None:
    """The game is over. If the clan has failed there is no Chief, for reason `failed`: all share the first place.

    By the option `failed` they have the places that their Respect gives them all the same (AMB-CL-62). Else the Chief
    is first, and no place is shared, for reason `chief`. Scores are the final Respect, in a failed game too, where the
    majorities serve these places or only the record (CL-GOAL-03, CL-END-03).
    """
    for seat in range(state.settings.players):
        state.gain_respect(seat, sum(before_gate(state, seat)))
    settings = state.settings
    succeeded = sum(player.respect for player in state.players) >= gate(state)
    pay_majorities(state)
    scores = tuple(player.respect for player in state.players)
    if succeeded or settings.failed == "respect":
        order = ranking(state)
        ranks = tuple(order.index(seat) + 1 for seat in range(settings.players))
    else:
        ranks = (1,) * settings.players
    state.outcome = Outcome(ranks, scores, "chief" if succeeded else "failed")
    state.phase = "over"
    state.agenda.clear()


def gate(state: State) -> int:
    """Return the Respect that the clan needs together (CL-GOAL-02)."""
    return state.settings.gate * state.settings.players


def before_gate(state: State, seat: int) -> tuple[int, int]:
    """Return the Respect that the seat's Warriors and its Weakened population bring at the end (CL-END-01, -02)."""
    player = state.players[seat]
    return _warriors(state, player), -sum(person.weakened for person in player.people)


def pay_majorities(state: State) -> None:
    """Pay for all majorities."""
    for seat in range(state.settings.players):
        state.gain_respect(seat, sum(majorities(state, seat)))


def majorities(state: State, seat: int) -> tuple[int, ...]:
    """Return the Respect for each of MAJORITIES: for whoever leads in it (CL-END-04..09)."""
    return tuple(_majority(state, seat, count) for count in MAJORITIES.values())


def _majority(state: State, seat: int, count: Callable[[State, Player], int]) -> int:
    amounts = [count(state, player) for player in state.players]
    most = max(amounts)
    leaders = amounts.count(most)
    if most <= 0 or (amounts[seat] < most and (leaders == 1 or state.settings.tie_bonus != "everybody")):
        return 0
    return SOLE_LEADER if leaders == 1 else TIED


TIES: Final = ("Respect", "population", "Goods and Food")
"""The criteria of `standing`, in order; turn order comes last."""


def standing(state: State, seat: int) -> tuple[int, int, int]:
    """Return the seat's Respect, then its population, then its Goods and Food (CL-END-10)."""
    player = state.players[seat]
    return player.respect, len(player.people), player.stock[GOODS] + player.stock[FOOD]


def ranking(state: State) -> list[int]:
    """Return seats from the Chief down: by their standing, then by turn order (CL-END-10)."""
    return sorted(state.turn_order(), key=lambda seat: standing(state, seat), reverse=True)


def _warriors(_: State, player: Player) -> int:
    return sum(person.kind == WARRIOR for person in player.people)


def _population(_: State, player: Player) -> int:
    return len(player.people)


def _goods(_: State, player: Player) -> int:
    return player.stock[GOODS]


def _food(_: State, player: Player) -> int:
    return player.stock[FOOD]


def _buildings(state: State, player: Player) -> int:
    """Return how many buildings stand, fences and houses included unless an option says otherwise (AMB-CL-56)."""
    return sum(player.built) + (len(player.structures) if state.settings.count_small else 0)


MAJORITIES: Final[dict[str, Callable[[State, Player], int]]] = {
    "Warriors": _warriors, "population": _population, "Goods": _goods, "Food": _food, "buildings": _buildings,
}
"""The things that a majority is of, one a majority."""
