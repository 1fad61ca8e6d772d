"""Plunder: whom an undefeated Raider robs (CL-PLUN-*)."""

from __future__ import annotations

from lawspeaker_engine.games.clansmen.battle import Raid
from lawspeaker_engine.games.clansmen.state import FOOD, GOODS, State


def plunder(state: State, raid: Raid) -> None:
    """Each undefeated Raider takes 1 Goods or 1 Food (CL-PLUN-01), or rises on the track if there is none (CL-PLUN-07).

    A Raider plunders once, however many dice failed against it (AMB-CL-31).
    """
    robbed: list[list[int]] = [[] for _ in state.players]
    for _ in raid.undefeated:
        seat, resource = _victim(state, raid, robbed)
        if state.players[seat].stock[resource]:
            state.players[seat].stock[resource] -= 1
        else:
            state.move_counter(1)


def _victim(state: State, raid: Raid, robbed: list[list[int]]) -> tuple[int, int]:
    """The seat that is plundered and of what: the chart from its top, ties by turn order (CL-PLUN-02..06, AMB-CL-37).

    `robbed` notes by seat what those who did not defend have lost for it.
    """
    once = state.settings.bystanders == "once"  # for Goods and Food together (AMB-CL-36)
    order = state.turn_order()
    stocks = [player.stock for player in state.players]
    for resource in (GOODS, FOOD):
        for seat in order:
            spared = raid.committed[seat] or (robbed[seat] if once else resource in robbed[seat])
            if stocks[seat][resource] and not spared:
                robbed[seat].append(resource)
                return seat, resource
    goods, food = (max(stock[resource] for stock in stocks) for resource in (GOODS, FOOD))
    resource, most = (GOODS, goods) if goods >= food else (FOOD, food)
    return next(seat for seat in order if stocks[seat][resource] == most), resource
