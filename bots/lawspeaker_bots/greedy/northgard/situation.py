"""A decision in Northgard with what the rules of thumb need to know about it."""

from __future__ import annotations

from lawspeaker_bot import Decision
from lawspeaker_bots.greedy.northgard.map import FOOD, LORE, UNITS, WOOD, Land, winter_is_paid

FIRST_COME = 10
"""The score of what no rule is for: the first one is taken."""


class Situation:
    """A decision, its map, and the resources of its seat."""

    def __init__(self, decision: Decision) -> None:
        self.prompt = decision.prompt
        self.view = decision.view
        self.seat = decision.seat
        self.catalogue = decision.catalogue
        self.land = Land(self.view, self.catalogue)
        self.me = self.view.players[self.seat]
        self.years_left: int = self.view.years - self.view.year + 1
        """Years left, this one included."""
        self.threats: dict[tuple[int, int], int] = {}
        """By own territory and figures in it: throws that take it, as far as they were counted."""

    def card_id(self, card: int) -> str:
        """Return the card's id."""
        return str(self.catalogue.cards[card].id)

    def kaija_waits(self) -> bool:
        """Return True if Kaija is in the seat's reserve."""
        clan = int(self.me.clan)
        return clan >= 0 and self.catalogue.clans[clan].id == "bear" and self.view.kaija == -1

    def on_map(self) -> int:
        """Return the number of own units on the map, all of which cost food in winter."""
        return UNITS - int(self.me.reserve)

    def brings_unrest(self, *, units: int = 0, food: int = 0) -> bool:
        """Return True if winter can be paid, but not with so many units more or so much food less."""
        return self.view.unrest_left > 0 and self._winter_is_paid(0, 0) and not self._winter_is_paid(units, food)

    def _winter_is_paid(self, units: int, food: int) -> bool:
        """Return True if the harvest pays for winter with so many units more and so much food less."""
        me, income = self.me, self.land.income
        return winter_is_paid(self.on_map() + units, me.food + income(FOOD) - food, me.wood + income(WOOD),
                              me.lore + income(LORE))
