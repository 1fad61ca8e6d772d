"""Matches as choices: the first place is chosen from all at the table, the next from those left, and so on.

The sufficient statistics of the model are how often each set was chosen from, and how often each bot, seat and size of
tie was chosen. So a hundred thousand matches are often a few thousand sets.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
from scipy.sparse import coo_array, csr_array

from lawspeaker_referee.competition.ratings.games import BadGames, Competitor, RatedGame, RatedGames

MOST_SUBSETS: Final = 5_000
"""Most subsets of one table that may take a place."""


@dataclass(frozen=True, slots=True)
class Sets:
    """All different sets of `size` competitors from which a place was chosen: `count` of them."""

    size: int
    count: int
    design: csr_array
    """((size + sizes of ties) * count) x parameters.

    Row i * count + s makes the strength of the i-th competitor of set s; after all competitors come the tie parameters,
    each once for each set.
    """
    often: csr_array
    """Sets x blocks: how often each was chosen from."""
    members: tuple[tuple[Competitor, ...], ...]
    """The competitors of each set, in the order of the rows of `design`."""
    taken: csr_array
    """((size + sizes of ties) * count) x blocks: how often each competitor and size of tie was chosen, a shared place
    in shares; rows as in `design`."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The statistics of all matches by seed block. The parameters are bots, then seats, then sizes of ties from 2."""

    bots: int
    seats: int
    ties: tuple[int, ...]
    """The sizes of ties that were seen; others are impossible."""
    sets: tuple[Sets, ...]
    blocks: int

    @property
    def parameters(self) -> int:
        """Return how many parameters there are."""
        return self.bots + self.seats + len(self.ties)


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


class _SparseBuilder:
    """Rows, columns and weights of a sparse array that grows."""

    def __init__(self) -> None:
        self.rows: list[int] = []
        self.columns: list[int] = []
        self.weights: list[float] = []

    def add(self, row: int, column: int, weight: float) -> None:
        self.rows.append(row)
        self.columns.append(column)
        self.weights.append(weight)

    def array(self, shape: tuple[int, int]) -> csr_array:
        """Return the array; weights of the same cell are summed."""
        return coo_array((self.weights, (self.rows, self.columns)), shape=shape).tocsr()


class _SetsBuilder:
    """The sets of one size while matches are counted."""

    def __init__(self) -> None:
        self.numbers: dict[tuple[Competitor, ...], int] = {}
        self.often = _SparseBuilder()
        self.taken: list[tuple[int, int, int, float]] = []
        """(Place in the set, or the size of the set and the number of the tie's size; set; block; share)."""

    def add(self, left: tuple[Competitor, ...], taken: tuple[Competitor, ...], ties: tuple[int, ...],
            block: int) -> None:
        """Count a choice."""
        number = self.numbers.setdefault(left, len(self.numbers))
        self.often.add(number, block, 1)
        share = 1 / len(taken)
        for competitor in taken:
            self.taken.append((left.index(competitor), number, block, share))
        if len(taken) > 1:
            self.taken.append((len(left) + ties.index(len(taken)), number, block, 1.0))

    def sets(self, games: RatedGames, ties: tuple[int, ...]) -> Sets:
        """Return all that was counted."""
        members, count, first_tie = tuple(self.numbers), len(self.numbers), len(games.bots) + len(games.seats)
        size, blocks = len(members[0]), len(games.blocks)
        place, number, block, share = (np.array(column) for column in zip(*self.taken, strict=True))
        taken = coo_array((share, (place * count + number, block)), shape=((size + len(ties)) * count, blocks))
        return Sets(size, count, _design(members, len(games.bots), first_tie, first_tie + len(ties)),
                    self.often.array((count, blocks)), members, taken.tocsr())


def choices_of(games: RatedGames) -> Choices:
    """Return the statistics of the matches. Raises BadGames if a table is too large for its ties."""
    ties = _ties(games)
    by_size: dict[int, _SetsBuilder] = {}
    for game in games.games:
        for left, taken in _steps(game):
            by_size.setdefault(len(left), _SetsBuilder()).add(left, taken, ties, game.block)
    sets = tuple(builder.sets(games, ties) for _, builder in sorted(by_size.items()))
    return Choices(len(games.bots), len(games.seats), ties, sets, len(games.blocks))


def _steps(game: RatedGame) -> list[tuple[tuple[Competitor, ...], tuple[Competitor, ...]]]:
    """Return (who was left, who of them took the next place) for each place; nobody chooses from one competitor."""
    steps, left = [], tuple(sorted(competitor for place in game.places for competitor in place))
    for place in game.places:
        if len(left) > 1:
            steps.append((left, place))
        left = tuple(competitor for competitor in left if competitor not in place)
    return steps


def _ties(games: RatedGames) -> tuple[int, ...]:
    seen = {len(place) for game in games.games for place in game.places} - {1}
    largest = max((sum(map(len, game.places)) for game in games.games), default=0)
    if sum(comb(largest, size) for size in (1, *seen)) > MOST_SUBSETS:
        raise BadGames(f"a table of {largest} competitors, with ties of {', '.join(map(str, sorted(seen)))}, has more "
                       f"than {MOST_SUBSETS} ways to fill a place, too many to rate")
    return tuple(sorted(seen))


def _strength(competitor: Competitor, bots: int) -> list[tuple[int, float]]:
    """Return the parameters of a competitor's strength with their shares: the mean over its members."""
    share = 1 / len(competitor)
    return [(number, share) for bot, seat in competitor for number in ((bot, bots + seat) if seat >= 0 else (bot,))]


def _design(sets: tuple[tuple[Competitor, ...], ...], bots: int, first_tie: int, parameters: int) -> csr_array:
    design, size, count = _SparseBuilder(), len(sets[0]), len(sets)
    for number, competitors in enumerate(sets):
        for i, competitor in enumerate(competitors):
            for parameter, weight in _strength(competitor, bots):
                design.add(i * count + number, parameter, weight)
        for tie in range(parameters - first_tie):
            design.add((size + tie) * count + number, first_tie + tie, 1)
    return design.array(((size + parameters - first_tie) * count, parameters))
