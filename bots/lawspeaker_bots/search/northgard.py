"""Northgard: what a player has at any time, as numbers. A playout ends when the next year has begun."""

from __future__ import annotations

from typing import Any, Final

from lawspeaker_bots.greedy.northgard.kinds import KIND
from lawspeaker_bots.greedy.northgard.map import winter_is_paid
from lawspeaker_bots.search.judge import Features, Hooks

NAMES: Final = (
    "fame", "food", "wood", "lore", "units", "kaija",
    "territories", "open_sides", "closed", "closed_with_large", "two_of_these", "three_of_these",
    "food_income", "wood_income", "lore_income", "free_small", "free_large", "small_buildings", "large_buildings",
    "altars", "forges",
    "unrest", "deck", "card_fame", "achievements", "hand", "flash_in_hand", "drawing_cards", "upgrades",
    "passed", "first", "in_danger", "threatening", "winter_unpaid", "conqueror", "no_reserve",
)
LARGE: Final = 5
"""Buildings from this number on are large; the first three yield a resource each."""
FORGE: Final = 6
ALTAR: Final = 7
REGULAR: Final = 1
UNITS: Final = 14


def features(view: Any, catalogue: Any) -> Features:
    """Return by seat the values of NAMES."""
    lands = [_Land() for _ in view.players]
    _add_territories(view, lands)
    _add_borders(view, lands)
    return [_of_player(view, catalogue, seat, land) for seat, land in enumerate(lands)]


class _Land:
    """Sums over the territories that one player controls."""

    def __init__(self) -> None:
        self.territories = self.open_sides = self.closed = self.closed_with_large = 0
        self.income = [0, 0, 0]
        self.free_small = self.free_large = self.small = self.large = self.altars = self.forges = 0
        self.in_danger = self.threatening = 0


def _add_territories(view: Any, lands: list[_Land]) -> None:
    layout, board = view.layout, view.board
    buildings: dict[int, list[int]] = {}
    for building, territory in zip(board.building, board.building_territory, strict=True):
        buildings.setdefault(territory, []).append(building)
    for index, owner in enumerate(board.owner):
        if owner < 0:
            continue
        land = lands[owner]
        land.territories += 1
        land.income[0] += layout.food[index]
        land.income[1] += layout.wood[index]
        land.income[2] += layout.lore[index]
        land.free_small += board.small[index] + board.carved[index]
        land.free_large += board.large[index]
        before = land.large
        for building in buildings.get(layout.territory[index], ()):
            if building >= LARGE:
                land.large += 1
                land.altars += building == ALTAR
                land.forges += building == FORGE
            else:
                land.small += 1
                if building < len(land.income):
                    land.income[building] += 1
        if layout.open_sides[index]:
            land.open_sides += min(layout.open_sides[index], 3)
        else:
            land.closed += 1
            land.closed_with_large += land.large > before


def _add_borders(view: Any, lands: list[_Land]) -> None:
    layout, board = view.layout, view.board
    owner = dict(zip(layout.territory, board.owner, strict=True))
    units = dict(zip(layout.territory, board.units, strict=True))
    for own, other, kind in zip(layout.border_from, layout.border_to, layout.border_kind, strict=True):
        mine, theirs = owner[own], owner[other]
        if kind == REGULAR and mine >= 0 and theirs >= 0 and mine != theirs:
            strength = units[own] + 2 * (own == view.kaija)
            if units[other] >= strength:
                lands[mine].in_danger += 1
                lands[theirs].threatening += 1


def _of_player(view: Any, catalogue: Any, seat: int, land: _Land) -> list[float]:
    player = view.players[seat]
    cards = _cards(catalogue)
    deck = [cards[card] for card in (
        *player.hand, *player.draw, *player.top, *player.drawn, *player.active, *player.discard)]
    hand = [cards[card] for card in player.hand]
    units = UNITS - player.reserve - player.away
    food, wood, lore = land.income
    paid = winter_is_paid(units, player.food + food, player.wood + wood, player.lore + lore)
    kaija = any(figure.figure == 1 and figure.seat == seat and figure.territory >= 0 for figure in view.figures)
    return [
        player.fame, player.food, player.wood, player.lore, units, kaija,
        land.territories, land.open_sides, land.closed, land.closed_with_large, land.closed_with_large >= 2,
        land.closed_with_large >= 3,
        food, wood, lore, land.free_small, land.free_large, land.small, land.large, land.altars, land.forges,
        sum(card.unrest for card in deck), len(deck), sum(card.fame for card in deck),
        sum(card.achievement for card in deck), sum(not card.unrest for card in hand),
        sum(card.flash for card in hand), sum(card.drawing for card in deck), len(player.upgrades_taken),
        player.passed, view.first == seat, land.in_danger, land.threatening, not paid, player.conqueror,
        player.reserve == 0,
    ]


class _Card:
    __slots__ = ("achievement", "drawing", "fame", "flash", "unrest")

    def __init__(self, row: Any) -> None:
        self.fame: int = row.fame
        self.unrest: bool = row.set == "unrest"
        self.achievement: bool = row.set == "achievement"
        self.flash: bool = row.flash
        self.drawing: bool = KIND.get(row.id) in {"draw", "gain"}


_CARDS: dict[int, tuple[_Card, ...]] = {}


def _cards(catalogue: Any) -> tuple[_Card, ...]:
    """Return what counts about each card; kept, because the catalogue of a game never changes."""
    if id(catalogue) not in _CARDS:
        _CARDS[id(catalogue)] = tuple(_Card(row) for row in catalogue.cards)
    return _CARDS[id(catalogue)]


HOOKS: Final = Hooks(
    names=NAMES, stage=lambda view: int(view.year), left=lambda view: max(0, int(view.years) - int(view.year)),
    features=features, horizon=lambda view: 1 if view.year else 2,
)
