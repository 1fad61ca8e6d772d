"""What a referee keeps in its folder besides records: the secret of its dice, and how far its matches are numbered.

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
from pathlib import Path
from typing import Final

from lawspeaker_referee.record import PART_SUFFIX, SUFFIX, VOID_SUFFIX

SECRET_FILE: Final = ".secret"  # noqa: S105 - a name
SECRET_BYTES: Final = 32


class BadSecret(OSError):
    """A file that holds no secret of dice."""


def keep_secret(path: Path) -> bytes:
    """The secret in a file that its owner alone may read; made if there is none. Raises BadSecret and OSError."""
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600), "r+", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # who comes second at the first start reads what the first one has made
        try:
            text = file.read(1024)
        except UnicodeDecodeError:
            text = "?"
        if not text:
            text = secrets.token_hex(SECRET_BYTES)
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
    if not re.fullmatch(rf"[0-9a-f]{{{2 * SECRET_BYTES}}}\n?", text):
        raise BadSecret(errno.EINVAL, f"is no secret of dice, which is one line of {2 * SECRET_BYTES} hexadecimal "
                        "digits; remove it to have one made, if no match of it is unfinished", str(path))
    return bytes.fromhex(text.strip())


def match_name(name: str, number: int) -> str:
    """The id of a match."""
    return f"{name}-{number:06d}"


class Numbers:
    """The numbers of one name's matches in a folder."""

    def __init__(self, folder: Path, name: str, *, lasting: bool) -> None:
        """With `lasting` a file keeps how far they go, whatever becomes of the records."""
        self._folder, self._name, self._lasting = folder, name, lasting
        self._file = folder / f".{name}.last"

    def last(self) -> int:
        """The highest that was used; 0 for none. Raises OSError, also for a file that does not hold a number."""
        return max([self._kept(), *(number for number, _ in self._found())])

    def finished(self) -> int:
        """How many matches have a record that is complete."""
        return sum(suffix == "" for _, suffix in self._found())

    def used(self, number: int) -> None:
        """Keep in mind that this one was used. Raises OSError."""
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

    def _found(self) -> Iterator[tuple[int, str]]:
        """(number, what follows the record's name) of every file."""
        rest = "|".join(map(re.escape, ("", PART_SUFFIX, VOID_SUFFIX)))
        pattern = re.compile(rf"{re.escape(self._name)}-(\d{{1,18}}){re.escape(SUFFIX)}({rest})")
        for path in self._folder.glob("*"):
            if match := pattern.fullmatch(path.name):
                yield int(match[1]), match[2]
