"""The standings for a terminal; nothing here needs the packages of tournaments."""

from __future__ import annotations

from io import StringIO

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from lawspeaker_bot.printable import printable
from lawspeaker_referee.ladder.standings import AWAY, Row, Standings
from lawspeaker_referee.wording import moment


def text(standings: Standings, width: int = 100) -> str:
    """A table and what belongs to it, without colours, in lines of that many columns at most as far as names allow."""
    out = StringIO()
    console = Console(file=out, width=width, color_system=None, highlight=False, markup=False, emoji=False)
    told, here = standings, sum(row.state != AWAY for row in standings.rows)
    for line in (f"{told.ladder}, {moment(told.unix_ms)}",
                 f"{told.game} for {told.players} players, options {told.options}, clock {told.clock}",
                 f"{told.matches} matches counted, {told.rated} in the ratings, {told.playing} running",
                 f"{here} of {len(told.rows)} bots connected"):
        console.print(printable(line))
    console.print(_table(standings) if standings.rows else "\nNo bot has come yet.\n")
    for note in standings.notes:
        console.print(f"note: {printable(note)}")
    console.print(f"Seed commitment {standings.commitment}")
    return "\n".join(line.rstrip() for line in out.getvalue().rstrip().split("\n"))


def _table(standings: Standings) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("", "bot", "rating", "95 % interval", "points", "matches", "faults", "state"):
        left = column in {"bot", "state"}
        table.add_column(column, justify="left" if left else "right", overflow="fold", no_wrap=not left)
    for row in standings.rows:
        cells = (row.place or "", row.bot, "" if row.rating is None else f"{row.rating:.0f}", _interval(row),
                 f"{100 * row.points / row.matches:.0f} %" if row.matches else "", row.matches, row.faults, _state(row))
        table.add_row(*(Text(printable(str(cell))) for cell in cells))
    return table


def _interval(row: Row) -> str:
    """As the tournaments' reports tell it."""
    if row.rating is None:
        return "not rated yet"
    if row.low is None and row.high is None:
        return "unknown"
    if row.low is None:
        return f"{row.high:.0f} or less"
    return f"{row.low:.0f} or more" if row.high is None else f"{row.low:.0f} to {row.high:.0f}"


def _state(row: Row) -> str:
    until = f" until {moment(row.until_unix_ms)}" if row.until_unix_ms else ""
    return f"{row.state}{until}{f': {row.why}' if row.why else ''}"
