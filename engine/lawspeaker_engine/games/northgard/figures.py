"""Figures of a seat wherever they stand: in a territory it controls, or as visitors in another player's.

A seat's figures in a territory are so many units, and special figures by their numbers. Visitors are `Battle`s of the
state: attackers whose combat is still to come, or units on their way through.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from pathlib import Path
from typing import Final, Protocol

from lawspeaker_engine.content import load_rows
from lawspeaker_engine.games.northgard.state import RESERVE, Battle, State


@dataclass(frozen=True, slots=True)
class Figure:
    """A kind of figure: a row of content/figures.toml. Number 0 is the unit, of which a seat has fourteen."""

    id: str
    name: str
    points: int
    """The points that it adds in step 1 of a combat."""
    clan: str = ""
    """The id of the clan whose player owns it."""
    module: str = ""
    """The module that brings it; empty for the base game."""
    winter: bool = True
    """True if it is counted for the costs of winter."""
    targetable: bool = True
    """True if cards that name a unit of an opponent may name it (NGP-WAR-07)."""
    beast: bool = False
    """True for Kaija, and for Brundr and Kaelinn: with the option `beasts_named` cards may name them too."""


FIGURES: Final = load_rows(Path(__file__).parent / "content/figures.toml", "figure", Figure)

UNIT: Final = 0
KAIJA: Final = 1


class Group(Protocol):
    """An option that names special figures."""

    kaija: bool
    figures: tuple[int, ...]


class One(Protocol):
    """An option that points at one figure."""

    kaija: bool
    figure: int


def visit(state: State, territory: int) -> Battle | None:
    """Return the visitors in a territory, all of one seat, if there are any."""
    for battle in state.battles:
        if battle.territory == territory and not battle.creature:
            return battle
    return None


def standing(state: State, seat: int, territory: int) -> tuple[int, tuple[int, ...]]:
    """Return the seat's units in a territory, and its special figures there."""
    special = tuple([each.figure for each in state.figures if each.territory == territory and each.seat == seat])
    if state.board.owner[territory] == seat:
        return state.board.units[territory], special
    battle = visit(state, territory)
    if battle is None or battle.attacker != seat:
        return 0, ()
    return battle.units, special


def special_of(option: Group) -> tuple[int, ...]:
    """Return the special figures that an option names, which tells of Kaija apart from the others."""
    return (KAIJA, *option.figures) if option.kaija else option.figures


def one_of(option: One) -> tuple[int, ...]:
    """Return the special figure that an option points at; () for a unit."""
    return (KAIJA,) if option.kaija else (option.figure,) if option.figure else ()


def kaija_if(kaija: bool) -> tuple[int, ...]:  # noqa: FBT001 - an option's field
    """Return the special figures of an option that names none but Kaija."""
    return (KAIJA,) if kaija else ()


def named(state: State, special: Sequence[int]) -> tuple[int, ...]:
    """Return those of these special figures that a card which names a unit of an opponent may name (NGP-WAR-07,
    AMB-H62).
    """
    beasts = state.settings.beasts_named
    return tuple([each for each in special if FIGURES[each].targetable and (beasts or not FIGURES[each].beast)])


def told(special: Sequence[int]) -> tuple[bool, tuple[int, ...]]:
    """Return special figures as options tell of them: whether Kaija is among them, and the others."""
    return KAIJA in special, others(special)


def told_one(figure: int) -> tuple[bool, int]:
    """Return a figure as options tell of one: whether it is Kaija, and the number of another special figure or 0."""
    return (True, 0) if figure == KAIJA else (False, figure)


def others(special: Sequence[int]) -> tuple[int, ...]:
    """Return the special figures that are chosen in a question of their own: all but Kaija."""
    return tuple([figure for figure in special if figure != KAIJA])


def subsets(special: Sequence[int], most: int) -> list[tuple[int, ...]]:
    """Return every choice of at most so many of these figures, small ones first."""
    if not special:
        return [()]
    return list(chain.from_iterable(combinations(special, size) for size in range(min(most, len(special)) + 1)))


def enter(state: State, seat: int, territory: int, units: int, special: Sequence[int] = ()) -> None:
    """Put down figures of a seat that were lifted elsewhere; in another player's territory they become visitors."""
    owner = state.board.owner[territory]
    if owner in (-1, seat):
        state.put_figures(seat, territory, units, special)
        return
    battle = visit(state, territory)
    if battle is None:
        battle = Battle(territory, seat, 0)
        state.battles.append(battle)
        state.battles.sort(key=_by_territory)
    elif battle.attacker != seat:
        raise ValueError(f"territory {territory} has visitors of seat {battle.attacker}; seat {seat} cannot enter it")
    battle.units += units
    if special:
        state.move_special(special, territory)


def _by_territory(battle: Battle) -> int:
    return battle.territory


def lift(state: State, seat: int, territory: int, units: int, special: Sequence[int] = ()) -> None:
    """Take figures of a seat off a territory, to be put down elsewhere."""
    if state.board.owner[territory] == seat:
        state.take_figures(territory, units, special)
        return
    battle = visit(state, territory)
    if battle is None or battle.attacker != seat:
        raise ValueError(f"seat {seat} has no figures in territory {territory}")
    battle.units -= units
    if special:
        state.move_special(special, RESERVE)
    if battle.units == 0 and not state.special_figures(seat, territory):
        state.battles.remove(battle)


def to_reserve(state: State, seat: int, territory: int, units: int, special: Sequence[int] = ()) -> None:
    """Take figures of a seat off the map."""
    lift(state, seat, territory, units, special)
    state.players[seat].reserve += units
