"""The display of a running tournament on a terminal: a bar and the standings, redrawn in place."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any, Final, Self

from rich.console import Console
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from lawspeaker_referee.competition.tournament.progress import Snapshot
from lawspeaker_referee.competition.tournament.progress_display import Announcements, line_of
from lawspeaker_referee.config.formatting import format_percent

MOST_SHOWN: Final = 10
"""Bots of the standings."""


class TerminalDisplay:
    """A bar and the standings, redrawn in place."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._live = Live(Text(title), console=Console(stderr=True), transient=True, refresh_per_second=4)
        self._told = Announcements(lambda words: self._live.console.print(f"{title}: {words}", markup=False,
                                                                           highlight=False))

    def __enter__(self) -> Self:
        self._live.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._live.__exit__(kind, error, trace)

    def heard(self, what: Mapping[str, Any]) -> None:
        """Print the message above the bar if people must know it."""
        self._told.heard(what)

    def look(self, snapshot: Snapshot) -> None:
        """Redraw bar and standings."""
        self._live.update(drawn(self._title, snapshot, self._told.elsewhere))


def drawn(title: str, snapshot: Snapshot, elsewhere: str = "") -> Table:
    """Return the bar and standings for a terminal."""
    lines = Table.grid()
    lines.add_row(Text(f"{title}: {line_of(snapshot)}{elsewhere}"))
    lines.add_row(ProgressBar(total=max(1, snapshot.scheduled - snapshot.given_up), completed=snapshot.counted,
                              width=60))
    if snapshot.standings:
        lines.add_row(_table(snapshot))
    return lines


def _table(snapshot: Snapshot) -> Table:
    table = Table(box=None)
    for name in ("", "bot", "points", "matches"):
        table.add_column(name, justify="left" if name == "bot" else "right")
    table.add_column("")
    for each in snapshot.standings[:MOST_SHOWN]:
        table.add_row(f"{each.place}.", Text(each.bot), format_percent(each.points), str(each.matches), Text(each.told))
    return table
