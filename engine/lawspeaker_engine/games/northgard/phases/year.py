"""The year and its five phases (NG-YEAR-*), one frame each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard import buildings
from lawspeaker_engine.games.northgard.cards import deck
from lawspeaker_engine.games.northgard.options import Card, card_options
from lawspeaker_engine.games.northgard.phases.end import CheckVictory, NextYear, SecondChances
from lawspeaker_engine.games.northgard.phases.harvest import HarvestPhase
from lawspeaker_engine.games.northgard.phases.turn import Turn
from lawspeaker_engine.games.northgard.phases.winter import WinterPhase
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.games.northgard.table import Named, Phase
from lawspeaker_engine.model import PUBLIC, Chance

CARDS_DRAWN: Final = 4
"""At the start of a year, besides one per Forge (NG-YEAR-02)."""


@dataclass(slots=True)
class DrawHands(Frame[State]):
    """Everybody draws (NG-YEAR-02)."""

    order: tuple[int, ...]

    def step(self, state: State) -> Work:
        """Let them draw one after the other."""
        for seat in reversed(self.order):
            state.push(deck.DrawCards(seat, CARDS_DRAWN + forges(state, seat)))
        return DONE


def forges(state: State, seat: int) -> int:
    """Return cards more that the seat's buildings let it draw (NG-BLDG-07)."""
    return sum(buildings.total(state.board, territory, buildings.CARDS) for territory in state.controlled(seat))


@dataclass(slots=True)
class RevealDisplay(Frame[State]):
    """As many Development cards as players, Early ones first; in the last year the Achievements (NG-YEAR-03..05)."""

    def step(self, state: State) -> Chance | Work:
        """Draw the display; if all that is left is drawn, chance is not asked."""
        if state.year == state.settings.years and state.table.numbers.achievements:
            state.display, state.achievements = state.achievements, []
            return DONE
        cards = state.early or state.advanced
        count = state.settings.players
        if len(cards) == count:
            return self.take(state, card_options(cards))
        return Chance("display.reveal", card_options(cards), count, "display", PUBLIC)

    def take(self, state: State, chosen: Sequence[Card]) -> Work:
        """Lay the cards out in the order in which they are turned up."""
        cards = state.early or state.advanced
        state.display = [option.card for option in chosen]
        for card in state.display:
            cards.remove(card)
        return DONE


@dataclass(slots=True)
class ActionsPhase(Frame[State]):
    """Turns go round in an order fixed at the start until everybody has passed (NG-ACT-01, NG-ACT-14)."""

    order: tuple[int, ...]
    next: int = 0
    """The place in the order whose turn comes next."""

    def step(self, state: State) -> Work:
        """Give a turn to the next player who has not passed."""
        order, players = self.order, state.players
        count = len(order)
        for place in range(self.next, self.next + count):
            seat = order[place % count]
            player = players[seat]
            if not player.passed:
                own = state.table.turns.get(seat)
                state.push(own() if own else Turn(seat, len(player.played)))
                self.next = (place + 1) % count
                return ONGOING
        return DONE


@dataclass(slots=True)
class Year(Frame[State]):
    """Year after year, phase after phase, until the End of Year phase clears the agenda (NG-YEAR-01)."""

    phase: int = 0
    """The number of the next phase."""

    def step(self, state: State) -> Work:
        """Begin the next phase with all its steps."""
        phases = state.table.phases
        phase = phases[self.phase]
        self.phase = (self.phase + 1) % len(phases)
        state.phase = phase.name
        order = tuple(state.turn_order())
        for step in reversed(phase.steps):
            state.push(step.make(order))
        return ONGOING


def year_phases() -> list[Phase]:
    """Return the phases of the base game, in the order in which they are played (NG-YEAR-01)."""
    return [
        Phase("start", [Named("draw", DrawHands), Named("display", lambda _: RevealDisplay())]),
        Phase("actions", [Named("turns", ActionsPhase)]),
        Phase("harvest", [Named("players", HarvestPhase)]),
        Phase("winter", [Named("players", WinterPhase)]),
        Phase("end", [
            Named("victory", lambda _: CheckVictory()), Named("second_chances", SecondChances),
            Named("next_year", lambda _: NextYear()),
        ]),
    ]
