"""Words for the marks in the option rows of Pax Viking: tiles, posts and Longships, from the option and a view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from lawspeaker_engine.games.pax_viking import options
from lawspeaker_engine.games.pax_viking.actions import promises
from lawspeaker_engine.games.pax_viking.board import POSTS
from lawspeaker_engine.games.pax_viking.question_context import NOTHING
from lawspeaker_engine.games.pax_viking.rows import JARLS, TILES, VICTORIES
from lawspeaker_engine.games.pax_viking.state import NO_TILE, OWN
from lawspeaker_engine.games.pax_viking.text.brief import ship_short, tile_short
from lawspeaker_engine.games.pax_viking.text.views import (
    kind_text,
    post_name,
    promised,
    ship_kind,
    ship_name,
    tile_line,
    tile_name,
)
from lawspeaker_engine.games.pax_viking.text.words import jarl_text, node_name, place_name, type_name, victory_text
from lawspeaker_engine.games.pax_viking.view import View
from lawspeaker_engine.text_rows import Pieces


def _of_track(space: int, view: View | None, told: Callable[[int], str]) -> str:
    tile = NO_TILE if view is None else view.track[space]
    return f"the tile at price {space + 1}" if tile == NO_TILE else told(tile)


def _ship(option: Any, view: View | None) -> str:
    return f"Longship {option.longship}" if view is None else ship_name(view.longships[option.longship], view)


def _ship_brief(option: Any, view: View | None) -> str:
    return f"Longship {option.longship}" if view is None else ship_short(option.longship, view)


def _ship_ally(option: Any, view: View | None) -> str:
    """` with the Dublin Longship`; nothing for an own one."""
    kind = OWN if view is None else view.longships[option.longship].kind
    return "" if kind == OWN else f" with the {ship_kind(kind)}"


def _ship_place(option: options.Sail, view: View | None) -> str:
    """`Baltic`, `the Jarlboard`."""
    if view is None:
        return f"where Longship {option.longship} is"
    return f"{node_name(view.longships[option.longship].node)}{_ship_ally(option, view)}"


def _ship_there(option: Any, view: View | None) -> str:
    """`Longship at Baltic`."""
    return "Longship" if view is None else f"Longship {place_name(view.longships[option.longship].node)}"


def _ship_alone(option: Any, view: View | None) -> str:
    """`seat 1's Longship at Baltic`."""
    if view is None:
        return f"Longship {option.longship}"
    return f"seat {view.longships[option.longship].seat}'s {_ship_there(option, view)}"


def _sails_from(option: options.Sail, view: View | None) -> str:
    return "" if view is None else f" from {node_name(view.longships[option.longship].node)}"


def _node_and_all(option: options.Step, view: View | None) -> str:
    """Return a node, with a view also whose Longships are there."""
    there = [] if view is None else [ship.seat for ship in view.longships if ship.node == option.node]
    seats = sorted(set(there))
    who = f" (Longships of {', '.join(f'seat {seat}' for seat in seats)})" if seats else ""
    return f"{node_name(option.node)}{who}"


def _board_space(option: options.Space, view: View | None) -> str:
    return "a free space" if option.tile == NO_TILE else f"in place of {_tile_and_text(option, view)}"


def _tile_and_text(option: Any, view: View | None) -> str:
    return tile_name(option.tile) if view is None else tile_line(option.tile)


def _board_space_alone(option: options.Space, _view: View | None) -> str:
    return "a free space" if option.tile == NO_TILE else f"the space of {TILES[option.tile].name}"


def _used(_option: options.Accept, view: View | None) -> str:
    """Return the tile, place or Jarl whose ability is used."""
    if view is None:
        return "an ability"
    if view.about.tile != NOTHING:
        return TILES[view.about.tile].name
    return POSTS[view.about.post].name if view.about.post != NOTHING else "the ability of its Jarl"


PIECES: Final[Pieces] = {
    "board_space": _board_space,
    "board_space_alone": _board_space_alone,
    "board_space_brief": lambda option, _: (
        "a free space" if option.tile == NO_TILE else f"in place of {tile_short(option.tile)}"),
    "bought": lambda option, view: "a tile" if view is None else _of_track(
        option.space, view, lambda tile: TILES[tile].name),
    "follower": lambda option, _: type_name(option.type),
    "jarl": lambda option, _: JARLS[option.jarl].name,
    "jarl_text": lambda option, _: jarl_text(option.jarl),
    "kind_of_hand": lambda option, _: kind_text(option.kind),
    "node_alone": lambda option, _: node_name(option.node),
    "node_and_all": _node_and_all,
    "pile": lambda option, _: str(option.number + 1),
    "post_alone": lambda option, _: POSTS[option.post].name,
    "post_and_all": lambda option, view: post_name(option.post, view),
    "promised": lambda option, _: promised(*promises.meaning(option)),
    "sails_from": _sails_from,
    "ship": _ship,
    "ship_alone": _ship_alone,
    "ship_ally": _ship_ally,
    "ship_brief": _ship_brief,
    "ship_place": _ship_place,
    "ship_there": _ship_there,
    "space_number": lambda option, _: str(option.space + 1),
    "tile_alone": lambda option, _: TILES[option.tile].name,
    "tile": lambda option, _: tile_short(option.tile),
    "tile_and_text": _tile_and_text,
    "track_tile": lambda option, view: _of_track(option.space, view, tile_short),
    "track_tile_and_text": lambda option, view: _of_track(option.space, view, tile_line),
    "used": _used,
    "victory": lambda option, _: VICTORIES[option.card].name,
    "victory_brief": lambda option, _: victory_text(option.card).removesuffix("."),
    "victory_text": lambda option, _: victory_text(option.card),
    "yes_or_no": lambda option, _: "yes" if option.yes else "no",
}
