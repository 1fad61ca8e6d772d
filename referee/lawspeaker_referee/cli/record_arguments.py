"""The records that the arguments of a command name: files, and folders with all records in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path

import click

from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.config.formatting import format_count
from lawspeaker_referee.record.file import PART_SUFFIX, SUFFIX, VOID_SUFFIX
from lawspeaker_referee.record.folder import distinct, record_files


class RecordArguments(Collection[Path]):
    """The paths of records, each once: in the order of the arguments, those of a folder by name.

    Folders are walked anew by each loop, so however many records there are, few paths are in memory.
    """

    def __init__(self, paths: Collection[Path]) -> None:
        """Count the records. Raises WrongInput for a folder without one, and OSError if it cannot be read."""
        self._places = [(path, path.is_dir()) for path in distinct(paths)]
        self.unfinished = self.void = 0
        """Records in folders that are left out, because their matches have not ended or were voided."""
        self._number = sum(self._counted(path) if is_folder else 1 for path, is_folder in self._places)
        self.has_folder = any(is_folder for _, is_folder in self._places)

    def __len__(self) -> int:
        """Return the number of records when they were counted."""
        return self._number

    def __iter__(self) -> Iterator[Path]:
        for path, is_folder in self._places:
            if is_folder:
                yield from (found.path for found in record_files(path, _raise) if not found.ending)
            else:
                yield path

    def __contains__(self, path: object) -> bool:
        return any(path == each for each in self)

    def tell_left_out(self) -> None:
        """Print a line on stderr if records in folders are left out."""
        told = [f"{format_count(number, 'record')} of {what} (*{SUFFIX}{suffix})" for number, what, suffix in (
            (self.unfinished, "matches that have not ended", PART_SUFFIX), (self.void, "void matches", VOID_SUFFIX))
            if number]
        if told:
            click.echo(f"lawspeaker: left out {' and '.join(told)}", err=True)

    def _counted(self, folder: Path) -> int:
        number = Counter(found.ending for found in record_files(folder, _raise))
        self.unfinished += number[PART_SUFFIX]
        self.void += number[VOID_SUFFIX]
        if not number[""]:
            only = ", only unfinished or void ones" if number else ""
            raise WrongInput(f"there is no record in {folder}, no file *{SUFFIX}{only}")
        return number[""]


def _raise(error: OSError) -> None:
    raise error
