"""Progress of long work on stderr: a live line on a terminal, short lines elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

SECONDS_BETWEEN_LINES = 1.0

Report = Callable[[str], None]
"""Takes a text that says how things stand; may be called often."""


@contextmanager
def reporting(title: str) -> Iterator[Report]:
    """Yield a Report for work of unknown length."""
    if sys.stderr.isatty():
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
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
                   TextColumn("{task.fields[status]}"))
        with Progress(*columns, console=Console(stderr=True), transient=True) as live:
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


def _lines(title: str) -> Report:
    due = monotonic()

    def report(status: str) -> None:
        nonlocal due
        if monotonic() >= due:
            due = monotonic() + SECONDS_BETWEEN_LINES
            sys.stderr.write(f"{title}: {status}\n")

    return report
