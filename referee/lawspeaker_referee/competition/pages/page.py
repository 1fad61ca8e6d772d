"""The page of a tournament and those of its bots as HTML; names and all other text of strangers are escaped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final
from urllib.parse import quote, urlencode

from jinja2 import Environment

from lawspeaker_referee.competition.formats import BY_RESULTS
from lawspeaker_referee.competition.ladder.page import drawn_rows
from lawspeaker_referee.competition.ladder.standings import StandingsRow
from lawspeaker_referee.competition.ledger.facts import ListedResult
from lawspeaker_referee.competition.pages import bracket
from lawspeaker_referee.competition.pages.view import Answers, EventView, current_part
from lawspeaker_referee.competition.rating_values import Rating, interval
from lawspeaker_referee.competition.report import plots
from lawspeaker_referee.competition.report.collection import record_name
from lawspeaker_referee.competition.report.facts import Meeting
from lawspeaker_referee.competition.report.page import REPORT_TEMPLATES, bot_file, record_link
from lawspeaker_referee.competition.report.text import points_text
from lawspeaker_referee.competition.tournament.progress import Leader
from lawspeaker_referee.competition.tournament.progress_display import format_time_left
from lawspeaker_referee.config.formatting import format_count, format_results
from lawspeaker_referee.config.tournament import TournamentConfig
from lawspeaker_referee.web.page import content_policy, follow_script, page_environment, page_style

LADDER_TEMPLATES: Final = "lawspeaker_referee.competition.ladder"
TABLES_SHOWN: Final = 24
"""Tables of a round that are shown; the others are folded."""
_HERE: Final = "lawspeaker_referee.competition.pages"


@dataclass(frozen=True, slots=True)
class BotView:
    """The data of a bot's page beside the view of the tournament."""

    bot: str
    curve: plots.Curve | None
    opponents: Mapping[str, Meeting]
    matches: Sequence[ListedResult]
    """Those that may be seen, the newest first."""
    refused: int
    """Answers that were refused."""


def html(view: EventView, watched: Sequence[str] = (), archive: int | None = None) -> str:
    """Return the page of a tournament; `watched` are the addresses of running matches that can be watched.

    `archive` are the bytes of its archive, None while there is none.
    """
    plot, lines = drawn_rows(_rows(view))
    return _pages().get_template("event.html").render(
        view=view, status=view.status, style=_style(), script=follow_script(), plot=plot, lines=lines,
        about=_about(view), part=current_part(view), so_far=view.terms.format.kind in BY_RESULTS, geometry=bracket,
        watched=frozenset(watched), shown=TABLES_SHOWN, archive=archive)


def bot_html(view: EventView, bot: BotView) -> str:
    """Return the page of a bot; it lies in a folder below that of the tournament."""
    leader, rating = next(((leader, rating) for leader, rating in view.status.ranking() if leader.bot == bot.bot),
                          (None, None))
    return _pages().get_template("entrant.html").render(
        view=view, status=view.status, style=_style(), script=follow_script(), bot=bot, leader=leader, rating=rating,
        about=_about(view), out=view.status.state.public_out.get(bot.bot, ""))


@cache
def policy() -> str:
    """Return the Content-Security-Policy of both."""
    return content_policy(_style(), follow_script())


def bot_link(bot: str) -> str:
    """Return the link to a bot's page from the page of the tournament."""
    return f"bot/{quote(bot_file(bot))}"


def match_address(terms: TournamentConfig, each: ListedResult) -> str:
    """Return the link to a counted match from the page of the tournament."""
    return record_link(record_name(terms, each.record_path))


def short_id(match_id: str) -> str:
    """Return `r2.1/3` for `cup/r2.1-ann+bob/3`, where the bots are named beside it."""
    block, _, number = match_id.rpartition("/")
    return f"{block.rpartition('/')[2].partition('-')[0]}/{number}"


def _rows(view: EventView) -> list[StandingsRow]:
    """Return the standings, and after them the bots of the file that have not played."""
    ranking = view.status.ranking()
    rows = [_row(view, leader, rating) for leader, rating in ranking]
    known = {leader.bot for leader, _ in ranking}
    return rows + [_row(view, Leader(0, bot, 0.0, 0), None) for bot in view.terms.names if bot not in known]


def _row(view: EventView, leader: Leader, rating: Rating | None) -> StandingsRow:
    bot, out = leader.bot, view.status.state.public_out
    playing = any(bot in each.bots for each in view.running)
    answers = view.answers.get(bot, Answers())
    elo, low, high = (rating.elo, rating.low, rating.high) if rating else (None, None, None)
    return StandingsRow(
        leader.place, bot, elo, low, high, leader.matches,
        leader.points * leader.matches, answers.faults,
        "out" if bot in out else "playing" if playing else "",
        out.get(bot, "") or "; ".join(filter(None, (
            format_results(leader.wins, leader.draws, leader.matches) if leader.matches else "", leader.told))),
        decisions=answers.decisions, stand_ins=answers.stand_ins)


def _about(view: EventView) -> str:
    """Return what is played, in words."""
    terms = view.terms
    return (f"{terms.rules.title} for {terms.players} players, {terms.format.kind}, clock {terms.clocks_text}"
            if terms.players > 1 else f"{terms.rules.title} alone, {terms.format.kind}, clock {terms.clocks_text}")


@cache
def _pages() -> Environment:
    pages = page_environment(_HERE, LADDER_TEMPLATES, REPORT_TEMPLATES)
    pages.filters |= {"interval": interval, "query": urlencode, "bot_link": bot_link, "counted": format_count,
                      "points": points_text, "time_left": format_time_left, "match_address": match_address,
                      "short": short_id}
    return pages


@cache
def _style() -> str:
    return "\n" + page_style((REPORT_TEMPLATES, "style.css"), (LADDER_TEMPLATES, "page.css"), (_HERE, "event.css"))
