"""Victory cards as goals in Northgard: what one thing more of those that they count is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from lawspeaker.northgard.v1.northgard_pb2 import BorderKind
from lawspeaker_engine.games.northgard.modules.victory import VICTORY_CARDS

VICTORY: Final = 4000
"""The worth of the last thing that a victory lacks, in hundredths of fame."""
HOPELESS: Final = 4
"""Things that a card lacks from which on it is no goal."""
STEPS: Final = 6
"""A card that needs many things is counted in so many steps."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A victory card, and how far a seat is from it."""

    row: Any
    have: int
    missing: int
    """0 or less if the card is fulfilled."""


def _closed(land: Any) -> bool:
    return not land.open_sides


def _large(catalogue: Any, land: Any) -> int:
    return sum(catalogue.buildings[each.number].large for each in land.buildings)


def _closed_with_large(catalogue: Any, land: Any, tiles: int) -> bool:
    return _closed(land) and land.size >= tiles and _large(catalogue, land) > 0


OF_LAND: Final[dict[str, Callable[[Any, Any], int]]] = {
    "territories": lambda _, land: 1,
    "closed": lambda _, land: _closed(land),
    "closed_with_large": lambda catalogue, land: _closed_with_large(catalogue, land, 1),
    "closed_of_5_with_large": lambda catalogue, land: _closed_with_large(catalogue, land, 5),
    "closed_of_6_with_large": lambda catalogue, land: _closed_with_large(catalogue, land, 6),
    "closed_with_lair": lambda _, land: _closed(land) and land.lairs > 0,
    "closed_with_rough_or_impassable": lambda _, land: (
        _closed(land) and any(border.kind >= BorderKind.BORDER_KIND_ROUGH for border in land.neighbours)),
    "buildings": lambda _, land: len(land.buildings),
    "large_buildings": _large,
}
"""The count of a territory for a card, by the word that the card's row uses."""


class Goals:
    """The victory cards on the table, by seat."""

    def __init__(self, view: Any, land: Any) -> None:
        self.open = view.victory is not None and bool(view.victory.cards)
        self._view: Any = view if self.open else None
        """Not kept without goals, for the land may outlive it; so too the land."""
        self._land: Any = land if self.open else None
        self._of: dict[int, list[Goal]] = {}
        self._of_land: dict[int, list[tuple[Callable[[Any, Any], int], int, int]]] = {}

    def of(self, seat: int) -> list[Goal]:
        """Return the cards as goals of a seat; none without victory cards."""
        if not self.open:
            return []
        if seat not in self._of:
            self._of[seat] = [self._goal(seat, place) for place in range(len(self._view.victory.cards))]
        return self._of[seat]

    def _goal(self, seat: int, place: int) -> Goal:
        victory = self._view.victory
        row = VICTORY_CARDS[victory.cards[place]]
        have = victory.counts[seat * len(victory.cards) + place] if row.counted else self._count(seat, row.count)
        missing = have - row.need if row.at_most else row.need - have
        return Goal(row, have, -(-missing // max(1, row.need // STEPS)))

    def _count(self, seat: int, word: str) -> int:
        player = self._view.players[seat]
        if word in OF_LAND:
            return sum(OF_LAND[word](self._land.catalogue, land) for land in self._land.owned_by(seat))
        return int({
            "upgrades": len(player.upgrades_taken), "fame_tokens": player.fame, "reserve": player.reserve,
            "least_resource": min(player.food, player.wood, player.lore),
        }[word])

    def pull(self, seat: int, *words: str) -> int:
        """Return what one more of each of these things is worth to a seat."""
        worth = 0
        for goal in self.of(seat) if self.open else ():
            if goal.row.count in words and 0 < goal.missing < HOPELESS:
                worth += VICTORY // self.distance(seat, goal) ** 2
        return worth

    def distance(self, seat: int, goal: Goal) -> int:
        """Return how many things a victory by this card lacks; with jarl all cards are needed, with thane two."""
        if self._view.victory.mode == "thane":
            others = [other.missing for other in self.of(seat) if other.row.kind != goal.row.kind]
            return goal.missing + max(min(others, default=0), 0)
        return goal.missing + sum(max(other.missing, 0) for other in self.of(seat) if other is not goal)

    def of_territory(self, territory: Any) -> int:
        """Return what a territory is worth to the own seat for its goals, or its loss to the enemy who holds it."""
        worth, own = 0, self._land.seat
        for seat in (own,) if territory.owner in (None, own) else (own, territory.owner):
            held = territory.owner == seat
            for count, missing, others in self._land_goals(seat):
                without = missing + held
                if 0 < without < HOPELESS and count(self._land.catalogue, territory):
                    worth += VICTORY // max(without + others, 1) ** 2 // (1 if seat == own else 2)
        return worth

    def _land_goals(self, seat: int) -> list[tuple[Callable[[Any, Any], int], int, int]]:
        """Return for each goal that land counts for: what counts, what it lacks, and what a victory lacks besides."""
        if seat not in self._of_land:
            self._of_land[seat] = [
                (OF_LAND[goal.row.count], goal.missing, self.distance(seat, goal) - goal.missing)
                for goal in self.of(seat) if goal.row.count in OF_LAND and goal.missing < HOPELESS]
        return self._of_land[seat]
