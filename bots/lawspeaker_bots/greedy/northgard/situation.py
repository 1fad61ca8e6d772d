"""A decision in Northgard with what the rules of thumb need to know about it."""

from __future__ import annotations

from functools import cached_property

from lawspeaker_bot import Decision
from lawspeaker_bots.greedy.northgard.map import (
    FOOD,
    LORE,
    UNITS,
    WOOD,
    land_of,
    winter_cost,
    winter_is_paid,
    winter_lack,
)

FIRST_COME = 10
"""The score of what no rule is for: the first one is taken."""


class Situation:
    """A decision, its map, and the resources of its seat."""

    def __init__(self, decision: Decision) -> None:
        self.prompt = decision.prompt
        self.view = decision.view
        self.seat = decision.seat
        self.catalogue = decision.catalogue
        self.options = decision.options
        self.least: int = decision.least
        self.land = land_of(self.view, self.catalogue)
        self.me = self.view.players[self.seat]
        self.numbers = self.land.numbers
        """The numbers that the edition changes."""
        self.years_left: int = self.view.years - self.view.year + 1
        """Years left, this one included."""
        self.values: dict[str, int] = {}
        """By kind of card: what playing one is worth, as far as it was counted."""
        self.odds = self.land.odds(self.view)

    def card_id(self, card: int) -> str:
        """Return the card's id."""
        return str(self.catalogue.cards[card].id)

    def card_fame(self, card: int) -> int:
        """Return the fame of a card at the end, where the edition counts cards."""
        return int(self.catalogue.cards[card].fame) if self.numbers.card_fame else 0

    def waiting(self) -> list[int]:
        """Return the special figures in the seat's reserve, Kaija included, by their numbers in the catalogue."""
        return [each.figure for each in self.view.figures if each.seat == self.seat and each.territory < 0]

    def on_map(self) -> int:
        """Return the number of own figures that winter counts."""
        return self._on_map

    @cached_property
    def _on_map(self) -> int:
        special = sum([self.catalogue.figures[each.figure].winter
                       for each in self.view.figures if each.seat == self.seat and each.territory >= 0])
        return int(UNITS - self.me.reserve - self.me.away + special)

    @cached_property
    def winter_lack(self) -> int:
        """How much food and wood is missing for winter as things stand."""
        return winter_lack(self.on_map(), self.me.food, self.me.wood)

    def winter_due(self) -> tuple[int, int]:
        """Return the food and the wood that winter costs as things stand."""
        return winter_cost(self.on_map(), self.numbers)

    def spare(self) -> int:
        """Return the resources that winter leaves."""
        food, wood = self.winter_due()
        me = self.me
        return max(int(me.food) - food, 0) + max(int(me.wood) - wood, 0) + int(me.lore)

    def brings_unrest(self, *, units: int = 0, food: int = 0) -> bool:
        """Return True if winter can be paid, but not with so many units more or so much food less."""
        return self.view.unrest_left > 0 and self._winter_is_paid(0, 0) and not self._winter_is_paid(units, food)

    def _winter_is_paid(self, units: int, food: int) -> bool:
        """Return True if the harvest pays for winter with so many units more and so much food less."""
        me, income = self.me, self.land.income
        return winter_is_paid(self.on_map() + units, me.food + income(FOOD) - food, me.wood + income(WOOD),
                              me.lore + income(LORE))
