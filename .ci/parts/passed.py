"""The parts that have passed on this machine: a file for each part with certain bytes, in a folder outside the clone.

The folder is $LAWSPEAKER_CI_CACHE, else lawspeaker-ci in the user's cache folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import shutil
import stat
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from time import strftime, time
from typing import Final

from opened import ROOT
from table import Kept, Part

FOLDER: Final = Path(os.environ.get("LAWSPEAKER_CI_CACHE") or Path(
    os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "lawspeaker-ci"))
MOST_DAYS: Final = 30
"""The days after which a part that passed is run again: packages that are not pinned may have changed."""
MOST_KEPT: Final = 2
"""Folders of a kind with what parts have built or fetched, up to 5 GB each."""
VERSION_OPTIONS: Final = {"go": "version", "java": "-version"}
VARIABLES: Final = re.compile(r"CI|LANG|LC_\w+|TZ|CC|CXX|\w*FLAGS|(LAWSPEAKER|PYTHON|CARGO|RUST|GO|JAVA|MAVEN|NODE)\w*")
"""The environment variables that count."""
IGNORED: Final = frozenset({"LAWSPEAKER_CI_CACHE", "LAWSPEAKER_RUST_TARGET", "CARGO_HOME", "CARGO_TARGET_DIR",
                           "LAWSPEAKER_TRAIN", "LAWSPEAKER_DEBIAN", "RUSTUP_HOME", "GOPATH", "GOCACHE", "GOMODCACHE",
                           "MAKEFLAGS", "MFLAGS", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"})
"""Those of them that do not count: they say where things are kept, how make was called, or when Python writes."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A run that passed."""

    part: str
    day: str
    wall: float
    cpu: float
    commit: str
    last_lines: Sequence[str]


def find(key: str) -> Passed | None:
    """Return the run with this key that passed, if there is one."""
    file = FOLDER / key
    with suppress(FileNotFoundError):
        if file.stat().st_mtime > time() - MOST_DAYS * 86_400:
            return Passed(**json.loads(file.read_text(encoding="utf-8")))
    return None


def keep(key: str, passed: Passed) -> None:
    """Write down that a part has passed; remove what is too old."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    part = FOLDER / f".{key}.{os.getpid()}"
    part.write_text(json.dumps(asdict(passed), indent=1), encoding="utf-8")
    part.rename(FOLDER / key)
    for old in FOLDER.iterdir():
        with suppress(FileNotFoundError):
            if old.is_file() and old.stat().st_mtime <= time() - MOST_DAYS * 86_400:
                old.unlink()


def kept_folder(kept: Kept) -> Path:
    """Return the folder of what is kept for these bytes, another one each month; remove all but the last of others."""
    facts = [strftime("%Y-%m"), *map(_version, kept.tools), *map(_file_fact, files_of(kept.inputs))]
    folder = FOLDER / "kept" / kept.variable / _hash(facts)
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    for old in sorted(folder.parent.iterdir(), key=lambda each: each.stat().st_mtime)[:-MOST_KEPT]:
        shutil.rmtree(old)
    return folder


def key_of(part: Part) -> str:
    """Return the hash of all that a part depends on."""
    return _hash(facts(part))


def facts(part: Part) -> Iterator[str]:
    """Yield all that a part depends on: its definition, environment and programs, and each file with its hash."""
    yield from (repr(part), platform.machine(), f"root {os.geteuid() == 0}")
    yield from (f"{name}={value}" for name, value in sorted(os.environ.items())
                if VARIABLES.fullmatch(name) and name not in IGNORED)
    yield from map(_version, part.tools)
    yield from map(_packages, part.packages)
    yield from map(_file_fact, files_of(part.inputs))


def _file_fact(path: str) -> str:
    file = ROOT / path
    status = file.lstat()
    link = stat.S_ISLNK(status.st_mode)
    content = os.fsencode(file.readlink()) if link else file.read_bytes()
    kind = "link" if link else "program" if status.st_mode & 0o100 else "file"
    return f"{path}\0{kind}\0{hashlib.sha256(content).hexdigest()}"


def _hash(facts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()


def files_of(inputs: Sequence[str]) -> list[str]:
    """Return the files of the repository that are inputs; sorted. Raises ValueError if one of the inputs has none."""
    wanted = [each for each in inputs if not each.startswith("!")]
    found = {each: [path for path in files() if within(path, each)] for each in wanted}
    if missing := [each for each, paths in found.items() if not paths]:
        raise ValueError(f"no file of the repository is in {', '.join(missing)}")
    return sorted({path for paths in found.values() for path in paths
                   if not any(within(path, each[1:]) for each in inputs if each.startswith("!"))})


def within(path: str, place: str) -> bool:
    """Return True if a path is this file, or in this folder; all are in `.`."""
    return place in {".", path} or path.startswith(f"{place}/")


@cache
def files() -> tuple[str, ...]:
    """Return the files that git tracks, and those that nothing ignores, as far as they exist."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    paths = {os.fsdecode(each) for each in listed.split(b"\0") if each}
    return tuple(sorted(path for path in paths if os.path.lexists(ROOT / path)))


def changed() -> frozenset[str]:
    """Return the tracked files that differ from git's index. Every `git status` opens these.

    In a new clone git cannot tell by their times that files are as in the index, so it opens all of them. This call
    does that once and writes a younger index, after which git trusts the times.
    """
    listed = subprocess.run(["git", "status", "--porcelain", "-z", "--no-renames", "--untracked-files=no"], cwd=ROOT,
                            check=True, stdout=subprocess.PIPE).stdout
    return frozenset(os.fsdecode(line)[len("XY "):] for line in listed.split(b"\0") if line and line[1:2] != b" ")


@cache
def _version(tool: str) -> str:
    """Return what a program says of its version."""
    if shutil.which(tool) is None:
        return f"{tool} is not here"
    done = subprocess.run([tool, VERSION_OPTIONS.get(tool, "--version")], cwd=ROOT, check=False, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    return f"{tool}: {done.stdout}"


@cache
def _packages(file: str) -> str:
    """Return the versions of the Debian packages that a file names."""
    if shutil.which("dpkg-query") is None:
        return "no dpkg"
    names = (ROOT / file).read_text(encoding="utf-8").split()
    # It complains of those that are not installed, and lists the others.
    return subprocess.run(["dpkg-query", "--show", *names], check=False, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT).stdout
