"""Ports and the Raid deck: what the Sea module remembers (UH-SEA-*)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from lawspeaker_engine.games.northgard.module_views import PortView, SeaView, ShowsModules
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.games.northgard.tiles import TILES

BEACHES: Final = tuple(number for number, tile in enumerate(TILES) if tile.module == "sea")
"""The Beach tiles, one for each player."""
NO_RAID: Final = -1


@dataclass(slots=True)
class Port:
    """The Port of a Beach that lies on the table."""

    laid: int
    """The Beach, by its place among the laid tiles."""
    seat: int
    """Whose units are on the Raid; -1 if there are none."""
    card: int = NO_RAID
    """The Raid card that lies there."""
    units: int = 0
    """Units on the Raid: 0, 1 or 2."""
    year: int = 0
    """1 or 2: which year of the Raid it is."""

    def territory(self, state: State) -> int:
        """Return the territory of the Port."""
        return state.board.territory_of[state.board.first_area[self.laid]]


@dataclass(slots=True)
class KeptRaid:
    """A finished Raid whose action waits for its moment (UH-SEA-11)."""

    seat: int
    card: int
    second: bool
    """True if it is the action of two years."""


@dataclass(slots=True)
class Sea:
    """The part of the state: Ports in the order in which their Beaches were laid, and Raid cards."""

    ports: list[Port] = field(default_factory=list)
    deck: list[int] = field(default_factory=list)
    """Face down, ascending; it has no order."""
    bottom: list[int] = field(default_factory=list)
    """Cards put under the deck, in the order in which they will be drawn once it is empty."""
    kept: list[KeptRaid] = field(default_factory=list)

    def copy(self) -> Sea:
        """Return an independent copy."""
        return Sea(
            [Port(each.laid, each.seat, each.card, each.units, each.year) for each in self.ports],
            self.deck[:], self.bottom[:], [KeptRaid(each.seat, each.card, each.second) for each in self.kept],
        )

    def show(self, state: State, view: ShowsModules) -> None:
        """Show Ports, kept cards and how many are left; which ones lie under the deck is seen by nobody."""
        view.sea = SeaView(
            [PortView(port.territory(state), port.card, port.seat, port.units, port.year) for port in self.ports],
            len(self.deck) + len(self.bottom),
        )
        for player in view.players:
            player.kept_raids = [each.card for each in self.kept if each.seat == player.seat]


def port_at(state: State, territory: int) -> Port | None:
    """Return the Port of a territory, if it has one."""
    return next((port for port in state.part(Sea).ports if port.territory(state) == territory), None)


def controller(state: State, port: Port) -> int:
    """Return who controls a Port; -1 if nobody does. With raid_last_unit a Raid keeps it while nobody is there."""
    owner = state.board.owner[port.territory(state)]
    return port.seat if owner < 0 and port.units and state.settings.raid_last_unit else owner
