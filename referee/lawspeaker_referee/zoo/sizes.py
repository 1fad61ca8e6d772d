"""How much room a game needs in observations, which have one shape from the first step to the last."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent / "content"
"""One file a game; `python -m lawspeaker_referee.zoo` writes them."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The room in the observations of one game with one number of players.

    A path is a type's field, such as `view.players.hand`, or of an option `option.Reorganize.cards`.
    """

    options: int
    """The most options of a decision; the action after the last of them is the one that means `that is all`."""
    lengths: Mapping[str, int]
    """By path: the most entries of a list."""
    words: Mapping[str, tuple[str, ...]]
    """By path: the texts there are, which become numbers from 1; `prompt` has those of all questions."""

    def widened(self, times: float) -> Sizes:
        """The same with so many times the room for options and in all lists."""
        return replace(self, options=round(self.options * times),
                       lengths={path: round(length * times) for path, length in self.lengths.items()})


@cache
def declared(game: str) -> Mapping[str, Any] | None:
    """The file of a game as tables; None if it has none."""
    path = FOLDER / f"{game}.toml"
    return tomllib.loads(path.read_text()) if path.exists() else None


def sizes_of(game: str, players: int) -> Sizes | None:
    """The sizes that are declared for a game, whatever its options; None for a game that has none."""
    table = declared(game)
    if table is None:
        return None
    seats = table["players"][str(players)]
    return Sizes(seats["options"], seats["lengths"], {path: tuple(words) for path, words in table["words"].items()})


def as_toml(version: int, by_players: Mapping[int, Sizes]) -> str:
    """The file of a game: its texts, and its lengths by number of players."""
    words: dict[str, set[str]] = {}
    for sizes in by_players.values():
        for path, known in sizes.words.items():
            words.setdefault(path, set()).update(known)
    lines = ["# Made by python -m lawspeaker_referee.zoo", "", f"version = {version}", "", "[words]"]
    for path, texts in sorted(words.items()):
        lines += [f'"{path}" = [', *(f'  "{text}",' for text in sorted(texts)), "]"]
    for players, sizes in by_players.items():
        lines += ["", f"[players.{players}]", f"options = {sizes.options}", f"[players.{players}.lengths]"]
        lines += [f'"{path}" = {length}' for path, length in sorted(sizes.lengths.items())]
    return "\n".join(lines) + "\n"
