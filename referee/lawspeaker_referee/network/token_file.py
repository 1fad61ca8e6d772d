"""The file of bots' tokens: hashes, one a line, that people can read and several programs can change.

A token is 256 random bits. Nobody can guess it, so one round of SHA-256 without salt is all that its hash needs: slow
and salted hashes protect what people think up.
"""

from __future__ import annotations

import fcntl
import os
import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from tempfile import mkstemp
from typing import Final

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
class Entry:
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


def read(path: Path) -> list[Entry]:
    """The entries of a file. Raises BadTokens for a line that is none, and OSError."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadTokens(f"{path} is not text in UTF-8; files of tokens are made by `lawspeaker tokens`") from None
    entries: dict[str, Entry] = {}
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
        entries[name] = Entry(name, hash_of(token), _now())
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


def _parsed(line: str, where: str) -> Entry:
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
    return Entry(name, bytes.fromhex(hashed), _moment(created, where), _moment(revoked, where) if revoked else None)


def _moment(text: str, where: str) -> datetime:
    try:
        return datetime.strptime(text, _TIME).replace(tzinfo=UTC)
    except ValueError:
        raise BadTokens(f"{where}: {text!r} is not a time such as 2026-01-31T12:00:00Z") from None


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


@contextmanager
def _changing(path: Path) -> Iterator[dict[str, Entry]]:
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


def _write(path: Path, entries: Iterable[Entry]) -> None:
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


def _spelt(entry: Entry) -> str:
    revoked = f"  revoked {time_text(entry.revoked)}" if entry.revoked else ""
    return f"{entry.name}  sha256:{entry.hash.hex()}  created {time_text(entry.created)}{revoked}\n"
