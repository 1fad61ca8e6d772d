"""Who met whom, and what therefore cannot be known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components, shortest_path

from lawspeaker_referee.tournament.ratings.games import Games
from lawspeaker_referee.tournament.ratings.model import Floats
from lawspeaker_referee.wording import counted

FEW_BLOCKS: Final = 10
_NOTHING: Final = 1e-6
"""Information below it is none: even of a bot that never loses there is about a match's."""
Edges = set[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Meetings:
    """Of bots, or of seats, by number."""

    groups: tuple[tuple[int, ...], ...]
    """Those that met, if only through others."""
    held: NDArray[np.bool_]
    """Whether the one of the row held that of the column, or one who held it, and so on: was before it or level.

    Where it did not, nothing says how much better the other may be.
    """

    def bounded(self, number: int, others: Sequence[int]) -> tuple[bool, bool]:
        """Whether its difference to the others has a lower end, and whether it has an upper one."""
        return bool(self.held[number, others].all()), bool(self.held[others, number].all())

    @property
    def core(self) -> tuple[int, ...]:
        """The largest group in which each held each; several if they are as large."""
        sizes = (self.held & self.held.T).sum(axis=1)
        return tuple(np.flatnonzero(sizes == sizes.max()).tolist())

    @property
    def first(self) -> list[tuple[int, ...]]:
        """Groups that nobody else ever held, though they met."""
        return self._ends(self.held)

    @property
    def last(self) -> list[tuple[int, ...]]:
        """Groups that never held anybody else, though they met."""
        return self._ends(self.held.T)

    def _ends(self, held: NDArray[np.bool_]) -> list[tuple[int, ...]]:
        found = {}
        for number, (below, above) in enumerate(zip(held, held.T, strict=True)):
            if not (above & ~below).any() and (below & ~above).any():
                found[tuple(np.flatnonzero(above & below).tolist())] = number
        return list(found)


def meetings(games: Games, count: int, which: Callable[[tuple[int, int]], int]) -> Meetings:
    """Of `count` bots or seats; `which` picks one from a member of a competitor."""
    met: Edges = set()
    held: Edges = {(number, number) for number in range(count)}
    for pattern in dict.fromkeys(game.places for game in games.games):
        places = [[which(member) for competitor in place for member in competitor] for place in pattern]
        met.update(pairwise(number for place in places for number in place))
        for i, place in enumerate(places):
            held.update((before, after) for before in place for later in places[i + 1:] for after in later)
            if len(pattern[i]) > 1:
                held.update(pairwise([*place, place[0]]))
    _, labels = connected_components(_graph(met | held, count), directed=False)
    groups = tuple(tuple(np.flatnonzero(labels == label).tolist()) for label in dict.fromkeys(labels.tolist()))
    return Meetings(groups, np.isfinite(shortest_path(_graph(held, count), unweighted=True)))


def _graph(edges: Edges, count: int) -> coo_array:
    rows, columns = zip(*sorted(edges), strict=True)
    return coo_array((np.ones(len(edges)), (rows, columns)), shape=(count, count)).tocsr()


def notes(games: Games, bots: Meetings, information: Floats) -> tuple[str, ...]:
    """One line for each thing that a reader of the ratings must know."""
    def named(group: Sequence[int]) -> str:
        return ", ".join(sorted(games.bots[number] for number in group))

    lines = []
    if len(games.blocks) < FEW_BLOCKS:
        what = counted(len(games.blocks), "seed block" if len(games.games) > len(games.blocks) else "match")
        lines.append(f"{what}: with fewer than {FEW_BLOCKS} intervals are rough")
    if len(bots.groups) > 1:
        lines.append("these groups never met, not even through others, so ratings cannot be compared between them: "
                     + " | ".join(sorted(named(group) for group in bots.groups)))
    lines += sorted(f"{named(group)}: never beaten nor held level by anybody else, so there is no upper end"
                    for group in bots.first)
    lines += sorted(f"{named(group)}: never beat nor held level anybody else, so there is no lower end"
                    for group in bots.last)
    shifts = len(bots.groups) + len({players for players, _ in games.seats})
    if int((np.linalg.eigvalsh(information) < _NOTHING).sum()) > shifts:
        lines.append("some bots or seats cannot be told apart, because of who sat where or with whom: "
                     "they share what cannot be divided between them")
    return tuple(lines)
