"""Words for the marks in the option rows of Clansmen: tiles, people and cards, from the option and a view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from lawspeaker_engine.games.clansmen import options
from lawspeaker_engine.games.clansmen.actions.regular import FEAST_PRICE
from lawspeaker_engine.games.clansmen.actions.specials import SUN_DRAWS, SUN_FOOD, SUN_GOODS, SUN_HAND
from lawspeaker_engine.games.clansmen.buildings import BUILDINGS
from lawspeaker_engine.games.clansmen.cards.tales import TALES
from lawspeaker_engine.games.clansmen.hexes import TERRAINS
from lawspeaker_engine.games.clansmen.phases.events import EVENTS
from lawspeaker_engine.games.clansmen.raids.rolling import SIDES
from lawspeaker_engine.games.clansmen.state import SPECIALS, STOCK
from lawspeaker_engine.games.clansmen.text.views import (
    card_text,
    kind_name,
    letters,
    person_at,
    person_name,
    price,
    terrain_name,
    tile_name,
    titled,
)
from lawspeaker_engine.games.clansmen.view import View
from lawspeaker_engine.text import OptionLine, amounts
from lawspeaker_engine.text_rows import Pieces

_At = Callable[[int, View | None], str]


def bundle(resources: Sequence[int]) -> str:
    """Return resources that are named one by one: `2 food, 1 wood`."""
    return amounts(_counts(resources), STOCK)


def _counts(resources: Sequence[int]) -> list[int]:
    return [resources.count(each) for each in range(len(STOCK))]


def place(tile: int, view: View | None) -> str:
    """Return a tile with its terrain, if that is known."""
    terrain = f" ({terrain_name(tile, view)})" if view is not None and view.map.terrain[tile] else ""
    return f"tile {tile}{terrain}"


def _short(tile: int, view: View | None) -> str:
    """Return a tile with its terrain, and who stands there; its number alone while it is not revealed."""
    return tile_name(tile, view) if view is not None and view.map.terrain[tile] else f"tile {tile}"


def _who(tile: int, view: View | None) -> str:
    """Return who stands on a tile of one's own: `Farmer 12`."""
    found = person_at(tile, view)
    return f"{person_name(found[1])} {tile}" if found else f"tile {tile}"


def _person(tile: int, view: View | None) -> str:
    """Return who stands on a tile, for a sentence about another seat."""
    found = person_at(tile, view)
    return f"the {person_name(found[1])} on tile {tile}" if found else place(tile, view)


def _at(say: _At, field: str = "tile") -> OptionLine:
    return lambda option, view: say(getattr(option, field), view)


def _with_cards(option: Any, _view: View | None) -> str:
    """Return the Tales cards that are played with an option, if any."""
    return f", with {' and '.join(TALES[card].name for card in option.cards)}" if option.cards else ""


def _sun_cards(option: options.FestivalOfTheSun, _view: View | None) -> str:
    return f"{SUN_HAND} Tales cards in place of the hand" if option.renew else f"{SUN_DRAWS} Tales cards"


def _rest(option: options.Pile) -> str:
    """Return what tells the last pile from those of 1, 2, 4 and so on, one of which it can equal."""
    return "" if option.amount == 1 << option.number else " (the rest)"


PIECES: Final[Pieces] = {
    "feast_food": FEAST_PRICE, "six": SIDES, "sun_food": SUN_FOOD, "sun_goods": SUN_GOODS,
    "building_name": lambda option, _: BUILDINGS[option.building].name,
    "building_text": lambda option, _: BUILDINGS[option.building].text,
    "by_what": lambda option, _: "for a Blessing" if option.blessing else "by a building",
    "card_name": lambda option, _: TALES[option.card].name,
    "card_text": lambda option, view: card_text(option.card) if view else TALES[option.card].name,
    "event_name": lambda option, _: EVENTS[option.event].name,
    "event_text": lambda option, _: EVENTS[option.event].text,
    "farmer_place": _at(place, "farmer"),
    "farmer_tile": _at(tile_name, "farmer"),
    "gifts": lambda option, _: str(1 + len(option.cards)),
    "give_name": lambda option, _: STOCK[option.give],
    "given": lambda option, _: bundle(option.give),
    "given_short": lambda option, _: letters(_counts(option.give)),
    "kind_name": lambda option, _: kind_name(option.kind),
    "laborer_place": _at(place, "laborer"),
    "laborer_tile": _at(tile_name, "laborer"),
    "other_place": _at(place, "other_farmer"),
    "other_tile": _at(tile_name, "other_farmer"),
    "paid": lambda option, _: amounts((option.food, 0, 0, option.goods), STOCK),
    "person": _at(_person),
    "pile": lambda option, _: f"{option.amount} {STOCK[option.resource]}{_rest(option)}",
    "place": _at(place),
    "price": lambda option, _: price(option.building, " for "),
    "sight_price": lambda option, _: "goods" if option.goods else "food",
    "special_name": lambda option, _: titled(SPECIALS[option.season]),
    "sun_cards": _sun_cards,
    "take_name": lambda option, _: STOCK[option.take],
    "taken": lambda option, _: bundle(option.take),
    "taken_short": lambda option, _: letters(_counts(option.take)),
    "terrain_name": lambda option, _: TERRAINS[option.terrain].name,
    "tile_short": _at(_short),
    "tile_who": _at(tile_name),
    "who": _at(_who),
    "with_cards": _with_cards,
    "wood_and_stone": lambda option, _: amounts((option.wood, option.stone), STOCK[1:3]),
}
