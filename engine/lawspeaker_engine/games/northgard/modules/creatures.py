"""The module of creatures: its phase, its pile, the Wyvern of the Den, and more creatures for who passes (UH-CRE-*)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.northgard.module import Module
from lawspeaker_engine.games.northgard.modules import creature_cards, lands
from lawspeaker_engine.games.northgard.modules.creature_acts import Act, Appear, CreaturePhase
from lawspeaker_engine.games.northgard.modules.creature_fights import CreatureRules
from lawspeaker_engine.games.northgard.modules.creature_part import CREATURES, WYVERN, Creatures, mark
from lawspeaker_engine.games.northgard.modules.land_features import Den
from lawspeaker_engine.games.northgard.moments import Rule
from lawspeaker_engine.games.northgard.options import Territory
from lawspeaker_engine.games.northgard.settings import Settings, has_creatures
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.games.northgard.table import Named, Phase, Table, insert
from lawspeaker_engine.model import PUBLIC, Decision

SETS: Final = {"base": ("base",), "horizons": ("base", "horizons")}
"""By value of the option creatures: the sets that the pile is made of."""


def kinds(settings: Settings) -> list[int]:
    """Return the rows of CREATURES in the pile, ascending."""
    return [number for number, row in enumerate(CREATURES) if row.set in SETS[settings.creatures]]


@dataclass(slots=True)
class ShuffleCreatures(Frame[State]):
    """After step K: weak creatures, one more than players, lie on top of the others (UH-CRE-02, NG-CRE-01)."""

    def step(self, state: State) -> Work:
        """The piles lie face down, so that nothing is drawn yet."""
        cards = [kind for kind in kinds(state.settings) for _ in range(CREATURES[kind].copies)]
        state.part(Creatures).shuffle(cards, top=state.settings.players + 1)
        return DONE


@dataclass(slots=True)
class Awaken(Frame[State]):
    """Start of the Den's year: the Wyvern comes to its Den, and its card into the line (UH-CTR-WYV-02).

    It attacks who stands there, as wherever it arrives, unless the option says that it waits (AMB-H60).
    """

    year: int

    def step(self, state: State) -> Work:
        """Nothing happens if another Central tile was drawn."""
        den = lands.den(state)
        if state.year == self.year and den is not None:
            wyvern = state.part(Creatures).place(WYVERN, den)
            mark(state)
            if state.settings.wyvern_attacks:
                state.push(Act(wyvern.number))
        return DONE


def _add_creatures(table: Table) -> None:
    """Insert the pile and the phase, and the Wyvern where its Den may lie."""
    rows = [CREATURES[kind] for kind in kinds(table.settings)]
    table.parts.append(Creatures)
    table.rules.append(CreatureRules())
    insert(table.setup, Named("creatures", lambda _: ShuffleCreatures()), after="resources")
    insert(table.phases, Phase("creatures", [Named("creatures", CreaturePhase)]), before="harvest")
    for den in [rule for rule in table.rules if isinstance(rule, Den)]:
        rows.append(CREATURES[WYVERN])
        insert(table.phase("start").steps, Named("wyvern", partial(_awaken, den.year)), before="draw")
    table.rows += rows


def _awaken(year: int, _order: Sequence[int]) -> Awaken:
    return Awaken(year)


CREATURES_MODULE: Final = Module("creatures", has_creatures, _add_creatures, verbs={
    "send_unit": creature_cards.SendUnit, "lead_creature": creature_cards.LeadCreature,
})


# More creatures.


@dataclass(frozen=True, slots=True)
class MoreCreatures(Rule):
    """A seat that has taken a card on passing may let a creature appear (NG-CRE-20)."""

    def display_taken(self, state: State, seat: int, card: int) -> None:
        """While there are fewer on the map than players."""
        state.push(LetAppear(seat))


@dataclass(slots=True)
class LetAppear(Frame[State]):
    """The seat may let a creature appear on a lair without one, or in any territory without one if there is none."""

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Ask where."""
        part = state.part(Creatures)
        if len(part.line) < state.settings.players and part.next_cards():
            taken = {each.territory for each in part.line}
            free = [territory for territory in state.board.territories if territory not in taken]
            options = [territory for territory in free if state.board.lairs[territory]] or free
            return Decision(
                self.seat, "creatures.appear", [Territory(territory) for territory in options], 0, 1, (), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[Territory]) -> Work:
        """It acts, but does not move. A territory has the number of one of its areas."""
        for option in chosen:
            state.push(Appear(option.territory, acts=True))
        return DONE


def _add_more(table: Table) -> None:
    table.rules.append(MoreCreatures())


MORE_CREATURES: Final = Module("more_creatures", lambda settings: settings.more_creatures, _add_more)
