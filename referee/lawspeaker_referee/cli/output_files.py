"""Files that commands write: what they may write over.

A page takes the place of a page, and a record that of a record, since who repeats a command wants just that. Anything
else there is a slip: the record that was to be shown, the ledger, a bot.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.config.user_files import read_bytes
from lawspeaker_referee.record.file import is_record

PAGE: Final = b"<!DOCTYPE html>"
"""The first bytes of all our pages."""


def check_page_output(option: str, path: Path) -> None:
    """Raise WrongInput if a file is there that is no page, and OSError if it cannot be read."""
    if path.is_file() and path.stat().st_size and not read_bytes(path, len(PAGE)).upper().startswith(PAGE.upper()):
        raise WrongInput(f"{path} is there, and is no page that may be replaced; give another {option}")


def check_record_output(option: str, path: Path) -> None:
    """Raise WrongInput if a file is there that is no record, and OSError if it cannot be read."""
    if path.is_file() and path.stat().st_size and not is_record(path):
        raise WrongInput(f"{path} is there, and is no record that may be replaced; give another {option}")


def check_new_output(option: str, path: Path, inputs: Iterable[Path] = (), *, force: bool) -> None:
    """Raise WrongInput if a file is there, with `force` only if it is one of those that are read."""
    if not path.is_file():
        return
    if not force:
        raise WrongInput(f"{path} exists already; give another {option}, or replace it with --force")
    if any(each.exists() and path.samefile(each) for each in inputs):
        raise WrongInput(f"{path} is read, and cannot be written meanwhile; give another {option}")
