"""The report as one HTML page: style and plots are inside, and it loads and runs nothing."""

from __future__ import annotations

from functools import cache
from typing import Final

from jinja2 import Environment

from lawspeaker_referee.competition.ratings import automa_note
from lawspeaker_referee.competition.report import plots, text
from lawspeaker_referee.competition.report.facts import Facts
from lawspeaker_referee.competition.report.matrix import head_to_head, superiority
from lawspeaker_referee.config.formatting import format_count, format_microseconds
from lawspeaker_referee.record.file import SUFFIX
from lawspeaker_referee.web.matches import address_of, match_link
from lawspeaker_referee.web.page import page_environment, page_style

REPORT_TEMPLATES: Final = "lawspeaker_referee.competition.report"
MOST_VOIDS_SHOWN: Final = 50


def html(facts: Facts) -> str:
    """Return the page; names and all other text of strangers are escaped."""
    style = page_style((REPORT_TEMPLATES, "style.css"))
    return _pages().get_template("page.html").render(
        facts=facts, style=style, plots=_plots(facts), superiority=superiority(facts),
        head_to_head=head_to_head(facts), most_voids=MOST_VOIDS_SHOWN)


@cache
def _pages() -> Environment:
    pages = page_environment(REPORT_TEMPLATES)
    pages.filters |= {"interval": text.interval, "pairs": text.pairs, "span": format_microseconds,
                      "table_text": text.table_text, "counted": format_count, "winners_text": text.winners_text,
                      "winner": text.winner, "record_link": _record_link,
                      "address": address_of, "match_link": match_link, "silent_note": text.silent_note,
                      "automa_note": automa_note}
    return pages


def _record_link(record: str) -> str:
    """Return the link to the match of a record, as `lawspeaker watch` serves it beside a report in the same folder."""
    return match_link(record.removesuffix(SUFFIX))


def _plots(facts: Facts) -> dict[str, plots.Plot | None]:
    """Return the plots by name; None where there is nothing to show."""
    found: dict[str, plots.Plot | None] = dict.fromkeys(("ratings", "seats", "scores", "times", "faults"))
    if facts.ratings:
        level = f"{100 * facts.ratings.level:.0f} % intervals"
        found["ratings"] = plots.spreads(
            f"Ratings with {level}", "rating", [(rating.bot, rating) for rating in facts.ratings.bots])
        if facts.ratings.seats:
            several = len({effect.players for effect in facts.ratings.seats}) > 1
            found["seats"] = plots.spreads(
                f"What a seat is worth, with {level}", "points of rating",
                [(f"Seat {effect.seat}" + (f" of {effect.players}" if several else ""), effect)
                 for effect in facts.ratings.seats], signed=True)
    if facts.scores:
        found["scores"] = plots.score_bars(facts.scores)
    if any(each.answers for each in facts.times):
        found["times"] = plots.time_bars(facts.times)
    if any(each.faults for each in facts.fault_summaries):
        found["faults"] = plots.fault_bars(facts.fault_summaries)
    return found
