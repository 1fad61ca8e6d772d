"""The report as one HTML page: style and plots are inside; it loads nothing, and runs nothing but its search."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from typing import Final

from jinja2 import Environment

from lawspeaker_referee.competition.model_fit import test_line, triple_lines
from lawspeaker_referee.competition.rating_values import interval
from lawspeaker_referee.competition.ratings import automa_note
from lawspeaker_referee.competition.report import plots, text
from lawspeaker_referee.competition.report.facts import Facts
from lawspeaker_referee.competition.report.matrix import MOST_CROSSED, head_to_head, odd_lines, superiority
from lawspeaker_referee.competition.results import silent_note
from lawspeaker_referee.config.formatting import format_count, format_microseconds
from lawspeaker_referee.record.file import SUFFIX
from lawspeaker_referee.web.matches import match_link
from lawspeaker_referee.web.page import page_environment, page_style, report_policy, search_script

REPORT_TEMPLATES: Final = "lawspeaker_referee.competition.report"
MOST_VOIDS_SHOWN: Final = 50
SHOWN: Final = 40
"""Bots that plots and tables show; the rows of the others are folded."""
LONGEST_STEM: Final = 150
"""Characters of the name of a bot's page before those that follow from the rest: a disk has names of 255 bytes."""


def html(facts: Facts, bots_folder: str = "") -> str:
    """Return the page; names and all other text of strangers are escaped.

    `bots_folder` is the folder beside it in which each bot has the page of its `bot_file`; empty for none.
    """
    style = page_style((REPORT_TEMPLATES, "style.css"))
    return pages().get_template("page.html").render(
        facts=facts, style=style, plots=_plots(facts), superiority=superiority(facts), policy=report_policy(),
        script=search_script(), head_to_head=head_to_head(facts), odd_lines=odd_lines(facts),
        most_voids=MOST_VOIDS_SHOWN, shown=SHOWN, crossed_bots=MOST_CROSSED, bots_folder=bots_folder,
        fault_kinds=sorted({kind for each in facts.fault_summaries for kind in each.faults}))


@cache
def bot_file(bot: str) -> str:
    """Return the name of the file of a bot's page; two bots never share one.

    A version is text of its bot, and each character that no file has becomes several: a long name ends with its hash.
    """
    stem = "".join(each if each.isascii() and (each.isalnum() or each in "-.") else f"_{ord(each):x}_" for each in bot)
    if len(stem) > LONGEST_STEM:
        stem = f"{stem[:LONGEST_STEM]}~{blake2b(bot.encode(), digest_size=16).hexdigest()}"
    return f"{stem}.html"


@cache
def pages() -> Environment:
    """Return the environment of the report's templates."""
    found = page_environment(REPORT_TEMPLATES)
    found.filters |= {"interval": interval, "pairs": text.pairs, "span": format_microseconds,
                      "table_text": text.table_text, "counted": format_count, "winners_text": text.winners_text,
                      "winner": text.winner, "record_link": record_link, "silent_note": silent_note,
                      "automa_note": automa_note, "bot_file": bot_file, "points": text.points_text,
                      "test_line": test_line, "triple_lines": triple_lines}
    return found


def record_link(record: str) -> str:
    """Return the link to the match of a record, as `lawspeaker watch` serves it beside a report in the same folder."""
    return match_link(record.removesuffix(SUFFIX))


def _plots(facts: Facts) -> dict[str, plots.Plot | None]:
    """Return the plots by name; None where there is nothing to show."""
    found: dict[str, plots.Plot | None] = dict.fromkeys(("ratings", "seats", "scores", "times", "faults"))
    level = f"{100 * facts.ratings.level if facts.ratings else 95:.0f} % intervals"
    if rated := facts.ratings or facts.kept:
        found["ratings"] = plots.spreads(
            f"Ratings with {level}", "rating", [(rating.bot, rating) for rating in rated.bots[:SHOWN]])
    if facts.ratings and facts.ratings.seats:
        several = len({effect.players for effect in facts.ratings.seats}) > 1
        found["seats"] = plots.spreads(
            f"What a seat is worth, with {level}", "points of rating",
            [(f"Seat {effect.seat}" + (f" of {effect.players}" if several else ""), effect)
             for effect in facts.ratings.seats], signed=True)
    if facts.scores:
        found["scores"] = plots.score_bars(facts.scores[:SHOWN])
    if any(each.answers for each in facts.times[:SHOWN]):
        found["times"] = plots.time_bars(facts.times[:SHOWN])
    if any(each.faults for each in facts.fault_summaries[:SHOWN]):
        found["faults"] = plots.fault_bars(facts.fault_summaries[:SHOWN])
    return found
