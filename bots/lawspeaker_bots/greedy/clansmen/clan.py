"""A position in Clansmen, as the rules of thumb read it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Final

from lawspeaker_bot import Decision, clansmen
from lawspeaker_bots.greedy.printed import Printed

FARMER, LABORER, CRAFTSMAN, WARRIOR = range(4)
FOOD, WOOD, STONE, GOODS = range(4)
SPRING, SUMMER, AUTUMN, WINTER = range(4)
HUNT, BUILD, TRADE = 1, 4, 6
"""Regular actions, in the order of the columns `used` and `allowed`."""

WORTH = (0.5, 0.8, 1.0, 1.0)
"""Worth of one Food, Wood, Stone and Goods, in points of Respect to come."""
SHARES = (0.42, 0.3, 0.18, 0.1)
"""Shares of the kinds in a good settlement."""

Yield = tuple[int, int, int, int]
NOTHING: Yield = (0, 0, 0, 0)


class Work:
    """The goods that people make by kind of land, as printed: for land 0, which is not revealed, and each terrain."""

    def __init__(self, catalogue: Any) -> None:
        lands = [None, *catalogue.terrains]
        seasons = range(4)
        self.makes: Final = [[[_made(row, kind, season) for season in seasons] for kind in range(4)] for row in lands]
        """By land, kind and season."""
        self.worth: Final = [[[_worth(made) for made in of_kind] for of_kind in of_land] for of_land in self.makes]
        """What that is worth, likewise."""
        self.a_year: Final = [[sum(of_kind) for of_kind in of_land] for of_land in self.worth]
        """The same in a year, by land and kind."""


def _made(row: Any, kind: int, season: int) -> Yield:
    """Return what a healthy population makes; nothing but Goods where nothing is known of the land."""
    if kind == CRAFTSMAN:
        return 0, 0, 0, 1
    if row is None or kind == WARRIOR or (kind == LABORER and season == WINTER):
        return NOTHING
    return (row.food[season], 0, 0, 0) if kind == FARMER else (0, row.wood, row.stone, 0)


def _worth(made: Yield) -> float:
    return sum(amount * worth for amount, worth in zip(made, WORTH, strict=True))


work_of: Final = Printed(Work)
"""Returns what people make by a catalogue."""


class Clan:
    """A decision, with what the settlement of its seat (or of another one) has, makes and lacks."""

    def __init__(self, decision: Decision, seat: int = -1) -> None:
        view = decision.view
        self.decision = decision
        self.prompt = decision.prompt
        self.view = view
        self.seat = decision.seat if seat < 0 else seat
        self.settings = decision.match.options
        self.catalogue = decision.catalogue
        self.me = view.players[self.seat]
        self.stock: Yield = (self.me.food, self.me.wood, self.me.stone, self.me.goods)
        self.season: int = view.season
        self.years_left: int = view.years - view.year
        """Seasons after this one."""
        self.seasons_left: int = 4 * self.years_left + WINTER - self.season
        """Years after this one."""
        self.people = list(self.me.people)
        self.person = {person.tile: person for person in self.people}
        self._work = work_of(self.catalogue)
        self._terrain: Sequence[int] = view.map.terrain
        self._others: dict[int, Clan] = {}
        self.exchanges: dict[bool, float] = {}
        """The best exchange with the Homeland, with a card that makes it shrewd and without one, once it was sought."""
        self.deals: dict[int, tuple[float, int, int]] = {}
        """The best deal by seat, likewise."""

    def other(self, seat: int) -> Clan:
        """Return the same position as seen for another seat; only its hand is hidden."""
        if seat not in self._others:
            self._others[seat] = Clan(self.decision, seat)
        return self._others[seat]

    # Names and places.

    def building(self, number: int) -> str:
        """Return the building's id."""
        return str(self.catalogue.buildings[number].id)

    def card(self, number: int) -> str:
        """Return the Tales card's id."""
        return str(self.catalogue.cards[number].id)

    @cached_property
    def event(self) -> str:
        """Return the id of the season's event; empty if there is none."""
        return str(self.catalogue.events[self.view.event].id) if self.view.event >= 0 else ""

    @cached_property
    def map(self) -> clansmen.ClansmenMap:
        """The hexes as this decision's seat sees them."""
        return clansmen.map(self.view, self.catalogue)

    def steps(self, tile: int, other: int) -> int:
        """Return the number of steps from tile to tile."""
        return self.map.steps(tile, other)

    def has(self, building: str) -> bool:
        """Return True if such a building stands in the settlement."""
        return building in self._built

    @cached_property
    def _built(self) -> set[str]:
        return {self.building(number) for number, count in enumerate(self.me.built) if count}

    @cached_property
    def mine(self) -> set[tuple[int, str]]:
        """Return tiles and ids of the own fences and houses."""
        return {(structure.tile, self.building(structure.building)) for structure in self.me.structures}

    def housed(self, tile: int) -> bool:
        """Return True if an own house stands there."""
        return (tile, "wooden_house") in self.mine or (tile, "stone_house") in self.mine

    def fenced(self, tile: int) -> bool:
        """Return True if an own fence of either kind stands there."""
        return (tile, "fence") in self.mine or (tile, "stone_fence") in self.mine

    # What people make and eat.

    def makes(self, kind: int, tile: int, season: int) -> Yield:
        """Return Food, Wood, Stone and Goods that a healthy population makes there in a season."""
        return self._work.makes[self._terrain[tile]][kind][season]

    def work(self, kind: int, tile: int, season: int) -> float:
        """Return the worth of a population's work there in a season."""
        return self._work.worth[self._terrain[tile]][kind][season]

    def a_year(self, kind: int, tile: int) -> float:
        """Return the worth of a population's work there in a year."""
        return self._work.a_year[self._terrain[tile]][kind]

    @cached_property
    def _harvests(self) -> list[int]:
        """By season: the Food that all people make, weakened or not."""
        makes, terrain = self._work.makes, self._terrain
        found = [0] * 4
        for each in self.people:
            for season, made in enumerate(makes[terrain[each.tile]][each.kind]):
                found[season] += made[FOOD]
        return found

    @cached_property
    def _harvest_now(self) -> int:
        """The Food that the healthy people make this season."""
        makes, terrain, season = self._work.makes, self._terrain, self.season
        return sum([makes[terrain[each.tile]][each.kind][season][FOOD] for each in self.people if not each.weakened])

    @cached_property
    def hunger(self) -> int:
        """Return the Food that harvest and stock lack for feeding all this season; negative for a surplus."""
        return len(self.people) - int(self.me.food) - self._harvest_now

    @cached_property
    def hunger_ahead(self) -> int:
        """Return the worst lack of Food until the end of Winter, if nothing else happens."""
        stock, worst = int(self.me.food), -99
        for season in range(self.season, WINTER + 1):
            stock += self._harvest_now if season == self.season else self._harvests[season]
            stock -= len(self.people)
            worst = max(worst, -stock)
        return worst

    @cached_property
    def wanted(self) -> list[float]:
        """Return by kind: how much one more population of it would help."""
        count = [sum(person.kind == kind for person in self.people) for kind in range(4)]
        everybody = len(self.people) + 1
        return [share * everybody - count[kind] for kind, share in enumerate(SHARES)]

    @cached_property
    def lights_elsewhere(self) -> bool:
        """Return True if a seat with a Special Action left can give as many Goods in the Festival of Lights."""
        return any(
            player.specials and player.goods >= self.me.goods
            for seat, player in enumerate(self.view.players) if seat != self.seat
        )

    # What things are worth.

    @cached_property
    def hall_price(self) -> Yield:
        """Return the cost of the next hall, as long as one pays."""
        if not self.years_left or self.has("grand_hall"):
            return NOTHING
        return (0, 0, 6, 4) if self.has("long_hall") else (0, 6, 2, 2)

    def unit(self, resource: int, have: int) -> float:
        """Return the worth of one more of a resource to the seat if it has so many."""
        if resource == FOOD:
            lack = self.hunger_ahead + int(self.me.food) - have
            return 1.5 if lack > 0 else 0.45 if lack > -4 else 0.3
        if resource != GOODS and self.seasons_left <= 1:
            return 1.0 if have < 2 and self.seasons_left else 0.0
        worth = WORTH[resource] + 0.3 * (resource == GOODS and self.season >= AUTUMN)
        return worth + 0.4 if have < self.hall_price[resource] else worth * 0.6 if have > 8 else worth

    @cached_property
    def gains(self) -> list[float]:
        """Return by resource: the worth of one more to the seat now."""
        unit, (food, wood, stone, goods) = self.unit, self.stock
        return [unit(FOOD, food), unit(WOOD, wood), unit(STONE, stone), unit(GOODS, goods)]

    @cached_property
    def losses(self) -> list[float]:
        """Return by resource: the cost of one less to the own seat now."""
        unit, (food, wood, stone, goods) = self.unit, self.stock
        return [unit(FOOD, food - 1), unit(WOOD, wood - 1), unit(STONE, stone - 1), unit(GOODS, goods - 1)]


Rule = Callable[[Clan, Any], float]
"""Scores an option."""
TileRule = Callable[[Clan, int], float]
"""Scores a tile, or the population on it."""
