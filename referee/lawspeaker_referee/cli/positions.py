"""`lawspeaker positions`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.file_jobs import results_in_order
from lawspeaker_referee.cli.options import JOBS
from lawspeaker_referee.cli.output_files import check_new_output
from lawspeaker_referee.cli.progress import reporting
from lawspeaker_referee.cli.record_arguments import RecordArguments
from lawspeaker_referee.devtools.analysis.judgement import Task, tasks
from lawspeaker_referee.devtools.skills.choosing import ChosenPositions, examined, shuffled
from lawspeaker_referee.devtools.skills.files import counts, dumped
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.whole_file import check_place, whole_file

COUNT: Final = 40


@click.command()
@click.argument("records", nargs=-1, required=True, metavar="RECORDS...", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, metavar="FILE",
              help="The file to write, as JSON lines.")
@click.option("--count", type=click.IntRange(1, 1000), default=COUNT, show_default=True, metavar="N",
              help="How many positions to choose.")
@click.option("--force", is_flag=True, help="Replace the file if it exists.")
@click.option("--jobs", type=JOBS, default=1, show_default=True, metavar="N",
              help="Examine so many decisions at once, each in a process of its own.")
def positions(*, records: tuple[Path, ...], out: Path, count: int, force: bool, jobs: int) -> int:
    """Choose positions in which one answer is clearly the best, to test bots with `ask --positions`.

    RECORDS are records of one game, and folders with all records in them. Two long searches must agree on the answer.
    Each position is labelled by the skill that it needs: arithmetic, hidden, risk, bargaining or planning.
    docs/analysis.md describes how. The same records give the same file.

    \b
      lawspeaker positions records/northgard --out northgard.jsonl --jobs 4

    Exit codes: 0 done, 1 there are fewer such positions, or a record does not verify, 2 wrong input.
    """  # noqa: D301 - click looks for the control character
    files = RecordArguments(records)
    check_new_output("--out", out, files, force=force)
    check_place(out)
    game, found = _tasks(files)
    choice, names = ChosenPositions(count), list[str]()

    def wanted() -> Iterator[Task]:
        for name, task in found:
            if choice.is_complete:
                return
            names.append(name)
            yield task

    with reporting("positions") as report, results_in_order(examined, wanted(), jobs, "examined decisions") as results:
        for number, position in enumerate(results):
            if position is not None:
                choice.take(position, names[number])
            report(f"{choice.found} found, in {number + 1} of {len(found)} decisions")
    chosen = sorted(choice.chosen, key=lambda each: (each.skill, each.prompt, each.position))
    with whole_file(out) as file:
        file.write(dumped(game, chosen).encode())
    click.echo(f"wrote {out}: {len(chosen)} positions of {game}: {counts(chosen)}", err=True)
    return 0 if len(chosen) == count else 1


def _tasks(files: RecordArguments) -> tuple[str, list[tuple[str, Task]]]:
    """Return the game and the decisions of all records. Raises WrongInput, RecordError and RecordDiffers."""
    files.tell_left_out()
    games, found = set[str](), list[tuple[str, Task]]()
    for path in files:
        try:
            record = read_record(path)
            games.add(record.header.setup.game)
            found += [(record.header.match_id + record.header.seed_commitment.hex(), task) for task in tasks(record)]
        except RecordError as error:
            raise RecordError(f"{path}: {error}" if str(path) not in str(error) else str(error)) from None
    if len(games) > 1:
        raise WrongInput(f"records of one game are needed, and these are of {', '.join(sorted(games))}")
    return games.pop(), shuffled(found)
