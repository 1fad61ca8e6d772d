"""A module of the game: when it is in play, and what it changes on the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lawspeaker_engine.games.northgard.settings import Settings
from lawspeaker_engine.games.northgard.table import Table


@dataclass(frozen=True, slots=True)
class Module:
    """A module, such as the Warchiefs."""

    name: str
    in_play: Callable[[Settings], bool]
    edit: Callable[[Table], None]
    """Changes a table that is being laid: adds rows, rules and state parts, inserts steps and phases."""
    changes: frozenset[str] = frozenset()
    """The numbers that it changes and the steps that it replaces, such as unrest_fame or the step victory; no other
    module may change the same.
    """
