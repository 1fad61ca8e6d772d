"""Pax Viking's view as a map: `pax_viking.map(decision.view, decision.catalogue)`.

A view is flat, so that it is small: columns by POST, Longships in one list, and -1 for nobody. A map has objects for
POSTS and for the places where Longships stand, with what is there and what lies one STEP away, and None for nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from lawspeaker.pax_viking.v1.pax_viking_pb2 import Catalogue, InfluenceType, Phase, PlayerView, View, Wind

__all__ = ["MapNode", "MapPost", "PaxVikingMap", "map"]

_PHASES: Final[dict[str, Any]] = dict(Phase.items())


@dataclass(slots=True)
class MapNode:
    """A place where Longships stand: a REGION, a POST, or the HOME of a Jarl or of a DUCHY."""

    number: int
    """Its index in `catalogue.nodes`."""
    region: int | None
    """The REGION that it is or lies in, or the DUCHY whose HOME it is; None for the HOME of a Jarl."""
    post: int | None
    """The POST that it is, or None."""
    home: bool
    """True if it is a HOME, which only its owner may enter."""
    neighbours: list[int]
    """The nodes one STEP away, by number; the own HOMES beside a REGION are not named."""
    longships: list[int]
    """Longships there, as indices of `view.longships`, ascending."""


@dataclass(slots=True)
class MapPost:
    """A POST."""

    number: int
    """Its index in `catalogue.posts`."""
    node: int
    """Its number among the nodes."""
    region: int
    """The REGION in which it lies."""
    wind: Wind
    """The WIND in which that REGION lies."""
    cost: int
    """The price of ESTABLISHING there, in silver."""
    owner: int | None
    """Whose Follower is there, or None."""
    follower: InfluenceType | None
    """The type of that Follower, or None."""
    venture: int | None
    """The Venture on it, as an index of `catalogue.tiles`, or None."""


@dataclass(slots=True)
class PaxVikingMap:
    """The view of a seat, by POST and by place."""

    view: View
    catalogue: Catalogue
    seat: int | None
    """The seat that sees it; None for a spectator."""
    phase: Phase
    """The part of the turn; PHASE_UNSPECIFIED for one that this SDK does not know."""
    posts: list[MapPost]
    """By number."""
    nodes: list[MapNode]
    """By number."""
    rivals: list[int]
    """The other seats, ascending."""

    def owned_by(self, seat: int | None) -> list[MapPost]:
        """Return the POSTS with a Follower of a seat, or those of nobody, ascending."""
        return [each for each in self.posts if each.owner == seat]

    @property
    def own(self) -> list[MapPost]:
        """The POSTS with a Follower of this seat; none for a spectator."""
        return [] if self.seat is None else self.owned_by(self.seat)

    def longships_of(self, seat: int) -> list[int]:
        """Return the Longships of a seat, as indices of `view.longships`, wherever they are."""
        return [number for number, ship in enumerate(self.view.longships) if ship.seat == seat]

    @property
    def me(self) -> PlayerView | None:
        """The view of this seat; None for a spectator."""
        return None if self.seat is None else self.view.players[self.seat]

    @property
    def hand(self) -> Sequence[int]:
        """The own hand, as indices of `catalogue.tiles`; empty for a spectator."""
        return self.me.hand if self.me is not None else ()


def map(view: View, catalogue: Catalogue) -> PaxVikingMap:  # noqa: A001 # the same word in every SDK; call it pax_viking.map
    """Return the view as a map. Changes of the map do not change the view."""
    seat = view.seat if view.seat >= 0 else None
    rivals = [each.seat for each in view.players if each.seat != seat]
    phase = _PHASES.get(f"PHASE_{view.phase.upper()}", Phase.PHASE_UNSPECIFIED)
    nodes = [MapNode(number, _or_none(row.region), _or_none(row.post), row.home, list(row.beside), [])
             for number, row in enumerate(catalogue.nodes)]
    for number, ship in enumerate(view.longships):
        if ship.node >= 0:
            nodes[ship.node].longships.append(number)
    return PaxVikingMap(view, catalogue, seat, phase, _posts(view, catalogue, nodes), nodes, rivals)


def _posts(view: View, catalogue: Catalogue, nodes: list[MapNode]) -> list[MapPost]:
    node_of = {node.post: node.number for node in nodes}
    columns = zip(catalogue.posts, view.owners, view.followers, view.tiles, strict=True)
    return [MapPost(number, node_of[number], row.region, catalogue.regions[row.region].wind,  # type: ignore[arg-type]
                 row.cost, _or_none(owner), _or_none(follower), _or_none(tile))  # type: ignore[arg-type]
            for number, (row, owner, follower, tile) in enumerate(columns)]


def _or_none(number: int) -> int | None:
    return number if number >= 0 else None
