"""Specs of bots: a built-in one, a command line, a class of Python, or a hostile bot for tests."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lawspeaker_bots import BUILT_IN
from lawspeaker_bots import parse as parse_built_in
from lawspeaker_engine.model import BadSetup
from lawspeaker_engine.suggestions import did_you_mean

COMMAND: Final = "cmd:"
UCI: Final = "uci:"
PYTHON: Final = "python:"
REMOTE: Final = "token:"
HUMAN: Final = "human"
AGENT: Final = "mcp"
HOSTILE: Final = "hostile:"
HOSTILE_MODULE: Final = "lawspeaker_referee.hostile"
_RUN_WITH: Final = {
    ".py": "python", ".js": "node", ".mjs": "node", ".cjs": "node", ".jar": "java -jar", ".sh": "sh",
}
"""Suffix of a file -> program that runs it."""
_CLASS: Final = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")
_WINDOWS: Final = "its lines end as in Windows, so its interpreter is not found; save it with the line ends of Unix"
_FIRST_LINE: Final = 256
"""Bytes of a script in which the kernel looks for its interpreter."""


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """The bot of a seat, and the command that starts it."""

    text: str
    """The spec as it was written."""
    built_in: str
    """A built-in bot, with its argument if it has one; empty for a command."""
    command: tuple[str, ...]
    """The command line of its process."""
    folder: str = ""
    """The folder with its files, if it is named; else the one of the file that the command runs."""
    scratch: str = ""
    """The folder that is its home and stays when it ends; empty for one that ends with it."""
    python_class: str = ""
    """`package.module:Class` of an object in the referee's process; empty for any other."""
    token: str = ""
    """The name of the token with which a bot connects that nobody starts here; empty for any other."""

    @property
    def is_own(self) -> bool:
        """Return True for a program of the user's, which a chess engine is, too."""
        return self.text.startswith((COMMAND, UCI))

    @property
    def is_human(self) -> bool:
        """Return True for a person at the terminal."""
        return self.text == HUMAN

    @property
    def is_agent(self) -> bool:
        """Return True for an agent that takes the seat by the Model Context Protocol."""
        return self.text == AGENT

    @property
    def is_local(self) -> bool:
        """Return True for a bot that can be an object in the referee's process."""
        return bool(self.built_in or self.python_class)

    @classmethod
    def parse(cls, text: str, *, people: bool = False, in_process: bool = False, remote: bool = False) -> SeatSpec:
        """Return the bot of `random`, `greedy`, `search`, `search:THINKING`, `cmd:COMMAND LINE`, `uci:ENGINE` or
        `hostile:NAME`, with `people` of `human` and `mcp`, with `in_process` of `python:package.module:Class`, and with
        `remote` of `token:NAME`.

        Raises BadSetup.
        """
        if text in {HUMAN, AGENT}:
            if not people:
                who = "a person" if text == HUMAN else "an agent"
                raise BadSetup(f"no bot {text!r} here: {who} plays with `lawspeaker play` only")
            return cls(text, "", ())
        if text.partition(":")[0] in BUILT_IN:
            return cls(text, text, _built_in(text))
        if text.startswith(PYTHON):
            return cls(text, "", (), python_class=_python_class(text, in_process=in_process))
        if text.startswith(REMOTE):
            return cls(text, "", (), token=_token(text, remote=remote))
        if text.startswith(HOSTILE):
            return cls(text, "", (sys.executable, "-m", HOSTILE_MODULE, _hostile(text.removeprefix(HOSTILE))))
        if text.startswith(UCI):
            return cls(text, "", _engine(text))
        if not text.startswith(COMMAND):
            raise BadSetup(f"no bot {text!r}{_meant(text)}; give {', '.join(BUILT_IN)} or '{COMMAND}COMMAND LINE'")
        command = _words(text, COMMAND)
        if not command:
            raise BadSetup(f"bot {text!r} has no command; write '{COMMAND}python my_bot.py', say")
        return cls(text, "", command)


def _words(text: str, prefix: str) -> tuple[str, ...]:
    """Return the words after the prefix of a spec. Raises BadSetup."""
    try:
        return tuple(shlex.split(text.removeprefix(prefix)))
    except ValueError as error:
        raise BadSetup(f"bot {text!r} is no command line: {error}") from None


def _engine(text: str) -> tuple[str, ...]:
    """Return the command by which a chess engine takes a seat; the words after the engine are options of the command.

    Raises BadSetup.
    """
    words = _words(text, UCI)
    if not words:
        raise BadSetup(f"bot {text!r} names no engine; write '{UCI}stockfish --option Hash=64', say")
    return (sys.executable, "-m", "lawspeaker_bot", "uci", "--engine", *words)


def _built_in(text: str) -> tuple[str, ...]:
    """Return the command of a built-in bot. Raises BadSetup for an argument that it does not take."""
    try:
        name, argument = parse_built_in(text)
    except ValueError as error:
        raise BadSetup(str(error)) from None
    return (sys.executable, "-m", BUILT_IN[name], *([argument] if argument else []))


def _python_class(text: str, *, in_process: bool) -> str:
    """Return the module and class of a spec. Raises BadSetup."""
    found = text.removeprefix(PYTHON)
    if not _CLASS.fullmatch(found):
        raise BadSetup(f"bot {text!r} names no class; write '{PYTHON}package.module:Class'")
    if not in_process:
        raise BadSetup(f"bot {text!r} plays in the referee's process alone: `lawspeaker play --in-process`, or a "
                       "tournament with in_process = true")
    return found


def _token(text: str, *, remote: bool) -> str:
    """Return the name of the token of a spec. Raises BadSetup."""
    name = text.removeprefix(REMOTE)
    if not remote:
        raise BadSetup(f"bot {text!r} connects by itself, which only a tournament with a table [listen] waits for")
    if not name or not name.isprintable() or any(map(str.isspace, name)):
        raise BadSetup(f"bot {text!r} names no token; write '{REMOTE}NAME' with a name of `lawspeaker tokens list`")
    return name


def _meant(text: str) -> str:
    """Return a hint for a text that is no spec: a similar name, or cmd: with the program or script."""
    try:
        words = shlex.split(text)
    except ValueError:
        words = []
    if words and (command := _runnable(words)):
        text = command
    elif len(words) < 2 or shutil.which(words[0]) is None:
        return did_you_mean(text, BUILT_IN)
    return _suggestion(text)


def why_not_started(command: Sequence[str]) -> str:
    """Return what is wrong with the file of a command that could not be started, and the command that is right.

    The text follows the system's error; it is empty if the file tells nothing.
    """
    word = command[0]
    named = "/" not in word
    program = Path((shutil.which(word) or word) if named else word)
    # Path.is_file and is_dir raise for a name that is too long, and for one in a folder of somebody else's.
    if os.path.isdir(program):  # noqa: PTH112
        return f"; {word} is a folder"
    if not os.path.isfile(program):  # noqa: PTH113
        if not named:
            return ""
        other = [_python(), *command[1:]]
        return "; there is no such program on PATH" + (
            _suggestion(shlex.join(other)) if word == "python" and other[0] != word else "")
    executable = os.access(program, os.X_OK)
    if executable and (failure := _interpreter_failure(program)):
        problem = f"; {failure}"
        if failure == _WINDOWS:  # its interpreter might not like the other lines either
            return problem
    elif named and program == Path(word):
        problem = f"; {word} is a file here, and no program on PATH"
    elif not executable:
        problem = f"; {word} is not executable"
    else:
        return ""
    if meant := _runnable(command):
        return problem + _suggestion(meant)
    if executable:
        return problem
    return f"{problem}; after `chmod +x {shlex.quote(word)}` give '{COMMAND}{word if '/' in word else f'./{word}'}'"


def _runnable(words: Sequence[str]) -> str:
    """Return a command line that runs the file that words begin with; empty if none is known."""
    program = Path(words[0])
    if os.path.isfile(program) and os.access(program, os.X_OK) and not _interpreter_failure(program):  # noqa: PTH113 - likewise
        return shlex.join([words[0] if "/" in words[0] else f"./{words[0]}", *words[1:]])
    if program.suffix in _RUN_WITH:
        runs = _python() if program.suffix == ".py" else _RUN_WITH[program.suffix]
        return f"{runs} {shlex.join([words[0].removeprefix('./'), *words[1:]])}"
    return ""


def _python() -> str:
    """Return the name of the Python on PATH; some systems have python3 alone."""
    return "python3" if shutil.which("python") is None and shutil.which("python3") else "python"


def _interpreter_failure(program: Path) -> str:
    """Return why the system does not find what an executable file is to be run by; empty if it does."""
    try:
        with program.open("rb") as file:
            line, newline, _ = file.read(_FIRST_LINE).partition(b"\n")
    except OSError:
        return ""
    if not line.startswith(b"#!"):
        return "its suffix says that it is run by another program" if program.suffix in _RUN_WITH else ""
    interpreter = os.fsdecode(line[2:].strip(b" \t").split(b" ")[0].split(b"\t")[0])
    if newline and interpreter.endswith("\r"):
        return _WINDOWS
    return "" if os.path.exists(interpreter) else f"its first line names {interpreter}, which is not there"  # noqa: PTH110


def _suggestion(command: str) -> str:
    return f" (did you mean '{COMMAND}{command}'?)"


def _hostile(text: str) -> str:
    """Return the name of a hostile bot, with the time at which it strikes if there is one. Raises BadSetup."""
    from lawspeaker_referee.hostile import CAST, make

    try:
        make(text)
    except KeyError:
        name = text.partition("@")[0]
        raise BadSetup(f"no hostile bot {name!r}{did_you_mean(name, CAST)}; there are {', '.join(CAST)}") from None
    except ValueError as error:
        raise BadSetup(str(error)) from None
    return text
