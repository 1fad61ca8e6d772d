"""Northgard for those who have read its components once: views and options without what is printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from lawspeaker_engine.games.northgard import options
from lawspeaker_engine.games.northgard.buildings import BUILDINGS
from lawspeaker_engine.games.northgard.clans import CLANS
from lawspeaker_engine.games.northgard.editions import edition
from lawspeaker_engine.games.northgard.figures import FIGURES
from lawspeaker_engine.games.northgard.phases.end import (
    SOLO_TERRITORIES_TO_WIN,
    TEAM_TERRITORIES_TO_WIN,
    TERRITORIES_TO_WIN,
)
from lawspeaker_engine.games.northgard.settings import NORMAL_YEARS, read_settings
from lawspeaker_engine.games.northgard.text.laid_tiles import place_tile
from lawspeaker_engine.games.northgard.text.module_text import ModuleTexts, OptionLine
from lawspeaker_engine.games.northgard.text.views import (
    card_name,
    clan_name,
    fights,
    figures_text,
    holds_kaija,
    known_lines,
    names,
    states,
)
from lawspeaker_engine.games.northgard.tiles import TILES
from lawspeaker_engine.games.northgard.view import PlayerView, View
from lawspeaker_engine.model import Setup
from lawspeaker_engine.text import BriefText, amounts

_LETTERS: Final = ("f", "w", "l")
_SPACES: Final = ("S", "C", "L")
_MARKS: Final = {1: "", 2: "r", 3: "x"}
_SHORT: Final = {
    "food_silo": "Silo", "woodcutter_lodge": "Lodge", "carved_stone": "Stone", "defense_tower": "Tower",
    "training_camp": "Camp", "fortress": "Fortress", "forge": "Forge", "altar_of_kings": "Altar",
}
"""By the building's id."""
_BUILT: Final = [_SHORT[row.id] for row in BUILDINGS]

NOTES: Final = (
    (f"Resources are f (food), w (wood), l (lore). Buildings are called {', '.join(_BUILT)}; `Buildings left` has the "
     f"number of each in this order."),
    ("A player's line: resources; fame, if you may know it; units in reserve; cards in hand and in the draw pile; "
     "active and discarded cards. All upgrades of a clan can be taken, unless the line says which are left."),
    ("A territory's line, `12 s1 3: Silo, 2f 1w, 1S1L, lair; t3 o2; 4 7r`, says: territory 12 is held by seat 1 with 3 "
     "units (`you 3`: by you; neither: neutral); its buildings; the food, wood and lore that are printed in it; free "
     "spaces, S small, C small with the Carved Stone symbol, L large; lairs; t, how many tiles it covers, if several; "
     "o, how many sides are open (without any it is closed); and its neighbours with a higher number, r behind a rough "
     "border, x behind an impassable one. A border is told once, at the lower number."),
    ("Options name a card after the action for which it is used: play; wait (put it down without effect); replace (1 "
     "lore: draw another); remove (2 lore: it leaves the game); upgrade (3 lore: it becomes an upgrade of the clan). "
     "An area of a tile is named by a letter, in the order of the tile's row; N, E, S, W are sides that stay open."),
)


def _view_lines(words: ModuleTexts, view: View) -> Iterator[str]:
    """Yield what the seat knows and the components do not say, line by line."""
    yield from _table(words, view)
    yield from fights(words, view)
    for player in view.players:
        yield _player(player, view)
    yield from _cards(view)
    yield from _map(view)


def _table(words: ModuleTexts, view: View) -> Iterator[str]:
    when = f"Year {view.year} of {view.years}, {view.phase}" if view.year else "Setup"
    yield f"{when}. First player: seat {view.first}."
    yield from words.view(view)
    yield (f"Buildings left {' '.join(map(str, view.stock))}; cards {view.early_left} early, {view.advanced_left} "
           f"advanced, {view.unrest_left} Unrest; tiles {view.pile_left}.")


def _player(player: PlayerView, view: View) -> str:
    said = [_resources((player.food, player.wood, player.lore)) or "nothing"]
    said += [f"{player.fame} fame"] if player.fame >= 0 else []
    said += [f"reserve {player.reserve}", f"hand {player.hand_size}", f"draw {player.draw_size}"]
    said += [f"{what} {names(cards)}" for what, cards in (
        ("active", player.active), ("discarded", player.discard), ("out of the game", player.boxed)) if cards]
    said += _taken(player)
    you = "You, seat" if player.seat == view.seat else "Seat"
    return f"{you} {player.seat} ({clan_name(player.clan)}): {'; '.join(said + states(player, view))}"


def _taken(player: PlayerView) -> list[str]:
    """Return which upgrades of a clan are not in its supply any more."""
    if player.clan < 0:
        return []
    left = len(player.upgrades)
    if left == len(CLANS[player.clan].cards) - 1:
        return []
    return [f"upgrades left {names(player.upgrades)}" if left else "no upgrades left"]


def _cards(view: View) -> Iterator[str]:
    for me in (player for player in view.players if player.seat == view.seat):
        for what, cards in (("Your hand", me.hand), ("Drawn, to be sorted", me.drawn),
                            ("Your draw pile, in unknown order", me.draw)):
            if cards:
                yield f"{what}: {names(cards)}"
        if me.top:
            yield f"On top of it, the next one first: {', '.join(map(card_name, reversed(me.top)))}"
        if me.tiles:
            yield f"Tiles in your hand: {', '.join(TILES[tile].id for tile in me.tiles)}"
    yield from (line.removesuffix(".") for line in known_lines(view))
    for what, cards in (("Displayed", view.display), ("Achievements", view.achievements)):
        if cards:
            yield f"{what}: {names(cards)}"


def _map(view: View) -> Iterator[str]:
    layout, board = view.layout, view.board
    built: dict[int, list[str]] = {}
    for building, territory in zip(board.building, board.building_territory, strict=True):
        built.setdefault(territory, []).append(_BUILT[building])
    beside: dict[int, list[str]] = {}
    for source, target, kind in zip(layout.border_from, layout.border_to, layout.border_kind, strict=True):
        if source < target:
            beside.setdefault(source, []).append(f"{target}{_MARKS[kind]}")
    yield "Territories:"
    for at, territory in enumerate(layout.territory):
        spaces = board.small[at], board.carved[at], board.large[at]
        printed = [*built.get(territory, ()), _resources((layout.food[at], layout.wood[at], layout.lore[at])),
                   amounts(spaces, _SPACES).replace(",", "").replace(" ", "") if any(spaces) else "",
                   "lair" if layout.lairs[at] == 1 else f"{layout.lairs[at]} lairs" if layout.lairs[at] else ""]
        size = [f"t{layout.size[at]}"] if layout.size[at] > 1 else []
        size += [f"o{layout.open_sides[at]}"] if layout.open_sides[at] else []
        parts = ", ".join(filter(None, printed)), " ".join(size), " ".join(beside.get(territory, ()))
        yield f"{territory}{_force(view, at, territory)}: {'; '.join(filter(None, parts))}"


def _resources(numbers: Sequence[int]) -> str:
    return " ".join(f"{number}{letter}" for number, letter in zip(numbers, _LETTERS, strict=True) if number)


def _force(view: View, at: int, territory: int) -> str:
    owner = view.board.owner[at]
    if owner < 0:
        return ""
    kaija = "+Kaija" if holds_kaija(territory, view) else ""
    snake = " Scorched Earth" if view.scorched == territory else ""
    return f" {'you' if owner == view.seat else f's{owner}'} {view.board.units[at]}{kaija}{snake}"


def _notes(setup: Setup) -> Iterator[str]:
    """Yield what is so all game long."""
    settings = read_settings(setup)
    worth = "what your cards are worth, " if edition(settings.edition).card_fame else ""
    yield (f"Most fame after year {settings.years} wins: fame tokens, 1 for every 3 resources left, {worth}"
           f"{edition(settings.edition).unrest_fame} for each Unrest.")
    if settings.years == NORMAL_YEARS and settings.victory == "none" and settings.automa <= 1:
        needed = TEAM_TERRITORIES_TO_WIN if settings.teams else TERRITORIES_TO_WIN
        needed = SOLO_TERRITORIES_TO_WIN if settings.automa else needed
        yield (f"At the end of any year {needed} closed territories with a large building win at once"
               f"{' for a team: seats 0 and 2, or 1 and 3' if settings.teams else ''}.")
    yield from NOTES


def _move(option: options.Move, view: View | None) -> str:
    who = figures_text(option.units, kaija=option.kaija)
    owner = -1 if view is None else view.board.owner[view.layout.territory.index(option.target)]
    enemy = f" (enemy, seat {owner})" if view is not None and owner not in (-1, view.seat) else ""
    return f"{who} from {option.source} to {option.target}{enemy}"


def _figure(option: options.Recruit | options.Figure, _view: View | None) -> str:
    name = "Kaija" if option.kaija else FIGURES[option.figure].name if option.figure else "a unit"
    return f"{name} in {option.territory}"


_OPTIONS: Final[dict[type, OptionLine]] = {
    options.PlaceTile: lambda option, view: place_tile(option, view, printed=False),
    options.Wait: lambda option, _: f"wait: {card_name(option.card)}",
    options.Replace: lambda option, _: f"replace {card_name(option.card)}",
    options.Remove: lambda option, _: f"remove {card_name(option.card)}",
    options.Upgrade: lambda option, _: (
        f"upgrade {card_name(option.card)}{' (out of the game)' if option.out_of_game else ''} to "
        f"{card_name(option.upgrade)}"),
    options.Pass: lambda _option, _view: "pass",
    options.Card: lambda option, _: card_name(option.card),
    options.ChooseClan: lambda option, _: f"the {CLANS[option.clan].name}",
    options.Move: _move,
    options.Recruit: _figure,
    options.Figure: _figure,
    options.Build: lambda option, _: (
        f"{_BUILT[option.building]} in {option.territory}{' on a space with the symbol' if option.carved else ''}"),
    options.Trade: lambda option, _: (
        f"{_resources((option.food, option.wood, option.lore))} for 1{_LETTERS[option.resource]}"),
    options.Territory: lambda option, _: f"territory {option.territory}",
}


def make_brief(words: ModuleTexts) -> BriefText:
    """Return the shorter text, with what modules say."""
    return BriefText(_notes, partial(_view_lines, words), _OPTIONS)
