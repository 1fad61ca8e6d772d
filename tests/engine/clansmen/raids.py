"""Raids made by hand: so many Raiders, who defends, and what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from lawspeaker_engine.games.clansmen.options import Tile, TurnDie
from lawspeaker_engine.games.clansmen.raids.battle import Raid
from lawspeaker_engine.games.clansmen.raids.raid import begin_raid
from lawspeaker_engine.games.clansmen.state import State
from lawspeaker_engine.model import Decision

from .positions import answers, begin, card, empty_state, roll, run


def raid_state(players: int = 2, **options: object) -> State:
    """An empty position without promises before raids, whose counter moves by one."""
    return empty_state(players, **{"promises": False, "raider_steps": 1, **options})


def attack(state: State, raiders: int = 1) -> Raid:
    """A raid of so many Raiders is all that is unfinished."""
    begin(state)
    begin_raid(state)
    assert state.raid is not None
    state.raid.raiders = [0] * raiders
    return state.raid


def commit(
    state: State, by_seat: Mapping[int, Sequence[int]], valor: Mapping[int, Sequence[int]] = MappingProxyType({}),
) -> None:
    """The seats name these tiles, and those whose die a card sets to 6; all others none."""
    asked = run(state)
    assert isinstance(asked, tuple)
    assert {each.prompt for each in asked} == {"raid.commit"}, f"waits for {asked[0].prompt}"
    answers(state, *(
        [TurnDie(card("valor"), tile) if tile in valor.get(seat, ()) else Tile(tile) for tile in by_seat.get(seat, ())]
        for seat in range(len(state.players))
    ))


def fight(state: State, by_seat: Mapping[int, Sequence[int]], *pips: int, raiders: int = 1) -> None:
    """A raid with these defenders, whose dice show these pips: the Raiders' first."""
    attack(state, raiders)
    commit(state, by_seat)
    roll(state, *pips)


def waits(state: State) -> tuple[int, str] | None:
    """The seat and prompt of the one decision that is pending, or None when nothing is."""
    question = run(state)
    if question == ():
        return None
    assert isinstance(question, tuple)
    assert len(question) == 1
    only: Decision = question[0]
    return only.seat, only.prompt
