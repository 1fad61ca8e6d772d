"""The memory of a chat bot: it tells its model nothing of the match so far, the last turns, or the model's notes."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

KINDS: Final = ("none", "turns", "notes")
_NOTES: Final[dict[str, Any]] = {
    "type": "string", "description": "What you want to be told at your next decisions, in place of your notes."}


@dataclass(frozen=True, slots=True)
class Remembering:
    """How much a model is told of what it has seen and said before."""

    kind: str = "none"
    turns: int = 4
    """With the kind `turns`: the last decisions that are repeated, with the answers."""
    bytes: int = 4000
    """With the kind `notes`: the longest notes that are kept; what is longer is cut."""

    def with_notes(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the schema of an answer, with notes if they are kept."""
        if self.kind != "notes":
            return schema
        return {**schema, "properties": {**schema["properties"], "notes": _NOTES},
                "required": [*schema["required"], "notes"]}

    @property
    def asked(self) -> str:
        """Return the sentence that asks for notes; empty if none are kept."""
        if self.kind != "notes":
            return ""
        return (' The object may have a third field, "notes": what you want to be told at your next decisions, such as '
                f"plans and promises, in at most {self.bytes} bytes. It takes the place of your notes so far.")


@dataclass(slots=True)
class Memory:
    """The memory of a model in one match."""

    remembering: Remembering
    notes: str = ""
    _most: int = field(init=False)
    """The most turns that are repeated."""
    _turns: deque[tuple[str, str]] = field(default_factory=deque)

    def __post_init__(self) -> None:
        """Begin with nothing."""
        self._most = self.remembering.turns

    def shorten(self) -> bool:
        """Repeat half as many turns from now on, as these do not fit into the context; False if there are none."""
        self._most = len(self._turns) // 2
        had = bool(self._turns)
        self._drop()
        return had

    def messages(self) -> list[dict[str, str]]:
        """Return the turns before, as messages."""
        return [{"role": role, "content": content} for turn in self._turns
                for role, content in zip(("user", "assistant"), turn, strict=True)]

    def before(self) -> str:
        """Return the notes, to be put before a decision; empty if there are none."""
        return f"Your notes:\n{self.notes}\n\n" if self.notes else ""

    def keep(self, asked: str, said: str, notes: str | None) -> None:
        """Remember a decision that was answered."""
        kind = self.remembering.kind
        if kind == "turns":
            self._turns.append((asked, said))
            self._drop()
        elif kind == "notes" and notes is not None:
            self.notes = notes.encode(errors="replace")[:self.remembering.bytes].decode(errors="ignore")

    def _drop(self) -> None:
        while len(self._turns) > self._most:
            self._turns.popleft()
