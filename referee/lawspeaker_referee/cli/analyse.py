"""`lawspeaker analyse`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from textwrap import wrap
from typing import Any, Final

import click

from lawspeaker_bot.printable import printable
from lawspeaker_bots.search.comparison import FEWEST_PLAYOUTS
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import Seat
from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.file_jobs import results_in_order
from lawspeaker_referee.cli.options import JOBS, Duration
from lawspeaker_referee.cli.output_files import check_page_output
from lawspeaker_referee.cli.progress import Report, reporting
from lawspeaker_referee.cli.record_arguments import RecordArguments
from lawspeaker_referee.cli.record_words import text_width
from lawspeaker_referee.cli.show_html import write_page
from lawspeaker_referee.config.formatting import format_count
from lawspeaker_referee.devtools.analysis.judgement import Effort, Judgement, Task, how_judged, judge, tasks
from lawspeaker_referee.devtools.analysis.lines import (
    Line,
    LinesFile,
    OtherAnalysis,
    decision_line,
    dumped,
    heading_line,
    read_decision,
    record_line,
)
from lawspeaker_referee.devtools.analysis.page import add_chances
from lawspeaker_referee.devtools.analysis.totals import Total, totals
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.fault_audit import RecordDiffers
from lawspeaker_referee.record.whole_file import check_place
from lawspeaker_referee.viewer.eyes import DEFAULT_EYES

PLAYOUTS: Final = 200
MOST_PLAYOUTS: Final = 100_000
MISTAKES: Final = 10


@dataclass(slots=True)
class Analysis:
    """The decisions of one record so far."""

    record: Line
    decisions: list[Judgement] = field(default_factory=list)

    def who(self, seat: Seat) -> str:
        """Return a seat with its bot."""
        return f"seat {seat} ({self.record['bots'][seat]})"


@click.command()
@click.argument("records", nargs=-1, required=True, metavar="RECORDS...", type=click.Path(path_type=Path))
@click.option("--seat", type=click.IntRange(min=0), metavar="S", help="Judge the decisions of this seat only.")
@click.option("--playouts", type=click.IntRange(FEWEST_PLAYOUTS, MOST_PLAYOUTS), metavar="N",
              help=f"Play each decision on so many times; the result is the same every time.  [default: {PLAYOUTS}]")
@click.option("--time", "seconds", type=Duration(zero=None), metavar="TIME",
              help="Think so long about each decision instead, such as 1s.")
@click.option("--most", type=click.IntRange(min=0), default=MISTAKES, show_default=True, metavar="N",
              help="List the N largest mistakes of each record.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Append each decision to this file of JSON lines; what it holds already is not judged again.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines instead of text.")
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), metavar="OUT",
              help="Write the page of the match, with each seat's chances as a curve and the largest mistakes.")
@click.option("--jobs", type=JOBS, default=1, show_default=True, metavar="N",
              help="Judge so many decisions at once, each in a process of its own.")
def analyse(*, records: tuple[Path, ...], seat: int | None, playouts: int | None, seconds: float | None, most: int,
            out: Path | None, as_json: bool, html: Path | None, jobs: int) -> int:
    """Say what the answers in records were worth, the largest mistakes first.

    Each decision that was a choice is judged by the built-in bot `search`, from what its seat knew then: the chance to
    win after what was taken, and after the best answer that is found. RECORDS are records, and folders with all
    records in them. docs/analysis.md explains the figures.

    \b
      lawspeaker analyse match.lsr
      lawspeaker analyse match.lsr --seat 1 --time 1s --jobs 2
      lawspeaker analyse match.lsr --html match.html
      lawspeaker analyse records/cup --out cup.jsonl --jobs 4

    With --out an analysis that was killed goes on where it was when it is started again.

    Exit codes: 0 done, 1 a record does not verify, 2 a record cannot be read here, or wrong input.
    """  # noqa: D301 - click looks for the control character
    if playouts is not None and seconds is not None:
        raise WrongInput("--playouts and --time say how much to think in two ways; give one of them")
    if html is not None and (len(records) > 1 or records[0].is_dir()):
        raise WrongInput("--html is the page of one match; name one record")
    if html is not None:
        check_page_output("--html", html)
        check_place(html)
    effort = Effort(seconds=seconds) if seconds else Effort(playouts=playouts or PLAYOUTS)
    files = RecordArguments(records)
    files.tell_left_out()
    heading = heading_line(effort, seat)
    found: list[Analysis] = []
    try:
        with ExitStack() as stack:
            file = stack.enter_context(LinesFile(out, heading)) if out is not None else None
            report = stack.enter_context(reporting("analyse"))
            for line in _lines(files, seat, effort, jobs, file, report):
                _collect(found, line)
            if file is not None:
                file.require_all_asked()
    except OtherAnalysis as error:
        raise WrongInput(str(error)) from None
    if seat is not None and not found:
        seats = max((len(read_record(path).header.seats) for path in files), default=seat + 1)
        if seat >= seats:
            raise WrongInput(f"there is no seat {seat} in {records[0] if len(files) == 1 else 'these records'}; "
                             f"seats are 0 to {seats - 1}")
    if as_json:
        for line in (heading, *_as_lines(found)):
            click.echo(dumped(line), nl=False)
    else:
        for text in _text(found, effort, most):
            click.echo(printable(text))
    return write_page(records[0], html, DEFAULT_EYES, partial(_add_chances, found)) if html is not None else 0


def _add_chances(found: Sequence[Analysis], document: dict[str, Any]) -> None:
    for each in found:
        add_chances(document, each.decisions, each.record["ranks"])


def _lines(files: Collection[Path], seat: Seat | None, effort: Effort, jobs: int, file: LinesFile | None,
           report: Report) -> Iterator[Line]:
    """Yield the line of each record and decision in order; what the file lacks is judged and appended."""
    known: list[Line] = []

    def missing() -> Iterator[Line | Task]:
        for item in _items(files, seat, report):
            line = file.known(item) if file is not None else None
            if line is None:
                yield item
            else:
                known.append(line)

    work = partial(_judged, effort=effort)
    with results_in_order(work, missing(), jobs, "judged decisions") as results:
        for line in results:
            yield from _taken(known)
            if line is not None:
                if file is not None:
                    file.add(line)
                yield line
    yield from _taken(known)


def _taken(lines: list[Line]) -> list[Line]:
    found = lines[:]
    lines.clear()
    return found


def _items(files: Collection[Path], seat: Seat | None, report: Report) -> Iterator[Line | Task]:
    for number, path in enumerate(files, 1):
        try:
            for count, task in enumerate(tasks(record := read_record(path), partial(_is_wanted, seat)), 1):
                if count == 1:
                    yield record_line(record)
                report(f"decision {count} of record {number} of {len(files)}")
                yield task
        except RecordError as error:
            raise RecordError(f"{path}: {error}" if str(path) not in str(error) else str(error)) from None
        except RecordDiffers as error:
            raise RecordDiffers(f"{path}: {error}") from None


def _is_wanted(wanted: Seat | None, seat: Seat) -> bool:
    return wanted in {None, seat}


def _judged(item: Line | Task, *, effort: Effort) -> Line | None:
    if not isinstance(item, Task):
        return item
    found = judge(item, effort)
    return None if found is None else decision_line(found)


def _collect(found: list[Analysis], line: Line) -> None:
    if line["entry"] == "record":
        found.append(Analysis(line))
    else:
        found[-1].decisions.append(read_decision(line))


# --- as data ---


def _as_lines(found: Iterable[Analysis]) -> Iterator[Line]:
    for each in found:
        yield each.record
        yield from map(decision_line, each.decisions)


# --- as text ---


def _text(found: list[Analysis], effort: Effort, most: int) -> Iterator[str]:
    width = text_width()
    thought = format_count(effort.playouts, "playout") if effort.playouts else f"{effort.seconds:g} s"
    for game in sorted({each.record["game"] for each in found}):
        yield from wrap(f"{GAMES[game].title}: {thought} for each decision, from what its seat knew. "
                        f"{how_judged(game)}", width)
    for each in found:
        yield ""
        yield from _mistakes(each, most, width)
    if not any(each.decisions for each in found):
        yield "there is no decision to judge"
        return
    single = len(found) == 1
    summed = totals((each.who(one.seat) if single else each.record["bots"][one.seat], one)
                    for each in found for one in each.decisions)
    for what, rows in (("seat" if single else "bot", summed.by_seat), ("prompt", summed.by_prompt),
                       ("phase", summed.by_phase)):
        yield ""
        yield from _table(what, rows)


def _mistakes(analysis: Analysis, most: int, width: int) -> Iterator[str]:
    record = analysis.record
    found = sorted((each for each in analysis.decisions if each.is_mistake), key=lambda each: -each.loss)
    told = f"{format_count(len(analysis.decisions), 'decision')}, {format_count(len(found), 'mistake')}"
    yield f"{record['match_id']} ({', '.join(record['bots'])}): {told}{', the largest first' if found[1:] else ''}"
    for each in found[:most]:
        own = "" if each.own else ", not its bot's own answer"
        yield ""
        yield (f"  step {each.step}  {analysis.who(each.seat)}, {each.period or each.phase}{own}: "
               f"{_percent(each.loss)} lost (± {_percent(each.error)})")
        for label, value, words in (("took", each.value, each.took_words), ("best", each.best_value, each.best_words)):
            yield from wrap(words, width, initial_indent=f"    {label}  {_percent(value):>7}  ",
                            subsequent_indent=" " * 19)


def _table(what: str, rows: dict[str, Total]) -> Iterator[str]:
    name = max(len(what), *map(len, rows))
    yield f"{what:<{name}}  decisions  mistakes  lost in all  a decision"
    for key, row in rows.items():
        yield (f"{key:<{name}}  {row.decisions:>9}  {row.mistakes:>8}  {_percent(row.loss):>11}  "
               f"{_percent(row.mean):>7} ± {_percent(row.mean_error)}")


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"
