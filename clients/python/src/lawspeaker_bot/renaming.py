"""Other names for the things of a game, in all that a model is told: does it understand the texts, or remember them?

    [northgard]
    "Northgard: Uncharted Lands" = "Salt Provinces"
    "lore" = "ink"
    "Huginn & Muninn" = "Tavorel"

A name in small letters also stands for itself with capitals, and any one for several things of the
name: with an s. It is found in words that underscores join, too.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lawspeaker_bot.decision import Text
from lawspeaker_bot.errors import BotError


class BadNames(BotError):
    """A file of names that cannot be used; one line that says what would be right."""


class Renaming:
    """Replaces names in texts, the longest first, and each whole."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names
        """The other names as they were given."""
        one_or_more = {_several(name): _several(other) for name, other in names.items()} | dict(names)
        self._others = dict(one_or_more)
        for name, other in one_or_more.items():
            if name.islower():
                for told in (str.capitalize, str.title, str.upper):
                    self._others.setdefault(told(name), told(other))
        longest = sorted(map(re.escape, self._others), key=len, reverse=True)
        self._names = re.compile(rf"(?<![^\W_])(?:{'|'.join(longest)})(?![^\W_])") if longest else None

    def text(self, text: str) -> str:
        """Return a text with the other names."""
        return text if self._names is None else self._names.sub(lambda found: self._others[found[0]], text)

    def words(self, words: Text) -> Text:
        """Return the text of a decision with the other names."""
        return Text(self.text(words.question), tuple(map(self.text, words.options)), self.text(words.view),
                    tuple(map(self.text, words.events)))


def _several(name: str) -> str:
    return f"{name}es" if name.endswith(("s", "x", "ch", "sh")) else f"{name}s"


def read_names(path: Path) -> Mapping[str, Renaming]:
    """Return the other names of a file, by game. Raises BadNames and OSError."""
    try:
        found: Mapping[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadNames(f"{path}: {error}") from None
    for game, names in found.items():
        if not isinstance(names, dict) or not all(isinstance(each, str) for each in names.values()):
            raise BadNames(f"{path}: {game} must be a table of names and other names, both texts; `lawspeaker games "
                           f"{game} --other-names` prints one")
    return {game: Renaming(names) for game, names in found.items()}
