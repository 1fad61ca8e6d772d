"""The games there are: an explicit list, and those that other installed packages bring.

A package brings a game by an entry point of the group `lawspeaker.games`: its name is the game's, its value the class
or a function that returns the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from lawspeaker_engine.game import Game
from lawspeaker_engine.model import BadSetup
from lawspeaker_engine.suggestions import did_you_mean

__all__ = ["GAMES", "find_game"]

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "lawspeaker.games"
"""The entry points of games of other packages."""
_PARTS: Final = tuple(part for part in Game.__dict__ if not part.startswith("_"))
"""The names of all that a game has."""


class Games(MutableMapping[str, Game[Any]]):
    """Games by name. A game is loaded, with all its rows, when it is first looked up.

    Games of other packages come after those here, by name. They are looked for, which takes some milliseconds, when the
    names are listed or a name is not known.
    """

    def __init__(self, load: Mapping[str, Callable[[], Game[Any]]], group: str = "") -> None:
        """`load` has a function for each name that returns the game; `group` is that of entry points, if any."""
        self._load = dict(load)
        self._loaded: dict[str, Game[Any]] = {}
        self._group = group
        """Empty once its entry points have been looked for."""

    def __getitem__(self, name: str) -> Game[Any]:
        """Return a game. Raises KeyError for an unknown name, and BadSetup for a game of a package that is broken."""
        if name not in self._load:
            self._look_for_packages()
        if name not in self._loaded:
            self._loaded[name] = self._load[name]()
        return self._loaded[name]

    def __setitem__(self, name: str, game: Game[Any]) -> None:
        self._load[name], self._loaded[name] = lambda: game, game

    def __delitem__(self, name: str) -> None:
        del self._load[name]
        self._loaded.pop(name, None)

    def __contains__(self, name: object) -> bool:
        if name not in self._load:
            self._look_for_packages()
        return name in self._load

    def __iter__(self) -> Iterator[str]:
        self._look_for_packages()
        return iter(self._load)

    def __len__(self) -> int:
        self._look_for_packages()
        return len(self._load)

    def _look_for_packages(self) -> None:
        """Add the games of other packages, by name. Raises BadSetup for a name that is taken."""
        group, self._group = self._group, ""
        if not group:
            return
        from importlib.metadata import entry_points  # 20 ms, which most programs can do without

        for found in sorted(entry_points(group=group), key=lambda each: (each.name, each.value)):
            if found.name in self._load:
                raise BadSetup(f"two games are called {found.name!r}: the package of {found.value} must rename its own")
            self._load[found.name] = partial(_of_package, found)


def _of_package(found: EntryPoint) -> Game[Any]:
    """Return the game of an entry point. Raises BadSetup."""
    try:
        game: Game[Any] = found.load()()
    except Exception as error:  # a package raises what it likes
        raise BadSetup(f"the game {found.name!r} of an installed package cannot be loaded from {found.value}: "
                       f"{type(error).__name__}: {error}") from error
    # The class first: a property of the game may have much to work out.
    if missing := [part for part in _PARTS if not (hasattr(type(game), part) or hasattr(game, part))]:
        raise BadSetup(f"the game {found.name!r} of {found.value} has no {', '.join(missing)}; "
                       "lawspeaker_engine.game.Game says what each is")
    if game.name != found.name:
        raise BadSetup(f"the game of {found.value} is called {game.name!r}, but its entry point {found.name!r}")
    return game


def _northgard() -> Game[Any]:
    from lawspeaker_engine.games.northgard.game import Northgard

    return Northgard()


def _clansmen() -> Game[Any]:
    from lawspeaker_engine.games.clansmen.game import Clansmen

    return Clansmen()


def _pax_viking() -> Game[Any]:
    from lawspeaker_engine.games.pax_viking.game import PaxViking

    return PaxViking()


GAMES = Games({"northgard": _northgard, "clansmen": _clansmen, "pax_viking": _pax_viking}, GROUP)


def find_game(name: str) -> Game[Any]:
    """Return the game of that name. Raises BadSetup with the names there are."""
    if name not in GAMES:
        raise BadSetup(f"no game {name!r}{did_you_mean(name, GAMES)}; there are: {', '.join(GAMES)}")
    return GAMES[name]
