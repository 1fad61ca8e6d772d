"""Round robin, gauntlet and seed blocks: every table there can be, or a balanced choice of tables, in every round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, count, islice, repeat
from math import comb, gcd

from lawspeaker_referee.competition.formats.blocks import block_entries, block_name, copies, orders_of, turned
from lawspeaker_referee.competition.results import ScheduledMatch
from lawspeaker_referee.config.tournament import BotConfig, TournamentConfig
from lawspeaker_referee.config.tournament_format import GAUNTLET, Format

TableNumbers = tuple[int, ...]
"""Numbers of the bots of a table, in the order in which they sit."""


Rounds = Iterator[Iterator[tuple[TableNumbers, int]]]
"""The tables of each round, each with the number of earlier rounds that had it."""


def rounds_of(bots: Sequence[BotConfig], size: int, how: str, every: Callable[[int, int], Iterator[TableNumbers]],
              ) -> Rounds:
    """Yield the tables of each round, without end; numbers are indices of `bots`. `every` yields all there can be.

    A bot that is added at the end of the list only adds tables, so that a tournament can be extended.
    """
    if how == "all":
        for nth in count():
            yield zip(every(len(bots), size), repeat(nth))
    first = sum(not bot.joined for bot in bots)
    before: Counter[TableNumbers] = Counter()
    for nth, base in enumerate(_bases(first, size)):
        tables = [(table, before[base]) for table in _rotations(base, first)]
        before[base] += 1
        for bot in range(first, len(bots)):
            for table in _joining(bot, size, nth):
                known = tuple(sorted(table))
                tables.append((table, before[known]))
                before[known] += 1
        yield iter(tables)


def all_tables(bots: int, size: int) -> Iterator[TableNumbers]:
    """Yield every choice of bots; tables with a later bot come later, and no bot is always first at its tables."""
    for table in _by_last(bots, size):
        yield turned(table, sum(table))


def _by_last(bots: int, size: int) -> Iterator[TableNumbers]:
    if size == 0:
        yield ()
        return
    for last in range(size - 1, bots):
        for table in _by_last(last, size - 1):
            yield (*table, last)


def even_tables(bots: int, size: int) -> Iterator[TableNumbers]:
    """Yield every choice of bots in such an order that after any number of tables all have played about as often.

    A table is followed by its rotations around the circle of the bots.
    """
    for others in combinations(range(1, bots), size - 1):
        base = (0, *others)
        if base == _least(base, bots):
            for table in _rotations(base, bots):
                yield turned(sorted(table), sum(table))


def _least(base: TableNumbers, bots: int) -> TableNumbers:
    """Return the least of a table's rotations."""
    return min(tuple(sorted((bot - start) % bots for bot in base)) for start in base)


def _turns(base: TableNumbers, bots: int) -> int:
    """Return how many different tables are rotations of a table: `bots`, unless a rotation maps it to itself."""
    held = frozenset(base)
    return next(shift for shift in range(1, bots + 1)
                if bots % shift == 0 and all((bot + shift) % bots in held for bot in base))


def _rotations(base: TableNumbers, bots: int) -> Iterator[TableNumbers]:
    """Yield the different rotations of a table."""
    for shift in range(_turns(base, bots)):
        yield tuple((bot + shift) % bots for bot in base)


def _bases(bots: int, size: int) -> Iterator[TableNumbers]:
    """Yield without end the first table of a round, whose other tables are its rotations (a cyclic design).

    So each bot has as many tables as every other, and each place of a table equally often. How often two bots meet
    depends on their distance around the circle alone; the first table of each round is chosen to even that out over the
    distances.
    """
    met: Counter[int] = Counter()
    while True:
        base = _base(bots, size, met)
        turns = _turns(base, bots)
        for one, other in combinations(base, 2):
            far = _distance(one, other, bots)
            met[far] += turns * _times(far, bots)
        yield base


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


def round_robin_entries(terms: TournamentConfig) -> Iterator[ScheduledMatch]:
    """Yield the whole round robin."""
    form, names, size = terms.format, terms.names, terms.table_size
    rounds = rounds_of(terms.bots, size, form.tables, even_tables)
    for number, tables in zip(range(1, form.rounds + 1), rounds, strict=False):
        for table, before in tables:
            block = block_name(number, [names[bot] for bot in sorted(table)])
            yield from block_entries(terms, block, number, [names[bot] for bot in table],
                                     orders_of(size, form.seats, before))
        yield from mirrors(terms, number)


def mirrors(terms: TournamentConfig, number: int) -> Iterator[ScheduledMatch]:
    """Yield a block of each bot against copies of itself, if the format has them."""
    for bot in terms.names if terms.format.self_play else ():
        table = copies(bot, terms.table_size)
        orders = orders_of(terms.table_size, terms.format.seats, number - 1)
        yield from block_entries(terms, block_name(number, table), number, table, orders)


def gauntlet_entries(terms: TournamentConfig) -> Iterator[ScheduledMatch]:
    """Yield the whole gauntlet; a block has one table of the field, with each challenger in turn."""
    form = terms.format
    field = _field(terms)
    rounds = rounds_of(field, terms.table_size - 1, form.tables, all_tables)
    for number, tables in zip(range(1, form.rounds + 1), rounds, strict=False):
        for nth, (table, before) in enumerate(tables):
            opponents = [field[bot].name for bot in table]
            orders = orders_of(terms.table_size, form.seats, before)
            block = block_name(number, [field[bot].name for bot in sorted(table)])
            for place, challenger in enumerate(form.challengers):
                yield from block_entries(terms, block, number, turned([challenger, *opponents], nth), orders,
                                         1 + place * form.seats)
        yield from mirrors(terms, number)


def seed_block_entries(terms: TournamentConfig) -> Iterator[ScheduledMatch]:
    """Yield the whole tournament of seed blocks: every table plays every seed."""
    form, names = terms.format, terms.names
    for number in range(1, form.rounds + 1):
        orders = orders_of(terms.table_size, form.seats, number - 1)
        for nth, table in enumerate(all_tables(len(names), terms.table_size)):
            yield from block_entries(terms, block_name(number), number, [names[bot] for bot in table], orders,
                                     1 + nth * form.seats)
        yield from mirrors(terms, number)


def number_of_matches(terms: TournamentConfig) -> int:
    """Return how many matches a round robin, a gauntlet or a tournament of seed blocks has."""
    gauntlet = terms.format.kind == GAUNTLET
    bots, size = (_field(terms), terms.table_size - 1) if gauntlet else (terms.bots, terms.table_size)
    tables = _number_of_tables(terms.format, sum(not bot.joined for bot in bots), len(bots), size)
    mirrored = terms.format.rounds * len(terms.bots) if terms.format.self_play else 0
    return (tables * (len(terms.format.challengers) if gauntlet else 1) + mirrored) * terms.format.seats


@lru_cache
def _number_of_tables(form: Format, first: int, bots: int, size: int) -> int:
    """Return the tables of all rounds; `first` of the bots were there from the start."""
    if form.tables == "all":
        return form.rounds * comb(bots, size)
    return (form.rounds * (bots - first) * size
            + sum(_turns(base, first) for base in islice(_bases(first, size), form.rounds)))


def _field(terms: TournamentConfig) -> list[BotConfig]:
    return [bot for bot in terms.bots if bot.name not in terms.format.challengers]
