"""Projects that look ahead: they have the program of docs/examples/lookahead, and the engine as wheels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.model import BadSetup

EXAMPLE: Final = '"lookahead"'
"""The name of the bot in the programs, in whose place that of the project comes."""


@dataclass(frozen=True, slots=True)
class Searching:
    """How projects of one language look ahead."""

    wheels: tuple[str, ...]
    """The distributions that it needs, by the beginnings of their wheels' names."""
    needs: str = ""
    """What it needs besides the language."""
    run: str = ""
    """The command that starts the bot; empty for that of the language."""
    build: tuple[str, ...] = ()
    """Shell commands that install the engine."""
    prepare: tuple[str, ...] = ()
    """Shell commands with which CI prepares the container image of the language."""


_LIBRARY: Final = ("lawspeaker_bot", "lawspeaker_engine", "lawspeaker_bots")
_SERVICE: Final = Searching(
    (*_LIBRARY, "lawspeaker_referee"), ", and Python 3.11 or newer for the engine", "sh run.sh",
    ("python3 -m venv .venv", ".venv/bin/pip install -r requirements.txt"),
    ("apt-get update", "apt-get install -y --no-install-recommends python3-venv"))
SEARCHING: Final = {"python": Searching(_LIBRARY), "go": _SERVICE, "typescript": _SERVICE}
"""By the language: in Python the engine is a library, elsewhere a service that the bot starts."""


def searching(language: str) -> Searching:
    """Return how projects of a language look ahead. Raises BadSetup if there are none."""
    if language not in SEARCHING:
        raise BadSetup(f"--search is not for {language}, but for {', '.join(SEARCHING)}; docs/forward-model.md says "
                       "how bots in any language ask the engine")
    return SEARCHING[language]
