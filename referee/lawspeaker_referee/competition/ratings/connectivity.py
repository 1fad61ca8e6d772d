"""Find which bots met, and which ratings therefore cannot be compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from lawspeaker_referee.competition.ratings.games import Floats, Ints, RatedGames
from lawspeaker_referee.config.formatting import format_count

FEW_BLOCKS: Final = 10
"""With fewer seed blocks a note says that intervals are rough."""
MOSTLY: Final = 0.9
"""From this share of matches that ended with all level, a note says so."""
_NOTHING: Final = 1e-6
"""Eigenvalues of the information below it are 0: even a bot that never loses has about a match's."""


@dataclass(frozen=True, slots=True)
class MeetingGraph:
    """The bots, or seats, that met and were placed before one another, by number."""

    groups: tuple[tuple[int, ...], ...]
    """The groups that met, if only through others."""
    held: NDArray[np.bool_]
    """True if the one of the row was placed before that of the column or level with it, directly or through others.

    Where it was not, nothing says how much better the other may be.
    """
    tell: bool
    """True if anybody was ever placed before another. If nobody was, any strengths are equally likely."""

    def bounded(self, number: int, others: Sequence[int]) -> tuple[bool, bool]:
        """Return whether its difference to the others has a lower end, and whether it has an upper one."""
        return bool(self.held[number, others].all()), bool(self.held[others, number].all())

    @property
    def core(self) -> tuple[int, ...]:
        """Return the largest strongly connected component of `held`; all of them together if several are as large."""
        sizes = (self.held & self.held.T).sum(axis=1)
        return tuple(np.flatnonzero(sizes == sizes.max()).tolist())

    def held_by_nobody(self, held: NDArray[np.bool_]) -> list[tuple[int, ...]]:
        """Return groups that met others and were held by none; of the transpose, those that held none."""
        found = {}
        for number, (below, above) in enumerate(zip(held, held.T, strict=True)):
            if not (above & ~below).any() and (below & ~above).any():
                found[tuple(np.flatnonzero(above & below).tolist())] = number
        return list(found)


def meetings(games: RatedGames, count: int, numbers: Sequence[Ints]) -> MeetingGraph:
    """Return the graph of `count` bots or seats; `numbers` has for each of the tables who it is, matches x seats."""
    met, held = np.zeros((count, count), dtype=bool), np.eye(count, dtype=bool)
    tell = any(tables.places.any() for tables in games.tables)
    for tables, who in zip(games.tables, numbers, strict=True):
        side_of = {seat: side for side in tables.sides for seat in side}
        for one, other in permutations(range(who.shape[1]), 2):
            met[who[:, one], who[:, other]] = True
            if side_of[one] != side_of[other]:
                before = tables.places[:, one] <= tables.places[:, other] if tell else (
                    tables.places[:, one] < tables.places[:, other])
                held[who[before, one], who[before, other]] = True
    _, labels = connected_components(csr_array(met), directed=False)
    groups = tuple(tuple(np.flatnonzero(labels == label).tolist()) for label in dict.fromkeys(labels.tolist()))
    return MeetingGraph(groups, _closure(held), tell)


def _closure(held: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return what follows from it through others; each step doubles the length of the ways."""
    while True:
        steps = held.astype(np.float32)
        further = steps @ steps > 0
        if (further == held).all():
            return held
        held = further


def notes(games: RatedGames, bots: MeetingGraph, others: Sequence[int], information: Floats) -> tuple[str, ...]:
    """Return a line for each thing that a reader of the ratings must know; `others` make the zero of the scale."""
    lines = [*_of_blocks(games), *_of_ties(games)]
    if len(bots.groups) > 1:
        lines.append("these groups never met, not even through others, so ratings cannot be compared between them: "
                     + " | ".join(sorted(_named(games, group) for group in bots.groups)))
    lines += _of_ends(games, bots, others)
    shifts = len(bots.groups) + len({players for players, _ in games.seats})
    if int((np.linalg.eigvalsh(information) < _NOTHING).sum()) > shifts:
        lines.append("some bots or seats cannot be told apart, because of who sat where or with whom: "
                     "they share what cannot be divided between them")
    return tuple(lines)


def _named(games: RatedGames, group: Iterable[int]) -> str:
    return ", ".join(sorted(games.bots[number] for number in group))


def _of_blocks(games: RatedGames) -> Iterator[str]:
    """Yield notes on too few seed blocks, which do not tell luck from strength."""
    block = "seed block" if games.matches > games.blocks else "match"
    what = format_count(games.blocks, block)
    if games.blocks == 1:
        yield f"{what}: nothing tells luck from strength, so there are no intervals"
        return
    if games.blocks < FEW_BLOCKS:
        yield f"{what}: with fewer than {FEW_BLOCKS} intervals are rough"
    if single := [number for number, blocks in enumerate(blocks_of(games)) if blocks == 1]:
        yield f"{_named(games, single)}: a single {block}, which does not tell luck from strength: no interval"


def _of_ties(games: RatedGames) -> Iterator[str]:
    """Yield notes on matches that rank nobody."""
    level, every = sum(int((~tables.places.any(axis=1)).sum()) for tables in games.tables), games.matches
    if level == every:
        yield ("nobody was ever placed before another: ratings cannot tell these bots apart, and there are no "
               "intervals; compare their scores, or play with options or opponents that let somebody win")
    elif level >= MOSTLY * every:
        yield (f"{level} of {format_count(every, 'match')} ended with all level: ratings rest on the others; compare "
               "scores too, or play with options or opponents that let somebody win")


def _of_ends(games: RatedGames, bots: MeetingGraph, others: Sequence[int]) -> Iterator[str]:
    """Yield notes on the open ends of intervals, by the same rule as the intervals."""
    met = next((group for group in bots.groups if set(group).issuperset(others)), ())
    middle = "all bots" if len(others) == len(games.bots) else _named(games, others)
    if not bots.tell:
        return
    for side, held, never, below in ((1, bots.held, "never beaten nor held level by anybody else", "upper"),
                                     (0, bots.held.T, "never beat nor held level anybody else", "lower")):
        open_ends = {number for number in met if not bots.bounded(number, others)[side]}
        for group in sorted(bots.held_by_nobody(held), key=lambda group: _named(games, group)):
            if open_ends.issuperset(group):
                open_ends.difference_update(group)
                yield f"{_named(games, group)}: {never}, so there is no {below} end"
        if open_ends:
            how = "never beat nor held level" if side else "were never beaten nor held level by"
            yield (f"{_named(games, open_ends)}: some of those whose mean is the middle of the scale "
                   f"({middle}) {how} them, not even through others, so there is no {below} end")


def blocks_of(games: RatedGames) -> list[int]:
    """Return how many seed blocks each bot played in."""
    seen = np.unique(np.concatenate([(tables.bots * games.blocks + tables.blocks[:, np.newaxis]).ravel()
                                     for tables in games.tables]))
    found: list[int] = np.bincount(seen // games.blocks, minlength=len(games.bots)).tolist()
    return found
