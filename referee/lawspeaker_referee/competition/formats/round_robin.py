"""Round robin, gauntlet and seed blocks: every table there can be, or a balanced choice of tables, in every round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, repeat
from math import gcd

from lawspeaker_referee.competition.formats.blocks import block_entries, block_name, copies, orders_of, turned
from lawspeaker_referee.competition.results import PlayedMatch, ScheduledMatch
from lawspeaker_referee.config.tournament import BotConfig, TournamentConfig

TableNumbers = tuple[int, ...]
"""Numbers of the bots of a table, in the order in which they sit."""


def tables_by_round(bots: Sequence[BotConfig], size: int, how: str) -> Iterator[list[TableNumbers]]:
    """Yield the tables of each round, without end; numbers are indices of `bots`.

    A bot that is added at the end of the list only adds tables, so that a tournament can be extended.
    """
    if how == "all":
        yield from repeat(all_tables(len(bots), size))
    first = sum(not bot.joined for bot in bots)
    for nth, tables in enumerate(_balanced(first, size)):
        later = [_joining(bot, size, nth) for bot in range(first, len(bots))]
        yield tables + [table for joined in later for table in joined]


def all_tables(bots: int, size: int) -> list[TableNumbers]:
    """Return every choice of bots; tables with a later bot come later, and no bot is always first at its tables."""
    chosen = sorted(combinations(range(bots), size), key=lambda table: table[::-1])
    return [turned(table, sum(table)) for table in chosen]


def _balanced(bots: int, size: int) -> Iterator[list[TableNumbers]]:
    """Yield rounds of tables that are all rotations of one table around the circle of the bots (a cyclic design).

    So each bot has as many tables as every other, and each place of a table equally often. How often two bots meet
    depends on their distance around the circle alone; the first table of each round is chosen to even that out over the
    distances.
    """
    met: Counter[int] = Counter()
    while True:
        base = _base(bots, size, met)
        tables: dict[frozenset[int], TableNumbers] = {}
        for shift in range(bots):
            table = tuple((bot + shift) % bots for bot in base)
            tables.setdefault(frozenset(table), table)
        # A table that some rotation maps to itself comes less than `bots` times.
        for one, other in combinations(base, 2):
            far = _distance(one, other, bots)
            met[far] += len(tables) * _times(far, bots)
        yield list(tables.values())


def _base(bots: int, size: int, met: Counter[int]) -> TableNumbers:
    """Return the first table of a round: grown from bot 0, each time by the bot whose distances were met least."""
    base: list[int] = [0]
    met = met.copy()
    while len(base) < size:
        _, bot = min((_unevenness(met, _added(bot, base, bots), bots), bot) for bot in range(bots) if bot not in base)
        met.update(_added(bot, base, bots))
        base.append(bot)
    return tuple(base)


def _added(bot: int, base: Sequence[int], bots: int) -> Counter[int]:
    """Return how often each distance is met more if one more bot joins the table, over all its rotations."""
    added: Counter[int] = Counter()
    for other in base:
        far = _distance(bot, other, bots)
        added[far] += bots * _times(far, bots)
    return added


def _unevenness(met: Counter[int], added: Counter[int], bots: int) -> int:
    """Return by how much `added` raises the sum of squares over all pairs.

    A distance stands for `bots` pairs, but for `bots / 2` if it leads straight across the circle.
    """
    return sum(((met[far] + more) ** 2 - met[far] ** 2) * (2 // _times(far, bots)) for far, more in added.items())


def _distance(one: int, other: int, bots: int) -> int:
    """Return the shorter way around the circle."""
    return min((one - other) % bots, (other - one) % bots)


def _times(far: int, bots: int) -> int:
    """Return how often a pair of this distance meets in one turn around the circle: twice straight across it."""
    return 2 if 2 * far == bots else 1


def _joining(bot: int, size: int, nth: int) -> list[TableNumbers]:
    """Return the tables of a bot that joined later, one for each place: it goes around the circle of the others."""
    stride = max(1, size - 1)
    while gcd(stride, bot) > 1:  # so that no table comes twice before all have come
        stride += 1
    tables = []
    for place in range(size):
        start = (nth * size + place) * stride
        others = [(start + step) % bot for step in range(size - 1)]
        tables.append((*others[:place], bot, *others[place:]))
    return tables


def round_robin_entries(terms: TournamentConfig, _played: Sequence[PlayedMatch],
                        _given_up: Collection[str]) -> list[ScheduledMatch]:
    """Return the whole round robin."""
    form, names = terms.format, terms.names
    before: Counter[frozenset[int]] = Counter()
    found: list[ScheduledMatch] = []
    rounds = zip(range(1, form.rounds + 1), tables_by_round(terms.bots, terms.table_size, form.tables), strict=False)
    for number, tables in rounds:
        for table in tables:
            orders = orders_of(terms.table_size, form.seats, before[frozenset(table)])
            before[frozenset(table)] += 1
            block = block_name(number, [names[bot] for bot in sorted(table)])
            found += block_entries(terms, block, number, [names[bot] for bot in table], orders)
        found += mirrors(terms, number)
    return found


def mirrors(terms: TournamentConfig, number: int) -> list[ScheduledMatch]:
    """Return a block of each bot against copies of itself, if the format has them."""
    found: list[ScheduledMatch] = []
    for bot in terms.names if terms.format.self_play else ():
        table = copies(bot, terms.table_size)
        orders = orders_of(terms.table_size, terms.format.seats, number - 1)
        found += block_entries(terms, block_name(number, table), number, table, orders)
    return found


def gauntlet_entries(terms: TournamentConfig, _played: Sequence[PlayedMatch],
                     _given_up: Collection[str]) -> list[ScheduledMatch]:
    """Return the whole gauntlet; a block has one table of the field, with each challenger in turn."""
    form = terms.format
    field = [bot for bot in terms.bots if bot.name not in form.challengers]
    before: Counter[frozenset[int]] = Counter()
    found: list[ScheduledMatch] = []
    rounds = zip(range(1, form.rounds + 1), tables_by_round(field, terms.table_size - 1, form.tables), strict=False)
    for number, tables in rounds:
        for nth, table in enumerate(tables):
            opponents = [field[bot].name for bot in table]
            orders = orders_of(terms.table_size, form.seats, before[frozenset(table)])
            before[frozenset(table)] += 1
            block = block_name(number, [field[bot].name for bot in sorted(table)])
            for place, challenger in enumerate(form.challengers):
                found += block_entries(terms, block, number, turned([challenger, *opponents], nth), orders,
                                       1 + place * form.seats)
        found += mirrors(terms, number)
    return found


def seed_block_entries(terms: TournamentConfig, _played: Sequence[PlayedMatch],
                       _given_up: Collection[str]) -> list[ScheduledMatch]:
    """Return the whole tournament of seed blocks: every table plays every seed."""
    form = terms.format
    tables = [[terms.names[bot] for bot in table] for table in all_tables(len(terms.bots), terms.table_size)]
    found: list[ScheduledMatch] = []
    for number in range(1, form.rounds + 1):
        orders = orders_of(terms.table_size, form.seats, number - 1)
        for nth, table in enumerate(tables):
            found += block_entries(terms, block_name(number), number, table, orders, 1 + nth * form.seats)
        found += mirrors(terms, number)
    return found


def ladder_entries(_terms: TournamentConfig, played: Sequence[PlayedMatch],
                   _given_up: Collection[str]) -> list[ScheduledMatch]:
    """Return the matches that a ladder has counted."""
    return [ScheduledMatch(each.match_id, each.block, each.round, each.seats) for each in played]
