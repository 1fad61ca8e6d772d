"""A page for each bot of a report: its ratings over time, opponents, faults, response times and last matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from urllib.parse import quote

from markupsafe import Markup, escape

from lawspeaker_referee.competition.kept_ratings import RatedMoment, rating_history
from lawspeaker_referee.competition.ledger import LedgerQueries
from lawspeaker_referee.competition.ledger.facts import ListedResult
from lawspeaker_referee.competition.report import plots
from lawspeaker_referee.competition.report.collection import record_name
from lawspeaker_referee.competition.report.facts import Facts, ListedMatch, Meeting
from lawspeaker_referee.competition.report.page import REPORT_TEMPLATES, bot_file, pages, record_link
from lawspeaker_referee.competition.results import faults_in_words
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
    for times, faults in zip(facts.times, facts.fault_summaries, strict=True):
        bot = times.bot
        known = ledger.listed_results(facts.name, {*sums[bot].recent, *sums[bot].faulty})
        matches = [ListedMatch(each.played, each.steps, _faults_note(each, bot),
                               record_name(terms, each.record_path), each.substituted)
                   for each in sorted(known, key=lambda each: (-each.ended_unix_ms, each.played.match_id))]
        yield bot_file(bot), template.render(
            facts=facts, bot=bot, report=report, style=style, policy=report_policy(), place=places.get(bot),
            results=facts.results[bot], curve=plots.history_curve(history, bot),
            versions=versions_of(facts, history, bot),
            opponents=_opponents(facts.meetings[bot], links) if bot in met else "", times=times, faults=faults,
            scores=scores[bot],
            times_plot=plots.time_bars([times]) if times.answers else None,
            scores_plot=plots.score_bars([scores[bot]]), listed=len(matches), matches=_match_rows(matches))


def versions_of(facts: Facts, history: Sequence[RatedMoment], bot: str) -> list[tuple[str, plots.Curve | None]]:
    """Return the other versions of a bot that have played, each with its rating history."""
    name = split_entrant(bot)[0]
    return [(times.bot, plots.history_curve(history, times.bot)) for times in facts.times
            if times.bot.startswith(name) and times.bot not in {bot, facts.automa}
            and split_entrant(times.bot)[0] == name]


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


def _match_rows(matches: Iterable[ListedMatch]) -> Markup:
    """Return the rows of a table of matches, of which a thousand pages have a hundred thousand and more."""
    rows = []
    for each in matches:
        played, link = each.played, escape(record_link(each.record))
        told = ", ".join(f"{played.ranks[seat]}. {played.seats[seat]} {played.scores[seat]}"
                         + " (substitute)" * (seat in each.substituted) for seat in played.order)
        rows.append(f'<tr><th scope="row"><a href="../{link}"><code>{escape(played.match_id)}</code></a></th>'
                    f'<td class="text">{escape(told)}</td><td>{each.steps}</td>'
                    f'<td class="text">{escape(each.note)}</td>'
                    f'<td class="text"><a href="../{link}/record">record</a></td></tr>')
    return Markup("\n".join(rows))  # noqa: S704 - all but numbers is escaped above


def _faults_note(listed: ListedResult, bot: str) -> str:
    """Return how many faults and refused answers a bot had in a match; empty for none."""
    own = [seat for seat, name in enumerate(listed.played.seats) if name == bot]
    return faults_in_words(sum(listed.played.faults[seat] for seat in own), sum(listed.refused[seat] for seat in own))
