"""The sentences that tell what seats and chance did in Northgard, for those who read a game afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from lawspeaker_engine.games.northgard.text.module_text import ModuleTexts
from lawspeaker_engine.games.northgard.text.views import RESOURCES, clan_name
from lawspeaker_engine.games.northgard.view import View
from lawspeaker_engine.text import amounts, counted


def standing(words: ModuleTexts, view: View) -> Iterator[str]:
    """Yield what each player has, a line a seat."""
    for player in view.players:
        name = clan_name(player.clan) if player.clan >= 0 else words.player(player, view)
        if not name:
            continue
        held = [at for at, owner in enumerate(view.board.owner) if owner == player.seat]
        land = {view.layout.territory[at] for at in held}
        units = sum(view.board.units[at] for at in held)
        closed = sum(not view.layout.open_sides[at] for at in held)
        built = sum(territory in land for territory in view.board.building_territory)
        said = [
            f"{player.fame} fame" if player.fame >= 0 else "",
            amounts((player.food, player.wood, player.lore), RESOURCES).replace("nothing", "no resources"),
            f"{len(held)} territor{'y' if len(held) == 1 else 'ies'} ({closed} closed)",
            counted(built, "building"), counted(units, "unit"),
        ]
        yield f"Seat {player.seat} ({name}): {', '.join(filter(None, said))}"
