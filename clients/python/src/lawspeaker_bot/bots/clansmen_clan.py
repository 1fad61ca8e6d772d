"""What the rules of thumb for Clansmen need to know about a position."""

from __future__ import annotations

from typing import Any

from lawspeaker_bot import Decision

FARMER, LABORER, CRAFTSMAN, WARRIOR = range(4)
FOOD, WOOD, STONE, GOODS = range(4)
SPRING, SUMMER, AUTUMN, WINTER = range(4)
BUILD, TRADE = 4, 6
"""Regular actions, as the columns `used` and `allowed` number them."""

WORTH = (0.5, 0.8, 1.0, 1.0)
"""Of one Food, Wood, Stone and Goods, in about a point of Respect to come."""


class Clan:
    """A decision with what its seat's settlement has, makes and lacks."""

    def __init__(self, decision: Decision) -> None:
        view = decision.view
        self.prompt = decision.prompt
        self.view = view
        self.seat = decision.seat
        self.catalogue = decision.catalogue
        self.me = view.players[self.seat]
        self.stock = (self.me.food, self.me.wood, self.me.stone, self.me.goods)
        self.season: int = view.season
        self.years_left: int = view.years - view.year
        """After this one."""
        self.seasons_left: int = 4 * self.years_left + WINTER - self.season
        """After this one."""
        self.people = list(self.me.people)
        self.person = {person.tile: person for person in self.people}
        self.mine = {(structure.tile, self.building(structure.building)) for structure in self.me.structures}

    # Names and places.

    def building(self, number: int) -> str:
        """The building's id."""
        return str(self.catalogue.buildings[number].id)

    def card(self, number: int) -> str:
        """The Tales card's id."""
        return str(self.catalogue.cards[number].id)

    def terrain(self, tile: int) -> Any:
        """The terrain of a revealed tile, as the catalogue describes it; None if it is unrevealed."""
        number = self.view.map.terrain[tile]
        return self.catalogue.terrains[number - 1] if number else None

    def has(self, building: str, seat: int = -1) -> bool:
        """Whether such a building stands in the settlement: the own one, or that of a seat."""
        built = self.view.players[self.seat if seat < 0 else seat].built
        return any(count and self.building(number) == building for number, count in enumerate(built))

    def housed(self, tile: int) -> bool:
        """Whether an own house stands there."""
        return (tile, "wooden_house") in self.mine or (tile, "stone_house") in self.mine

    def fenced(self, tile: int) -> bool:
        """Whether an own fence of either kind stands there."""
        return (tile, "fence") in self.mine or (tile, "stone_fence") in self.mine

    def steps(self, tile: int, other: int) -> int:
        """Steps from tile to tile."""
        board = next(board for board in self.catalogue.boards if board.players == len(self.view.players))
        q, r = board.q[tile] - board.q[other], board.r[tile] - board.r[other]
        return int(max(abs(q), abs(r), abs(q + r)))

    # What people make and eat.

    def makes(self, kind: int, tile: int, season: int) -> tuple[int, int, int, int]:
        """Food, Wood, Stone and Goods that a healthy population makes there in a season."""
        terrain = self.terrain(tile)
        if kind == CRAFTSMAN:
            return 0, 0, 0, 1
        if terrain is None or kind == WARRIOR or (kind == LABORER and season == WINTER):
            return 0, 0, 0, 0
        if kind == FARMER:
            return int(terrain.food[season]), 0, 0, 0
        return 0, int(terrain.wood), int(terrain.stone), 0

    def a_year(self, kind: int, tile: int) -> float:
        """What a population is worth there in a year."""
        return sum(
            amount * worth for season in range(4)
            for amount, worth in zip(self.makes(kind, tile, season), WORTH, strict=True)
        )

    def harvest(self, season: int) -> int:
        """Food that the healthy people will make in a season."""
        return sum(self.makes(p.kind, p.tile, season)[FOOD] for p in self.people if not p.weakened)

    def hunger(self) -> int:
        """Food that this season's harvest and the stock lack for feeding all; negative for what is left over."""
        return len(self.people) - int(self.me.food) - self.harvest(self.season)

    def hunger_ahead(self) -> int:
        """The worst lack of Food until the end of Winter, if nothing else happens."""
        stock, worst = int(self.me.food), -99
        for season in range(self.season, WINTER + 1):
            stock += self.harvest(season) - len(self.people)
            worst = max(worst, -stock)
        return worst

    def wanted(self) -> list[float]:
        """By kind: how much one more population of it would help."""
        count = [sum(person.kind == kind for person in self.people) for kind in range(4)]
        everybody = len(self.people) + 1
        share = (0.42, 0.3, 0.18, 0.1)
        return [share[kind] * everybody - count[kind] for kind in range(4)]

    def hall_price(self, seat: int = -1) -> tuple[int, int, int, int]:
        """What the next hall costs, as long as one pays."""
        if not self.years_left or self.has("grand_hall", seat):
            return 0, 0, 0, 0
        return (0, 0, 6, 4) if self.has("long_hall", seat) else (0, 6, 2, 2)

    def worth(self, seat: int = -1) -> list[float]:
        """By resource: what one more is worth now to the own seat, or about to another one."""
        own = seat < 0 or seat == self.seat
        player = self.me if own else self.view.players[seat]
        worth = list(WORTH)
        need = self.hall_price(seat)
        for resource, stock in ((WOOD, player.wood), (STONE, player.stone), (GOODS, player.goods)):
            if stock < need[resource]:
                worth[resource] += 0.4
            elif stock > 8:
                worth[resource] *= 0.6
        lack = self.hunger_ahead() if own else len(player.people) - int(player.food)
        worth[FOOD] = 1.5 if lack > 0 else 0.45 if lack > -4 else 0.3
        if self.season >= AUTUMN:
            worth[GOODS] += 0.3
        return worth
