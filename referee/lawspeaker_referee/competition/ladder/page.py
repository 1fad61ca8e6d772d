"""The standings as one HTML page with its style and script inside; the script loads new standings every few seconds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Final
from urllib.parse import urlencode

from jinja2 import Environment

from lawspeaker_bot.printable import printable
from lawspeaker_referee.competition.ladder.standings import FEWEST_MATCHES, Standings, StandingsRow
from lawspeaker_referee.competition.rating_values import Spread, interval
from lawspeaker_referee.competition.report import plots
from lawspeaker_referee.competition.report.page import REPORT_TEMPLATES
from lawspeaker_referee.web.matches import address_of, match_link
from lawspeaker_referee.web.page import content_policy, follow_script, page_environment, page_style

_HERE: Final = "lawspeaker_referee.competition.ladder"


@dataclass(frozen=True, slots=True)
class PageRow:
    """A bot, and its row of the plot if it is rated."""

    row: StandingsRow
    spread: Spread | None
    drawn: plots.PlotRow | None


def html(standings: Standings, *, matches: bool = False) -> str:
    """Return the page; names and all other text of strangers are escaped. With `matches` it links to pages of them."""
    plot, lines = drawn_rows(standings.rows)
    return _pages().get_template("page.html").render(
        standings=standings, plot=plot, style=_style(), script=follow_script(), lines=lines,
        fewest=FEWEST_MATCHES, matches=matches)


def drawn_rows(rows: Sequence[StandingsRow]) -> tuple[plots.Plot | None, list[PageRow]]:
    """Return the rows of a table with their plot; None if nobody is rated."""
    lines = [(row, _spread(row)) for row in rows]
    named = [(printable(row.bot), spread) for row, spread in lines if spread is not None]
    plot = plots.spreads("Ratings with 95 % intervals", "rating", named) if named else None
    drawn = iter(plot.rows if plot else ())
    return plot, [PageRow(row, spread, next(drawn) if spread else None) for row, spread in lines]


@cache
def policy() -> str:
    """Return the page's Content-Security-Policy."""
    return content_policy(_style(), follow_script())


def _spread(row: StandingsRow) -> Spread | None:
    if row.rating is None:
        return None
    return Spread(row.rating, -inf if row.low is None else row.low, inf if row.high is None else row.high)


@cache
def _pages() -> Environment:
    pages = page_environment(_HERE, REPORT_TEMPLATES)
    pages.filters |= {"interval": interval, "match_link": match_link, "address": address_of, "query": urlencode}
    return pages


@cache
def _style() -> str:
    return "\n" + page_style((REPORT_TEMPLATES, "style.css"), (_HERE, "page.css"))
