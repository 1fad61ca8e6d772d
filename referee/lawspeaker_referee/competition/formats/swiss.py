"""Swiss system: each round pairs bots that stand close and have not met; it follows from the results of all before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

from lawspeaker_referee.competition.formats.blocks import Order, balanced_orders, block_entries, block_name, orders_of
from lawspeaker_referee.competition.formats.rulings import NO_RULINGS, Rulings
from lawspeaker_referee.competition.formats.standings import FormatStanding, as_points, lot, opponents, total
from lawspeaker_referee.competition.results import PlayedMatch, ScheduledMatch
from lawspeaker_referee.config.tournament import TournamentConfig

Cost = tuple[int, int]
"""(Repeated meetings, each worth more than the one before; how far apart the bots stand)."""


def paired(order: Sequence[str], size: int, met: Mapping[frozenset[str], int]) -> list[tuple[str, ...]]:
    """Return tables of neighbours in the standings, changed as little as avoids repeated meetings.

    `order` has the best bot first, and a multiple of `size`. This is a local search: the table with most repetitions
    swaps one bot for the bot elsewhere that lowers the cost of both tables most, as long as a swap lowers it. Costs
    fall with every swap, so the search ends.
    """
    places = {bot: place for place, bot in enumerate(order)}

    def cost(table: Sequence[str]) -> Cost:
        repeats = apart = 0
        for one, other in combinations(table, 2):
            repeats += met.get(frozenset((one, other)), 0) ** 2
            apart += (places[one] - places[other]) ** 2
        return repeats, apart

    tables = [list(order[start:start + size]) for start in range(0, len(order), size)]
    costs = [cost(table) for table in tables]
    while True:
        worst_first = sorted(range(len(tables)), key=lambda number: (-costs[number][0], number))
        for number in worst_first:
            if costs[number][0] and _improved(tables, costs, number, cost):
                break
        else:
            return sorted((tuple(sorted(table, key=places.__getitem__)) for table in tables),
                          key=lambda table: places[table[0]])


def _improved(tables: list[list[str]], costs: list[Cost], number: int, cost: Callable[[Sequence[str]], Cost]) -> bool:
    """Make the best swap between this table and another one; return False if none lowers the cost."""
    table, best = tables[number], None
    for other, elsewhere in enumerate(tables):
        if other == number:
            continue
        before = _sum(costs[number], costs[other])
        for mine, theirs in product(range(len(table)), repeat=2):
            ours = [*table[:mine], elsewhere[theirs], *table[mine + 1:]]
            new = [*elsewhere[:theirs], table[mine], *elsewhere[theirs + 1:]]
            gain = _less(_sum(cost(ours), cost(new)), before)
            if gain < (0, 0) and (best is None or gain < best[0]):
                best = gain, other, ours, new
    if best is None:
        return False
    _, other, tables[number], tables[other] = best
    costs[number], costs[other] = cost(tables[number]), cost(tables[other])
    return True


def _sum(one: Cost, other: Cost) -> Cost:
    return one[0] + other[0], one[1] + other[1]


def _less(one: Cost, other: Cost) -> Cost:
    return one[0] - other[0], one[1] - other[1]


@dataclass(slots=True)
class _SwissRun:
    """The tournament up to some round."""

    points: Counter[str] = field(default_factory=Counter)
    rounds: Counter[str] = field(default_factory=Counter)
    byes: Counter[str] = field(default_factory=Counter)
    met: Counter[frozenset[str]] = field(default_factory=Counter)
    """Rounds in which two bots were at one table."""
    seats: Counter[tuple[str, int]] = field(default_factory=Counter)
    """Matches of a bot on a seat."""
    done: int = 0
    """Complete rounds."""


def entries(terms: TournamentConfig, played: Sequence[PlayedMatch], given_up: Collection[str],
            rulings: Rulings = NO_RULINGS) -> list[ScheduledMatch]:
    """Return all complete rounds, and the next one; besides, all that is paired already."""
    return _walk(terms, played, given_up, rulings)[0]


def standings(terms: TournamentConfig, played: Sequence[PlayedMatch], given_up: Collection[str],
              rulings: Rulings = NO_RULINGS) -> list[FormatStanding]:
    """Return the bots after the last complete round, best first: by points, then Buchholz; lots order equal ones.

    Bots that are put out come after all others.
    """
    run, out = _walk(terms, played, given_up, rulings)[1], rulings.out
    others = len(opponents(played[0], 0)) if played else terms.table_size - 1
    matches = run.done * terms.format.seeds * terms.format.seats
    points = {bot: as_points(run.points[bot], matches, others) for bot in terms.names}
    buchholz = _buchholz(terms, run, points)
    order = sorted(_order(terms, terms.names, run, 0), key=lambda bot: (bot in out, -run.points[bot], -buchholz[bot]))
    level = Counter(run.points[bot] for bot in terms.names if bot not in out)
    equal = Counter((run.points[bot], buchholz[bot]) for bot in terms.names if bot not in out)
    found = []
    for place, bot in enumerate(order, 1):
        note = "put out by the organiser" if bot in out else ""
        if not note and run.done and level[run.points[bot]] > 1:
            same = equal[run.points[bot], buchholz[bot]]
            note = (f"by lot among {same} with as many points and as much Buchholz" if same > 1
                    else f"by Buchholz among {level[run.points[bot]]} with as many points")
        found.append(FormatStanding(bot, place, points[bot], run.rounds[bot], note, buchholz=buchholz[bot],
                                    won=place == 1 and run.done == terms.format.rounds))
    return found


def _buchholz(terms: TournamentConfig, run: _SwissRun, points: Mapping[str, float]) -> dict[str, float]:
    """Return by bot the points of its opponents; in a round without a table they are as good as the bot itself."""
    found = {bot: (run.done - run.rounds[bot] + run.byes[bot]) * (terms.table_size - 1) * points[bot]
             for bot in terms.names}
    for pair, times in run.met.items():
        one, other = sorted(pair)
        found[one] += times * points[other]
        found[other] += times * points[one]
    return {bot: round(value, 6) for bot, value in found.items()}


def _walk(terms: TournamentConfig, played: Sequence[PlayedMatch], given_up: Collection[str],
          rulings: Rulings) -> tuple[list[ScheduledMatch], _SwissRun]:
    results = {each.match_id: each for each in played}
    run, paired = _SwissRun(), rulings.by_round()
    found: list[ScheduledMatch] = []
    for number in range(1, terms.format.rounds + 1):
        new = paired.get(number, [])
        if new:
            tables, byes = _tables_of(terms, new, rulings)
            run.seats.update((bot, seat) for entry in new for seat, bot in enumerate(entry.seats))
        else:
            tables, byes = _tables(terms, number, run, rulings.out_for(number))
            new = [entry for table in tables for entry in _table_entries(terms, number, table, run)]
        found += new
        if any(entry.match_id not in results and entry.match_id not in given_up for entry in new):
            found += [entry for later in sorted(paired) if later > number for entry in paired[later]]
            break
        run.points.update(total(results[entry.match_id] for entry in new if entry.match_id in results))
        run.byes.update(byes)
        run.rounds.update([*byes, *(bot for table in tables for bot in table)])
        run.done = number
        run.met.update(frozenset(pair) for table in tables for pair in combinations(table, 2))
    return found, run


def _tables_of(terms: TournamentConfig, matches: Sequence[ScheduledMatch],
               rulings: Rulings) -> tuple[list[tuple[str, ...]], list[str]]:
    """Return the tables of a round that is paired, and the byes."""
    tables = list(dict.fromkeys(tuple(sorted(set(entry.seats) - {terms.automa})) for entry in matches))
    number, seated = matches[0].round, {bot for table in tables for bot in table}
    return tables, [bot.name for bot in terms.bots
                    if bot.joined < number and bot.name not in seated | rulings.out_for(number)]


def _tables(terms: TournamentConfig, number: int, run: _SwissRun,
            out: Collection[str]) -> tuple[list[tuple[str, ...]], list[str]]:
    """Return the tables of a round and the byes: those who had fewest, the last in the standings first.

    Bots that are `out` have neither.
    """
    bots = [bot.name for bot in terms.bots if bot.joined < number and bot.name not in out]
    order = _order(terms, bots, run, number)
    places = {bot: place for place, bot in enumerate(order)}
    waiting = sorted(order, key=lambda bot: (run.byes[bot], -places[bot]))
    byes = waiting[:len(order) % terms.table_size]
    return paired([bot for bot in order if bot not in byes], terms.table_size, run.met), byes


def _order(terms: TournamentConfig, bots: Sequence[str], run: _SwissRun, number: int) -> list[str]:
    return sorted(bots, key=lambda bot: (-run.points[bot], lot(terms.name, number, bot)))


def _table_entries(terms: TournamentConfig, number: int, table: Sequence[str],
                   run: _SwissRun) -> list[ScheduledMatch]:
    """Return the blocks of a table; with a single match a block, its seats go to those who had them least."""
    found: list[ScheduledMatch] = []
    for nth in range(1, terms.format.seeds + 1):
        if terms.format.seats == 1:
            orders = [_fairest(table, run.seats)]
        else:
            orders = orders_of(terms.table_size, terms.format.seats, nth - 1)
        new = block_entries(terms, block_name(number, sorted(table), nth), number, table, orders)
        run.seats.update((bot, seat) for entry in new for seat, bot in enumerate(entry.seats))
        found += new
    return found


def _fairest(table: Sequence[str], seats: Mapping[tuple[str, int], int]) -> Order:
    """Return the order of a table whose bots had their seats least often."""
    def often(order: Order) -> int:
        return sum(seats.get((table[place], seat), 0) for seat, place in enumerate(order))

    return min(balanced_orders(len(table)), key=often)
