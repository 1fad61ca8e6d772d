"""Programs besides Python and make that some tests need. Without them these tests are skipped, but not in CI."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from shutil import which
from typing import Final

import pytest

_FOLDERS: Final = (
    "/usr/sbin", "/usr/local/sbin", "/usr/games",
    *sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")), reverse=True))
"""The folders of programs that Debian does not put on everybody's PATH."""
_OTHERWISE: Final = {"go": "the Go toolchain of go.dev"}
"""The sources of programs that `make packages` does not install."""
_LEFT_OUT: Final = "not installed: "


def find(program: str) -> str | None:
    """Return where a program is, also if it is on root's PATH only; None if it is not installed."""
    return which(program, path=os.pathsep.join((*os.get_exec_path(), *_FOLDERS)))


def need(*programs: str) -> list[str]:
    """Return where these programs are. Where one is missing the calling test is skipped; with CI set it fails."""
    found = {program: find(program) for program in programs}
    if missing := [program for program, place in found.items() if place is None]:
        told = f"{_LEFT_OUT}{', '.join(missing)}"
        if os.environ.get("CI"):
            pytest.fail(f"{told}, which CI must have", pytrace=False)
        pytest.skip(told)
    return [place for place in found.values() if place is not None]


def left_out(reasons: Iterable[str]) -> list[str]:
    """Return lines that say how many tests were skipped for want of programs, and what installs these.

    The reasons are those of all skipped tests, one a test; others than those of `need` are not counted.
    """
    missing = [reason.split(_LEFT_OUT, 1)[1] for reason in reasons if _LEFT_OUT in reason]
    if not missing:
        return []
    programs = sorted({program for each in missing for program in each.split(", ")})
    others = [program for program in programs if program in _OTHERWISE]
    lines = [f"{len(missing)} tests were left out, which need programs that are not installed: {', '.join(programs)}"]
    if len(others) < len(programs):
        lines.append(f"`make packages`, as root on Debian or Ubuntu, installs {'the others' if others else 'them'}")
    return lines + [f"{program} comes with {_OTHERWISE[program]}" for program in others]
