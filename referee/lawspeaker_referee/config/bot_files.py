"""The files of a bot that a command line starts: the folder that is its own, and the digest of what is in there."""

from __future__ import annotations

import os
import pwd
import tempfile
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import lru_cache
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Final

from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.python_classes import files_of
from lawspeaker_referee.config.validation import BadConfig

IGNORED: Final = ("*.swp", "*~", ".DS_Store", ".git", ".hg", ".svn", "__pycache__", ".mypy_cache",
                  ".pytest_cache", ".ruff_cache", ".hypothesis")
"""Names of files and folders that are no part of a bot: tools write them."""
OF_USERS: Final = (Path("/home"), Path("/run/user"))
"""Folders with one for each user."""
_OF_MANY: Final = frozenset(map(Path, (
    "/", "/boot", "/dev", "/etc", "/home", "/media", "/mnt", "/opt", "/proc", "/root", "/run", "/run/user", "/srv",
    "/sys", "/tmp", "/usr", "/usr/bin", "/usr/games", "/usr/local/bin", "/bin", "/var", "/var/lib", "/var/tmp")))  # noqa: S108


def homes(environment: Mapping[str, str]) -> frozenset[Path]:
    """Return the home folders of this user: that of the list of users, and that of HOME."""
    try:
        listed = pwd.getpwuid(os.geteuid()).pw_dir
    except KeyError:  # not in the list, as in a container
        listed = ""
    return frozenset(Path(home).resolve() for home in (listed, environment.get("HOME", "")) if home)


def is_of_many(path: Path, own: frozenset[Path]) -> bool:
    """Return whether others have files in a folder, too: it is `/tmp`, say, a user's home, or holds one of `own`."""
    return (path in _OF_MANY or path.parent in OF_USERS or path == Path(tempfile.gettempdir())
            or any(home.is_relative_to(path) for home in own))


def is_hidden(folder: Path) -> bool:
    """Return whether a folder lies in one whose name begins with a dot: a file of it is a bot's, the others are not."""
    return any(part.startswith(".") for part in folder.parts)


def command_file(spec: SeatSpec) -> Path | None:
    """Return the local file that a command runs: the first of its words after the program that is a file, such as a
    script, else the program, unless it is only named and found on PATH. None for built-in bots, and for other commands.
    """
    if not spec.is_own:
        return None
    # Path.is_file raises for a word that is too long for a name, as that of `sh -c` may be.
    scripts = [Path(word) for word in spec.command[1:] if os.path.isfile(word)]  # noqa: PTH113
    program = Path(spec.command[0])
    is_local = len(program.parts) > 1 and os.path.isfile(program)  # noqa: PTH113 - likewise
    return scripts[0] if scripts else program if is_local else None


def bot_folder(spec: SeatSpec) -> Path | None:
    """Return the folder that is a bot's own: the one that is named for it, else that of the file that it runs.

    None if it runs no local file, or one beside files of others.
    """
    if spec.folder:
        return Path(spec.folder).resolve()
    file = command_file(spec)
    folder = None if file is None else file.resolve().parent
    if folder is None or is_hidden(folder) or is_of_many(folder, homes(os.environ)):
        return None
    return folder


def bot_digest(spec: SeatSpec) -> str:
    """Return the SHA-256 of a bot's own folder, or else of the file that it runs, in hexadecimal.

    Of a class in the referee's process it is that of its package, or else of its module. That of a folder is over the
    names, kinds and digests of all that is in it but IGNORED. Empty for a bot without either, and where something
    cannot be read.
    """
    folder, file = bot_folder(spec), command_file(spec)
    if spec.python_class and (place := files_of(spec.python_class)) is not None:
        folder, file = (place, None) if place.is_dir() else (None, place)
    try:
        if folder is not None and folder.is_dir():
            return sha256("\n".join(_lines(folder)).encode()).hexdigest()
        return "" if file is None else _of_file(file)
    except OSError:
        return ""


def check_folders(bots: Mapping[str, SeatSpec], taken: Mapping[Path, str], where: str) -> None:
    """Refuse bots that would see files that are not theirs: another bot's, or those of `taken`, a path and its name.

    Bots of one program may share its folder. Raises BadConfig, which begins with `where`.
    """
    folders = {name: folder for name, spec in bots.items() if (folder := bot_folder(spec)) is not None}
    for name, folder in folders.items():
        advice = (f"put its files into a folder of their own, such as {name}/, and name that in its spec, or by "
                  f'dir = "{name}"')
        for path, what in taken.items():
            if path.resolve().is_relative_to(folder):
                raise BadConfig(f"{where}bot {name} would see {what}, because all of {folder} is its own; {advice}")
        for other, there in folders.items():
            if there.is_relative_to(folder) and (there != folder or _program(bots[name]) != _program(bots[other])):
                raise BadConfig(f"{where}bot {name} would see the files of bot {other}, because all of {folder} is its "
                                f"own; {advice}")


def _program(spec: SeatSpec) -> Path | None:
    file = command_file(spec)
    return None if file is None else file.resolve()


def _lines(folder: Path) -> Iterator[str]:
    """Yield a line for each file and link below a folder, however deep. Raises OSError."""
    waiting = _inside(folder, "")
    while waiting:
        path, name = waiting.pop()
        if path.is_symlink():
            yield f"{name!r} link {os.fspath(path.readlink())!r}"
        elif path.is_dir():
            waiting += _inside(path, f"{name}/")
        elif path.is_file():
            yield f"{name!r} {'program' if os.access(path, os.X_OK) else 'file'} {_of_file(path)}"


def _inside(folder: Path, above: str) -> list[tuple[Path, str]]:
    """Return what is in a folder but IGNORED, with names that begin with `above`, the first name last."""
    return [(path, f"{above}{path.name}")
            for path in sorted(folder.iterdir(), key=lambda each: each.name, reverse=True)
            if not any(fnmatchcase(path.name, pattern) for pattern in IGNORED)]


def _of_file(path: Path) -> str:
    found = path.stat()
    return _digest(path.resolve(), found.st_ino, found.st_size, found.st_mtime_ns)


@lru_cache(maxsize=1 << 16)
def _digest(path: Path, _inode: int, _size: int, _changed: int) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
