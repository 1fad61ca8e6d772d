"""Effects of Dragon's cards: what is done with units on the Pyre. A seat that has none does nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.content import CardEffect
from lawspeaker_engine.games.northgard.cards.choosing import Begin
from lawspeaker_engine.games.northgard.cards.special import Special
from lawspeaker_engine.games.northgard.modules import dragon
from lawspeaker_engine.games.northgard.options import Opponent, Recruit
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(frozen=True, slots=True)
class TendPyre(Special):
    """Sacrifice a unit of the Pyre, or put one of the own units of the map on it."""

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask which, as at Harvest."""
        state.push(dragon.TendPyre(seat))


@dataclass(frozen=True, slots=True)
class Sacrifice(Special):
    """Sacrifice up to `most` units of the Pyre, and do an effect once for each."""

    most: int
    each: CardEffect[State]

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask which ones."""
        state.push(ChooseSacrificed(seat, card, self.most, self.each))


@dataclass(slots=True)
class ChooseSacrificed(Frame[State]):
    """The seat says which units are sacrificed."""

    seat: int
    card: int
    most: int
    each: CardEffect[State]

    def step(self, state: State) -> Decision | Work:
        """Ask for them; every unit of the Pyre is an option, also where two are of one player."""
        pyre = dragon.pyre_of(state, self.seat)
        if pyre and pyre.units:
            options = [Opponent(owner) for owner in pyre.units]
            return Decision(self.seat, "dragon.sacrifice", options, 0, min(self.most, len(options)), (), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[Opponent]) -> Work:
        """Sacrifice them; what follows is done as often as it is possible."""
        for option in chosen:
            dragon.sacrifice(state, state.part(dragon.Pyre), option.seat)
            state.push(Begin(self.seat, self.card, self.each))
        return DONE


@dataclass(frozen=True, slots=True)
class FreeFromPyre:
    """Bring an own unit of the Pyre into an own territory."""

    def playable(self, state: State, seat: int) -> bool:
        """Return whether there is such a unit, and a territory for it."""
        pyre = dragon.pyre_of(state, seat)
        return pyre is not None and seat in pyre.units and bool(_places(state, seat))

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask where it comes."""
        state.push(PlaceFreed(seat))


def _places(state: State, seat: int) -> list[int]:
    barred = state.board.barred_to(seat)
    return [each for each in state.controlled(seat) if each not in barred]


@dataclass(slots=True)
class PlaceFreed(Frame[State]):
    """The seat says where its unit of the Pyre comes."""

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Ask for the territory."""
        choices = [Recruit(each, kaija=False) for each in _places(state, self.seat)]
        return self.choose(state, self.seat, "card.add", choices, PUBLIC)

    def take(self, state: State, chosen: Sequence[Recruit]) -> Work:
        """Put the unit there; it is not recruited."""
        for option in chosen:
            dragon.take_from(state, state.part(dragon.Pyre), self.seat)
            state.put_figures(self.seat, option.territory, 1)
        return DONE
