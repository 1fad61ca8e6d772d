"""Played matches in a canonical form that does not depend on their order, the bots' names or the seats' numbers.

A match is a row of small integers of four bytes, so that a million of them fit into some ten megabytes.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from lawspeaker_referee.competition.results import PlayedMatch

Key = TypeVar("Key", str, tuple[int, int])
Ints = NDArray[np.signedinteger[Any]]
Floats = NDArray[np.float64]


class BadGames(ValueError):
    """These matches cannot be rated; the message says which one is wrong, and why."""


@dataclass(frozen=True, slots=True)
class Tables:
    """All matches with the same number of seats and the same division into sides; each row is one."""

    sides: tuple[tuple[int, ...], ...]
    """The seats of each bot that plays alone and each team."""
    matches: Ints
    """Their numbers in the order of ids."""
    blocks: Ints
    bots: Ints
    """Matches x seats."""
    places: Ints
    """Matches x seats, from 0 for the best without gaps; sides that tie share a place."""
    seats: Ints
    """By seat: its number in `RatedGames.seats`, or -1 if seats are not told apart."""

    @property
    def gained(self) -> Ints:
        """Return matches x seats: opponents placed lower less opponents placed higher."""
        found = np.zeros_like(self.places)
        for side in self.sides:
            own = self.places[:, side[:1]]
            others = [seat for seat in range(len(self.seats)) if seat not in side]
            found[:, side] = np.sign(self.places[:, others] - own).sum(axis=1, keepdims=True)
        return found


@dataclass(frozen=True, slots=True)
class RatedGames:
    """All matches, and the names that the numbers in them stand for."""

    bots: tuple[str, ...]
    seats: tuple[tuple[int, int], ...]
    """(Seats at the table, number of the seat from 0); empty if seats are not told apart."""
    matches: int
    blocks: int
    tables: tuple[Tables, ...]


def canonical(played: Iterable[PlayedMatch], *, seats: bool) -> RatedGames:
    """Return the matches, with bots and seats numbered by what happened to them.

    An iterator must yield them in the order of their ids; sequences may have any order. Numbering by name would let
    the order of floating-point sums, and so the last bits of a rating, depend on names. Raises BadGames.
    """
    names: dict[str, int] = {}
    blocks = _Blocks()
    flat: dict[tuple[tuple[int, ...], ...], array[int]] = {}
    kinds: dict[tuple[int, tuple[int, ...], tuple[int, ...]], tuple[array[int], tuple[int, ...]]] = {}
    """(Seats, ranks, teams) -> the rows of such matches, and their places: most matches are one of a few kinds."""
    number, last = 0, None
    for match in sorted(played, key=lambda match: match.match_id) if isinstance(played, Sequence) else played:
        if match.match_id == last:
            raise BadGames(f"match {match.match_id} is there twice")
        own_seats = match.seats
        kind = len(own_seats), match.ranks, match.teams
        if kind not in kinds:
            places = _places(match)
            kinds[kind] = flat.setdefault(sides_of(match.teams or tuple(range(len(places)))), array("i")), places
        rows, places = kinds[kind]
        rows.extend((number, blocks.run_of(match.block),
                     *[names.setdefault(bot, len(names)) for bot in own_seats], *places))
        number, last = number + 1, match.match_id
    return _numbered(list(names), blocks.numbers(), number,
                     {sides: np.frombuffer(rows, dtype=np.intc).reshape(-1, 2 + 2 * sum(map(len, sides)))
                      for sides, rows in sorted(flat.items())}, seats=seats)


class _Blocks:
    """The seed blocks of matches that are read one after another.

    Matches of a block mostly follow one another. A name is kept once for each such run, as bytes: half a million
    strings that can be looked up would take a hundred megabytes.
    """

    def __init__(self) -> None:
        self._last: str | None = None
        self._names = bytearray()
        self._ends = array("q", [0])

    def run_of(self, block: str) -> int:
        """Return the number of the run to which the next match belongs."""
        if block != self._last:
            self._last = block
            self._names += block.encode("utf-8", "surrogatepass")
            self._ends.append(len(self._names))
        return len(self._ends) - 2

    def numbers(self) -> Ints:
        """Return by run the number of its block in the order of names."""
        ends = np.array(self._ends)
        wide = max(1, int(np.diff(ends).max(initial=0)))
        # Bytes of UTF-8 have the order of code points.
        names = np.fromiter((bytes(self._names[start:end]) for start, end in pairwise(self._ends)), f"S{wide}",
                            len(ends) - 1)
        return np.unique(names, return_inverse=True)[1].astype(np.intc)


def _numbered(names: Sequence[str], blocks: Ints, matches: int, flat: dict[tuple[tuple[int, ...], ...], Ints], *,
              seats: bool) -> RatedGames:
    """Number the blocks, bots and seats of these rows of (match, run of a block, bots, places), in the rows themselves.

    `blocks` has the number of the block by run.
    """
    sizes = {sides: sum(map(len, sides)) for sides in flat}
    own = [(size, seat) for size in sorted(set(sizes.values())) for seat in range(size)] if seats else []
    kind = np.min_scalar_type(-matches * (max(sizes.values(), default=0) + 1) - 1)
    bot_history, seat_history = [], []
    for sides, rows in flat.items():
        size = sizes[sides]
        happened = (rows[:, :1].astype(kind) * (max(sizes.values()) + 1) + rows[:, 2 + size:]).ravel()
        bot_history.append((rows[:, 2:2 + size].ravel(), happened))
        if seats:
            seat_history.append((np.tile(np.arange(size, dtype=np.intc) + own.index((size, 0)), len(rows)), happened))
    bot_order, seat_order = _by_history(names, bot_history), _by_history(own, seat_history)
    places = np.empty(len(names), dtype=np.intc)
    places[bot_order] = np.arange(len(names))
    seat_numbers = {own[number]: place for place, number in enumerate(seat_order)}
    for sides, rows in flat.items():
        rows[:, 1] = blocks[rows[:, 1]]
        rows[:, 2:2 + sizes[sides]] = places[rows[:, 2:2 + sizes[sides]]]
    return RatedGames(
        tuple(names[number] for number in bot_order), tuple(seat_numbers), matches, int(blocks.max(initial=-1)) + 1,
        tuple(Tables(sides, rows[:, 0], rows[:, 1], rows[:, 2:2 + sizes[sides]], rows[:, 2 + sizes[sides]:],
                     np.array([seat_numbers.get((sizes[sides], seat), -1) for seat in range(sizes[sides])]))
              for sides, rows in flat.items()))


def _places(match: PlayedMatch) -> tuple[int, ...]:
    """Return the place of each seat, from 0 without gaps. Raises BadGames."""
    try:
        return _places_by(len(match.seats), match.ranks, match.teams)
    except BadGames as error:
        raise BadGames(f"match {match.match_id} {error}") from None


@lru_cache(1 << 14)
def _places_by(seats: int, ranks: tuple[int, ...], teams: tuple[int, ...]) -> tuple[int, ...]:
    """Return the place of each seat by its rank and its team. Raises BadGames, which says what a match does."""
    if len(ranks) != seats or len(teams) not in {0, seats}:
        raise BadGames(f"has {seats} seats, {len(ranks)} ranks and {len(teams)} teams; there must be as many of each, "
                       "or no teams")
    if len(set(teams or range(seats))) < 2:
        raise BadGames("has nobody who plays against another")
    rank_of: dict[int, int] = {}
    for team, rank in zip(teams, ranks, strict=False):
        if rank_of.setdefault(team, rank) != rank:
            raise BadGames(f"gives team {team} the ranks {rank_of[team]} and {rank}; a team has one")
    # Ranks may have gaps: after two that share rank 1 comes rank 3.
    dense = {rank: place for place, rank in enumerate(sorted(set(ranks)))}
    return tuple(dense[rank] for rank in ranks)


@cache
def sides_of(teams: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each team."""
    found: dict[int, list[int]] = {}
    for seat, team in enumerate(teams):
        found.setdefault(team, []).append(seat)
    return tuple(map(tuple, found.values()))


def _by_history(keys: Sequence[Key], happened: Sequence[tuple[Ints, Ints]]) -> list[int]:
    """Return the numbers of the keys in the order of their histories, which are sequences of ascending numbers.

    `happened` has numbers of keys, and what happened to them. Keys themselves decide only between those with the same
    history.
    """
    if not happened:
        return []
    number, value = (np.concatenate(column) for column in zip(*happened, strict=True))
    order = np.lexsort((value, number))
    ends = np.searchsorted(number[order], np.arange(1, len(keys)))
    # Bytes, of which the most significant come first, are compared as the numbers would be.
    histories = [part.astype(part.dtype.newbyteorder(">")).tobytes() for part in np.split(value[order], ends)]
    return sorted(range(len(keys)), key=lambda key: (histories[key], keys[key]))
