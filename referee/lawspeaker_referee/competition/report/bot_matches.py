"""The tables of matches on the pages of bots. A match is on the pages of all its bots, and is read and put into words
once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final

from markupsafe import Markup, escape

from lawspeaker_referee.competition.ledger import LedgerQueries
from lawspeaker_referee.competition.ledger.facts import ListedResult
from lawspeaker_referee.competition.ledger.sums import BotSums
from lawspeaker_referee.competition.report.collection import record_name
from lawspeaker_referee.competition.report.page import record_link
from lawspeaker_referee.competition.results import faults_in_words
from lawspeaker_referee.config.tournament import TournamentConfig

BOTS_AT_ONCE: Final = 32
"""Bots whose matches are read together."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A match on the pages of its bots: the text of a row before and after the note, which is each bot's own."""

    before: str
    after: str
    place: tuple[int, str]
    """The newest match has the least."""
    seats: tuple[str, ...]
    faults: tuple[int, ...]
    refused: tuple[int, ...]

    def note(self, bot: str) -> str:
        """Return how many faults and refused answers a bot had; empty for none."""
        own = [seat for seat, name in enumerate(self.seats) if name == bot]
        return faults_in_words(sum(self.faults[seat] for seat in own), sum(self.refused[seat] for seat in own))


class BotMatches:
    """The rows of each bot's table, for bots that are asked for one after another."""

    def __init__(self, ledger: LedgerQueries, terms: TournamentConfig, sums: Mapping[str, BotSums]) -> None:
        """`sums` has the bots in the order in which they are asked for."""
        self._ledger, self._terms = ledger, terms
        self._wanted = {bot: frozenset((*own.recent, *own.faulty)) for bot, own in sums.items()}
        self._uses = Counter(number for numbers in self._wanted.values() for number in numbers)
        """Number of an entry -> bots that are still to be asked for and have it in their table."""
        self._next = iter(self._wanted)
        self._rows: dict[int, _Row | None] = {}
        """By number of the entry: rows that were read and are still wanted; None for a match that no longer counts."""

    def of(self, bot: str) -> tuple[int, Markup]:
        """Return how many matches the table of a bot has, and its rows, the newest first. Raises BadLedger."""
        wanted = self._wanted[bot]
        while not self._rows.keys() >= wanted:
            self._read(islice(self._next, BOTS_AT_ONCE))
        rows = sorted((row for number in wanted if (row := self._rows[number]) is not None), key=lambda row: row.place)
        self._uses.subtract(wanted)
        for number in wanted:
            if not self._uses[number]:
                del self._rows[number]
        return len(rows), Markup("\n".join(  # noqa: S704 - all but numbers is escaped
            f"{row.before}{escape(row.note(bot))}{row.after}" for row in rows))

    def _read(self, bots: Iterator[str]) -> None:
        numbers = frozenset().union(*(self._wanted[bot] for bot in bots)) - self._rows.keys()
        found = self._ledger.listed_results(self._terms.name, numbers)
        number_of = self._ledger.numbers_of(self._terms.name, [each.played.match_id for each in found])
        self._rows.update(dict.fromkeys(numbers))
        self._rows.update((number_of[each.played.match_id], self._row(each)) for each in found)

    def _row(self, each: ListedResult) -> _Row:
        # A thousand pages have a hundred thousand rows and more, so they are put together here and not by the template.
        played, link = each.played, escape(record_link(record_name(self._terms, each.record_path)))
        told = ", ".join(f"{played.ranks[seat]}. {played.seats[seat]} {played.scores[seat]}"
                         + each.marks.text(seat) for seat in played.order)
        return _Row(
            f'<tr><th scope="row"><a href="../{link}"><code>{escape(played.match_id)}</code></a></th>'
            f'<td class="text">{escape(told)}</td><td>{each.steps}</td><td class="text">',
            f'</td><td class="text"><a href="../{link}/record">record</a></td></tr>',
            (-each.ended_unix_ms, played.match_id), played.seats, played.faults, each.refused)
