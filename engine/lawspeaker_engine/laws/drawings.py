"""A law about boards: they draw every view."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

from lawspeaker_engine.game import Game
from lawspeaker_engine.laws.random_games import Options, all_positions, breach
from lawspeaker_engine.model import Chance


def the_board_draws_every_view(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """The parts of a board are SVG, and its pieces and options name symbols and places that there are."""
    board = game.board
    if board is None:
        return
    assert not (wrong := [name for name, part in [("the ground", board.ground), *board.symbols.items()]
                          if not _is_drawing(part)]), breach(
        "A board's parts are elements of SVG without scripts and inline styles", f"others are {wrong}",
        "Give colours in attributes such as fill")
    for state, question, _answers in all_positions(game, players, options, seeds):
        for seat in (None, *range(players)):
            view = game.view(state, seat)
            asked = () if isinstance(question, Chance) else [each for each in question if each.seat == seat]
            pieces = list(board.pieces(view))
            places = {each.at for each in pieces} | {
                place for each in asked for option in each.options for place in board.named(view, option)}
            unknown = {each.symbol for each in pieces} - board.symbols.keys() | places - board.places.keys()
            assert not unknown, breach(
                "Pieces and options name symbols and places of the board", f"{sorted(unknown)} are none",
                "Add them to the board's symbols or places")


def _is_drawing(part: str) -> bool:
    try:
        elements = list(ET.fromstring(f"<g>{part}</g>").iter())  # noqa: S314 - a game's own text
    except ET.ParseError:
        return False
    return not any(
        each.tag.lower() in {"script", "style", "foreignobject"} or "style" in each.keys()  # noqa: SIM118
        or any(name.lower().startswith("on") for name in each.keys())  # noqa: SIM118 - an element is no mapping
        for each in elements)
