"""The table of effects by their class: the state holds it, so the rules that use an ability know no verb."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Begins = Mapping[type, Callable[[Any, Any, Any], None]]
"""By class of effects: a function of an effect, the state and the source that does it."""
Tests = Mapping[type, Callable[[Any, Any, Any], bool]]
"""By class of effects: a function of the same that returns whether it would do anything."""


@dataclass(frozen=True, slots=True)
class EffectTable:
    """The functions of all effects. One without a test would always do something."""

    begin: Begins
    possible: Tests
