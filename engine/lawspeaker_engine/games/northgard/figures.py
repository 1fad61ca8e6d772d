"""Figures of a seat wherever they stand: in a territory it controls, or as visitors in another player's.

Visitors are `Battle`s of the state: attackers whose combat is still to come, or units on their way through.
"""

from __future__ import annotations

from lawspeaker_engine.games.northgard.state import RESERVE, Battle, State


def visit(state: State, territory: int) -> Battle | None:
    """Return the visitors in a territory, all of one seat, if there are any."""
    for battle in state.battles:
        if battle.territory == territory:
            return battle
    return None


def standing(state: State, seat: int, territory: int) -> tuple[int, bool]:
    """Return the seat's units in a territory, and whether Kaija stands there as one of its figures."""
    if state.board.owner[territory] == seat:
        return state.board.units[territory], state.kaija_in(territory)
    battle = visit(state, territory)
    if battle is None or battle.attacker != seat:
        return 0, False
    return battle.units, battle.kaija


def enter(state: State, seat: int, territory: int, units: int, *, kaija: bool) -> None:
    """Put down figures of a seat that were lifted elsewhere; in another player's territory they become visitors."""
    owner = state.board.owner[territory]
    if owner in (-1, seat):
        state.put_figures(seat, territory, units, kaija=kaija)
        return
    battle = visit(state, territory)
    if battle is None:
        battle = Battle(territory, seat, 0, kaija=False)
        state.battles.append(battle)
        state.battles.sort(key=_by_territory)
    elif battle.attacker != seat:
        raise ValueError(f"territory {territory} has visitors of seat {battle.attacker}; seat {seat} cannot enter it")
    battle.units += units
    if kaija:
        battle.kaija = True
        state.kaija = territory


def _by_territory(battle: Battle) -> int:
    return battle.territory


def lift(state: State, seat: int, territory: int, units: int, *, kaija: bool) -> None:
    """Take figures of a seat off a territory, to be put down elsewhere; the caller then says where Kaija is."""
    if state.board.owner[territory] == seat:
        state.take_figures(territory, units, kaija=kaija)
        return
    battle = visit(state, territory)
    if battle is None or battle.attacker != seat:
        raise ValueError(f"seat {seat} has no figures in territory {territory}")
    battle.units -= units
    if kaija:
        battle.kaija = False
    if battle.figures == 0:
        state.battles.remove(battle)


def to_reserve(state: State, seat: int, territory: int, units: int, *, kaija: bool) -> None:
    """Take figures of a seat off the map."""
    lift(state, seat, territory, units, kaija=kaija)
    state.players[seat].reserve += units
    if kaija:
        state.kaija = RESERVE
