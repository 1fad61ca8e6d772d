"""Choose which files of the machine a bot sees that the referee starts: the system, its own files, and no others."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

import lawspeaker_bot
import lawspeaker_bots
import lawspeaker_engine
import lawspeaker_referee
from lawspeaker_referee.config.bot_files import bot_folder, homes, is_hidden, is_of_many
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.host.process.environment import PATHS, Missing, entries

MOST_BYTES: Final = 256 << 20
"""Bytes of the files that a bot may keep in memory: of its home and temporary folders, and /dev/shm."""
MOST_FILES: Final = 16 << 10
"""How many of them."""
_SYSTEM: Final = (
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store",
    "/sys/devices/system/cpu", "/sys/devices/system/node", "/sys/fs/cgroup",
    *(f"/etc/{name}" for name in (
        "alternatives", "ca-certificates", "ca-certificates.conf", "crypto-policies", "debian_version", "fonts",
        "gai.conf", "group", "host.conf", "hosts", "inputrc", "java*", "ld.so.*", "locale*", "localtime", "login.defs",
        "machine-id", "magic", "mime.types", "nsswitch.conf", "os-release", "passwd", "pki", "protocols", "python*",
        "resolv.conf", "services", "ssl/certs", "ssl/openssl.cnf", "terminfo", "timezone")),
)
"""Files that programs need and everybody may read. /etc is not among them as a whole: it holds secrets."""
_SYSTEM_PATHS: Final = frozenset(map(Path, _SYSTEM))
HOME_OF_KEPT: Final = "/scratch"
"""Where a bot finds the folder that is kept for it."""
_TEMPORARY: Final = ("/tmp", "/var/tmp")  # noqa: S108 - the bot's own
_MADE: Final = ("/dev", "/proc", "/tmp")  # noqa: S108 - likewise
"""Folders of the bot's own: they are not the machine's even if the user names `/`."""
_INSTALLED: Final = ("bin", "lib", "lib64", "libexec", "include", "share", "conf", "opt", "jmods", "Cellar",
                     "pyvenv.cfg")
"""Files and folders that the programs of a folder `bin` read beside it."""
_NOT_OF_HOMES: Final = frozenset(("share",))
"""Those that are left out beside a `bin` in a hidden folder: `~/.local/share` holds secrets."""
_PACKAGES: Final = frozenset(("site-packages", "dist-packages"))
"""Folders of packages; a referee's may lie elsewhere than beside its Python."""
_OF_PROJECT: Final = ("node_modules", "package.json")
"""Files and folders that programs look for in the folders above their own."""
_MOST_LINKS: Final = 40
_FIRST_LINE: Final = 256
"""Bytes of a script's first line in which the kernel looks for the interpreter."""


@dataclass(slots=True)
class BotRoot:
    """The file system of a bot, as `own_root` makes it."""

    homes: frozenset[Path]
    """The home folders of this user."""
    search: str
    """The value of PATH."""
    kept: str = ""
    """The folder of the machine that is the bot's home and stays when it ends."""
    shown: dict[Path, bool] = field(default_factory=dict)
    """Files and folders of the machine, and whether the bot may write there as the user may."""
    links: dict[Path, str] = field(default_factory=dict)
    """Symbolic links, and what they hold."""
    _programs: set[Path] = field(default_factory=set)
    """The programs that were looked at."""
    _installations: set[Path] = field(default_factory=set)
    """The folders of programs that were looked at."""

    @classmethod
    def of(cls, spec: SeatSpec, address: str, environment: Mapping[str, str], box: Sandbox) -> BotRoot:
        """Return what a bot needs that dials this address, read-only: the system, its own files, the programs of PATH
        with their libraries, the Python of this process, what the variables of PATHS name, our packages, the referee's
        socket, what the user names; and to write in what the user names for it. Raises Missing.
        """
        system = _system()
        root = cls(homes(environment), environment.get("PATH", ""), spec.scratch and str(Path(spec.scratch).resolve()),
                   dict(system.shown), dict(system.links))
        root._show_own(spec, named_folders=box.named_folders)
        for folder in (*entries(environment, "PATH"), *(home / ".local/bin" for home in root.homes)):
            root._show_installation(folder)  # also that of `pip install --user`
        root._show_program(Path(sys.executable).absolute())  # scripts may call it
        for path in (path for name in PATHS for path in entries(environment, name)):
            root.show(path)
        sdk = Path(lawspeaker_bot.__file__).resolve().parents[1]
        root.show(sdk.parents[1] if sdk.match("clients/python/src") else sdk)
        for package in (lawspeaker_engine, lawspeaker_bots, lawspeaker_referee):
            root.show(Path(str(package.__file__)).resolve().parents[1])
        for path in map(Path, sys.path):
            if path.name in _PACKAGES:
                root.show(path)
        if address.startswith("unix:"):
            root.show(Path(address.removeprefix("unix:")).parent)
        for names, write in ((box.readable, False), (box.writable, True)):
            for text in names:
                root._show_named(Path(text).expanduser().absolute(), write=write)
        return root

    def order(self, environment: Mapping[str, str]) -> dict[str, Any]:
        """Return it as plain data for the supervisor, with the empty folders that these variables name."""
        at_home = {home for home in self.homes if not self._is_shown(home)}  # or the user wants it seen
        scratch = {Path(path) for path in _TEMPORARY} | at_home | set(entries(environment, "TMPDIR"))
        return {
            "shown": [(str(path), self.shown[path]) for path in sorted(self.shown)],
            "links": [(str(path), self.links[path]) for path in sorted(self.links)],
            "made": [str(path) for path in (Path.cwd(),) if not self._is_shown(path)],
            "scratch": [str(path) for path in sorted(scratch) if path not in self.shown and path != Path("/")],
            "kept": self.kept, "kept_at": HOME_OF_KEPT, "size": MOST_BYTES, "files": MOST_FILES,
        }

    def show(self, path: Path, *, writable: bool = False, of_many: bool = False) -> Path | None:
        """Show a file or folder and the links on the way to it; return where it is.

        None if there is nothing, or a folder in which many have files, unless `of_many`.
        """
        if not os.path.lexists(path):  # most are not there, and the way is long
            return None
        links, real = _way(path)
        for link in links:
            self.links[link] = str(link.readlink())
        if not os.path.exists(real):  # noqa: PTH110 - Path.exists raises for what lies in a folder of somebody else's
            return None
        if not of_many and is_of_many(real, self.homes):
            return None
        self.shown[real] = writable or self.shown.get(real, False)
        return real

    def _show_own(self, spec: SeatSpec, *, named_folders: bool) -> None:
        """Show a bot's folder and the files that its command names; with `named_folders` theirs, too, or if it names
        none the one in which it runs.
        """
        if (folder := bot_folder(spec)) is not None:
            self.show(folder)
            self._show_project(folder)
        own = [path for word in spec.command for path in self._named(word)]
        if named_folders and spec.is_own:
            for named in {path.parent for path in own if path.is_file() and not is_hidden(path.parent)}:
                self.show(named)
                self._show_project(named)
            if not own and folder is None:
                self.show(Path.cwd())

    def _named(self, word: str) -> Iterator[Path]:
        """Show what a word names: a program, or files and folders, after `=` and between `:` too; yield the latter."""
        program = shutil.which(word, path=self.search)
        if program and self._show_program(Path(program).absolute()):
            return
        for text in (word, word.partition("=")[2]):
            for part in (text, *text.split(os.pathsep)):
                real = self.show(Path(part).absolute()) if part else None
                if real is not None and not self._is_system(real):
                    yield real

    def _show_project(self, folder: Path) -> None:
        """Show what programs of a folder find in those above it."""
        for above in folder.parents:
            if is_of_many(above, self.homes):
                return
            for name in _OF_PROJECT:
                self.show(above / name)

    def _show_named(self, path: Path, *, write: bool) -> None:
        """Show a path that the user names, even if it holds files of many. Raises Missing."""
        if not os.path.exists(path):  # noqa: PTH110 - likewise
            raise Missing(f"it is to {'write in' if write else 'read'} {path}, and there is no such file or folder")
        everything = path.resolve() == Path("/")
        for each in sorted(set(path.iterdir()).difference(map(Path, _MADE))) if everything else (path,):
            self.show(each, writable=write, of_many=True)

    def _show_program(self, path: Path) -> bool:
        """Show a program, a link's target and a script's interpreter; return whether it is in a folder of programs."""
        if self.show(path) is None:
            return False
        links, real = _way(path)
        folders = [each.parent for each in (*links, real) if each.parent.name in {"bin", "shims"}]
        for folder in folders:
            self._show_installation(folder)
        if real not in self._programs:
            self._programs.add(real)
            with suppress(OSError), real.open("rb") as file:
                line = file.readline(_FIRST_LINE).decode(errors="replace")
                for word in line[2:].split() if line.startswith("#!") else ():
                    if program := shutil.which(word, path=self.search):
                        self._show_program(Path(program).absolute())
        return bool(folders)

    def _show_installation(self, folder: Path) -> None:
        """Show a folder of programs and what they read beside it."""
        if folder in self._installations or self._is_system(folder):
            return
        self._installations.add(folder)
        self.show(folder)
        above = folder.parent
        if folder.name == "shims":  # of pyenv and its kind: they start what lies elsewhere in the folder above
            self.show(above)
        elif folder.name == "bin":
            for name in _INSTALLED:
                if name not in _NOT_OF_HOMES or not is_hidden(above):
                    self.show(above / name)

    def _is_shown(self, path: Path) -> bool:
        return not self.shown.keys().isdisjoint((path, *path.parents))

    def _is_system(self, path: Path) -> bool:
        """Return whether it is part of what every bot sees."""
        return not _SYSTEM_PATHS.isdisjoint((path, *path.parents))


@cache
def _system() -> BotRoot:
    """Return a root that shows the system alone. Its files are looked for once, not for each bot."""
    root = BotRoot(frozenset(), "")
    for pattern in _SYSTEM:
        for found in Path("/").glob(pattern.lstrip("/")):
            root.show(found, of_many=True)
    return root


def _way(path: Path) -> tuple[list[Path], Path]:
    """Return the symbolic links that an absolute path leads through, in order, and the path without them."""
    links: list[Path] = []
    at, left = Path("/"), list(path.parts[1:])
    while left:
        name = left.pop(0)
        at = at.parent if name == ".." else at / name
        if len(links) < _MOST_LINKS and os.path.islink(at):  # noqa: PTH114 - as above
            links.append(at)
            left = [*at.readlink().parts, *left]
            at = at.parent
            if left[0] == "/":
                at = Path(left.pop(0))
    return links, at
