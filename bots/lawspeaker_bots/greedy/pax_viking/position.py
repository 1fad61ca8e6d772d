"""A position of Pax Viking as a bot sees it: ways over the map, what is where, and how far the cards are."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

from lawspeaker_bot import Decision
from lawspeaker_bots.greedy.pax_viking.board import board

VENTURE, EVENT, ADVOCATE, GOD = range(4)
STEPS: Final = 3
FOLLOWERS: Final = 6
"""Of each type and player."""


class Position:
    """The view and the catalogue of a decision, with what rules of thumb ask of them, for its seat or another one."""

    def __init__(self, decision: Decision | Position, seat: int = -1) -> None:
        self.prompt: str = decision.prompt
        self.view: Any = decision.view
        self.catalogue: Any = decision.catalogue
        self.board = board(self.catalogue)
        self.seat: int = self.view.seat if seat < 0 else seat
        self.me = self.view.players[self.seat]
        self._needs: dict[int, dict[str, float]] = {}
        self._counts: dict[int, dict[str, int]] = {}

    @property
    def about(self) -> str:
        """The archetype of the tile whose ability asks; "" without one."""
        tile = self.view.about.tile
        return self.catalogue.tiles[tile].archetype if tile >= 0 else ""

    # The map.

    @cached_property
    def homes(self) -> list[int]:
        """The nodes of the own homes."""
        return [self.board.home_of[self.me.jarl],
                *(node for region in self.me.duchies for node in self.board.homes_in[region])]

    # Who is where.

    @cached_property
    def own_ships(self) -> list[int]:
        """The numbers of the own Longships."""
        return [number for number, ship in enumerate(self.view.longships) if ship.seat == self.seat]

    @cached_property
    def _ships_at(self) -> tuple[list[int], list[int]]:
        """By node: own Longships, and those of others."""
        own, others = [0] * len(self.board.beside), [0] * len(self.board.beside)
        for ship in self.view.longships:
            if ship.node >= 0:
                if ship.seat == self.seat:
                    own[ship.node] += 1
                elif ship.seat >= 0:
                    others[ship.node] += 1
        return own, others

    def rivals_at(self, post: int) -> int:
        """How many Longships of others are in a POST."""
        return self._ships_at[1][self.board.node[post]]

    def own_at(self, post: int) -> int:
        """How many own Longships are in a POST."""
        return self._ships_at[0][self.board.node[post]]

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
        posts, board = [post for post, owner in enumerate(view.owners) if owner == seat], self.board
        kinds = [board.kind[post] for post in posts]
        return {
            "established": sum(types),
            "winds": len({board.wind[post] for post in posts}),
            "trade_centers": kinds.count("trade_center"),
            "key_trade_centers": sum(board.key[post] for post in posts),
            "allies": kinds.count("ally"),
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


WEIGHTS: Final = {
    "silver": 0.25, "markers": 2.0, "duchies": 2.0, "duchies_in_winds": 2.0, "key_trade_centers": 2.0,
    "longships": 0.5,
}
"""By metric: how many Followers one of it takes, about."""
