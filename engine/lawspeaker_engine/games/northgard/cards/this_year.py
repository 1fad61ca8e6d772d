"""Effects that last for the year or concern its display, and the Scorched Earth token."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.northgard import clans, moments
from lawspeaker_engine.games.northgard.cards import knowledge
from lawspeaker_engine.games.northgard.cards.special import Special
from lawspeaker_engine.games.northgard.figures import KAIJA
from lawspeaker_engine.games.northgard.options import Card, card_options
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.games.northgard.tokens import SCORCHED_EARTH
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(frozen=True, slots=True)
class AwakenKaija(Special):
    """Kaija may enter enemy territories this year."""

    def begin(self, state: State, seat: int, card: int) -> None:
        """Awaken Kaija; it helps nobody but her owner."""
        state.players[seat].awakened = any(each.figure == KAIJA and each.seat == seat for each in state.figures)


@dataclass(frozen=True, slots=True)
class IgnoreDefenses(Special):
    """Enemy Defense Towers and Fortresses do not count this year."""

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ignore them from now on."""
        state.players[seat].conqueror = True


@dataclass(frozen=True, slots=True)
class Scorch(Special):
    """The Scorched Earth token may be placed (NG-CLAN-SNAKE-02)."""

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask for the territory, if the seat owns the token."""
        token = state.token(SCORCHED_EARTH)
        if token and token.seat == seat:
            state.push(clans.PlaceToken(seat))


@dataclass(frozen=True, slots=True)
class TakeDisplayed(Special):
    """Put a displayed card on top of the own draw pile now, and take none when passing this year."""

    def begin(self, state: State, seat: int, card: int) -> None:
        """There is one card a year for each player, so it is taken once."""
        if state.display and not state.players[seat].pick_taken:
            state.push(ChooseDisplayed(seat))


@dataclass(slots=True)
class ChooseDisplayed(Frame[State]):
    """The seat chooses a displayed card."""

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Ask which card."""
        options = card_options(state.display)
        return self.choose(state, self.seat, "card.display", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Card]) -> Work:
        """Put the card on top of the draw pile; all see which one it is."""
        player = state.players[self.seat]
        state.display.remove(chosen[0].card)
        knowledge.put_on_top(player, chosen[0].card)
        player.pick_taken = True
        moments.display_taken(state, self.seat, chosen[0].card)
        return DONE
