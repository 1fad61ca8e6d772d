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
    for seat, player in enumerate(state.players):
        weak = sum(person.weakened for person in player.people)
        state.gain_respect(seat, _warriors(state, player) - weak)
    settings = state.settings
    succeeded = sum(player.respect for player in state.players) >= settings.gate * settings.players
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


def pay_majorities(state: State) -> None:
    """Most Warriors, population, Goods, Food and buildings: Respect for whoever leads in each (CL-END-04..09)."""
    for count in _MAJORITIES:
        amounts = [count(state, player) for player in state.players]
        most = max(amounts)
        leaders = [seat for seat, amount in enumerate(amounts) if amount == most and most > 0]
        if len(leaders) == 1:
            state.gain_respect(leaders[0], SOLE_LEADER)
        elif leaders:
            everybody = state.settings.tie_bonus == "everybody"
            for seat in range(state.settings.players) if everybody else leaders:
                state.gain_respect(seat, TIED)


def ranking(state: State) -> list[int]:
    """Return seats from the Chief down: Respect, then population, then Goods and Food, then turn order (CL-END-10)."""

    def standing(seat: int) -> tuple[int, int, int]:
        player = state.players[seat]
        return -player.respect, -len(player.people), -player.stock[GOODS] - player.stock[FOOD]

    return sorted(state.turn_order(), key=standing)


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


_MAJORITIES: Final[tuple[Callable[[State, Player], int], ...]] = (_warriors, _population, _goods, _food, _buildings)
