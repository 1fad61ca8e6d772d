"""Snake's two upgrades in a solo game (AUTO-SNAKE-01, AUTO-SNAKE-02)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard.cards.paying import give, payments
from lawspeaker_engine.games.northgard.cards.special import Special
from lawspeaker_engine.games.northgard.modules.automa_cards import AUTOMA_CARDS, first_effect
from lawspeaker_engine.games.northgard.modules.automa_part import AUTOMA, Automa, reveal
from lawspeaker_engine.games.northgard.options import Accept, Action, Pay
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.model import PUBLIC, Chance, Decision


@dataclass(frozen=True, slots=True)
class CopyAutoma(Special):
    """The verb of cards: do the first action of a card that the Automa has played this year."""

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask of which card."""
        state.push(ChooseAutomaCard(seat, card))


@dataclass(slots=True)
class ChooseAutomaCard(Frame[State]):
    """The seat does the first action of a card that the Automa has played this year."""

    seat: int
    card: int

    def step(self, state: State) -> Decision | Work:
        """Ask of which card; without one that can be done nothing happens (AMB-R50)."""
        played = state.part(Automa).played
        options = [Action(number) for number in played
                   if first_effect(AUTOMA_CARDS[number]).playable(state, self.seat)]
        return self.choose(state, self.seat, "automa.copy", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Action]) -> Work:
        """Do it."""
        for option in chosen:
            first_effect(AUTOMA_CARDS[option.action]).begin(state, self.seat, self.card)
        return DONE


@dataclass(frozen=True, slots=True)
class RobAutoma(Special):
    """The verb of cards: take so many resources from the Automa, or discard its next card."""

    resources: int

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask which of the two."""
        state.push(RobOrDiscard(seat, self.resources))


@dataclass(slots=True)
class RobOrDiscard(Frame[State]):
    """The seat takes resources of its choice from the Automa, or discards the top card of its Action deck."""

    seat: int
    resources: int
    discards: bool = False

    def step(self, state: State) -> Decision | Chance | Work:
        """Ask for resources, or for none: that is to discard. Then turn the card up."""
        actions = state.part(Automa).actions
        if self.discards:
            return reveal(self, state, actions)
        options: list[Pay | Accept] = list(payments(state, AUTOMA, self.resources))
        if actions:
            options.append(Accept())
        return self.choose(state, self.seat, "automa.rob", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Pay] | Sequence[Accept] | Sequence[Action]) -> Work:
        """Take the resources, or discard the card."""
        option = chosen[0] if chosen else None
        if isinstance(option, Accept):
            self.discards = True
            return ONGOING
        if isinstance(option, Pay):
            give(state, AUTOMA, self.seat, option)
        elif isinstance(option, Action):
            part = state.part(Automa)
            part.actions.remove(option.action)
            part.discard.append(option.action)
        return DONE
