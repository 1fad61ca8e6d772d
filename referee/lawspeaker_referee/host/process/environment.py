"""Choose which variables a bot that the referee starts inherits, and which files of home folders it sees."""

from __future__ import annotations

import os
import pwd
import shutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import lawspeaker_bot
import lawspeaker_bots
import lawspeaker_engine
import lawspeaker_referee

VARIABLES: Final = frozenset((
    "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "PATH", "LAWSPEAKER_RECONNECT_WITHIN",
    "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED", "RUST_BACKTRACE",
    "GRPC_EXPERIMENTS", "GRPC_VERBOSITY", "GRPC_TRACE",
))
"""Variables that every bot inherits, together with `LC_...`, `LAWSPEAKER_BOT_...` and those of PATHS."""
PATHS: Final = (
    "VIRTUAL_ENV", "CONDA_PREFIX", "PYENV_ROOT", "PYTHONPATH", "PYTHONHOME", "JAVA_HOME", "NODE_PATH", "GOROOT",
    "RUSTUP_HOME", "LD_LIBRARY_PATH", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE",
    "NODE_EXTRA_CA_CERTS", "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH",
)
"""Variables that hold the paths of programs, libraries and certificates; the bot may read those paths."""
_PREFIXES: Final = ("LC_", "LAWSPEAKER_BOT_")
_OF_ALL: Final = (Path("/home"), Path("/run/user"))
"""Folders with one for each user, the second with the sockets of those who are logged in."""
_SYSTEM: Final = (Path("/dev"), Path("/usr"))
"""Folders without homes, although the list of users names homes of some system users there."""
_INSTALLED: Final = ("bin", "lib", "lib64", "libexec", "include", "conf", "opt", "Cellar", "pyvenv.cfg")
"""Folders beside a `bin` that its programs read. Others are left out: `~/.local/share` and `~/.cargo` hold secrets."""
_MOST_LINKS: Final = 40
_FIRST_LINE: Final = 256
"""Bytes of a script's first line in which the kernel looks for the interpreter."""


class Missing(OSError):
    """A variable or path that the user names for a bot does not exist."""


def variables(environment: Mapping[str, str], named: Sequence[str]) -> dict[str, str]:
    """Return the variables that a bot inherits: a fixed list, and those that the user names. Raises Missing."""
    if missing := next((name for name in named if name not in environment), ""):
        raise Missing(f"it is to have the variable {missing}, which is not set here")
    allowed = {*VARIABLES, *PATHS, *named}
    return {name: value for name, value in environment.items() if name in allowed or name.startswith(_PREFIXES)}


@dataclass(slots=True)
class HomeFolders:
    """The home folders of this machine, empty for a bot, and what it sees of them nevertheless."""

    folders: tuple[Path, ...]
    """The folders that are empty for the bot; none lies in another."""
    own: frozenset[Path]
    """The user's own, which may lie in one of `folders`."""
    shown: dict[Path, bool] = field(default_factory=dict)
    """Files and folders, and whether the bot may write there as the user may."""
    links: dict[Path, str] = field(default_factory=dict)
    """Symbolic links, and what they hold."""
    made: set[Path] = field(default_factory=set)
    """Folders that are there, though empty."""
    _programs: set[Path] = field(default_factory=set)
    """The programs that were looked at."""

    @classmethod
    def of(cls, command: Sequence[str], address: str, environment: Mapping[str, str],
           readable: Sequence[str]) -> HomeFolders:
        """Return what the bot of this command line needs: the folder where it runs, those of its program and of
        the files that its words name, the programs of PATH with their libraries, the Python of this process, what the
        variables of PATHS name, our packages and the referee's socket; and what the user names. Raises Missing.
        """
        own = {Path(home).resolve() for home in (_home_of_user(), environment.get("HOME", "")) if home}
        folders = {path for path in (*own, Path("/root"), *_OF_ALL)
                   if path.is_dir() and path != Path("/") and not any(path.is_relative_to(each) for each in _SYSTEM)}
        homes = cls(tuple(sorted(each for each in folders if not folders.intersection(each.parents))), frozenset(own))
        homes.made |= {path for path in (*own, *_entries(environment, "TMPDIR"), Path.cwd()) if homes._is_in(path)}
        homes.show(Path.cwd(), writable=True)
        for word in command:
            homes.show_word(word, environment.get("PATH", ""))
        for folder in (*_entries(environment, "PATH"), *(home / ".local/bin" for home in own)):
            homes.show_installation(folder)  # also that of `pip install --user`
        homes._show_program(Path(sys.executable).absolute(), environment.get("PATH", ""))  # scripts may call it
        for name in PATHS:
            for path in _entries(environment, name):
                homes.show(path)
        sdk = Path(lawspeaker_bot.__file__).resolve().parents[1]
        homes.show(sdk.parents[1] if sdk.match("clients/python/src") else sdk)
        for package in (lawspeaker_engine, lawspeaker_bots, lawspeaker_referee):
            homes.show(Path(str(package.__file__)).resolve().parents[1])
        if address.startswith("unix:"):
            homes.show(Path(address.removeprefix("unix:")).parent)
        for text in readable:
            homes.show_named(Path(text).expanduser().absolute())
        return homes

    @property
    def order(self) -> dict[str, Any]:
        """Return the homes as plain data for the supervisor."""
        return {
            "homes": [str(path) for path in self.folders],
            "shown": [(str(path), self.shown[path]) for path in sorted(self.shown)],
            "links": [(str(path), self.links[path]) for path in sorted(self.links)],
            "made": [str(path) for path in sorted(self.made) if not self.shown.keys() & {path, *path.parents}],
        }

    def show(self, path: Path, *, writable: bool = False) -> Path | None:
        """Show a file or folder, but no home as a whole, and the links on the way to it; None if there is nothing."""
        if not os.path.lexists(path):  # most are not there, and the way is long
            return None
        links, real = _way(path)
        for link in links:
            if self._in_home(link):
                self.links[link] = str(link.readlink())
        if not os.path.exists(real):  # noqa: PTH110 - Path.exists raises for what lies in a folder of somebody else's
            return None
        if self._in_home(real):
            self.shown[real] = writable or self.shown.get(real, False)
        return real

    def show_named(self, path: Path) -> None:
        """Show a path that the user names, even if it is a home. Raises Missing."""
        real = self.show(path)
        if real is None:
            raise Missing(f"it is to read {path}, and there is no such file or folder")
        for each in (real, *self.folders):
            if each.is_relative_to(real) and self._is_in(each):
                self.shown.setdefault(each, False)

    def show_word(self, word: str, search: str) -> None:
        """Show what a word of a command line names: a program, or files and folders, after `=` and between `:` too."""
        if (program := shutil.which(word, path=search)) and self._show_program(Path(program).absolute(), search):
            return
        for text in (word, word.partition("=")[2]):
            for part in (text, *text.split(os.pathsep)):
                real = self.show(Path(part).absolute(), writable=True) if part else None
                if real is not None and real.is_file() and not self._is_private(real.parent):
                    self.show(real.parent, writable=True)

    def _show_program(self, path: Path, search: str) -> bool:
        """Show a program, a link's target and a script's interpreter; return whether it is in a folder of programs."""
        if self.show(path) is None:
            return False
        links, real = _way(path)
        folders = [each.parent for each in (*links, real) if each.parent.name in {"bin", "shims"}]
        for folder in folders:
            self.show_installation(folder)
        if real not in self._programs:
            self._programs.add(real)
            with suppress(OSError), real.open("rb") as file:
                line = file.readline(_FIRST_LINE).decode(errors="replace")
                for word in line[2:].split() if line.startswith("#!") else ():
                    if program := shutil.which(word, path=search):
                        self._show_program(Path(program).absolute(), search)
        return bool(folders)

    def show_installation(self, folder: Path) -> None:
        """Show a folder of programs and what they read beside it."""
        self.show(folder)
        above = folder.parent
        if folder.name == "shims":  # of pyenv and its kind: they start what lies elsewhere in the folder above
            self.show(above)
        elif folder.name == "bin" and self._in_home(above.resolve()):
            for name in _INSTALLED:
                self.show(above / name)

    def _is_in(self, path: Path) -> bool:
        """Return whether it is one of the folders that are empty, or lies in one."""
        return any(path.is_relative_to(folder) for folder in self.folders)

    def _in_home(self, path: Path) -> bool:
        """Return whether a path lies inside a home and is not a home itself."""
        return (self._is_in(path) and path.parent not in _OF_ALL
                and not any(home.is_relative_to(path) for home in (*self.folders, *self.own)))

    def _is_private(self, folder: Path) -> bool:
        """Return whether a folder lies in one whose name begins with a dot: a file of it shows no others."""
        return any(part.startswith(".") for part in folder.parts)


def _home_of_user() -> str:
    """Return the home folder that the list of users has; empty for a user who is not in it, as in a container."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_dir
    except KeyError:
        return ""


def _entries(environment: Mapping[str, str], name: str) -> list[Path]:
    """Return the paths that a variable holds."""
    return [Path(entry).absolute() for entry in environment.get(name, "").split(os.pathsep) if entry]


def _way(path: Path) -> tuple[list[Path], Path]:
    """Return the symbolic links that an absolute path leads through, in order, and the path without them."""
    links: list[Path] = []
    at, left = Path("/"), list(path.parts[1:])
    while left:
        name = left.pop(0)
        at = at.parent if name == ".." else at / name
        if len(links) < _MOST_LINKS and os.path.islink(at):  # noqa: PTH114 - likewise
            links.append(at)
            left = [*at.readlink().parts, *left]
            at = at.parent
            if left[0] == "/":
                at = Path(left.pop(0))
    return links, at
