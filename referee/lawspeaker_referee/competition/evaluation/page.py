"""The report of an evaluation as one page that loads nothing, to be read, printed and put beside a paper."""

from __future__ import annotations

from collections.abc import Iterator

from lawspeaker_referee.competition.evaluation.results import ANCHOR, OVERALL, EvaluationResults
from lawspeaker_referee.competition.rating_values import interval
from lawspeaker_referee.competition.report import plots
from lawspeaker_referee.competition.report.text import pairs
from lawspeaker_referee.config.formatting import format_count
from lawspeaker_referee.web.page import page_environment, page_style, report_policy

_REPORT = "lawspeaker_referee.competition.report"
_HERE = "lawspeaker_referee.competition.evaluation"


def html(results: EvaluationResults) -> str:
    """Return the page; names and all other text of strangers are escaped."""
    style = page_style((_REPORT, "style.css"))
    environment = page_environment(_REPORT, _HERE)
    environment.filters |= {"interval": interval, "pairs": pairs, "counted": format_count, "money": format_money}
    return environment.get_template("evaluation.html").render(
        results=results, style=style, policy=report_policy(), anchor=ANCHOR, scopes=list(_scopes(results)),
        plots={each.scope: plots.spreads("Ratings with 95 % intervals", "rating",
                                         [(rating.bot, rating) for rating in each.ratings])
               for each in results.ratings if each.ratings})


def _scopes(results: EvaluationResults) -> Iterator[tuple[str, str]]:
    """Yield (name, title) of what has a table of its own: all setups, then each of several."""
    yield OVERALL, "All setups"
    if len(results.setups) > 1:
        for each in results.setups:
            yield each.name, each.name


def format_money(amount: float) -> str:
    """Return money with as many digits as tell something; nobody said of what currency."""
    return "0" if not amount else f"{amount:.2f}" if amount >= 1 else f"{amount:.2g}"
