"""The Automa's year: its cards, its turns, and passing (AUTO-YEAR-*, AUTO-TURN-*, AUTO-FLASH-01, AUTO-PASS-*)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard.buildings import BUILDINGS
from lawspeaker_engine.games.northgard.modules.automa_cards import AUTOMA_CARDS
from lawspeaker_engine.games.northgard.modules.automa_criteria import CARD, one_of
from lawspeaker_engine.games.northgard.modules.automa_part import AUTOMA, HUMAN, Automa, reveal
from lawspeaker_engine.games.northgard.modules.automa_pick import display_cards
from lawspeaker_engine.games.northgard.options import Action
from lawspeaker_engine.games.northgard.phases.turn import leave_actions
from lawspeaker_engine.games.northgard.phases.year import forges
from lawspeaker_engine.games.northgard.state import LORE, State
from lawspeaker_engine.model import Chance

CARDS_A_YEAR: Final = 4
PLAIN_LEVELS: Final = 3
"""From the level after it, every level brings one card more (AUTO-LVL-04, AUTO-LVL-05)."""


@dataclass(slots=True)
class DrawActions(Frame[State]):
    """The Automa draws its Action deck, which nobody sees (AUTO-YEAR-01, AUTO-YEAR-02)."""

    count: int = -1
    """Cards still to be drawn; -1 before they are counted."""

    def step(self, state: State) -> Chance | Work:
        """Count the cards and spend the lore; draw; turn the discard pile over only when the deck is empty."""
        part = state.part(Automa)
        if self.count < 0:
            self.count = cards_of_year(state)
            state.players[AUTOMA].resources[LORE] = 0
            part.traded = []
        while self.count and (part.deck or part.discard):
            if not part.deck:
                part.deck, part.discard = sorted(part.discard), []
            elif self.count < len(part.deck):
                return Chance("automa.draw", [Action(card) for card in part.deck], self.count, "automa/draw", ())
            else:
                self._receive(part, part.deck)
        return DONE

    def take(self, state: State, chosen: Sequence[Action]) -> Work:
        """Put the drawn cards into the Action deck."""
        self._receive(state.part(Automa), [option.action for option in chosen])
        return ONGOING

    def _receive(self, part: Automa, cards: Sequence[int]) -> None:
        self.count -= len(cards)
        part.actions = sorted([*part.actions, *cards])
        part.deck = [card for card in part.deck if card not in cards]


def cards_of_year(state: State) -> int:
    """Return how many cards the Automa draws at the start of the year (AUTO-YEAR-01, AMB-A15)."""
    behind = max(large_buildings(state, HUMAN) - large_buildings(state, AUTOMA), 0)
    level = max(state.settings.automa - PLAIN_LEVELS, 0)
    return CARDS_A_YEAR + forges(state, AUTOMA) + state.players[AUTOMA].resources[LORE] + behind + level


def large_buildings(state: State, seat: int) -> int:
    """Return the large buildings in the seat's territories."""
    board = state.board
    codes = [code for territory in state.controlled(seat) for code in board.buildings[territory]]
    return sum([BUILDINGS[code >> 2].large for code in codes])


@dataclass(slots=True)
class AutomaTurn(Frame[State]):
    """The Automa reveals its next Action card and does the first possible action of it (AUTO-TURN-02)."""

    chained: bool = False
    """True if a card with Flash was played in this turn."""
    skipped: bool = False
    """True if the last card revealed could not be played."""

    def step(self, state: State) -> Chance | Work:
        """Reveal a card; without any the turn ends after a Flash card, else the Automa passes (AMB-A09)."""
        actions = state.part(Automa).actions
        if not actions:
            if self.skipped or not self.chained:
                state.push(AutomaPass())
            return DONE
        return reveal(self, state, actions)

    def take(self, state: State, chosen: Sequence[Action]) -> Work:
        """Play the card, or pass with it, or discard it."""
        part, number = state.part(Automa), chosen[0].action
        card = AUTOMA_CARDS[number]
        part.actions.remove(number)
        if card.passes and not part.actions and not self.chained and not state.players[HUMAN].passed:
            part.discard.append(number)  # AUTO-PASS-01, AMB-A10; not after Flash: AUTO-PASS-02
            state.push(AutomaPass(card.picks))
            return DONE
        action = next((each for each in card.actions if each.possible(state)), None)
        self.skipped = action is None
        if action is None:  # AUTO-TURN-03
            part.discard.append(number)
            return ONGOING
        part.played.append(number)
        self.chained = card.flash
        action.begin(state)
        return ONGOING if card.flash else DONE


@dataclass(slots=True)
class AutomaPass(Frame[State]):
    """The Automa passes for the year and takes a card of the display (AUTO-PASS-01..07)."""

    picks: str = ""
    """The criteria of the card revealed for it; empty before."""

    def step(self, state: State) -> Chance | Work:
        """Reveal a card of the Automa deck for its criteria, unless only one card is left to take (AUTO-PASS-03)."""
        part = state.part(Automa)
        if not self.picks and len(state.display) > 1:
            if not part.deck:
                part.deck, part.discard = sorted(part.discard), []
            if part.deck:
                return reveal(self, state, part.deck)
        taken = one_of(state, CARD, display_cards(state, self.picks)) if state.display else -1
        if taken is None:
            return ONGOING
        leave_actions(state, AUTOMA)
        if taken >= 0:
            state.display.remove(taken)
            part.kept.append(taken)
        return DONE

    def take(self, state: State, chosen: Sequence[Action]) -> Work:
        """Discard the revealed card; what it says of the display counts."""
        part, number = state.part(Automa), chosen[0].action
        part.deck.remove(number)
        part.discard.append(number)
        self.picks = AUTOMA_CARDS[number].picks
        return ONGOING


@dataclass(slots=True)
class DiscardPlayed(Frame[State]):
    """At the end of the year the played cards go to the Automa's discard pile (AUTO-EOY-01)."""

    def step(self, state: State) -> Work:
        """Move them."""
        part = state.part(Automa)
        part.discard, part.played = part.discard + part.played, []
        return DONE
