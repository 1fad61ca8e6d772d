"""A command of `lawspeaker` in this process: what it does is the same, and nothing is imported anew."""

from __future__ import annotations

import io
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from lawspeaker_referee.cli import lawspeaker
from lawspeaker_referee.cli.errors import exit_code


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


def run_here(*arguments: object, folder: str | Path = ".") -> Done:
    """Run a command in a folder. What it raises goes through; what it printed is lost then."""
    # Some commands write bytes to stdout.
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with out, err:
        with chdir(folder), redirect_stdout(out), redirect_stderr(err):
            code = exit_code(lawspeaker, [str(argument) for argument in arguments])
        printed = [each.buffer.getvalue().decode() for each in (out, err)]
    return Done(code, *printed)
