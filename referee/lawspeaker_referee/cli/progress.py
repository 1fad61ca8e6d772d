"""Progress of long work on stderr: a live line on a terminal, short lines elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

    from lawspeaker_referee.competition.tournament.progress_display import ProgressDisplay

SECONDS_BETWEEN_LINES = 1.0

Report = Callable[[str], None]
"""Called with a text about the progress; may be called often."""


@contextmanager
def reporting(title: str) -> Iterator[Report]:
    """Yield a Report for work of unknown length."""
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        columns = (SpinnerColumn(), TextColumn("{task.description}"), TextColumn("{task.fields[status]}"),
                   TimeElapsedColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as live:
            task = live.add_task(title, total=None, status="")
            yield lambda status: live.update(task, status=status)
    else:
        yield _lines(title)
        sys.stderr.flush()


@contextmanager
def counting(title: str, total: int) -> Iterator[Report]:
    """Yield a Report for work of `total` parts, to be called when a part begins."""
    if sys.stderr.isatty():
        with _bar() as live:
            task = live.add_task(title, total=total, completed=-1, status="")
            yield lambda status: live.update(task, advance=1, status=status)
    else:
        done = 0

        def report(status: str) -> None:
            nonlocal done
            done += 1
            sys.stderr.write(f"{title}: {done}/{total} {status}\n")

        yield report
        sys.stderr.flush()


@contextmanager
def rate(title: str, what: str, total: int) -> Iterator[Callable[[], None]]:
    """Yield a function to be called after each of `total` parts, which shows on a terminal how many are done a second.

    Where stderr is no terminal, nothing is shown: each part has a line of output of its own.
    """
    if total < 2 or not sys.stderr.isatty():
        yield lambda: None
        return
    done, began = 0, monotonic()
    # Lines for the same terminal go above the live one; lines for a file or a pipe must stay on stdout.
    with _bar(redirect_stdout=sys.stdout.isatty()) as live:
        task = live.add_task(title, total=total, status="")

        def report() -> None:
            nonlocal done
            done += 1
            live.update(task, advance=1, status=f"{done / max(monotonic() - began, 1e-9):.1f} {what} a second")

        yield report


def _bar(*, redirect_stdout: bool = True) -> Progress:
    """Return a bar on the terminal of stderr, with the number of parts, the time and a status."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    return Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
                    TextColumn("{task.fields[status]}"), console=Console(stderr=True), transient=True,
                    redirect_stdout=redirect_stdout)


def _lines(title: str) -> Report:
    due = monotonic() + SECONDS_BETWEEN_LINES

    def report(status: str) -> None:
        nonlocal due
        if monotonic() >= due:
            due = monotonic() + SECONDS_BETWEEN_LINES
            sys.stderr.write(f"{title}: {status}\n")

    return report


def tournament_display(title: str, *, quiet: bool, as_json: bool) -> ProgressDisplay:
    """Return the display of a tournament for these options and this stderr."""
    from lawspeaker_referee.competition.tournament.progress_display import JsonDisplay, LineDisplay

    if as_json:
        return JsonDisplay()
    if quiet or not sys.stderr.isatty():
        return LineDisplay(title, quiet=quiet)
    # imported for a terminal only, because rich takes as long to import as a match takes to play
    from lawspeaker_referee.competition.tournament.terminal_display import TerminalDisplay

    return TerminalDisplay(title)
