"""Specs of bots that the referee starts: a built-in bot, a command line, or a hostile bot for tests."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lawspeaker_bot.bots import BUILT_IN
from lawspeaker_bot.bots import parse as parse_built_in
from lawspeaker_engine.game import did_you_mean
from lawspeaker_engine.model import BadSetup

COMMAND: Final = "cmd:"
HUMAN: Final = "human"
HOSTILE: Final = "hostile:"
HOSTILE_MODULE: Final = "lawspeaker_bot.bots.hostile"
_RUN_WITH: Final = {".py": "python", ".js": "node", ".mjs": "node", ".jar": "java -jar", ".sh": "sh"}
"""Suffix of a file -> program that runs it."""


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """The bot of a seat, and the command that starts it."""

    text: str
    """The spec as it was written."""
    built_in: str
    """A built-in bot, with its argument if it has one; empty for a command."""
    command: tuple[str, ...]
    """The command line of its process."""

    @property
    def is_own(self) -> bool:
        """Return True for a program of the user's."""
        return self.text.startswith(COMMAND)

    @property
    def is_human(self) -> bool:
        """Return True for a person at the terminal."""
        return self.text == HUMAN

    @classmethod
    def parse(cls, text: str, *, people: bool = False) -> SeatSpec:
        """Return the bot of `random`, `greedy`, `search`, `search:THINKING`, `cmd:COMMAND LINE` or `hostile:NAME`, and
        with `people` of `human`.

        Raises BadSetup.
        """
        if text == HUMAN:
            if not people:
                raise BadSetup(f"no bot {text!r} here: a person plays with `lawspeaker play` only")
            return cls(text, "", ())
        if text.partition(":")[0] in BUILT_IN:
            return cls(text, text, _built_in(text))
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


def _built_in(text: str) -> tuple[str, ...]:
    """Return the command of a built-in bot. Raises BadSetup for an argument that it does not take."""
    try:
        name, argument = parse_built_in(text)
    except ValueError as error:
        raise BadSetup(str(error)) from None
    return (sys.executable, "-m", BUILT_IN[name], *([argument] if argument else []))


def _meant(text: str) -> str:
    """Return a hint for a text that is no spec: a similar name, or cmd: with the program or script."""
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
    """Return the name of a hostile bot, with the time at which it strikes if there is one. Raises BadSetup."""
    from lawspeaker_bot.bots.hostile import CAST, make

    try:
        make(text)
    except KeyError:
        name = text.partition("@")[0]
        raise BadSetup(f"no hostile bot {name!r}{did_you_mean(name, CAST)}; there are {', '.join(CAST)}") from None
    except ValueError as error:
        raise BadSetup(str(error)) from None
    return text
