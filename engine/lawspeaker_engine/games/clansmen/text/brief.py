"""Clansmen for those who have read its components once: views and options without what is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from lawspeaker_engine.games.clansmen import options
from lawspeaker_engine.games.clansmen.buildings import BUILDINGS
from lawspeaker_engine.games.clansmen.cards.tales import TALES
from lawspeaker_engine.games.clansmen.hexes import TERRAINS
from lawspeaker_engine.games.clansmen.phases.events import EVENTS
from lawspeaker_engine.games.clansmen.state import ACTIONS, NO_EVENT
from lawspeaker_engine.games.clansmen.text.views import (
    about_question,
    kind_name,
    listed,
    offer_line,
    promise_line,
    raid_lines,
    season_name,
    things_on_tiles,
    tile_name,
    with_cards,
)
from lawspeaker_engine.games.clansmen.view import PlayerView, View
from lawspeaker_engine.model import Setup
from lawspeaker_engine.text import BriefText

_STOCK: Final = ("f", "w", "s", "g")

NOTES: Final = (
    "`Respect 28 of 50`: of all players together, of what the gate asks for.",
    "`Raiders 3`: they are on space 3. `Tales 74`: so many cards are in the deck.",
    "What is left of a question counts the question itself.",
    "After the last year, in the sum that must reach the gate, a Warrior is worth 1 and a Weakened population -1.",
    "`Start: seat 1`: it has the Start token.",
    ("A player's line: r, Respect; stock, f (food), w (wood), s (stone), g (goods); pop, its population; tales, its "
     "Tales cards; buildings; `home 2` names its settlement in the table of settlements; actions that it has left this "
     "season, and those that it cannot take again; Special Actions that it has left, and those of which seasons it has "
     "taken this year. Promises bind nobody."),
    ("Land: revealed tiles by terrain, with who and what stands there; what lies beside a tile is in the table of "
     "tiles. A tile that is not listed is not revealed. `12 (s1 W Farmer, Fence)`: seat 1 has a Weakened Farmer and a "
     "Fence on tile 12; `you`: you have."),
)


def view_lines(view: View) -> Iterator[str]:
    """Yield what the seat knows and the components do not say, line by line."""
    yield from _season(view)
    yield from (line.replace(", this one counted", "") for line in about_question(view))
    if view.raid is not None:
        yield from raid_lines(view.raid, view)
    if view.offer is not None:
        yield offer_line(view.offer)
    yield from (promise_line(each).removesuffix(", which binds nobody.") for each in view.promises)
    for player in view.players:
        yield from _player(player, view)
    yield from _land(view)


def _season(view: View) -> Iterator[str]:
    when = f"Year {view.year} of {view.years}, {season_name(view.season)}, {view.phase}" if view.year else "Setup"
    together = sum(player.respect for player in view.players)
    yield (f"{when}. Start: seat {view.start}. Respect {together} of {view.gate}. "
           f"Raiders {view.counter}.")
    event = f"Event: {EVENTS[view.event].name}. " if view.event != NO_EVENT else ""
    after = f"The next one: {EVENTS[view.next_event].name}. " if view.next_event != NO_EVENT else ""
    past = f"Past: {listed([EVENTS[each].name for each in view.past_events])}." if view.past_events else ""
    if event or after or past:
        yield f"{event}{after}{past}".strip()
    yield f"Tales {view.tales_left}; discarded {listed([TALES[card].name for card in view.discard])}."
    if view.batch:
        yield f"Migrants to choose from: {listed([kind_name(kind) for kind in view.batch])}."


def _player(player: PlayerView, view: View) -> Iterator[str]:
    mine = player.seat == view.seat
    stock = zip((player.food, player.wood, player.stone, player.goods), _STOCK, strict=True)
    said = [f"{player.respect}r", " ".join(f"{number}{letter}" for number, letter in stock if number)]
    said += [f"{player.blessings} Blessings"] if player.blessings else []
    said += [f"pop {len(player.people)}", f"tales {player.hand_size}"]
    said += [f"home {player.home}"] if player.home >= 0 else []
    built = [name for row, count in zip(BUILDINGS, player.built, strict=True) for name in [row.name] * count]
    said += [listed(built)] if built else []
    yield f"{'You, seat' if mine else 'Seat'} {player.seat}: {'; '.join(filter(None, said + _turns(player, view)))}"
    if player.hand:
        yield f"Your hand: {listed([TALES[card].name for card in player.hand])}"


def _turns(player: PlayerView, view: View) -> list[str]:
    """Return what the player can still do this season."""
    said = [f"called {listed([kind_name(kind) for kind in player.called])} for Summer"] if player.called else []
    if view.phase == "actions":
        said += [f"actions {player.actions}" + (f" and {player.tempo} in this turn" if player.tempo else "")]
        used = [name.replace("_", " ") for name, used, allowed in zip(
            ACTIONS, player.used, player.allowed, strict=True) if used >= allowed]
        said += [f"used {', '.join(used)}"] if used else []
    taken = [season_name(season) for season, count in enumerate(player.taken) if count]
    said += [f"special {player.specials}" + (f" took {' '.join(taken)}" if taken else "")]
    said += [f"idle hands on {' '.join(map(str, player.idle))}"] if player.idle else []
    said += ["ignores the event"] if player.ignores_event else []
    return said + (["passed"] if player.passed else [])


def _land(view: View) -> Iterator[str]:
    things = things_on_tiles(view, {player.seat: "you" if player.seat == view.seat else f"s{player.seat}"
                                    for player in view.players})
    for number, terrain in enumerate(TERRAINS, 1):
        tiles = [tile for tile, kind in enumerate(view.map.terrain) if kind == number]
        if tiles:
            yield f"{terrain.name}: {', '.join(_tile(tile, things.get(tile, ())) for tile in tiles)}"


def _tile(tile: int, things: list[str] | tuple[str, ...]) -> str:
    there = "; ".join(things).replace("Weakened ", "W ").replace("card ", "")
    return f"{tile} ({there})" if there else str(tile)


def _notes(setup: Setup) -> Iterator[str]:
    yield from NOTES


def _bundle(resources: Sequence[int]) -> str:
    return " ".join(f"{resources.count(each)}{letter}" for each, letter in enumerate(_STOCK) if each in resources)


def _explored(option: options.Tile, view: View | None) -> str:
    return tile_name(option.tile, None if view is None or not view.map.terrain[option.tile] else view)


_SHORT: Final[dict[type, Callable[[Any, View | None], str]]] = {
    options.Tile: _explored,
    options.PlayCard: lambda option, _: f"play the card {TALES[option.card].name}",
    options.Build: lambda option, _: f"build: {BUILDINGS[option.building].name}",
    options.Card: lambda option, _: TALES[option.card].name,
    options.Event: lambda option, _: EVENTS[option.event].name,
    options.Exchange: lambda option, _: f"give the Homeland {_bundle(option.give)} for {_bundle(option.take)}",
    options.Speak: lambda _option, _view: "promise something",
    options.Explore: lambda _option, _view: "explore",
    options.Hunt: lambda _option, _view: "hunt",
    options.Feast: lambda _option, _view: "feast",
    options.Caravan: lambda _option, _view: "Caravan",
}


def _with_cards(short: Callable[[Any, View | None], str]) -> Callable[[Any, View | None], str]:
    return lambda option, view: with_cards(short(option, view), option)


BRIEF: Final = BriefText(_notes, view_lines, {kind: _with_cards(short) for kind, short in _SHORT.items()})
