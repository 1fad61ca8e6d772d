"""Story sentences of Clansmen besides those of prompts: what each player has, and hexes that were revealed."""

from __future__ import annotations

from collections.abc import Iterator

from lawspeaker_engine.games.clansmen.state import KINDS, STOCK
from lawspeaker_engine.games.clansmen.text.views import kind_name, stock_of, terrain_name
from lawspeaker_engine.games.clansmen.view import View
from lawspeaker_engine.text import amounts, counted


def standing(view: View) -> Iterator[str]:
    """Yield what each player has, a line a seat."""
    for player in view.players:
        kinds = [person.kind for person in player.people]
        people = ", ".join(counted(kinds.count(each), kind_name(each)) for each in range(len(KINDS)) if each in kinds)
        weak = sum(person.weakened for person in player.people)
        yield (f"Seat {player.seat}: {player.respect} Respect; "
               f"{amounts(stock_of(player), STOCK).replace('nothing', 'no stock')}; "
               f"{people or 'nobody'}{f' ({weak} Weakened)' if weak else ''}")


def news(before: View, after: View) -> Iterator[str]:
    """Yield the hexes that were revealed, but for those of the setup."""
    if before.year:
        for tile, (was, terrain) in enumerate(zip(before.map.terrain, after.map.terrain, strict=True)):
            if terrain and not was:
                yield f"Tile {tile} is {terrain_name(tile, after)}"
