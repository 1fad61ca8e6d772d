"""`lawspeaker export`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, BinaryIO, Final

import click

from lawspeaker_bot.printable import printable
from lawspeaker_engine.games import find_game
from lawspeaker_engine.suggestions import did_you_mean
from lawspeaker_referee.cli.archive_records import records_of
from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.file_jobs import results_in_order
from lawspeaker_referee.cli.options import JOBS, RealRange
from lawspeaker_referee.cli.output_files import check_new_output
from lawspeaker_referee.cli.progress import rate
from lawspeaker_referee.cli.record_arguments import RecordArguments
from lawspeaker_referee.cli.tournament import check_packages
from lawspeaker_referee.config.formatting import format_count, format_names
from lawspeaker_referee.devtools.export.rows import (
    CannotExport,
    ExportedRecord,
    ExportFormat,
    Selection,
    Writer,
    export_record,
)
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.verify.fault_audit import RecordDiffers
from lawspeaker_referee.record.whole_file import whole_file

STDOUT: Final = Path("-")
_TABLES: Final = ("gymnasium", "numpy", "pettingzoo")


def _jsonl(widen: float) -> ExportFormat[Any]:
    from lawspeaker_referee.devtools.export.jsonl import JsonLines

    if widen != 1:
        raise WrongInput("--widen is for features; JSON lines have views, which have room for everything")
    return JsonLines()


def _parquet(widen: float) -> ExportFormat[Any]:
    check_packages("Parquet files", ("pyarrow", *_TABLES), "export")
    from lawspeaker_referee.devtools.export.parquet import Parquet

    return Parquet(widen)


def _npz(widen: float) -> ExportFormat[Any]:
    check_packages("npz files", _TABLES, "export")
    from lawspeaker_referee.devtools.export.npz import Npz

    return Npz(widen)


def _chat(widen: float) -> ExportFormat[Any]:
    from lawspeaker_referee.devtools.export.chat import ChatLines

    if widen != 1:
        raise WrongInput("--widen is for features, and lines of chat have texts")
    return ChatLines()


def _with_transcripts(name: str, folder: Path) -> ExportFormat[Any]:
    """Return the format of chat that reads transcripts, too. Raises WrongInput for another format."""
    from lawspeaker_referee.devtools.export.chat import ChatLines

    if name != CHAT:
        raise WrongInput(f"--transcripts is for --to {CHAT}, which has what models were asked and said")
    return ChatLines(folder)


CHAT: Final = "chat"
FORMATS: Final[dict[str, Callable[[float], ExportFormat[Any]]]] = {
    "parquet": _parquet, "jsonl": _jsonl, "npz": _npz, CHAT: _chat}
PLUGGED_IN: Final = "lawspeaker.exports"
"""The entry points of formats of other packages: a name, and a class or function that returns the `ExportFormat`."""


def _format(name: str, widen: float) -> ExportFormat[Any]:
    """Return a format, ours or that of another package. Raises WrongInput for an unknown one."""
    if name in FORMATS:
        return FORMATS[name](widen)
    from importlib.metadata import entry_points  # 20 ms, which our own formats can do without

    others = {found.name: found for found in sorted(entry_points(group=PLUGGED_IN), key=lambda each: each.value)}
    if name not in others:
        raise WrongInput(f"no format {name!r}{did_you_mean(name, [*FORMATS, *others])}; there are: "
                         f"{', '.join([*FORMATS, *others])}")
    if widen != 1:
        raise WrongInput(f"--widen is for features, which {name} does not have")
    made: ExportFormat[Any] = others[name].load()()
    return made


@click.command()
@click.argument("records", nargs=-1, required=True, metavar="RECORDS...", type=click.Path(path_type=Path))
@click.option("--to", "name", metavar=f"[{'|'.join(FORMATS)}]", required=True,
              help="The format of the output; other packages may bring more, such as pgn of chess.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="The file to write, or - for text on stdout.  [default: decisions.FORMAT]")
@click.option("--force", is_flag=True, help="Replace the output if it exists.")
@click.option("--game", "games", multiple=True, metavar="GAME", help="Only matches of this game; may be repeated.")
@click.option("--players", type=click.IntRange(min=1), multiple=True, metavar="N",
              help="Only matches with so many players; may be repeated.")
@click.option("--seat", "seats", type=click.IntRange(min=0), multiple=True, metavar="S",
              help="Only decisions of this seat; may be repeated.")
@click.option("--bot", "bots", multiple=True, metavar="NAME", help="Only decisions of this bot; may be repeated.")
@click.option("--people", is_flag=True, help="Only decisions of people, as the referee knows them.")
@click.option("--skip-bad", is_flag=True,
              help="Leave out records that cannot be exported, and name each on stderr, instead of giving up.")
@click.option("--widen", type=RealRange(1, 100), default=1.0, metavar="X",
              help="Features and options have X times the room of environments, for unusually long games.")
@click.option("--transcripts", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="FOLDER",
              help="With --to chat: take requests and replies from the transcripts of chat bots in this folder, where "
                   "they have the answer.")
@click.option("--jobs", type=JOBS, default=1, show_default=True, metavar="N",
              help="Read so many records at once, each in a process of its own.")
def export(
    *, records: tuple[Path, ...], name: str, output: Path | None, force: bool, games: tuple[str, ...],
    players: tuple[int, ...], seats: tuple[int, ...], bots: tuple[str, ...], people: bool, skip_bad: bool, widen: float,
    transcripts: Path | None, jobs: int,
) -> None:
    """Write the decisions in records as a table, one row a decision.

    RECORDS are records, folders with all records in them and in their folders, and archives of tournaments, whose
    voided matches are left out. Each record is verified first. A row has what the seat saw, its options, what it took,
    and how the match ended for it. docs/export.md describes the columns.

    The file is there once it is complete. Memory does not grow with the number of records.

    \b
      lawspeaker export records --to parquet
      lawspeaker export records/cup --to npz --game northgard --players 3 --bot greedy -o greedy.npz
      lawspeaker export match.lsr --to jsonl -o - | head -1
      lawspeaker export records --to chat --transcripts records --bot large -o tune.jsonl

    Exit codes: 0 done, 1 a record does not verify, 2 a record cannot be read here, or wrong input.
    """  # noqa: D301 - click looks for the control character
    for game in games:
        find_game(game)
    chosen = _format(name, widen)
    if transcripts is not None:
        chosen = _with_transcripts(name, transcripts)
    output = output or Path(f"decisions.{name}")
    if output == STDOUT and not chosen.is_text:
        raise WrongInput(f"{name} is no text for stdout; give an --output FILE")
    check_new_output("--output", output, records, force=force)
    with records_of(records) as (paths, shown):
        work = partial(export_record, exported=chosen, names=shown,
                       selection=Selection(games, players, seats, bots, people))
        files = RecordArguments(paths)
        if force:
            check_new_output("--output", output, files, force=force)
        _export(files, output, chosen, work, jobs, skip_bad=skip_bad)


def _export(files: RecordArguments, output: Path, chosen: ExportFormat[Any],
            work: Callable[[Path], ExportedRecord[Any]], jobs: int, *, skip_bad: bool) -> None:
    files.tell_left_out()
    began = monotonic()
    with _opened(output) as file, results_in_order(work, files, jobs, "read records") as results, \
            rate("export", "records", len(files)) as done, closing(chosen.writer(file)) as writer:
        count, told = _write(writer, results, done, skip_bad=skip_bad)
    cost = f"{count / max(monotonic() - began, 1e-9):,.0f} decisions a second"
    if output.is_file():
        cost += f", {output.stat().st_size / count:,.0f} bytes a decision"
    click.echo(f"wrote {'stdout' if output == STDOUT else output}: {told} ({cost})", err=True)


@contextmanager
def _opened(output: Path) -> Iterator[BinaryIO]:
    if output == STDOUT:
        yield sys.stdout.buffer
    else:
        with whole_file(output) as file:
            yield file


def _given_up(record: ExportedRecord[Any]) -> Exception:
    text = f"{record.problem}; --skip-bad leaves it out"
    return RecordDiffers(text) if record.differs else RecordError(text)


def _write(writer: Writer[Any], results: Iterable[ExportedRecord[Any]], done: Callable[[], None], *,
           skip_bad: bool) -> tuple[int, str]:
    """Write what was made of records; return the number of decisions, and in words what was written.

    Raises WrongInput, RecordError and RecordDiffers; then the file is of no use.
    """
    count, used, bad, others = 0, 0, 0, 0
    there: dict[str, dict[str, None]] = {}  # of matches that are not wanted: by kind what they have, in order
    for each in results:
        if each.problem:
            if not skip_bad:
                raise _given_up(each)
            click.echo(printable(f"lawspeaker: left out {each.problem}"), err=True)
            bad += 1
        elif each.rows is None:
            others += 1
            for kind, name in each.has:
                there.setdefault(kind, {})[name] = None
        else:
            try:
                writer.add(each.rows)
            except CannotExport as error:
                raise WrongInput(str(error)) from None
            count, used = count + each.count, used + 1
        done()
    told = [f"{format_count(others, 'record')} without such decisions"] if others else []
    told += [f"{format_count(bad, 'record')} left out"] if bad else []
    if not count:
        told += [f"{kind} there: {format_names(names)}" for kind, names in there.items()]
        raise WrongInput(f"there is no decision to write: {'; '.join(told)}")
    writer.finish()
    return count, "; ".join([f"{format_count(count, 'decision')} of {format_count(used, 'record')}", *told])
