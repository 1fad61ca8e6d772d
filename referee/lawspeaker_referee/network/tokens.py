"""Who is let in: everybody, those with tokens in memory, or those with tokens of a file."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

from lawspeaker_referee.network.token_file import hash_of, read


@dataclass(frozen=True, slots=True)
class Grant:
    """What a bot was let in by."""

    name: str
    """The name of its token; empty where none is asked for."""
    hash: bytes = field(default=b"", repr=False)


ANYBODY_GRANT: Final = Grant("")


class Tokens(Protocol):
    """Decides who is let in."""

    def refresh(self) -> bool:
        """Take notice of changes since the last time; whether there were any."""

    def admit(self, token: str) -> Grant | None:
        """What the token lets its bot in by; None for one that is not known, or not any more."""

    def holds(self, grant: Grant) -> bool:
        """Whether it would still be given."""

    def __len__(self) -> int:
        """How many tokens hold."""


class Anybody:
    """Lets everybody in, without a name."""

    def refresh(self) -> bool:
        """Nothing changes."""
        return False

    def admit(self, token: str) -> Grant:  # noqa: ARG002 - whatever it is
        """A grant without a name."""
        return ANYBODY_GRANT

    def holds(self, grant: Grant) -> bool:  # noqa: ARG002 - whatever it is
        """For ever."""
        return True

    def __len__(self) -> int:
        return 0


class _Granted:
    """Tokens that are known by their grants, wherever these come from."""

    def __init__(self, grants: list[Grant]) -> None:
        self._grants = grants

    def admit(self, token: str) -> Grant | None:
        """The grant of a token that is known and was not revoked."""
        return _find(self._grants, token)

    def holds(self, grant: Grant) -> bool:
        """Whether its very token was not revoked; another one of the same name is no help."""
        return grant in self._grants

    @property
    def names(self) -> frozenset[str]:
        """Of all tokens that hold."""
        return frozenset(grant.name for grant in self._grants)

    def __len__(self) -> int:
        return len(self._grants)


class KnownTokens(_Granted):
    """Lets in who has one of these tokens."""

    def __init__(self, tokens: Mapping[str, str]) -> None:
        """`tokens` are names -> tokens; only hashes are kept."""
        super().__init__([Grant(name, hash_of(token)) for name, token in tokens.items()])

    def refresh(self) -> bool:
        """Nothing changes."""
        return False


class TokenFile(_Granted):
    """Lets in who has a token of the file that was not revoked; looks at the file again when it has changed.

    A file that cannot be read any more changes nothing: `complain` is told why, once, and the tokens known before hold.
    """

    def __init__(self, path: Path, complain: Callable[[str], None]) -> None:
        """Raises BadTokens or OSError for a file that cannot be read now."""
        self._path, self._complain = path, complain
        self._stamp = _stamp(path)
        super().__init__(_grants(path))

    def refresh(self) -> bool:
        """Read the file if it has changed."""
        stamp = _stamp(self._path)
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        try:
            self._grants = _grants(self._path)
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            self._complain(f"{where}{error.strerror or error}; the tokens known before still hold")
            return False
        return True


def _find(grants: Iterable[Grant], token: str) -> Grant | None:
    """The grant of a token; all are compared, in constant time, so that the time taken tells nothing."""
    hashed = hash_of(token)
    found = [grant for grant in grants if hmac.compare_digest(grant.hash, hashed)]
    return found[0] if found else None


def _grants(path: Path) -> list[Grant]:
    return [Grant(entry.name, entry.hash) for entry in read(path) if entry.revoked is None]


def _stamp(path: Path) -> tuple[int, ...] | None:
    """Changes whenever the file or what may be done with it does; None for one that is not there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
