"""What the verbs of abilities do, by verb: the state has it as a value, so that who uses an ability knows no verb."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Begins = Mapping[type, Callable[[Any, Any, Any], None]]
"""By class of effects: a function of an effect, the state and the source that does it."""
Tests = Mapping[type, Callable[[Any, Any, Any], bool]]
"""By class of effects: a function of the same that returns whether it would do anything."""


@dataclass(frozen=True, slots=True)
class Deeds:
    """What verbs do, and when they would do anything. A verb without a test always would."""

    begin: Begins
    possible: Tests
