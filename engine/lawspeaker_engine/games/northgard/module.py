"""A module of the game: when it is in play, what it changes on the table, and the verbs that it brings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from lawspeaker_engine.games.northgard.settings import Settings
from lawspeaker_engine.games.northgard.table import Table


@dataclass(frozen=True, slots=True)
class Module:
    """A module, such as the Warchiefs. All that the rules of the base game know of one is this."""

    name: str
    in_play: Callable[[Settings], bool]
    edit: Callable[[Table], None]
    """Changes a table that is being laid: adds rows, rules and state parts, inserts steps and phases."""
    changes: frozenset[str] = frozenset()
    """The numbers that it changes and the steps that it replaces, such as unrest_fame or the step victory; no other
    module may change the same.
    """
    verbs: Mapping[str, type] = field(default_factory=dict)
    """The verbs that it brings for rows of cards."""
    powers: Mapping[str, type] = field(default_factory=dict)
    """The verbs that it brings for powers of clans, which are rules."""


def refuse_conflicts(modules: Sequence[Module]) -> None:
    """Raise ValueError if two modules that can be in play together change the same number or replace the same step, or
    bring the same verb.
    """
    for first, second in combinations(modules, 2):
        for name in sorted(first.changes & second.changes):
            raise ValueError(f"modules {first.name} and {second.name} both change {name}")
        for verb in sorted({*first.verbs, *first.powers} & {*second.verbs, *second.powers}):
            raise ValueError(f"modules {first.name} and {second.name} both bring the verb {verb}")
