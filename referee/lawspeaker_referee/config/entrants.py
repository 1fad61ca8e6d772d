"""Entrants: who has a rating. An entrant is a bot's name and version, as one text `name@version` or `name`.

Where a bot is started from a local file, the digest of that file tells two versions apart that call themselves alike.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import file_digest
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

from lawspeaker_referee.config.bot_specs import SeatSpec

NEW: Final = "new"
"""Another version is another entrant."""
REFUSE: Final = "refuse"
"""Another version is refused."""
SHOWN_DIGITS: Final = 8
"""Hexadecimal digits of a digest that tell versions apart."""
_VERSION: Final = "@"
_DIGEST: Final = "~"


def entrant_of(name: str, version: str = "") -> str:
    """Return the entrant of a bot. Characters of the version that a file's name cannot have are percent-encoded."""
    return f"{name}{_VERSION}{quote(version, safe=_DIGEST)}" if version else name


def split_entrant(entrant: str) -> tuple[str, str]:
    """Return the name and the version of an entrant; the version is empty if it has none."""
    name, _, version = entrant.partition(_VERSION)
    return name, unquote(version)


def with_digest(version: str, digest: str) -> str:
    """Return the version of a bot whose file has changed and which still calls itself by the same version."""
    return f"{version}{_DIGEST}{digest[:SHOWN_DIGITS]}"


def without_digest(version: str, digest: str) -> str:
    """Return the version by which a bot with this digest calls itself."""
    return version.removesuffix(with_digest("", digest)) if digest else version


def command_file(spec: SeatSpec) -> Path | None:
    """Return the local file that a command runs: the first of its words after the program that is a file, such as a
    script, else the program, unless it is only named and found on PATH. None for built-in bots, and for other commands.
    """
    if not spec.is_own:
        return None
    scripts = [Path(word) for word in spec.command[1:] if Path(word).is_file()]
    program = Path(spec.command[0])
    return scripts[0] if scripts else program if len(program.parts) > 1 and program.is_file() else None


def command_digest(spec: SeatSpec) -> str:
    """Return the SHA-256 of the file that a command runs, in hexadecimal; empty if there is none that can be read."""
    path = command_file(spec)
    if path is None:
        return ""
    try:
        found = path.stat()
        return _digest(path.resolve(), found.st_ino, found.st_size, found.st_mtime_ns)
    except OSError:
        return ""


@lru_cache(maxsize=1024)
def _digest(path: Path, _inode: int, _size: int, _changed: int) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
