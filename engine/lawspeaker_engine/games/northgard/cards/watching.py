"""The gains of a seat from its Defense Towers, besides combat points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard import options
from lawspeaker_engine.games.northgard.actions.recruit import RecruitUnits, figures_in
from lawspeaker_engine.games.northgard.buildings import DEFENSE_TOWER, produced
from lawspeaker_engine.games.northgard.cards.deck import DrawCards, available
from lawspeaker_engine.games.northgard.cards.removing import CollectOne
from lawspeaker_engine.games.northgard.cards.special import Special
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.model import PUBLIC, Decision

RECRUIT: Final = 0
COLLECT: Final = 1
DRAW: Final = 2
NOTHING: Final = -1
TEXTS: Final = ("recruit 1 there", "collect 1 resource of its territory", "draw 1 card")
"""By action, in words."""


@dataclass(frozen=True, slots=True)
class Watch(Special):
    """For each of up to `most` own Defense Towers do another one of three things, in any order.

    0: Recruit 1 in its territory; 1: collect one resource that its territory yields; 2: draw one card. Fewer will do.
    """

    most: int

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask what the first tower gives."""
        count = sum(towers(state, territory) for territory in state.controlled(seat))
        state.push(UseTowers(seat, card, min(self.most, count)))


def towers(state: State, territory: int) -> int:
    """Return how many Defense Towers stand in the territory."""
    return sum(code >> 2 == DEFENSE_TOWER for code in state.board.buildings[territory])


@dataclass(slots=True)
class UseTowers(Frame[State]):
    """The seat says what the next tower gives and, where it matters, which tower that is."""

    seat: int
    card: int
    left: int
    """Towers that may still be used."""
    done: tuple[int, ...] = ()
    """The actions that were done already."""
    used: tuple[int, ...] = ()
    """The territory of each tower used so far; drawing uses any of the others."""
    doing: int = NOTHING

    def step(self, state: State) -> Decision | Work:
        """Ask what is next, then where."""
        if self.doing != NOTHING:
            where: Sequence[options.Territory] = [options.Territory(each) for each in self._spots(state, self.doing)]
            return self.choose(state, self.seat, "card.territory", where, PUBLIC)
        actions = [options.Action(each, self.card) for each in (RECRUIT, COLLECT, DRAW) if self._possible(state, each)]
        if self.left and actions:
            return Decision(self.seat, "card.mode", actions, 0, 1, (0,), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[options.Action] | Sequence[options.Territory]) -> Work:
        """Note what is done, then do it in the chosen territory; nothing chosen ends it."""
        option = chosen[0] if chosen else None
        if option is None:
            self.left = 0
        elif isinstance(option, options.Territory):
            self.used = (*self.used, option.territory)
            if self.doing == RECRUIT:
                state.push(RecruitUnits(self.seat, 1, quotas=((option.territory, 1),)))
            else:
                state.push(CollectOne(self.seat, option.territory))
            self.doing = NOTHING
        else:
            self.left -= 1
            self.done = (*self.done, option.action)
            if option.action == DRAW:
                state.push(DrawCards(self.seat, 1))
            else:
                self.doing = option.action
        return ONGOING

    def _possible(self, state: State, what: int) -> bool:
        if what in self.done:
            return False
        return available(state.players[self.seat]) > 0 if what == DRAW else bool(self._spots(state, what))

    def _spots(self, state: State, what: int) -> list[int]:
        """Return the territories with a tower not yet used, in which this can be done."""
        spots = [t for t in state.controlled(self.seat) if towers(state, t) > self.used.count(t)]
        if what == RECRUIT:
            return [territory for territory in spots if figures_in(state, self.seat, [territory])]
        return [territory for territory in spots if any(produced(state.board, territory))]
