"""Tokens that admit bots: a store finds a token's grant by its hash; grants come from memory or from a file."""

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
from shlex import quote
from tempfile import mkstemp
from typing import Final

from lawspeaker_referee.config.user_files import read_text
from lawspeaker_referee.record.whole_file import force_folder

TOKEN_BYTES: Final = 32
"""Random bytes of a token for a file."""
ISSUED_BYTES: Final = 24
"""Random bytes of a token that lives as long as its process."""
PREFIX: Final = "lsp_"
"""Every token of a file begins with it, so that a token published by mistake can be found by a search."""
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
NAME_RULE: Final = "a name is 1 to 64 letters, digits, '.', '_' and '-', and begins with a letter or digit"
HEADING: Final = "# Tokens of bots, made by `lawspeaker tokens`: name, hash, created, and when it was revoked.\n"
_TIME: Final = "%Y-%m-%dT%H:%M:%SZ"
_LINE: Final = re.compile(r"(\S+)\s+sha256:([0-9a-f]{64})\s+created\s+(\S+)(?:\s+revoked\s+(\S+))?")


class BadTokens(OSError):
    """A token file, or a change to it, is invalid; the text is one line that says what would be right."""


@dataclass(frozen=True, slots=True)
class TokenEntry:
    """A line of a token file."""

    name: str
    hash: bytes = field(repr=False)
    """SHA-256 of the token."""
    created: datetime
    revoked: datetime | None = None
    """None while the token is valid."""


def hash_of(token: str) -> bytes:
    """Return the hash that is stored in place of a token."""
    return sha256(token.encode()).digest()


def read(path: Path) -> list[TokenEntry]:
    """Return the entries of a token file. Raises BadTokens for an invalid line, and OSError."""
    try:
        text = read_text(path)
    except FileNotFoundError as error:
        how = f"`lawspeaker tokens create NAME --file {quote(str(path))}` makes it"
        raise FileNotFoundError(error.errno, f"{error.strerror}; {how}", str(path)) from None
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
    """Return a new token and write its hash to the file, which is created if necessary; the token is stored nowhere.

    The entry replaces a revoked one of the same name. Raises BadTokens for an invalid name, or one that has a valid
    token.
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
    """Mark a token of the file as revoked. Raises BadTokens if there is none, or if it was revoked before."""
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
    """Return a time as the file writes it."""
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
    """Yield the entries by name for a change, and write them afterwards if nothing was raised.

    The folder is locked meanwhile, and not the file, because every change replaces the file.
    """
    path = path.resolve()
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        entries = {entry.name: entry for entry in read(path)} if path.exists() else {}
        yield entries
        _write(path, entries.values())
        force_folder(path.parent)
    finally:
        os.close(folder)


def _write(path: Path, entries: Iterable[TokenEntry]) -> None:
    """Replace the file atomically. It keeps its mode, or gets 0600 if it is new, and it keeps its owner even if
    somebody else, such as root, changes it.
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
            file.writelines(_line(entry) for entry in entries)
            file.flush()
            os.fsync(number)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _line(entry: TokenEntry) -> str:
    revoked = f"  revoked {time_text(entry.revoked)}" if entry.revoked else ""
    return f"{entry.name}  sha256:{entry.hash.hex()}  created {time_text(entry.created)}{revoked}\n"


@dataclass(frozen=True, slots=True)
class Grant:
    """The token by which a bot was admitted."""

    name: str
    """The name of the token; empty where no token is required."""
    hash: bytes = field(default=b"", repr=False)
    person: bool = False
    """True if it is that of a person to whom the referee gave a page."""


ANYBODY_GRANT: Final = Grant("")


class TokenStore:
    """Grants, found by the hashes of their tokens. Subclasses say where the grants come from.

    Every known hash is compared, in constant time, so the time of a lookup says nothing about the tokens.
    """

    def __init__(self, grants: Iterable[Grant] = ()) -> None:
        self._grants = {grant.hash: grant for grant in grants}

    def refresh(self) -> bool:
        """Read the source again if it has changed; return whether connected bots must be checked again."""
        return False

    def admit(self, token: str) -> Grant | None:
        """Return the grant of a token, or None if the token is unknown or revoked."""
        hashed = hash_of(token)
        found = [grant for known, grant in self._grants.items() if hmac.compare_digest(known, hashed)]
        return found[0] if found else None

    def holds(self, grant: Grant) -> bool:
        """Return whether this very token is still valid; another token of the same name does not count."""
        return grant.hash in self._grants

    @property
    def names(self) -> frozenset[str]:
        """Return the names of all valid tokens."""
        return frozenset(grant.name for grant in self._grants.values())

    def __len__(self) -> int:
        """Return the number of valid tokens."""
        return len(self._grants)


class OpenAccess(TokenStore):
    """Admit every bot, without a name."""

    def admit(self, token: str) -> Grant:
        """Return the grant without a name."""
        return ANYBODY_GRANT

    def holds(self, grant: Grant) -> bool:
        """Return True."""
        return True


class MemoryTokens(TokenStore):
    """Tokens of this process: given at the start, or issued and revoked while bots come and go."""

    def __init__(self, tokens: Mapping[str, str] | None = None, *, people: bool = False) -> None:
        """`tokens` maps names to tokens; only hashes are stored. With `people` those that are issued are of people."""
        super().__init__(Grant(name, hash_of(token)) for name, token in (tokens or {}).items())
        self._people = people

    def issue(self, name: str) -> str:
        """Return a new token of this name."""
        token = secrets.token_urlsafe(ISSUED_BYTES)
        self._grants[hash_of(token)] = Grant(name, hash_of(token), person=self._people)
        return token

    def revoke(self, name: str) -> None:
        """Admit no more bots by the tokens of this name; a bot that is connected stays."""
        self._grants = {key: grant for key, grant in self._grants.items() if grant.name != name}


class WithPeople(TokenStore):
    """The tokens of another store, and those of people, whose names are theirs alone."""

    def __init__(self, others: TokenStore, people: Iterable[str]) -> None:
        """Take the store of bots, and the names of people."""
        super().__init__()
        self._others, self._people, self._issued = others, frozenset(people), MemoryTokens(people=True)

    def issue(self, name: str) -> str:
        """Return a new token of a person; those before of this name admit nobody any more."""
        self._issued.revoke(name)
        return self._issued.issue(name)

    def refresh(self) -> bool:
        """Read the source of the others again if it has changed."""
        return self._others.refresh()

    def admit(self, token: str) -> Grant | None:
        """Return the grant of a token; None also for a bot's token that has the name of a person."""
        if (grant := self._issued.admit(token)) is not None:
            return grant
        other = self._others.admit(token)
        return None if other is not None and other.name in self._people else other

    def holds(self, grant: Grant) -> bool:
        """Return whether this very token is still valid."""
        return self._issued.holds(grant) or self._others.holds(grant)

    @property
    def names(self) -> frozenset[str]:
        """Return the names of all valid tokens, and of all people."""
        return self._people | self._others.names

    def __len__(self) -> int:
        """Return the number of valid tokens."""
        return len(self._issued) + len(self._others)


class FileTokens(TokenStore):
    """Tokens of a file that were not revoked; the file is read again when it has changed.

    If the file can no longer be read, the tokens known before stay valid, and `complain` is called once with the
    reason.
    """

    def __init__(self, path: Path, complain: Callable[[str], None]) -> None:
        """Read the file. Raises BadTokens or OSError if it cannot be read."""
        self._path, self._complain = path, complain
        self._stamp = _stamp(path)
        super().__init__(_grants(path))

    def change(self, path: Path) -> None:
        """Take another file: the next `refresh` reads it."""
        self._path, self._stamp = path, None

    def refresh(self) -> bool:
        """Read the file if it has changed; return whether it was read."""
        stamp = _stamp(self._path)
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        try:
            self._grants = {grant.hash: grant for grant in _grants(self._path)}
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            self._complain(f"{where}{error.strerror or error}; the tokens known before still hold")
            return False
        return True


def _grants(path: Path) -> list[Grant]:
    return [Grant(entry.name, entry.hash) for entry in read(path) if entry.revoked is None]


def _stamp(path: Path) -> tuple[int, ...] | None:
    """Return what changes whenever the file or its rights do; None for a file that does not exist."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
