"""`lawspeaker tournament archive`."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Final

import click

from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.options import KeyFile, KeyFileParameter
from lawspeaker_referee.cli.output_files import check_new_output
from lawspeaker_referee.cli.progress import rate
from lawspeaker_referee.cli.tournament_ledger import files_of, ledger_option, meant, opened_to_read, which_argument
from lawspeaker_referee.config.formatting import format_count

STDOUT: Final = Path("-")


@click.command()
@which_argument
@click.argument("output", metavar="OUT", type=click.Path(path_type=Path, dir_okay=False))
@ledger_option
@click.option("--records", "folders", multiple=True, metavar="FOLDER",
              type=click.Path(path_type=Path, file_okay=False, exists=True),
              help="Look for records here too; may be repeated.")
@click.option("--so-far", is_flag=True,
              help="While matches are left: what can be told by now, without blocks whose dice are still needed.")
@click.option("--key", type=KeyFileParameter(), help="Sign the manifest with this key of `lawspeaker keys`.")
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
def archive(which: str, output: Path, url: str | None, folders: tuple[Path, ...], key: KeyFile | None, *,
            so_far: bool, force: bool) -> None:
    """Write all records, results and terms of a tournament into one tar file OUT, which anybody can verify.

    It has no tokens, no commands of bots, and the secret of all dice only if a report has revealed it. OUT is there
    whole or not at all; - is stdout. `lawspeaker verify OUT` verifies it, and `lawspeaker export OUT` reads it.
    """
    from lawspeaker_referee.competition.archive.manifest import ArchiveError
    from lawspeaker_referee.competition.archive.writer import contents_of, write_archive
    from lawspeaker_referee.record.whole_file import whole_file

    found = meant(which, url)
    if output != STDOUT:
        check_new_output("name", output, [*files_of(which, found), *([key.path] if key else [])], force=force)
    with opened_to_read(found.url) as ledger:
        try:
            with rate("archive", "records", ledger.progress(found.name).counted) as done:
                contents = contents_of(ledger, found.name, key.key if key else None, folders, so_far=so_far, done=done)
            if output != STDOUT:
                check_new_output("name", output, contents.files, force=force)
            with nullcontext(sys.stdout.buffer) if output == STDOUT else whole_file(output) as file:
                write_archive(contents, file)
                file.flush()  # or a closed pipe would only be noticed once it is told to be written
        except ArchiveError as error:
            raise WrongInput(str(error)) from None
    manifest = contents.manifest
    told = f"{format_count(len(manifest.results), 'record')}, "
    told += f"signed by {key.key.public.fingerprint}" if key else "not signed"
    told += "" if manifest.secret else "; the secret is not in it, `lawspeaker tournament report --reveal` reveals it"
    click.echo(f"{found.name}: {'stdout' if output == STDOUT else output} is written: {told}", err=True)
