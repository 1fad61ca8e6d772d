"""Phase 1: an event is drawn, ignored by those who can and wish, and happens (CL-SEQ-03, CL-EVENT-*).

Events that last do nothing here: whoever they concern asks `events.in_force`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.content import CardEffect
from lawspeaker_engine.games.clansmen import options
from lawspeaker_engine.games.clansmen.cards import deck, verbs
from lawspeaker_engine.games.clansmen.cards.tales import held, may_hold
from lawspeaker_engine.games.clansmen.phases import event_effects
from lawspeaker_engine.games.clansmen.phases.events import EVENTS
from lawspeaker_engine.games.clansmen.state import NO_EVENT, SPRING, State
from lawspeaker_engine.model import PUBLIC, Chance, Decision


@dataclass(slots=True)
class EventPhase(Frame[State]):
    """One event a season, out of a deck larger than the game; the very first Spring draws none (CL-EVENT-01, 03)."""

    def step(self, state: State) -> Chance | Work:
        """One that somebody has foreseen comes for certain; it is drawn for all to see all the same (CL-ACTION-11)."""
        if state.year == 1 and state.season == SPRING:
            return DONE
        left = state.events if state.foreseen == NO_EVENT else [state.foreseen]
        return Chance("event.draw", list(map(options.event_option, left)), 1, "events", PUBLIC)

    def take(self, state: State, chosen: Sequence[options.Event]) -> Work:
        """Put the event in force; it never comes back."""
        drawn = chosen[0].event
        if state.foreseen == NO_EVENT:
            state.events.remove(drawn)
        state.foreseen, state.seers = NO_EVENT, []
        state.event = drawn
        state.past_events.append(drawn)
        state.push(Happen())
        if EVENTS[drawn].ignorable:
            state.push(Ignore(tuple(state.turn_order())))
        return DONE


@dataclass(slots=True)
class Ignore(Frame[State]):
    """All who have a Blessing, or may hold a card against the event, say in turn order whether they ignore it.

    CL-BLESS-02, CL-TALES-31, AMB-CL-19. Being asked tells nothing of a hand: the question may be empty.
    """

    seats: tuple[int, ...]
    """The seats that have still to be asked."""

    def step(self, state: State) -> Decision | Work:
        """Ask the next seat; by default nobody ignores the event."""
        if not self.seats:
            return DONE
        seat, shields = self.seats[0], _shields(state)
        if not state.players[seat].blessings and not may_hold(state, seat, shields):
            self.seats = self.seats[1:]
            return ONGOING
        ways: list[Any] = [options.PlayCard(card) for card in held(state, seat, shields)]
        if state.players[seat].blessings:
            ways.insert(0, options.SpendBlessing())
        return Decision(seat, "event.ignore", ways, 0, min(1, len(ways)), (), PUBLIC, reaction=True)

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        """Let the event pass the seat by for the whole season."""
        seat, self.seats = self.seats[0], self.seats[1:]
        player = state.players[seat]
        for way in chosen:
            player.ignores_event = True
            if isinstance(way, options.PlayCard):
                deck.discard(state, seat, [way.card])
            else:
                player.blessings -= 1
        return ONGOING


def _shields(state: State) -> Callable[[CardEffect[State]], bool]:
    """Return whether a card is one that lets its owner ignore the event of this season."""
    against = EVENTS[state.event].id
    return lambda verb: isinstance(verb, verbs.Shield) and verb.event == against


@dataclass(slots=True)
class Happen(Frame[State]):
    """The event does what it does at once; an event that lasts does nothing now (CL-EVENT-02)."""

    def step(self, state: State) -> Work:
        """Do what the event does to all who have not ignored it."""
        row = EVENTS[state.event]
        if row.at_once is not None:
            event_effects.begin(state, row.at_once)
        return DONE
