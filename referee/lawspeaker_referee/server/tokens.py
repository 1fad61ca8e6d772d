"""Who is let in: everybody, those with tokens in memory, or those with tokens of a file."""

from __future__ import annotations

import fcntl
import hmac
import os
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from tempfile import mkstemp
from typing import Final, Protocol

TOKEN_BYTES: Final = 32
PREFIX: Final = "lsp_"
"""What every token begins with, so that one that was published by mistake is found by searching for it."""
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
NAME_RULE: Final = "a name is 1 to 64 letters, digits, '.', '_' and '-', and begins with a letter or digit"
HEADING: Final = "# Tokens of bots, made by `lawspeaker tokens`: name, hash, created, and when it was revoked.\n"
_TIME: Final = "%Y-%m-%dT%H:%M:%SZ"
_LINE: Final = re.compile(r"(\S+)\s+sha256:([0-9a-f]{64})\s+created\s+(\S+)(?:\s+revoked\s+(\S+))?")


class BadTokens(OSError):
    """A file of tokens, or a change to it, that cannot be; one line says what would be right."""


@dataclass(frozen=True, slots=True)
class TokenEntry:
    """A line of the file."""

    name: str
    hash: bytes = field(repr=False)
    """SHA-256 of the token."""
    created: datetime
    revoked: datetime | None = None
    """None while the token holds."""


def hash_of(token: str) -> bytes:
    """What is kept of a token."""
    return sha256(token.encode()).digest()


def read(path: Path) -> list[TokenEntry]:
    """The entries of a file. Raises BadTokens for a line that is none, and OSError."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadTokens(f"{path} is not text in UTF-8; files of tokens are made by `lawspeaker tokens`") from None
    entries: dict[str, TokenEntry] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            entry = _parsed(line.strip(), f"{path}, line {number}")
            if entry.name in entries:
                raise BadTokens(f"{path}, line {number}: {entry.name} stands in a line before; remove one of them")
            entries[entry.name] = entry
    return list(entries.values())


def create(path: Path, name: str) -> str:
    """A new token, which is stored nowhere; its hash goes into the file, which is made if there is none.

    Takes the place of a revoked token of the name. Raises BadTokens for a name that cannot be or whose token holds.
    """
    if NAME.fullmatch(name) is None:
        raise BadTokens(f"{name!r} cannot be a token's name: {NAME_RULE}")
    token = PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
    with _changing(path) as entries:
        there = entries.get(name)
        if there is not None and there.revoked is None:
            raise BadTokens(f"{name} has a token already; revoke it first, or choose another name")
        entries[name] = TokenEntry(name, hash_of(token), _now())
    return token


def revoke(path: Path, name: str) -> None:
    """Make a token worthless. Raises BadTokens if there is none, or if it was revoked before."""
    if not path.exists():
        raise BadTokens(f"{path}: there is no such file")
    with _changing(path) as entries:
        entry = entries.get(name)
        if entry is None:
            raise BadTokens(f"{path} has no token of {name!r}; `lawspeaker tokens list` shows those there are")
        if entry.revoked is not None:
            raise BadTokens(f"the token of {name} was revoked {time_text(entry.revoked)}")
        entries[name] = replace(entry, revoked=_now())


def time_text(moment: datetime) -> str:
    """A moment as it stands in the file."""
    return moment.strftime(_TIME)


# --- reading and writing ---


def _parsed(line: str, where: str) -> TokenEntry:
    match = _LINE.fullmatch(line)
    if match is None:
        name = line.partition("=")[0].strip()
        if "=" in line and NAME.fullmatch(name):
            raise BadTokens(f"{where}: tokens are not kept in clear any more; remove the line and run "
                            f"`lawspeaker tokens create {name}`")
        raise BadTokens(f"{where}: write NAME sha256:HASH created TIME [revoked TIME], or leave it to "
                        "`lawspeaker tokens`")
    name, hashed, created, revoked = match.groups()
    if NAME.fullmatch(name) is None:
        raise BadTokens(f"{where}: {name!r} cannot be a token's name: {NAME_RULE}")
    return TokenEntry(name, bytes.fromhex(hashed), _moment(created, where),
                      _moment(revoked, where) if revoked else None)


def _moment(text: str, where: str) -> datetime:
    try:
        return datetime.strptime(text, _TIME).replace(tzinfo=UTC)
    except ValueError:
        raise BadTokens(f"{where}: {text!r} is not a time such as 2026-01-31T12:00:00Z") from None


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


@contextmanager
def _changing(path: Path) -> Iterator[dict[str, TokenEntry]]:
    """The entries by name, to be changed; they are written if nothing is raised. One at a time: the folder is locked,
    for the file itself is another one after every change.
    """
    path = path.resolve()
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        entries = {entry.name: entry for entry in read(path)} if path.exists() else {}
        yield entries
        _write(path, entries.values())
        os.fsync(folder)
    finally:
        os.close(folder)


def _write(path: Path, entries: Iterable[TokenEntry]) -> None:
    """Put a new file in the place of the old, whole or not at all; readable by its owner alone unless it was
    opened further, and still its owner's if somebody else (root, say) changes it.
    """
    number, temporary = mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(number, "w", encoding="utf-8") as file:
            if path.exists():
                before = path.stat()
                os.fchmod(number, before.st_mode & 0o777)
                if (before.st_uid, before.st_gid) != (os.geteuid(), os.getegid()):
                    os.fchown(number, before.st_uid, before.st_gid)
            file.write(HEADING)
            file.writelines(_spelt(entry) for entry in entries)
            file.flush()
            os.fsync(number)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _spelt(entry: TokenEntry) -> str:
    revoked = f"  revoked {time_text(entry.revoked)}" if entry.revoked else ""
    return f"{entry.name}  sha256:{entry.hash.hex()}  created {time_text(entry.created)}{revoked}\n"


@dataclass(frozen=True, slots=True)
class Grant:
    """What a bot was let in by."""

    name: str
    """The name of its token; empty where none is asked for."""
    hash: bytes = field(default=b"", repr=False)


ANYBODY_GRANT: Final = Grant("")


class TokenStore(Protocol):
    """Decides who is let in."""

    def refresh(self) -> bool:
        """Take notice of changes since the last time; whether there were any."""

    def admit(self, token: str) -> Grant | None:
        """What the token lets its bot in by; None for one that is not known, or not any more."""

    def holds(self, grant: Grant) -> bool:
        """Whether it would still be given."""

    def __len__(self) -> int:
        """How many tokens hold."""


class OpenAccess:
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


class MemoryTokens(_Granted):
    """Lets in who has one of these tokens."""

    def __init__(self, tokens: Mapping[str, str]) -> None:
        """`tokens` are names -> tokens; only hashes are kept."""
        super().__init__([Grant(name, hash_of(token)) for name, token in tokens.items()])

    def refresh(self) -> bool:
        """Nothing changes."""
        return False


class FileTokens(_Granted):
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
