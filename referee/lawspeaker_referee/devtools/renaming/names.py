"""Other names of a game: words from the rows of its file, and invented names for what its catalogue names.

The same game and seed have the same names, so that two evaluations with one seed can be compared; another seed gives
names that nobody can have read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from lawspeaker_engine.game import Game
from lawspeaker_referee.config.toml_text import toml_text
from lawspeaker_referee.config.user_files import read_toml

_FOLDER: Final = Path(__file__).parent
_ONSETS: Final = ("b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z", "br", "dr", "kl", "tr")
_VOWELS: Final = ("a", "e", "i", "o", "u", "ai", "ou")
_ENDS: Final = ("", "n", "l", "r", "s", "th")
_SYLLABLES: Final = 3
_SHORTEST: Final = 3
"""Letters of the shortest name that is replaced; below are numbers and signs."""


def other_names(game: Game[Any], seed: str = "") -> dict[str, str]:
    """Return what the things of a game are called instead, by name; what has a row keeps its row."""
    rows = _rows(game.name)
    words: Mapping[str, str] = rows.get("words", {game.title: invented(game.title, seed)})
    known = {name.lower() for name in words}
    found = dict(words)
    for name in sorted(_named(game.catalogue, rows.get("columns"))):
        if name.lower() in known or len(name) < _SHORTEST:
            continue
        tries = 0
        while (other := invented(f"{name}/{tries}" if tries else name, seed)) in found.values():
            tries += 1
        found[name] = other
    return found


def invented(name: str, seed: str = "") -> str:
    """Return a name of three syllables that follows from a name and a seed."""
    digest = int.from_bytes(blake2b(f"{seed}/{name}".encode(), digest_size=16).digest())
    parts = []
    for _ in range(_SYLLABLES):
        for letters in (_ONSETS, _VOWELS):
            digest, index = divmod(digest, len(letters))
            parts.append(letters[index])
    return ("".join(parts) + _ENDS[digest % len(_ENDS)]).capitalize()


def names_file(game: Game[Any], seed: str = "") -> str:
    """Return the other names as a table of TOML, as `lawspeaker-bot chat` reads them."""
    return f"[{json.dumps(game.name)}]\n{toml_text(other_names(game, seed))}"


def _rows(game: str) -> Mapping[str, Any]:
    path = _FOLDER / f"{game}.toml"
    return read_toml(path) if path.exists() else {}


def _named(catalogue: object, columns: list[str] | None) -> Iterator[str]:
    """Yield the names in these columns of a catalogue, None for all: without what stands in parentheses, and without
    the numbers of posts and the like.
    """
    for column in fields(catalogue):  # type: ignore[arg-type] # every catalogue is a dataclass
        rows = getattr(catalogue, column.name)
        if (columns is None or column.name in columns) and isinstance(rows, tuple | list):
            for row in rows:
                yield re.sub(r" (?:\(.*\)|\d+)$", "", getattr(row, "name", ""))
