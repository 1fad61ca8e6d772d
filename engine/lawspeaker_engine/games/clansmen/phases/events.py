"""The events: their rows, and the one that is in force (CL-EVENT-*).

What an event does when it is drawn is data here, and done in `event_effects`: trade and actions ask which event is in
force, and some events let players trade.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lawspeaker_engine.content import Vocabulary, load_unique
from lawspeaker_engine.games.clansmen.state import NO_EVENT, State


class EventEffect:
    """The effect of an event when it is drawn; each kind is a frozen dataclass read from a row."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Attack(EventEffect):
    """A raid is fought where the counter stands (CL-EVENT-05)."""


@dataclass(frozen=True, slots=True)
class Bless(EventEffect):
    """Every player gains a Blessing (CL-EVENT-10)."""


@dataclass(frozen=True, slots=True)
class Refugees(EventEffect):
    """The smallest people gain a Farmer, and the Raiders come closer (CL-EVENT-12)."""


@dataclass(frozen=True, slots=True)
class Rats(EventEffect):
    """Each player loses 1 Food for each population, as far as there is any (CL-EVENT-13)."""


@dataclass(frozen=True, slots=True)
class Illness(EventEffect):
    """Each player weakens a healthy population, or loses one if none is healthy (CL-EVENT-14, AMB-CL-40)."""


@dataclass(frozen=True, slots=True)
class Explorers(EventEffect):
    """Each player may pay 1 Food and 1 Goods to reveal a hex, without an action (CL-EVENT-15)."""


@dataclass(frozen=True, slots=True)
class Track(EventEffect):
    """The Raider counter moves up, or down but not below its lowest space (CL-EVENT-17, CL-EVENT-18)."""

    steps: int


@dataclass(frozen=True, slots=True)
class Peddlers(EventEffect):
    """Each player may trade at once, free (CL-EVENT-19)."""


@dataclass(frozen=True, slots=True)
class Bard(EventEffect):
    """Every player draws a Tales card (CL-EVENT-20)."""


@dataclass(frozen=True, slots=True)
class Event:
    """A row of content/events.toml; its number is its place in `EVENTS`. Numbers hold until the season ends."""

    id: str
    name: str
    copies: int
    """How often it is in the deck."""
    text: str
    """The effect, in a sentence of our own."""
    ignorable: bool = False
    """True if a Blessing lets a player ignore it (AMB-CL-19)."""
    at_once: EventEffect | None = None
    """The effect when it is drawn."""
    hunt: int = 0
    """Food more by a Hunt."""
    farm: int = 0
    """Food more by a Farmer's harvest, but in Winter."""
    explore: bool = True
    """True if players may Explore."""
    trade: bool = True
    """True if players may trade."""


VERBS: Final = Vocabulary({
    "raid": Attack,
    "bless": Bless,
    "refugees": Refugees,
    "rats": Rats,
    "illness": Illness,
    "explorers": Explorers,
    "track": Track,
    "peddlers": Peddlers,
    "bard": Bard,
})

EVENTS: Final = load_unique([Path(__file__).parent.parent / "content" / "events.toml"], "event", Event, VERBS)
"""All events by number."""

_NOTHING: Final = Event("", "", 0, "")


def in_force(state: State, seat: int) -> Event:
    """Return the event as it holds for the seat this season: one without effect if there is none or it was ignored."""
    if state.event == NO_EVENT or state.players[seat].ignores_event:
        return _NOTHING
    return EVENTS[state.event]
