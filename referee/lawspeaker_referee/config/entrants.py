"""Entrants: who has a rating. An entrant is a bot's name and version, as one text `name@version` or `name`.

Where a bot is started from local files, their digest tells two versions apart that call themselves alike.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import quote, unquote

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
