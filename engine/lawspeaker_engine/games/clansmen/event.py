"""What an event is, and the list of all of them, which `events` fills once when it is imported."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from lawspeaker_engine.games.clansmen.state import NO_EVENT, State


class Verb(Protocol):
    """What an event does when it is drawn: a frozen dataclass read from a row."""

    def begin(self, state: State) -> None:
        """Do it, or push the frames that will."""


@dataclass(frozen=True, slots=True)
class Event:
    """A row of content/events.toml; its number is its place in `EVENTS`. Numbers hold until the season ends."""

    id: str
    name: str
    copies: int
    """How often it is in the deck."""
    text: str
    """What it does, in a sentence of our own."""
    ignorable: bool = False
    """Whether a Blessing lets a player ignore it (AMB-CL-19)."""
    at_once: Verb | None = None
    """What happens when it is drawn."""
    hunt: int = 0
    """Food more by a Hunt."""
    farm: int = 0
    """Food more by a Farmer's harvest, but in Winter."""
    explore: bool = True
    """Whether players may Explore."""
    trade: bool = True
    """Whether players may trade."""


EVENTS: Final[list[Event]] = []
"""All events by number. Filled by `events`, so that frames can look one up without importing what reads the rows."""

_NOTHING: Final = Event("", "", 0, "")


def in_force(state: State, seat: int) -> Event:
    """The event as it holds for the seat this season: one without effect if there is none or it was ignored."""
    if state.event == NO_EVENT or state.players[seat].ignores_event:
        return _NOTHING
    return EVENTS[state.event]
