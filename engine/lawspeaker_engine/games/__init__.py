"""The games there are: an explicit list."""

from __future__ import annotations

from typing import Any

from lawspeaker_engine.game import Game, did_you_mean
from lawspeaker_engine.games.clansmen.game import Clansmen
from lawspeaker_engine.games.northgard.game import Northgard
from lawspeaker_engine.model import BadSetup

GAMES: dict[str, Game[Any]] = {game.name: game for game in (Northgard(), Clansmen())}


def find_game(name: str) -> Game[Any]:
    """Return the game of that name. Raises BadSetup with the names there are."""
    if name not in GAMES:
        raise BadSetup(f"no game {name!r}{did_you_mean(name, GAMES)}; there are: {', '.join(GAMES)}")
    return GAMES[name]
