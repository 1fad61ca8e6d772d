"""What the bots that a referee starts itself are called."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lawspeaker_bot.bots import BUILT_IN
from lawspeaker_engine.game import did_you_mean
from lawspeaker_engine.model import BadSetup

COMMAND: Final = "cmd:"
HOSTILE: Final = "hostile:"
HOSTILE_MODULE: Final = "lawspeaker_bot.bots.hostile"
_RUN_WITH: Final = {".py": "python", ".js": "node", ".mjs": "node", ".jar": "java -jar", ".sh": "sh"}
"""By the end of a file's name."""


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """Who sits on a seat."""

    text: str
    """As it was written."""
    built_in: str
    """The name of a bot of ours; empty for a command."""
    command: tuple[str, ...]
    """What starts it as a process."""

    @property
    def is_own(self) -> bool:
        """Whether it is a program of the user's."""
        return self.text.startswith(COMMAND)

    @classmethod
    def parse(cls, text: str) -> SeatSpec:
        """`random`, `greedy`, `cmd:COMMAND LINE` or `hostile:NAME`. Raises BadSetup."""
        if text in BUILT_IN:
            return cls(text, text, (sys.executable, "-m", BUILT_IN[text]))
        if text.startswith(HOSTILE):
            return cls(text, "", (sys.executable, "-m", HOSTILE_MODULE, _hostile(text.removeprefix(HOSTILE))))
        if not text.startswith(COMMAND):
            raise BadSetup(f"no bot {text!r}{_meant(text)}; give {', '.join(BUILT_IN)} or '{COMMAND}COMMAND LINE'")
        try:
            command = tuple(shlex.split(text.removeprefix(COMMAND)))
        except ValueError as error:
            raise BadSetup(f"bot {text!r} is no command line: {error}") from None
        if not command:
            raise BadSetup(f"bot {text!r} has no command; write '{COMMAND}python my_bot.py', say")
        return cls(text, "", command)


def _meant(text: str) -> str:
    """What was meant by a spec that is none: another name, a program or script, or a command line."""
    try:
        words = shlex.split(text)
    except ValueError:
        words = []
    program = Path(words[0]) if words else Path()
    if program.is_file() and os.access(program, os.X_OK):
        text = text if len(program.parts) > 1 or text.startswith("./") else f"./{text}"
    elif program.suffix in _RUN_WITH:
        text = f"{_RUN_WITH[program.suffix]} {text.removeprefix('./')}"
    elif len(words) < 2 or shutil.which(words[0]) is None:
        return did_you_mean(text, BUILT_IN)
    return f" (did you mean '{COMMAND}{text}'?)"


def _hostile(text: str) -> str:
    """The name of a hostile bot, and when it ends, if that is said. Raises BadSetup."""
    from lawspeaker_bot.bots.hostile import CAST, make

    try:
        make(text)
    except KeyError:
        name = text.partition("@")[0]
        raise BadSetup(f"no hostile bot {name!r}{did_you_mean(name, CAST)}; there are {', '.join(CAST)}") from None
    except ValueError as error:
        raise BadSetup(str(error)) from None
    return text
