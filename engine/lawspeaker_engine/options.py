"""Options of a match, each written once: as a field of the class of a game's settings.

    class Settings:
        players: int
        years: int = option("How many years are played.", 7, 10)
        teams: bool = option("Whether two play together.", default=False)

`options_of(Settings)` is what a game offers, and `settings_of(Settings, setup)` the typed form of what a match has.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any, Final, TypeVar

from lawspeaker_engine.model import GameOption, Setup
from lawspeaker_engine.shape import fields_of

__all__ = ["option", "options_of", "settings_of"]

T = TypeVar("T")
_OPTION: Final = "option"


def option(doc: str, *choices: int | str, default: bool | int | str | None = None) -> Any:
    """Return a field that is an option of a match; its default is the first of `choices` unless another one is given.

    Without `choices` it is a boolean, which takes both values and needs a default. Raises TypeError if it has neither.
    """
    if default is None and not choices:
        raise TypeError("an option has choices, or it is a boolean with a default")
    usual = choices[0] if default is None else default
    return field(default=usual, metadata={_OPTION: (usual, doc, choices)})


def options_of(settings: type) -> tuple[GameOption, ...]:
    """Return the options of a class of settings, in the order of its fields."""
    return tuple(GameOption(name, *each.field.metadata[_OPTION])
                 for name, each in fields_of(settings).items() if _OPTION in each.field.metadata)


def settings_of(settings: Callable[..., T], setup: Setup, **changed: bool | int | str) -> T:
    """Return the typed form of a complete setup, with some values changed. The class has `players` besides options."""
    return settings(players=setup.players, **{**setup.options, **changed})
