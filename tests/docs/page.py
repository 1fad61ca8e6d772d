"""The fenced blocks of a page, and a folder like a checkout in which their commands run as a reader would run them."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.command import run_here

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0
FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_LOCAL = {".git", ".venv", "build", "records"}
"""The files that a scratch folder does not share with the checkout."""


@dataclass(frozen=True)
class Block:
    """A fenced block."""

    language: str
    text: str

    @property
    def first(self) -> str:
        """The first line, by which a test names the block."""
        return self.text.partition("\n")[0].strip()


def blocks(page: str) -> list[Block]:
    """Return the fenced blocks of a page of the repository, in order."""
    return [Block(found[1], found[2]) for found in FENCE.finditer((ROOT / page).read_text(encoding="utf-8"))]


def statements(text: str) -> list[str]:
    """Return the commands of a block without comments; one that goes on over lines stays whole."""
    found, waiting = [], ""
    for line in text.splitlines():
        waiting += re.sub(r"(^|\s+)# .*", "", line).rstrip() + "\n"
        if not waiting.strip():
            waiting = ""
        elif not waiting.endswith("\\\n") and not _parse(waiting).returncode:
            found.append(waiting.strip())
            waiting = ""
    assert not waiting, f"no whole command: {waiting}"
    return found


def _parse(text: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True, check=False)


def session(text: str) -> list[tuple[str, str]]:
    """Return the commands of a block that shows a terminal, each with what it prints; times are left out."""
    return [(command, without_times(output)) for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text,
                                                                               re.MULTILINE)]


def changed(text: str, changes: dict[str, str]) -> str:
    """Return a text in which each of these words, all of which it must have, is another one."""
    for old, new in changes.items():
        assert old in text, f"{old} is not in {text}"
        text = text.replace(old, new)
    return text


def form(text: str) -> str:
    """Return a text with one # for every number with its unit of time, so that other results have the same form."""
    return re.sub(r"-?\b\d[\d.,]*(?: (?:us|ms|s|min)\b)?", "#", text)


def without_times(text: str) -> str:
    """Return a text with all durations replaced."""
    return re.sub(r"\d+(\.\d+)? (s|ms|us)\b", "TIME", text)


class Checkout:
    """A folder in which the pages' relative paths lead where they do in a checkout; what is written stays in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for entry in ROOT.iterdir():
            if (entry.name not in _LOCAL and not entry.name.startswith(".")) or entry.name == ".ci":
                (folder / entry.name).symlink_to(entry)
        (folder / ".venv").symlink_to(sys.prefix)
        self.environment = {"PATH": f"{sys.prefix}/bin:/usr/local/bin:/usr/bin:/bin", "HOME": str(folder),
                            "MAKEFLAGS": "--old-file=.venv/.ready",  # or make installs this folder into the one .venv
                            **{name: os.environ[name] for name in ("LANG", "TMPDIR") if name in os.environ}}

    def run(self, command: str, given: str = "") -> str:
        """Run a command that must succeed; return what it prints on stdout."""
        done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", command], cwd=self.folder, env=self.environment,
                              input=given, capture_output=True, text=True, check=False, timeout=PATIENCE)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout

    def call(self, command: str) -> str:
        """Run a command of `lawspeaker` that must succeed, in this process; return what it prints on stdout.

        It is for commands that start no processes: what they do is the same, and nothing is imported anew.
        """
        program, *words = shlex.split(command, comments=True)
        assert program.removeprefix(".venv/bin/") == "lawspeaker", command
        done = run_here(*words, folder=self.folder)
        assert done.code == 0, f"{command}\n{done.out}{done.err}"
        return done.out

    def serve(self, command: str, ready: str, then: Callable[[re.Match[str]], None] = lambda _: None, *,
              ends: bool = False) -> None:
        """Start a command that runs until Ctrl-C; once a line says that it is `ready`, do what is to be done; end it.

        `then` gets the match of the pattern `ready`. With `ends` the command ends by itself after that.
        """
        lines: list[str] = []
        found: list[re.Match[str]] = []
        is_ready = threading.Event()
        with subprocess.Popen(["bash", "-c", f"exec {command}"], cwd=self.folder, env=self.environment, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as server:

            def read() -> None:
                for line in server.stdout or ():
                    lines.append(line)
                    if not found and (match := re.search(ready, line)):
                        found.append(match)
                        is_ready.set()
                is_ready.set()

            reading = threading.Thread(target=read)
            reading.start()
            try:
                is_ready.wait(PATIENCE)
                assert found, f"{command}\n{''.join(lines)}"
                then(found[0])
                if not ends:
                    server.send_signal(signal.SIGINT)
                code = server.wait(PATIENCE)
            finally:
                server.kill()
                server.wait()
                reading.join()
        assert code == 0, f"{command}\n{''.join(lines)}"
