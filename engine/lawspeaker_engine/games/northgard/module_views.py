"""The parts of a view that modules in play add; each part of the state adds its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(slots=True)
class FigureView:
    """A special figure in play, Kaija included."""

    figure: int
    """Its number in the catalogue."""
    seat: int
    """Its owner."""
    territory: int
    """-1 in reserve."""


@dataclass(slots=True)
class TokenView:
    """A token that can lie in a territory."""

    token: int
    """0 Scorched Earth, 1 High Tide, 11 to 17 Ancestral Equipment."""
    seat: int
    """Its owner."""
    territory: int
    """-1 in reserve."""
    space: int = 3
    """The space under it: 0 a small space, 1 one with the Carved Stone symbol, 3 none."""
    up: bool = True
    """False if it was used this year."""


@dataclass(slots=True)
class EventsView:
    """The events of the year and of the next one."""

    now: int
    """The event that holds this year; -1 if there is none."""
    next: int
    """The event of the next year; -1 if there is none."""
    left: int
    """Events in the pile, the next one included."""


@dataclass(slots=True)
class VictoryView:
    """The victory cards that lie open."""

    mode: str
    """thane or jarl."""
    cards: list[int]
    """The Map Control card, then the Wealth cards."""
    counts: list[int]
    """Validation tokens: for each seat in order, one number a card."""


@dataclass(slots=True)
class FeatureView:
    """The feature of a laid Environment or Central tile."""

    feature: int
    """Its number in the catalogue."""
    territories: list[int]
    """Those that have a part in it, ascending."""
    wood: int = 0
    """Wood that lies on it."""


@dataclass(slots=True)
class AutomaView:
    """The Automa's cards, by their index in the catalogue."""

    level: int
    """1 to 8."""
    actions_left: int
    """Cards in the Action deck."""
    deck_left: int
    """Cards in the Automa deck."""
    played: list[int]
    """Played this year, in order."""
    discard: list[int]
    kept: list[int]
    """Cards of the display that it has taken, by their number among all cards."""


@dataclass(slots=True)
class CreatureView:
    """A creature on the map."""

    number: int
    """From 1, in the order in which they appeared."""
    creature: int
    """The number of its kind in the catalogue."""
    territory: int


@dataclass(slots=True)
class CreaturesView:
    """The Creature line, and what lies beside it."""

    line: list[CreatureView]
    """From left to right: in the order in which they act."""
    top_left: int
    """Cards of the pile that are known to be weak ones; they lie on top."""
    rest_left: int
    """The other cards of the pile."""
    defeated: list[int]
    """By their numbers in the catalogue, ascending."""


@dataclass(slots=True)
class PortView:
    """A Port, and the Raid that is launched from it."""

    territory: int
    card: int
    """The Raid card that lies there, by its number in the catalogue; -1 for none."""
    seat: int
    """Whose units are on the Raid; -1 if there are none."""
    units: int
    year: int
    """1 or 2: which year of the Raid it is; 0 without one."""


@dataclass(slots=True)
class SeaView:
    """Ports, in the order in which their Beaches were laid, and the Raid deck."""

    ports: list[PortView]
    raids_left: int
    """Cards of the deck."""


class ShowsPlayer(Protocol):
    """A player's view as far as modules add to it."""

    pyre: list[int]
    kept_raids: list[int]

    @property
    def seat(self) -> int:
        """Return the player's seat."""


class ShowsModules(Protocol):
    """A view as far as modules add to it."""

    events: EventsView | None
    victory: VictoryView | None
    automa: AutomaView | None
    creatures: CreaturesView | None
    sea: SeaView | None
    tokens: list[TokenView]
    features: list[FeatureView]

    @property
    def players(self) -> Sequence[ShowsPlayer]:
        """Return the players by seat."""
