"""A page for each bot of a report: its ratings over time, opponents, faults, response times and last matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from urllib.parse import quote

from markupsafe import Markup, escape

from lawspeaker_referee.competition.kept_ratings import RatedMoment, rating_history
from lawspeaker_referee.competition.ledger import LedgerQueries
from lawspeaker_referee.competition.report import plots
from lawspeaker_referee.competition.report.bot_matches import BotMatches
from lawspeaker_referee.competition.report.facts import Facts, Meeting
from lawspeaker_referee.competition.report.page import REPORT_TEMPLATES, bot_file, pages
from lawspeaker_referee.config.entrants import split_entrant
from lawspeaker_referee.config.formatting import format_percent
from lawspeaker_referee.config.tournament import parse_config
from lawspeaker_referee.web.page import page_style, report_policy


def bot_pages(ledger: LedgerQueries, facts: Facts, report: str) -> Iterator[tuple[str, str]]:
    """Yield (name of the file, page) for each bot that has played; `report` is the name of the report above them.

    Raises BadLedger and BadConfig.
    """
    terms = parse_config(ledger.terms(facts.name), f"tournament {facts.name}")
    template, style = pages().get_template("bot.html"), page_style((REPORT_TEMPLATES, "style.css"))
    history, rated = rating_history(ledger, facts.name, facts.ratings), facts.ratings or facts.kept
    places = {each.bot: (place, each) for place, each in enumerate(rated.bots if rated else (), 1)}
    scores = {each.bot: each for each in facts.scores}
    met, links, sums = set(facts.meetings), _links(facts), ledger.bot_sums(facts.name)
    matches = BotMatches(ledger, terms, {times.bot: sums[times.bot] for times in facts.times})
    named = entrants_by_name(facts)
    for times, faults in zip(facts.times, facts.fault_summaries, strict=True):
        bot = times.bot
        listed, rows = matches.of(bot)
        yield bot_file(bot), template.render(
            facts=facts, bot=bot, report=report, style=style, policy=report_policy(), place=places.get(bot),
            results=facts.results[bot], curve=plots.history_curve(history, bot),
            versions=versions_of(named, history, bot),
            opponents=_opponents(facts.meetings[bot], links) if bot in met else "", times=times, faults=faults,
            scores=scores[bot],
            times_plot=plots.time_bars([times]) if times.answers else None,
            scores_plot=plots.score_bars([scores[bot]]), listed=listed, matches=rows)


def entrants_by_name(facts: Facts) -> dict[str, list[str]]:
    """Return the bots that have played, but the automa, by their names without versions."""
    found: dict[str, list[str]] = {}
    for times in facts.times:
        if times.bot != facts.automa:
            found.setdefault(split_entrant(times.bot)[0], []).append(times.bot)
    return found


def versions_of(named: Mapping[str, Sequence[str]], history: Sequence[RatedMoment],
                bot: str) -> list[tuple[str, plots.Curve | None]]:
    """Return the other versions of a bot that have played, each with its rating history."""
    return [(each, plots.history_curve(history, each)) for each in named.get(split_entrant(bot)[0], ())
            if each != bot]


def _links(facts: Facts) -> dict[str, str]:
    """Return the name of each bot as it stands in a page beside its own, as a link if it has one."""
    own = {each.bot for each in facts.times}
    return {bot: str(Markup('<a href="{}">{}</a>').format(quote(bot_file(bot)), bot) if bot in own else escape(bot))
            for bot in facts.results}


def _opponents(met: Mapping[str, Meeting], links: Mapping[str, str]) -> Markup:
    """Return the rows of a table of opponents.

    A thousand pages have a million of them, so they are put together here and not by the template.
    """
    rows = [f'<tr><th scope="row">{links[other]}</th><td>{_share(each.points, each.matches)}</td><td>{each.won}</td>'
            f"<td>{each.drawn}</td><td>{each.matches - each.won - each.drawn}</td><td>{each.matches}</td></tr>"
            for other, each in met.items()]
    return Markup("\n".join(rows))  # noqa: S704 - names are escaped in `_links`, and the rest is numbers


@lru_cache(10_000)
def _share(points: float, matches: int) -> str:
    return str(escape(format_percent(points / matches)))
