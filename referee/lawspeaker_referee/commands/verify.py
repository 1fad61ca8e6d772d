"""`lawspeaker verify`."""

from __future__ import annotations

from pathlib import Path

import click

from lawspeaker_referee.commands.errors import DOES_NOT_VERIFY, WRONG_INPUT
from lawspeaker_referee.record import RecordError, read_record
from lawspeaker_referee.replay import Verdict
from lawspeaker_referee.replay import verify as verify_record


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@click.pass_context
def verify(context: click.Context, files: tuple[Path, ...]) -> None:
    """Play stored games again and compare every step.

    Prints `ok DIGEST STEPS` and exits with 0, or the first step that differs and 1; 2 if a file is unreadable, foreign
    or of a newer format. Of several files every one is judged, and the worst sets the exit code.
    """
    worst = 0
    for file in files:
        suffix = f" {file}" if len(files) > 1 else ""
        try:
            verdict = verify_record(read_record(file))
        except RecordError as error:
            click.echo(f"lawspeaker: {_named(file, str(error))}", err=True)
            worst = max(worst, WRONG_INPUT)
        else:
            click.echo(line_of(verdict) + suffix)
            worst = max(worst, 0 if verdict.ok else DOES_NOT_VERIFY)
    context.exit(worst)


def line_of(verdict: Verdict) -> str:
    """A verdict in one line."""
    if verdict.ok:
        return f"ok {verdict.digest.hex()} {verdict.steps}"
    return f"differs: {verdict.first_difference}"


def _named(file: Path, message: str) -> str:
    """A message that names the file it is about, once."""
    return message if str(file) in message else f"{file}: {message}"
