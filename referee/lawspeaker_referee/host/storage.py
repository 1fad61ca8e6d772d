"""Store the secret of the dice and the last match number in the referee's folder, beside the records.

Dice follow from the secret and a match's id. So the secret must outlive a referee that is to go on with its matches,
and no id may come twice, even if its record was moved elsewhere: who knows the seed of the first match, which is
published at its end, would know the dice of the second.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, Self

from lawspeaker_referee.config.tournament import SECRET_BYTES
from lawspeaker_referee.record.file import PART_SUFFIX, SUFFIX, VOID_SUFFIX
from lawspeaker_referee.record.writer import locked

SECRET_FILE: Final = ".secret"  # noqa: S105 - a name
CHALLENGES: Final = "~challenge"
"""Follows the name in the ids of challenges. No name contains it, so none of their ids is that of another match."""
_ATTEMPT: Final = r"([0-9]{1,18})(?:-try([0-9]{1,18})-of-([0-9]{1,18}))?"


class BadSecret(OSError):
    """The file does not hold a secret."""


def keep_secret(path: Path) -> bytes:
    """Return the secret in a file of mode 0600, which is created if missing. Raises BadSecret and OSError.

    A file that may only be read, such as one of a mounted Secret, must hold it already.
    """
    with _opened(path) as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # who comes second at the first start reads what the first one has made
        try:
            text = file.read(1024)
        except UnicodeDecodeError:
            text = "?"
        if not text and file.writable():
            text = secrets.token_hex(SECRET_BYTES)
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
    if not re.fullmatch(rf"[0-9a-f]{{{2 * SECRET_BYTES}}}\n?", text):
        raise BadSecret(errno.EINVAL, f"is no secret of dice, which is one line of {2 * SECRET_BYTES} hexadecimal "
                        "digits; remove it to have one made, if no match of it is unfinished", str(path))
    return bytes.fromhex(text.strip())


def _opened(path: Path) -> IO[str]:
    """Open a file for reading and writing, and create it if it is missing; for reading alone if no more is allowed."""
    if path.exists() and not path.is_file():  # also a pipe that was given: it would be opened for writing too
        raise BadSecret(errno.EINVAL, "is no file", str(path))
    try:
        return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600), "r+", encoding="ascii")
    except OSError as error:
        if error.errno not in {errno.EROFS, errno.EACCES} or not path.exists():
            raise
        return path.open(encoding="ascii")


@contextmanager
def alone(folder: Path, name: str) -> Iterator[None]:
    """Lock a name, so that no other referee plays matches of it meanwhile. Raises OSError if it is locked."""
    try:
        file = locked(folder / f".{name}.lock", create=True)
    except BlockingIOError:
        raise OSError(f"another referee plays {name} with the records in {folder}; end it first, or take another "
                      "--name or --records") from None
    with file:
        yield


class LeftMatches:
    """Tells the referees of a folder that one of them has left unfinished matches, so that another resumes them."""

    def __init__(self, folder: Path) -> None:
        """Later calls of `changed` compare with what is told now."""
        self._file = folder / ".left"
        self._told = self._read()

    def tell(self) -> None:
        """Tell it, after the records were left and before their bots know. Raises OSError."""
        new = self._file.with_name(self._file.name + ".new")
        new.write_text(secrets.token_hex(8), encoding="ascii")
        new.replace(self._file)

    def changed(self) -> bool:
        """Return whether somebody has told it since the last call."""
        before, self._told = self._told, self._read()
        return self._told != before

    def _read(self) -> bytes:
        try:
            return self._file.read_bytes()
        except OSError:  # nobody has told anything here, or nothing of the folder can be read
            return b""


@dataclass(frozen=True, slots=True)
class Attempt:
    """The part of a match's id after the name: `000007`, or `000012-try2-of-000007` if it plays that match again."""

    number: int
    """The number of this attempt, which no other one has."""
    nth: int = 1
    """1 for the first attempt at a match, 2 for the next."""
    of: int = 0
    """The number of the first attempt; 0 if this is the first."""

    @property
    def first(self) -> int:
        """The number of the first attempt."""
        return self.of or self.number

    def match_id(self, name: str) -> str:
        """Return the id of its match."""
        return f"{name}-{self.number:06d}" + (f"-try{self.nth}-of-{self.of:06d}" if self.of else "")

    @classmethod
    def of_id(cls, name: str, match_id: str) -> Self | None:
        """Return what an id says; None for one of another name."""
        found = re.fullmatch(rf"{re.escape(name)}-{_ATTEMPT}", match_id)
        if found is None:
            return None
        number, nth, of = found.groups()
        return cls(int(number), int(nth or 1), int(of or 0))


class MatchNumbers:
    """The numbers of one name's matches in a folder."""

    def __init__(self, folder: Path, name: str, *, lasting: bool) -> None:
        """With `lasting` a file keeps the last number, even if records are moved or removed."""
        self._folder, self._name, self._lasting = folder, name, lasting
        self._file = folder / f".{name}.last"

    def last(self) -> int:
        """Return the highest number used; 0 for none. Raises OSError, also for a file that holds no number."""
        return max([self._kept(), *(attempt.number for attempt, _ in self._found())])

    def finished(self) -> int:
        """Return how many matches have a record that is complete."""
        return len(self.complete())

    def complete(self) -> list[str]:
        """Return the ids of these matches, by number."""
        found = sorted((attempt for attempt, path in self._found() if path.suffix == SUFFIX),
                       key=lambda attempt: attempt.number)
        return [attempt.match_id(self._name) for attempt in found]

    def voided(self) -> list[tuple[Attempt, Path]]:
        """Return each match's last attempt, if it was voided, with its record; empty records never began."""
        found = sorted((each for each in self._found() if _has_bytes(each[1])), key=lambda each: each[0].number)
        last = {attempt.first: (attempt, path) for attempt, path in found}
        return [(attempt, path) for attempt, path in last.values() if path.suffix == VOID_SUFFIX]

    def used(self, number: int) -> None:
        """Store that this number was used, if numbers are lasting. Raises OSError."""
        if self._lasting:
            new = self._file.with_name(self._file.name + ".new")
            new.write_text(f"{number}\n", encoding="ascii")
            new.replace(self._file)

    def _kept(self) -> int:
        try:
            text = self._file.read_text(encoding="ascii", errors="replace").strip()
        except FileNotFoundError:
            return 0
        if not re.fullmatch("[0-9]{1,18}", text):
            raise OSError(errno.EINVAL, "should hold the number of the last match that was begun", str(self._file))
        return int(text)

    def _found(self) -> Iterator[tuple[Attempt, Path]]:
        """Yield every file of a record, with its attempt."""
        rest = "|".join(map(re.escape, ("", PART_SUFFIX, VOID_SUFFIX)))
        pattern = re.compile(rf"(.*){re.escape(SUFFIX)}({rest})", re.DOTALL)
        for path in self._folder.glob("*"):
            if (match := pattern.fullmatch(path.name)) and (attempt := Attempt.of_id(self._name, match[1])):
                yield attempt, path


def _has_bytes(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:  # another referee of the folder has just put the match away
        return False
