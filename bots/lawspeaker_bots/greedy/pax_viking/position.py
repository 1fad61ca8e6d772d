"""A position of Pax Viking as a bot sees it: ways over the map, what is where, and how far the cards are."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

from lawspeaker_bot import Decision, pax_viking

VENTURE, EVENT, ADVOCATE, GOD = range(4)
STEPS: Final = 3
FOLLOWERS: Final = 6
"""Of each type and player."""
FAR: Final = 99


class Position:
    """The view and the catalogue of a decision, with what rules of thumb ask of them, for its seat or another one."""

    def __init__(self, decision: Decision | Position, seat: int = -1) -> None:
        self.prompt: str = decision.prompt
        self.view: Any = decision.view
        self.catalogue: Any = decision.catalogue
        self.map = pax_viking.map(self.view, self.catalogue)
        self.seat = self.view.seat if seat < 0 else seat
        self.me = self.view.players[self.seat]
        self._needs: dict[int, dict[str, float]] = {}
        self._counts: dict[int, dict[str, int]] = {}

    @property
    def about(self) -> str:
        """The archetype of the tile whose ability asks; "" without one."""
        tile = self.view.about.tile
        return self.catalogue.tiles[tile].archetype if tile >= 0 else ""

    # The map.

    def post_node(self, post: int) -> int:
        """The node of a POST."""
        return self.map.posts[post].node

    @cached_property
    def homes(self) -> list[int]:
        """The nodes of the own homes."""
        nodes = self.catalogue.nodes
        own = [self.catalogue.jarls[self.me.jarl].home]
        return own + [node for node, row in enumerate(nodes) if row.home and row.region in self.me.duchies]

    def beside(self, node: int) -> list[int]:
        """The nodes one step away, own homes left out: nothing is to be had there."""
        return self.map.nodes[node].neighbours

    def distances(self, starts: Sequence[int]) -> list[int]:
        """The steps to every node from the nearest of these."""
        steps = [FAR] * len(self.catalogue.nodes)
        waiting = deque(starts)
        for node in starts:
            steps[node] = 0
        while waiting:
            node = waiting.popleft()
            for other in self.beside(node):
                if steps[other] == FAR:
                    steps[other] = steps[node] + 1
                    waiting.append(other)
        return steps

    # Who is where.

    @cached_property
    def own_ships(self) -> list[int]:
        """The numbers of the own Longships."""
        return self.map.longships_of(self.seat)

    def rivals_at(self, post: int) -> int:
        """How many Longships of others are in a POST."""
        return sum(seat not in (self.seat, -1) for seat in self._owners_at(post))

    def own_at(self, post: int) -> int:
        """How many own Longships are in a POST."""
        return self._owners_at(post).count(self.seat)

    def _owners_at(self, post: int) -> list[int]:
        """The owners of the Longships in a POST, one for each."""
        ships = self.map.nodes[self.map.posts[post].node].longships
        return [self.view.longships[number].seat for number in ships]

    def in_location(self, tile: int, post: int) -> bool:
        """Return True if the POST lies in the location of a tile."""
        row, place = self.catalogue.tiles[tile], self.map.posts[post]
        return row.region in {-1, place.region} and row.wind in {-1, place.wind}

    # How far the cards are.

    def counted(self, metric: str, seat: int) -> int:
        """Return how many a seat has of the things that a Victory Condition card counts."""
        known = self._counts.get(seat)
        if known is None:
            known = self._counts[seat] = self._count(seat)
        return known.get(metric, 0)

    def _count(self, seat: int) -> dict[str, int]:
        view, player = self.view, self.view.players[seat]
        types = [FOLLOWERS - left for left in player.supply]
        posts = self.map.owned_by(seat)
        rows = [self.catalogue.posts[post.number] for post in posts]
        winds = {post.wind for post in posts}
        return {
            "established": sum(types),
            "winds": len(winds),
            "trade_centers": sum(row.kind == "trade_center" for row in rows),
            "key_trade_centers": sum(row.key for row in rows),
            "allies": sum(row.kind == "ally" for row in rows),
            "duchies": len(player.duchies),
            "duchies_in_winds": len({self.catalogue.regions[region].wind for region in player.duchies}),
            "advocates": sum(each.established for each in player.advocates),
            "gods": sum(each.established for each in player.gods),
            "silver": player.silver,
            "markers": list(view.influence).count(seat),
            "longships": sum(ship.seat == seat and ship.node >= 0 for ship in view.longships),
            "fewest_of_a_type": min(types),
            "most_of_a_type": max(types),
        }

    def missing(self, card: int, seat: int, spent: int = 0) -> float:
        """How much a seat lacks of a card, in Followers, with so much silver spent; 0 if it fulfils the card."""
        row = self.catalogue.cards[card]
        total = 0.0
        for metric, least in zip(row.counts, row.least, strict=True):
            lacks = max(0, least - self.counted(metric, seat) + spent * (metric == "silver"))
            if metric == "fewest_of_a_type":
                lacks = sum(max(0, least - (FOLLOWERS - left)) for left in self.view.players[seat].supply)
            total += lacks * WEIGHTS.get(metric, 1.0)
        return total

    def fulfils(self, seat: int, *, novice: bool = False, spent: int = 0) -> bool:
        """Return True if a seat fulfils a card that an Event, or the end of its turn, would check."""
        return any(
            not self.missing(card, seat, spent) for card in self.view.face_up
            if (self.catalogue.cards[card].difficulty == "novice") == novice
        )

    @cached_property
    def wants(self) -> dict[str, float]:
        """By metric: what one more of it is worth for the cards that lie open, the nearest one most."""
        found: dict[str, float] = {}
        for card in self.view.face_up:
            lacks = self.missing(card, self.seat)
            row = self.catalogue.cards[card]
            for metric, least in zip(row.counts, row.least, strict=True):
                if lacks and self.counted(metric, self.seat) < least:
                    found[metric] = found.get(metric, 0.0) + 9.0 * WEIGHTS.get(metric, 1.0) / (lacks + 0.5)
        return found

    def needs(self, seat: int) -> dict[str, float]:
        """By metric: what one less of it costs a seat for the cards that lie open, the nearest ones most."""
        known = self._needs.get(seat)
        if known is None:
            known = self._needs[seat] = {}
            for card in self.view.face_up:
                lacks = self.missing(card, seat)
                row = self.catalogue.cards[card]
                for metric, least in zip(row.counts, row.least, strict=True):
                    if self.counted(metric, seat) <= least:
                        known[metric] = known.get(metric, 0.0) + 9.0 * WEIGHTS.get(metric, 1.0) / (lacks + 1.0)
        return known

    def want(self, metric: str) -> float:
        """Return the worth of one more of this for the cards."""
        return self.wants.get(metric, 0.0)


WEIGHTS: Final = {
    "silver": 0.25, "markers": 2.0, "duchies": 2.0, "duchies_in_winds": 2.0, "key_trade_centers": 2.0,
    "longships": 0.5,
}
"""By metric: how many Followers one of it takes, about."""
