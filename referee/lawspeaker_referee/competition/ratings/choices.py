"""Matches as choices: the first place is chosen from all at the table, the next from those left, and so on.

The sufficient statistics of the model are how often each set was chosen from, and how often each bot, seat and size of
tie was chosen. So a hundred thousand matches are often a few thousand sets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cache
from itertools import combinations
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array, vstack

from lawspeaker_referee.competition.ratings.games import BadGames, Floats, Ints, RatedGames, Tables

SETS_AT_ONCE: Final = 50_000
"""Most sets that are together in one `Sets`: whatever is computed of them needs memory for so many only."""
MOST_SUBSETS: Final = 5_000
"""Most subsets of one table that may take a place."""


@dataclass(frozen=True, slots=True)
class Sets:
    """Different sets of `size` competitors from which a place was chosen: `count` of them, at most SETS_AT_ONCE."""

    size: int
    count: int
    design: csr_array
    """((size + sizes of ties) * count) x parameters.

    Row i * count + s makes the strength of the i-th competitor of set s; after all competitors come the tie parameters,
    each once for each set.
    """
    often: csr_array
    """Sets x blocks: how often each was chosen from."""
    members: Ints
    """Sets x size: the competitors, in the order of the rows of `design`."""
    taken: csr_array
    """((size + sizes of ties) * count) x blocks: how often each competitor and size of tie was chosen, a shared place
    in shares; rows as in `design`."""
    all_often: NDArray[Any]
    """By set: how often it was chosen from in all blocks."""
    all_taken: NDArray[Any]
    """By row of `design`: how often it was chosen in all blocks."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The statistics of all matches by seed block. The parameters are bots, then seats, then sizes of ties from 2."""

    bots: int
    seats: int
    ties: tuple[int, ...]
    """The sizes of ties that were seen; others are impossible."""
    sets: tuple[Sets, ...]
    """All of them; there may be several of one size."""
    blocks: int
    competitors: Ints
    """Competitors x most members: the bots of each, -1 behind the last one."""

    @property
    def parameters(self) -> int:
        """Return how many parameters there are."""
        return self.bots + self.seats + len(self.ties)

    def present(self) -> csr_array:
        """Return parameters x blocks: 1 where a parameter takes part in a choice of a block."""
        found = csr_array((self.parameters, self.blocks), dtype=np.int8)
        for sets in self.sets:
            rows = sets.design.shape[0] // sets.count
            some = abs(sets.design).T @ vstack([sets.often.astype(np.float64)] * rows)
            found = (found + some.sign().astype(np.int8)).sign()
        return csr_array(found)


@cache
def subsets(size: int, ties: tuple[int, ...]) -> csr_array:
    """Return subsets x (competitors and ties): which strengths make up each subset that may take a place."""
    taken = [subset for count in (1, *ties) for subset in combinations(range(size), count)]
    dense = np.zeros((len(taken), size + len(ties)))
    for row, subset in enumerate(taken):
        dense[row, list(subset)] = 1 / len(subset)
        if len(subset) > 1:
            dense[row, size + ties.index(len(subset))] = 1
    return csr_array(dense)


@dataclass(frozen=True, slots=True)
class _Chosen:
    """Choices from sets of one size; each row is one."""

    matches: Ints
    blocks: Ints
    sets: Ints
    """Choices x size: the competitors, ascending."""
    taken: NDArray[np.bool_]
    """Choices x size: whether the competitor took the place."""


def choices_of(games: RatedGames) -> Choices:
    """Return the statistics of the matches. Raises BadGames if a table is too large for its ties."""
    ties = _ties(games)
    members, of_tables = _competitors(games)
    by_size: dict[int, list[_Chosen]] = {}
    for tables, competitors in zip(games.tables, of_tables, strict=True):
        for each in _steps(tables, competitors):
            by_size.setdefault(each.sets.shape[1], []).append(each)
    strengths = _strengths(members, games)
    sets = tuple(part for size in sorted(by_size) for part in _sets(by_size.pop(size), strengths, games, ties))
    bots = np.where(members < 0, -1, members // (len(games.seats) + 1))
    return Choices(len(games.bots), len(games.seats), ties, sets, games.blocks, bots)


def _competitors(games: RatedGames) -> tuple[Ints, list[Ints]]:
    """Return competitors x most members: (bot * (seats + 1) + seat + 1) of each, -1 behind the last one; and for each
    of the tables matches x sides: the number of the competitor.

    Competitors are ordered as tuples of (bot, seat) would be.
    """
    widest = max(len(side) for tables in games.tables for side in tables.sides)
    rows = []
    for tables in games.tables:
        codes = tables.bots * (len(games.seats) + 1) + tables.seats + 1
        found = np.full((len(codes), len(tables.sides), widest), -1, dtype=np.intc)
        for number, side in enumerate(tables.sides):
            found[:, number, :len(side)] = np.sort(codes[:, side], axis=1)
        rows.append(found.reshape(-1, widest))
    first, numbers = distinct(every := np.concatenate(rows))
    parts = np.split(numbers, np.cumsum([len(each) for each in rows])[:-1])
    return every[first], [part.reshape(-1, len(tables.sides))
                          for part, tables in zip(parts, games.tables, strict=True)]


def distinct(rows: Ints) -> tuple[Ints, Ints]:
    """Return where each different row stands for the first time, in the order of rows as tuples, and by row the number
    of its like in that order.
    """
    order = np.lexsort(rows.T[::-1])
    new = np.concatenate([[True], (rows[order[1:]] != rows[order[:-1]]).any(axis=1)])
    numbers = np.empty(len(rows), dtype=np.intc)
    numbers[order] = np.cumsum(new) - 1
    return order[new], numbers


def _steps(tables: Tables, competitors: Ints) -> Iterator[_Chosen]:
    """Yield who was left and who of them took the next place; nobody chooses from one competitor."""
    places = tables.places[:, [side[0] for side in tables.sides]]
    for place in range(int(places.max()) + 1):
        left = places >= place
        for size in range(2, len(tables.sides) + 1):
            some = np.flatnonzero((left.sum(axis=1) == size) & (places == place).any(axis=1))
            if len(some):
                # Competitors are sorted together with whether they took it.
                waits = (2 * competitors[some] + (places[some] > place))[left[some]].reshape(-1, size)
                waits.sort(axis=1)
                yield _Chosen(tables.matches[some], tables.blocks[some], waits // 2, waits % 2 == 0)


def _sets(parts: Sequence[_Chosen], strengths: csr_array, games: RatedGames, ties: tuple[int, ...]) -> Iterator[Sets]:
    """Yield the sets of one size, numbered in the order of the matches that first had them."""
    whole = _in_order(parts)
    first, numbers = distinct(whole.sets)
    numbers = np.argsort(np.argsort(first)).astype(np.intc)[numbers]
    members = whole.sets[np.sort(first)]
    for start in range(0, len(members), SETS_AT_ONCE):
        own = members[start:start + SETS_AT_ONCE]
        some = np.flatnonzero((numbers >= start) & (numbers < start + SETS_AT_ONCE))
        yield _some_sets(own, numbers[some] - start, whole.blocks[some], whole.taken[some], strengths, games, ties)


def _in_order(parts: Sequence[_Chosen]) -> _Chosen:
    """Return all choices in the order of their matches."""
    if len(parts) == 1:
        return parts[0]
    order = np.argsort(np.concatenate([part.matches for part in parts]), kind="stable")
    return _Chosen(*(np.concatenate([getattr(part, each.name) for part in parts])[order] for each in fields(_Chosen)))


def _some_sets(members: Ints, numbers: Ints, blocks: Ints, taken: NDArray[np.bool_], strengths: csr_array,
               games: RatedGames, ties: tuple[int, ...]) -> Sets:
    """Return the sets of these members; of each choice there is the number of its set, its block and who took it."""
    count, size = members.shape
    often = coo_array((np.ones(len(numbers)), (numbers, blocks)), shape=(count, games.blocks)).tocsr()
    own = strengths[members.T.ravel()]
    own.resize(own.shape[0], strengths.shape[1] + len(ties))
    of_ties = csr_array((np.ones(len(ties) * count), np.repeat(np.arange(len(ties)) + strengths.shape[1], count),
                         np.arange(len(ties) * count + 1)), shape=(len(ties) * count, own.shape[1]))
    rows, choice, shares = _taken(taken, ties)
    chosen = coo_array((shares, (rows * count + numbers[choice], blocks[choice])),
                       shape=((size + len(ties)) * count, games.blocks)).tocsr()
    return Sets(size, count, small(csr_array(vstack([own, of_ties]))), small(often), members, small(chosen),
                _narrow(_sums(often)), _narrow(_sums(chosen)))


def small(matrix: csr_array) -> csr_array:
    """Return the same numbers in fewer bytes if that changes none; sums of them need floats on the other side."""
    return csr_array((_narrow(matrix.data), matrix.indices.astype(np.intc), matrix.indptr.astype(np.intc)),
                     shape=matrix.shape)


def _narrow(values: Floats) -> NDArray[Any]:
    """Return the same numbers of the smallest type that holds them exactly, though perhaps not their sums."""
    for kind in (np.int8, np.float32):
        with np.errstate(invalid="ignore"):  # of what does not fit
            found = values.astype(kind)
        if (found == values).all():
            return found
    return values


def _sums(by_block: csr_array) -> Floats:
    return np.asarray(by_block.sum(axis=1), dtype=np.float64).ravel()


def _taken(taken: NDArray[np.bool_], ties: tuple[int, ...]) -> tuple[Ints, Ints, Floats]:
    """Return the competitors and sizes of ties that were chosen: its place in the set, or the size of the set and the
    number of the tie's size; the number of the choice; and its share.
    """
    many = taken.sum(axis=1)
    choice, place = np.nonzero(taken)
    tied = np.flatnonzero(many > 1)
    return (np.concatenate([place, taken.shape[1] + np.searchsorted(ties, many[tied])]),
            np.concatenate([choice, tied]), np.concatenate([1 / many[choice], np.ones(len(tied))]))


def _ties(games: RatedGames) -> tuple[int, ...]:
    seen: set[int] = set()
    for tables in games.tables:
        places = tables.places[:, [side[0] for side in tables.sides]]
        for place in range(len(tables.sides)):
            seen.update(np.unique((places == place).sum(axis=1)).tolist())
    seen -= {0, 1}
    largest = max(len(tables.sides) for tables in games.tables)
    if sum(comb(largest, size) for size in (1, *seen)) > MOST_SUBSETS:
        raise BadGames(f"a table of {largest} competitors, with ties of {', '.join(map(str, sorted(seen)))}, has more "
                       f"than {MOST_SUBSETS} ways to fill a place, too many to rate")
    return tuple(sorted(seen))


def _strengths(members: Ints, games: RatedGames) -> csr_array:
    """Return competitors x (bots and seats): the mean over the members of each."""
    competitor, nth = np.nonzero(members >= 0)
    bot, seat = np.divmod(members[competitor, nth], len(games.seats) + 1)
    share = 1 / (members >= 0).sum(axis=1)[competitor]
    sits = seat > 0
    columns = np.concatenate([bot, len(games.bots) + seat[sits] - 1])
    rows, shares = np.concatenate([competitor, competitor[sits]]), np.concatenate([share, share[sits]])
    return coo_array((shares, (rows, columns)), shape=(len(members), len(games.bots) + len(games.seats))).tocsr()
