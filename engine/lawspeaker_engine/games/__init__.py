"""The games there are: an explicit list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import Any

from lawspeaker_engine.game import Game, did_you_mean
from lawspeaker_engine.model import BadSetup


class Games(MutableMapping[str, Game[Any]]):
    """Games by name. A game is loaded, with all its rows, when it is first looked up."""

    def __init__(self, load: Mapping[str, Callable[[], Game[Any]]]) -> None:
        """`load` has a function for each name that returns the game."""
        self._load = dict(load)
        self._loaded: dict[str, Game[Any]] = {}

    def __getitem__(self, name: str) -> Game[Any]:
        if name not in self._loaded:
            self._loaded[name] = self._load[name]()
        return self._loaded[name]

    def __setitem__(self, name: str, game: Game[Any]) -> None:
        self._load[name], self._loaded[name] = lambda: game, game

    def __delitem__(self, name: str) -> None:
        del self._load[name]
        self._loaded.pop(name, None)

    def __contains__(self, name: object) -> bool:
        return name in self._load

    def __iter__(self) -> Iterator[str]:
        return iter(self._load)

    def __len__(self) -> int:
        return len(self._load)


def _northgard() -> Game[Any]:
    from lawspeaker_engine.games.northgard.game import Northgard

    return Northgard()


def _clansmen() -> Game[Any]:
    from lawspeaker_engine.games.clansmen.game import Clansmen

    return Clansmen()


def _pax_viking() -> Game[Any]:
    from lawspeaker_engine.games.pax_viking.game import PaxViking

    return PaxViking()


GAMES = Games({"northgard": _northgard, "clansmen": _clansmen, "pax_viking": _pax_viking})


def find_game(name: str) -> Game[Any]:
    """Return the game of that name. Raises BadSetup with the names there are."""
    if name not in GAMES:
        raise BadSetup(f"no game {name!r}{did_you_mean(name, GAMES)}; there are: {', '.join(GAMES)}")
    return GAMES[name]
