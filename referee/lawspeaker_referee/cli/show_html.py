"""`lawspeaker show --html`: a record as a page that draws the match in a browser."""

from __future__ import annotations

from pathlib import Path

import click

from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.progress import reporting
from lawspeaker_referee.cli.whole_file import whole_file
from lawspeaker_referee.config.formatting import format_count
from lawspeaker_referee.record.file import read_whole_entries
from lawspeaker_referee.viewer.document import document
from lawspeaker_referee.viewer.eyes import BadEyes, parse_eyes
from lawspeaker_referee.viewer.page import file_page


def write_page(path: Path, output: Path, eyes_text: str) -> None:
    """Write a record as a page, and say on stderr what is in it. Raises WrongInput, RecordError and OSError."""
    record, problem = read_whole_entries(path)
    players = record.header.setup.players
    try:
        eyes = parse_eyes(eyes_text, players)
    except BadEyes as error:
        raise WrongInput(str(error)) from None
    with reporting(f"replaying {path.name}") as report:
        found = document(record, eyes, lambda done, total: report(f"{done} of {total} steps"), problem)
    page = file_page(found).encode()
    with whole_file(output) as file:
        file.write(page)
    note = f"; {found['note']}" if found["note"] else ""
    click.echo(f"wrote {output} ({len(page) // 1000} kB, {format_count(len(found['steps']), 'step')}, "
               f"{format_count(len(found['eyes']), 'view')}){note}", err=True)
