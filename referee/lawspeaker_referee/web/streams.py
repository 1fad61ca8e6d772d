"""An answer that goes on for long: it is sent in parts, each with a deadline of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Stream:
    """An answer in parts: events as they come, or a file that is too large for memory."""

    kind: str
    """Its media type."""
    parts: AsyncIterator[bytes]
    end: Callable[[], object]
    """Called once when nothing more is sent."""
    part_s: float
    """Seconds for each part, from when the one before was taken."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Further headers."""
