"""Words for the marks in the option rows of Northgard: names, figures and land, from the option and a view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from lawspeaker_engine.games.northgard import options
from lawspeaker_engine.games.northgard.actions.groups import GROUP
from lawspeaker_engine.games.northgard.buildings import BUILDINGS
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, number_of
from lawspeaker_engine.games.northgard.clans import CLANS
from lawspeaker_engine.games.northgard.editions import RETAIL, edition
from lawspeaker_engine.games.northgard.figures import FIGURES
from lawspeaker_engine.games.northgard.phases.turn import REMOVE_LORE, REPLACE_LORE, UPGRADE_LORE
from lawspeaker_engine.games.northgard.text.clan_texts import POWERS
from lawspeaker_engine.games.northgard.text.laid_tiles import laid, place_tile
from lawspeaker_engine.games.northgard.text.views import (
    BUILT,
    LETTERS,
    RESOURCES,
    card_name,
    card_text,
    clan_name,
    figures_text,
    held,
    holder,
    letters,
)
from lawspeaker_engine.games.northgard.tiles import TILES
from lawspeaker_engine.games.northgard.view import View
from lawspeaker_engine.text import amounts, counted
from lawspeaker_engine.text_rows import Pieces


def in_territory(territory: int, view: View | None) -> str:
    """Return a territory, with a view also who holds it."""
    return f"territory {territory}{holder(territory, view)}"


def figures(units: int, *, kaija: bool, others: Sequence[int] = ()) -> str:
    """Return units and special figures: `2 units and Kaija`, `nobody`."""
    return figures_text(units, kaija=kaija, others=others) or "nobody"


def _figure(option: options.Recruit | options.Figure, _view: View | None) -> str:
    return "Kaija" if option.kaija else FIGURES[option.figure].name if option.figure else "a unit"


def _group(option: options.PlaceGroup, _view: View | None) -> str:
    return figures(GROUP - option.kaija - len(option.figures), kaija=option.kaija, others=option.figures)


def _clan_and_card(option: options.ChooseClan, _view: View | None) -> str:
    clan = CLANS[option.clan]
    initial = CARDS[number_of(clan.cards[0])]
    return f"{clan.name}: {POWERS[clan.id]} Its card {initial.name}: {initial.text}"


def _enemy(option: options.Move, view: View | None) -> str:
    owner = -1 if view is None else view.board.owner[view.layout.territory.index(option.target)]
    return f" (enemy, seat {owner})" if view is not None and owner not in (-1, view.seat) else ""


def face_text(option: options.DieFace) -> str:
    """Return what a face of the die shows: `1 point or 1 casualty`."""
    both = [counted(option.points, "point")] * bool(option.points) + (
        [f"{option.casualties} casualt{'y' if option.casualties == 1 else 'ies'}"] * bool(option.casualties))
    return (" or " if option.either else " and ").join(both) or "nothing"


def _seat_clan(option: options.Opponent, view: View | None) -> str:
    return f" ({clan_name(view.players[option.seat].clan)})" if view else ""


def _remove_draws(_option: options.Remove, view: View | None) -> str:
    return counted(edition(view.edition or RETAIL).remove_draws, "card") if view else "cards"


def _resources(option: options.Trade | options.Pay) -> tuple[int, int, int]:
    return option.food, option.wood, option.lore


def _on_symbol(option: Any, _view: View | None) -> str:
    return " on a space with the Carved Stone symbol" if option.carved else ""


PIECES: Final[Pieces] = {
    "replace_lore": REPLACE_LORE, "remove_lore": REMOVE_LORE, "upgrade_lore": UPGRADE_LORE,
    "boxed": lambda option, _: " (out of the game)" if option.out_of_game else "",
    "building": lambda option, _: BUILDINGS[option.building].name,
    "building_short": lambda option, _: BUILT[option.building],
    "card": lambda option, _: card_name(option.card),
    "card_text": lambda option, view: card_text(option.card) if view else card_name(option.card),
    "clan": lambda option, _: CLANS[option.clan].name,
    "clan_and_card": _clan_and_card,
    "face": lambda option, _: face_text(option),
    "figure": _figure,
    "food_or_none": lambda option, _: f"{option.food} food" if option.food else "no food",
    "give": lambda option, _: RESOURCES[option.give],
    "given": lambda option, _: amounts(_resources(option), RESOURCES),
    "given_short": lambda option, _: letters(_resources(option)),
    "group": _group,
    "held_land": lambda option, view: f"territory {option.territory}{held(option.territory, view)}",
    "land": lambda option, view: in_territory(option.territory, view),
    "lost": lambda option, _: figures(option.units, kaija=option.kaija, others=option.figures),
    "movers": lambda option, _: figures(option.units, kaija=option.kaija),
    "new": lambda option, _: BUILDINGS[option.new].name,
    "old": lambda option, _: BUILDINGS[option.old].name,
    "on_symbol": _on_symbol,
    "remove_draws": _remove_draws,
    "resource": lambda option, _: RESOURCES[option.resource],
    "resource_short": lambda option, _: LETTERS[option.resource],
    "seat_clan": _seat_clan,
    "take": lambda option, _: (*RESOURCES, "fame")[option.take],
    "target_enemy": _enemy,
    "target_held": lambda option, view: held(option.target, view),
    "target_holder": lambda option, view: holder(option.target, view),
    "tile": lambda option, _: TILES[option.tile].id,
    "tile_and_joins": lambda option, view: place_tile(option, view, printed=False),
    "tile_and_land": place_tile,
    "tile_laid": laid,
    "upgrade": lambda option, _: card_name(option.upgrade),
}
"""Those of the base game; modules have their own."""
