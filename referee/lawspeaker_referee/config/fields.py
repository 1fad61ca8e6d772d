"""Tables of a tournament's file, read key by key; whatever is wrong in them is one line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lawspeaker_engine.game import did_you_mean
from lawspeaker_engine.model import BadSetup

NAME_LENGTH: Final = 30
"""Characters; the names of a table of six, and the tournament's, make the name of a record's file."""
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


class BadConfig(BadSetup):
    """A file that describes no tournament; one line that says where it is wrong and what would be right."""


@dataclass(frozen=True, slots=True)
class ConfigTable:
    """A table of the file: every method gives the value of one key, or the default, or raises BadTerms."""

    where: str
    """How an error begins, such as `cup.toml: format: `."""
    values: Mapping[str, Any]

    def only(self, known: Sequence[str]) -> None:
        """No key but these. Raises BadTerms."""
        for key in self.values:
            if key not in known:
                raise self.bad(f"there is no {key!r}{did_you_mean(key, known)}; there are {', '.join(known)}")

    def need(self, *keys: str) -> None:
        """These keys are there. Raises BadTerms."""
        for key in keys:
            if key not in self.values:
                raise self.bad(f"{key} is missing")

    def bad(self, message: str) -> BadConfig:
        """The error, with where it is."""
        return BadConfig(self.where + message)

    def table(self, key: str) -> ConfigTable:
        """A table inside; empty if it is left out."""
        value = self.values.get(key, {})
        if not isinstance(value, Mapping):
            raise self.bad(f"{key} is {value!r}; it is a table, [{key}]")
        return ConfigTable(f"{self.where}{key}: ", value)

    def tables(self, key: str) -> list[ConfigTable]:
        """The tables of a list."""
        values = self.values.get(key, [])
        if not isinstance(values, list | tuple) or not all(isinstance(value, Mapping) for value in values):
            raise self.bad(f"{key} is no list of tables; each begins with [[{key}]]")
        return [ConfigTable(f"{self.where}{key} {value.get('name', number)}: ", value)
                for number, value in enumerate(values, 1)]

    def text(self, key: str, default: str = "") -> str:
        """A text that is not empty, or the default."""
        value = self.values.get(key, default)
        if not isinstance(value, str) or (key in self.values and not value.strip()):
            raise self.bad(f"{key} is {value!r}; it is a text in quotes")
        return value

    def name(self, key: str) -> str:
        """A name that can be part of a file's name."""
        value = self.text(key)
        if not _NAME.fullmatch(value) or len(value) > NAME_LENGTH:
            raise self.bad(f"{key} {value!r} is no name; a name is 1 to {NAME_LENGTH} letters, digits, "
                           "'.', '_' and '-', and begins with a letter or digit")
        return value

    def names(self, key: str) -> tuple[str, ...]:
        """Texts, each once."""
        values = self.values.get(key, [])
        if not isinstance(values, list | tuple) or not all(isinstance(value, str) for value in values):
            raise self.bad(f'{key} is {values!r}; it is a list of names, such as ["one", "two"]')
        for value in values:
            if values.count(value) > 1:
                raise self.bad(f"{key} has {value!r} twice; name it once")
        return tuple(values)

    def whole(self, key: str, default: int, least: int, most: int) -> int:
        """A whole number of a range, or the default."""
        value = self.values.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or (key in self.values and not least <= value <= most):
            quotes = ", without quotes" if isinstance(value, str) else ""
            raise self.bad(f"{key} is {value!r}; it is a whole number from {least} to {most}{quotes}")
        return value

    def flag(self, key: str) -> bool:
        """True or false; false if it is left out."""
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            raise self.bad(f"{key} is {value!r}; it is true or false")
        return value

    def one_of(self, key: str, choices: Sequence[str], default: str = "") -> str:
        """One of some words."""
        value = self.values.get(key, default)
        if value not in choices:
            hint = did_you_mean(value, choices) if isinstance(value, str) else ""
            raise self.bad(f"{key} is {value!r}{hint}; it is one of {', '.join(choices)}")
        return str(value)
