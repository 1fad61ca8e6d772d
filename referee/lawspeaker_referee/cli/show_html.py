"""`lawspeaker show --html`: a record as a page that draws the match in a browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from lawspeaker_referee.cli.errors import DOES_NOT_VERIFY, WrongInput
from lawspeaker_referee.cli.progress import reporting
from lawspeaker_referee.config.formatting import format_count
from lawspeaker_referee.record.file import read_whole_entries
from lawspeaker_referee.record.whole_file import whole_file
from lawspeaker_referee.viewer.document import document
from lawspeaker_referee.viewer.eyes import BadEyes, parse_eyes
from lawspeaker_referee.viewer.page import file_page


def write_page(
    path: Path, output: Path, eyes_text: str, add: Callable[[dict[str, Any]], None] = lambda _document: None,
) -> int:
    """Write a record as a page, say on stderr what is in it, and return the exit code; `add` may add to its document.

    That is 1 if steps are missing in the page, because the file is damaged or the record leaves the rules. Raises
    WrongInput, RecordError, also if no step can be read, and OSError; then no page is written.
    """
    record, problem = read_whole_entries(path)
    players = record.header.setup.players
    try:
        eyes = parse_eyes(eyes_text, players)
    except BadEyes as error:
        raise WrongInput(str(error)) from None
    with reporting(f"replaying {path.name}") as report:
        found = document(record, eyes, lambda done, total: report(f"{done} of {total} steps"), problem)
    add(found)
    page = file_page(found).encode()
    with whole_file(output) as file:
        file.write(page)
    note = f"; {found['note']}" if found["note"] else ""
    click.echo(f"wrote {output} ({len(page) // 1000} kB, {format_count(len(found['steps']), 'step')}, "
               f"{format_count(len(found['eyes']), 'view')}){note}", err=True)
    return DOES_NOT_VERIFY if problem or len(found["steps"]) < record.step_count else 0
