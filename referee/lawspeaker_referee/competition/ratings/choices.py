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
from numpy.typing import NDArray
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


@dataclass(frozen=True, slots=True)
class Choices:
    """The statistics of all matches by seed block. The parameters are bots, then seats, then sizes of ties from 2."""

    bots: int
    seats: int
    ties: tuple[int, ...]
    """The sizes of ties that were seen; others are impossible."""
    sets: tuple[Sets, ...]
    chosen: csr_array
    """Parameters x blocks: how often each was chosen, a shared place in shares."""
    twins: NDArray[np.intp]
    """By parameter: a number that all parameters with the same history share."""

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


def choices_of(games: RatedGames) -> Choices:
    """Return the statistics of the matches. Raises BadGames if a table is too large for its ties."""
    ties = _ties(games)
    first_tie = len(games.bots) + len(games.seats)
    parameters, blocks = first_tie + len(ties), len(games.blocks)
    chosen = _SparseBuilder()
    often: dict[int, _SparseBuilder] = {}
    numbers: dict[int, dict[tuple[Competitor, ...], int]] = {}
    for game in games.games:
        for left, taken in _steps(game):
            known = numbers.setdefault(len(left), {})
            often.setdefault(len(left), _SparseBuilder()).add(known.setdefault(left, len(known)), game.block, 1)
            for competitor in taken:
                for parameter, weight in _strength(competitor, len(games.bots)):
                    chosen.add(parameter, game.block, weight / len(taken))
            if len(taken) > 1:
                chosen.add(first_tie + ties.index(len(taken)), game.block, 1)
    sets = tuple(Sets(size, len(known), _design(list(known), len(games.bots), first_tie, parameters),
                      often[size].array((len(known), blocks))) for size, known in sorted(numbers.items()))
    return Choices(len(games.bots), len(games.seats), ties, sets, chosen.array((parameters, blocks)),
                   np.array([*games.twins, *range(first_tie, parameters)]))


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


def _design(sets: list[tuple[Competitor, ...]], bots: int, first_tie: int, parameters: int) -> csr_array:
    design, size, count = _SparseBuilder(), len(sets[0]), len(sets)
    for number, competitors in enumerate(sets):
        for i, competitor in enumerate(competitors):
            for parameter, weight in _strength(competitor, bots):
                design.add(i * count + number, parameter, weight)
        for tie in range(parameters - first_tie):
            design.add((size + tie) * count + number, first_tie + tie, 1)
    return design.array(((size + parameters - first_tie) * count, parameters))
