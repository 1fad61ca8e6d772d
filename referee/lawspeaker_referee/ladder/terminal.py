"""The standings for a terminal; nothing here needs the packages of tournaments."""

from __future__ import annotations

from io import StringIO

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from lawspeaker_bot.printable import printable
from lawspeaker_referee.ladder.standings import FEWEST_MATCHES, Row, Standings
from lawspeaker_referee.wording import elo, interval, moment, per_cent


def text(standings: Standings, width: int = 100) -> str:
    """A table and what belongs to it, without colours, in lines of that many columns at most as far as names allow."""
    out = StringIO()
    console = Console(file=out, width=width, color_system=None, highlight=False, markup=False, emoji=False)
    told = standings
    for line in (f"{told.ladder}, {moment(told.unix_ms)}",
                 f"{told.game} for {told.players} players, options {told.options}, clock {told.clock}",
                 f"{told.matches} matches counted, {told.rated} in the ratings, {told.playing} running",
                 f"{told.connected} of {len(told.rows)} bots connected"):
        console.print(printable(line))
    console.print(_table(standings) if standings.rows else "\nNo bot has come yet.\n")
    if any(not row.place for row in standings.rows):
        console.print(f"Without a place: fewer than {FEWEST_MATCHES} matches (new), quarantined, on probation or "
                      "retired.")
    for row in standings.rows:
        if row.why:
            console.print(printable(f"{row.bot}: {_state(row)}"))
    for note in standings.notes:
        console.print(f"note: {printable(note)}")
    console.print(f"Seed commitment {standings.commitment}")
    return "\n".join(line.rstrip() for line in out.getvalue().rstrip().split("\n"))


def _table(standings: Standings) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for column in ("", "bot", "rating", "95 % interval", "points", "matches", "faults", "state"):
        table.add_column(column, justify="left" if column in {"bot", "state"} else "right", overflow="fold",
                         no_wrap=column != "bot")
    for row in standings.rows:
        cells = (row.place_text, row.bot, "" if row.rating is None else elo(row.rating),
                 "not rated yet" if row.rating is None else interval(row.low, row.high),
                 per_cent(row.points / row.matches) if row.matches else "", row.matches, row.faults, row.state)
        table.add_row(*(Text(printable(str(cell))) for cell in cells))
    return table


def _state(row: Row) -> str:
    """Of a bot that is held back."""
    until = f" until {moment(row.until_unix_ms)}" if row.until_unix_ms else ""
    return f"{row.state}{until}: {row.why}"
