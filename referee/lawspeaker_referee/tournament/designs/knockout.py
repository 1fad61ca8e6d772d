"""The best of every table go on, until one table is left; bots stand in the file by strength."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from lawspeaker_referee.tournament.designs.blocks import block_entries, block_name
from lawspeaker_referee.tournament.designs.orders import orders_of
from lawspeaker_referee.tournament.designs.standings import Standing, total
from lawspeaker_referee.tournament.nouns import Entry, Played
from lawspeaker_referee.tournament.terms import Terms

Ranking = list[tuple[str, int]]
"""The bots of a table with their points, best first."""


def entries(terms: Terms, played: Sequence[Played], given_up: Collection[str]) -> list[Entry]:
    """All rounds that are complete, and what can be played of the next one."""
    return _walk(terms, played, given_up)[0]


def standings(terms: Terms, played: Sequence[Played], given_up: Collection[str]) -> list[Standing]:
    """Who came furthest first, and of those who has most points in the last round."""
    return _walk(terms, played, given_up)[1]


def _walk(terms: Terms, played: Sequence[Played], given_up: Collection[str]) -> tuple[list[Entry], list[Standing]]:
    results: dict[str, Played | None] = dict.fromkeys(given_up) | {each.match_id: each for each in played}
    alive, byes = list(terms.names), Counter[str]()
    found: list[Entry] = []
    standing: dict[str, Standing] = {}
    number = 0
    while len(alive) >= terms.players:
        number += 1
        tables = _tables(alive, terms.players, terms.format.advance, byes)
        last = len(alive) == terms.players
        through = set(alive) - {bot for table in tables for bot in table}
        byes.update(through)
        standing.update((bot, Standing(bot, 0, number)) for bot in alive)
        open_tables = False
        for table in tables:
            new, ranking = _play(terms, number, table, results, 1 if last else terms.format.advance)
            found += new
            open_tables |= ranking is None
            standing.update((bot, Standing(bot, points, number)) for bot, points in ranking or ())
            through.update(bot for bot, _ in (ranking or ())[:terms.format.advance])
        if open_tables or last:
            break
        alive = [bot for bot in terms.names if bot in through]
    return found, sorted(standing.values(), key=lambda each: (-each.rounds, -each.points))


def _tables(alive: Sequence[str], players: int, advance: int, byes: Mapping[str, int]) -> list[list[str]]:
    """The tables of a round, strong and weak bots spread over them; the others have a bye.

    Where a number of bots fits that halves and halves again, as it were, the first round comes down to it.
    """
    goal = fitting = players
    while fitting < len(alive):
        goal = fitting
        if fitting % advance:
            break
        fitting = fitting // advance * players
    tables = max(1, min(len(alive) // players, (len(alive) - goal) // (players - advance)))
    free = sorted(alive, key=lambda bot: (byes[bot], alive.index(bot)))[:len(alive) - tables * players]
    seated = [bot for bot in alive if bot not in free]
    rows = [seated[start:start + tables] for start in range(0, len(seated), tables)]
    return [list(table) for table in zip(*(row[::-1] if nth % 2 else row for nth, row in enumerate(rows)), strict=True)]


def _play(
    terms: Terms, number: int, table: Sequence[str], results: Mapping[str, Played | None], advance: int,
) -> tuple[list[Entry], Ranking | None]:
    """The matches of a table, and its ranking once they tell who goes on.

    While that is tied there is one block more, as often as the format allows; then the one who stands higher in the
    file goes on.
    """
    form = terms.format
    found: list[Entry] = []
    for nth in range(1, form.seeds + form.tiebreaks + 1):
        orders = orders_of(terms.players, form.seats, nth - 1)
        found += block_entries(terms.name, block_name(number, sorted(table), nth), number, table, orders)
        if nth < form.seeds:
            continue
        if any(entry.match_id not in results for entry in found):
            return found, None
        points = total(played for entry in found if (played := results[entry.match_id]))
        ranking = sorted(((bot, points[bot]) for bot in table),
                         key=lambda each: (-each[1], terms.names.index(each[0])))
        if nth == form.seeds + form.tiebreaks or ranking[advance - 1][1] > ranking[advance][1]:
            return found, ranking
    raise AssertionError("a format has at least one block")
