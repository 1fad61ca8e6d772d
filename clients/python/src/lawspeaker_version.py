"""The number of the release, and the version of a build.

Referee and SDK both name their build, and the packages of Python get their versions from here: each `pyproject.toml`
names `packaged_version`. So this module imports little, and nothing but the standard library.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

RELEASE: Final = "0.1.0"
"""The release that a build is, or that it leads to."""
UNKNOWN: Final = f"{RELEASE}+unknown"
"""The version of a build whose revision nobody knows."""
VARIABLE: Final = "LAWSPEAKER_BUILD_VERSION"
"""The variable that has the version of packages to be built, for where git cannot be asked."""
SOURCE_VARIABLE: Final = "LAWSPEAKER_SOURCE_VERSION"
"""The variable that has FOLDER=VERSION of the sources; a referee sets it for bots, which see no repository."""
_PLACE: Final = "clients/python/src/lawspeaker_version.py"
"""The path of this file in a tree of the sources."""
_OTHER_REPOSITORY: Final = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE")
"""Variables that git sets for its hooks, and reads before it looks where it was started."""
_COMMIT: Final = "# branch.oid "
"""The text that `git status` writes before the last commit."""
_PATIENCE: Final = 10.0
"""Seconds that git has for an answer."""
_DIGITS: Final = 12
"""Digits of a revision."""


def build_version(distribution: str, root: Path) -> str:
    """Return the version of the build that a distribution is of, by PEP 440.

    A release has its number alone. Any other build also has its revision, and `.dirty` if files were changed since:
    `0.1.0+g0123456789ab.dirty`; or `+unknown`, if neither git nor the package tells. `root` is the folder that is the
    root of the sources if the distribution is not installed but used from there.
    """
    if (root / _PLACE).is_file():
        return source_version(root)
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(distribution)
    except PackageNotFoundError:
        return UNKNOWN


def source_version(root: Path) -> str:
    """Return the version of a tree of the sources, which SOURCE_VARIABLE has or git is asked for; a repository around
    it does not count.
    """
    place, _, told = os.environ.get(SOURCE_VARIABLE, "").rpartition("=")
    if told and place == str(root):
        return told
    status = _git(root, "status", "--porcelain=v2", "--branch", "--untracked-files=no", "--no-renames",
                  "--no-ahead-behind")
    lines = (status or "").splitlines()
    named = [line.removeprefix(_COMMIT) for line in lines if line.startswith(_COMMIT)]
    if not named or named[0] == "(initial)":  # there is no commit yet
        return UNKNOWN
    revision = named[0]
    if any(not line.startswith("#") for line in lines):
        return f"{RELEASE}+g{revision[:_DIGITS]}.dirty"
    tagged = _git(root, "rev-parse", "--verify", "--quiet", f"refs/tags/v{RELEASE}^{{commit}}")
    return RELEASE if tagged and tagged.strip() == revision else f"{RELEASE}+g{revision[:_DIGITS]}"


def for_bots() -> dict[str, str]:
    """Return the variable that tells a bot the version of these sources; nothing if they are installed."""
    root = Path(__file__).resolve().parents[_PLACE.count("/")]
    return {SOURCE_VARIABLE: f"{root}={source_version(root)}"} if (root / _PLACE).is_file() else {}


def packaged_version() -> str:
    """Return the version of a package that is built from these sources: that of VARIABLE, or else theirs.

    Raises ValueError if VARIABLE has a version of another release.
    """
    given = os.environ.get(VARIABLE, "")
    if given and given.partition("+")[0] != RELEASE:
        raise ValueError(f"{VARIABLE} is {given!r}; it must be {RELEASE}, or begin with {RELEASE}+")
    return given or source_version(Path(__file__).resolve().parents[_PLACE.count("/")])


def _git(root: Path, *words: str) -> str | None:
    """Return what git says of the repository whose root this is; None if it says nothing, whatever the reason."""
    import subprocess

    environment = {name: value for name, value in os.environ.items() if name not in _OTHER_REPOSITORY}
    environment |= {"GIT_OPTIONAL_LOCKS": "0", "GIT_CEILING_DIRECTORIES": str(root.parent)}
    try:
        return subprocess.run(["git", "-C", str(root), *words], check=True, stdin=subprocess.DEVNULL,  # noqa: S603, S607
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=_PATIENCE,
                              encoding="utf-8", errors="replace", env=environment).stdout
    except (OSError, subprocess.SubprocessError):
        return None
