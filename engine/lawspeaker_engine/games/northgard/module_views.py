"""The parts of a view that modules in play add; each part of the state adds its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(slots=True)
class FigureView:
    """A special figure in play, Kaija included."""

    figure: int
    """What it is, an index of Catalogue.figures."""
    seat: int
    """Its owner."""
    territory: int
    """Its territory, by its id; -1 in reserve."""


@dataclass(slots=True)
class TokenView:
    """A token in play."""

    token: int
    """What it is, a TokenKind."""
    seat: int
    """Its owner."""
    territory: int
    """Its territory, by its id; -1 in reserve."""
    space: int = 3
    """What it lies on, a SpaceKind: small, carved, or none."""
    up: bool = True
    """False if it was used this year."""


@dataclass(slots=True)
class EventsView:
    """The events of the year and of the next one."""

    now: int
    """The event that holds this year, an index of Catalogue.events; -1 if there is none."""
    next: int
    """The event of the next year, an index of Catalogue.events; -1 if there is none."""
    left: int
    """Events in the pile, the next one included."""


@dataclass(slots=True)
class VictoryView:
    """The victory cards that lie open."""

    mode: str
    """thane or jarl."""
    cards: list[int]
    """The Map Control card, then the Wealth cards, as indices of Catalogue.victory."""
    counts: list[int]
    """Validation tokens: for each seat in order, one number a card."""


@dataclass(slots=True)
class FeatureView:
    """The feature of a laid Environment or Central tile."""

    feature: int
    """Its number in the catalogue."""
    territories: list[int]
    """The territories that have a part in it, by their ids, ascending."""
    wood: int = 0
    """Wood that lies on it."""


@dataclass(slots=True)
class AutomaView:
    """The cards of the Automa; numbers but those of `kept` are indices of Catalogue.automa."""

    level: int
    """1 to 14."""
    actions_left: int
    """Cards in the Action deck."""
    deck_left: int
    """Cards in the Automa deck."""
    played: list[int]
    """Played this year, in order."""
    discard: list[int]
    """Its discard pile."""
    kept: list[int]
    """Cards of the display that it has taken, as indices of Catalogue.cards."""


@dataclass(slots=True)
class CreatureView:
    """A creature on the map."""

    number: int
    """From 1, in the order in which they appeared."""
    creature: int
    """What it is: its index in the catalogue."""
    territory: int
    """The territory, by its id."""


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
    """Defeated ones, as indices of the catalogue, ascending."""


@dataclass(slots=True)
class PortView:
    """A Port, and the Raid that is launched from it."""

    territory: int
    """The territory, by its id."""
    card: int
    """The Raid card that lies there, as an index of the catalogue; -1 for none."""
    seat: int
    """Whose units are on the Raid; -1 if there are none."""
    units: int
    """How many units are on the Raid."""
    year: int
    """1 or 2: which year of the Raid it is; 0 without one."""


@dataclass(slots=True)
class SeaView:
    """Ports, in the order in which their Beaches were laid, and the Raid deck."""

    ports: list[PortView]
    """One for each Beach, in the order of laying."""
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
