"""In each round those play who stand close and have not met: the next one follows from the results of all before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from lawspeaker_referee.tournament.designs.blocks import block_entries, block_name
from lawspeaker_referee.tournament.designs.orders import Order, balanced_orders, orders_of
from lawspeaker_referee.tournament.designs.pairing import paired
from lawspeaker_referee.tournament.designs.standings import Standing, lot, total
from lawspeaker_referee.tournament.nouns import Entry, Played
from lawspeaker_referee.tournament.terms import Terms


@dataclass(slots=True)
class _Course:
    """What has happened so far."""

    points: Counter[str] = field(default_factory=Counter)
    rounds: Counter[str] = field(default_factory=Counter)
    byes: Counter[str] = field(default_factory=Counter)
    met: Counter[frozenset[str]] = field(default_factory=Counter)
    """Rounds in which two bots sat at one table."""
    seats: Counter[tuple[str, int]] = field(default_factory=Counter)
    """Matches of a bot on a seat."""
    done: int = 0
    """Rounds that are complete."""


def entries(terms: Terms, played: Sequence[Played], given_up: Collection[str]) -> list[Entry]:
    """All rounds that are complete, and the next one."""
    return _walk(terms, played, given_up)[0]


def standings(terms: Terms, played: Sequence[Played], given_up: Collection[str]) -> list[Standing]:
    """After the last round that is complete, best first; equals by lot."""
    course = _walk(terms, played, given_up)[1]
    level = Counter(course.points[bot] for bot in terms.names)
    found = []
    for place, bot in enumerate(_order(terms, terms.names, course, 0), 1):
        points = course.points[bot]
        told = f"by lot among {level[points]} with as many points" if course.done and level[points] > 1 else ""
        found.append(Standing(bot, place, points, course.rounds[bot], told,
                              won=place == 1 and course.done == terms.format.rounds))
    return found


def _walk(terms: Terms, played: Sequence[Played], given_up: Collection[str]) -> tuple[list[Entry], _Course]:
    results = {each.match_id: each for each in played}
    course = _Course()
    found: list[Entry] = []
    for number in range(1, terms.format.rounds + 1):
        tables, byes = _tables(terms, number, course)
        new = [entry for table in tables for entry in _table_entries(terms, number, table, course)]
        found += new
        if any(entry.match_id not in results and entry.match_id not in given_up for entry in new):
            break
        course.points.update(total(results[entry.match_id] for entry in new if entry.match_id in results))
        course.byes.update(byes)
        course.rounds.update([*byes, *(bot for table in tables for bot in table)])
        course.done = number
        course.met.update(frozenset(pair) for table in tables for pair in combinations(table, 2))
    return found, course


def _tables(terms: Terms, number: int, course: _Course) -> tuple[list[tuple[str, ...]], list[str]]:
    """Tables of a round, and who has a bye: those who had fewest, the last in the standings first."""
    bots = [bot.name for bot in terms.bots if bot.joined < number]
    order = _order(terms, bots, course, number)
    places = {bot: place for place, bot in enumerate(order)}
    waiting = sorted(order, key=lambda bot: (course.byes[bot], -places[bot]))
    byes = waiting[:len(order) % terms.players]
    return paired([bot for bot in order if bot not in byes], terms.players, course.met), byes


def _order(terms: Terms, bots: Sequence[str], course: _Course, number: int) -> list[str]:
    return sorted(bots, key=lambda bot: (-course.points[bot], lot(terms.name, number, bot)))


def _table_entries(terms: Terms, number: int, table: Sequence[str], course: _Course) -> list[Entry]:
    """The blocks of a table; a single match of a block is so seated that nobody has a seat too often."""
    found: list[Entry] = []
    for nth in range(1, terms.format.seeds + 1):
        if terms.format.seats == 1:
            orders = [_fairest(table, course.seats)]
        else:
            orders = orders_of(terms.players, terms.format.seats, nth - 1)
        new = block_entries(terms.name, block_name(number, sorted(table), nth), number, table, orders)
        course.seats.update((bot, seat) for entry in new for seat, bot in enumerate(entry.seats))
        found += new
    return found


def _fairest(table: Sequence[str], seats: Mapping[tuple[str, int], int]) -> Order:
    """The order of a table whose bots had their seats least often."""
    def often(order: Order) -> int:
        return sum(seats.get((table[place], seat), 0) for seat, place in enumerate(order))

    return min(balanced_orders(len(table)), key=often)
