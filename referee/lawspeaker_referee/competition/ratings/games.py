"""Played matches in a canonical form that does not depend on their order, the bots' names or the seats' numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeVar

from lawspeaker_referee.competition.results import PlayedMatch

Key = TypeVar("Key", str, tuple[int, int])
Competitor = tuple[tuple[int, int], ...]
"""The (bot, seat) numbers of a bot that plays alone, or of all members of a team."""
NO_SEAT: Final = -1
"""Stands for a seat's number when seats are not told apart."""


class BadGames(ValueError):
    """These matches cannot be rated; the message says which one is wrong, and why."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """The places of one match."""

    block: int
    places: tuple[tuple[Competitor, ...], ...]
    """Best first; competitors that tie share a place."""


@dataclass(frozen=True, slots=True)
class RatedGames:
    """All matches, and the names that the numbers in them stand for."""

    bots: tuple[str, ...]
    seats: tuple[tuple[int, int], ...]
    """(Seats at the table, number of the seat from 0); empty if seats are not told apart."""
    blocks: tuple[str, ...]
    games: tuple[RatedGame, ...]


def canonical(played: Sequence[PlayedMatch], *, seats: bool) -> RatedGames:
    """Return the matches ordered by id, with bots and seats numbered by what happened to them.

    Numbering by name would let the order of floating-point sums, and so the last bits of a rating, depend on names.
    Raises BadGames.
    """
    ordered = sorted(played, key=lambda match: match.match_id)
    for before, after in pairwise(ordered):
        if before.match_id == after.match_id:
            raise BadGames(f"match {after.match_id} is there twice")
    places = [_places(match) for match in ordered]
    moments = [(number, place, i) for number, by_seat in enumerate(places) for i, place in enumerate(by_seat)]
    bots = _by_history((ordered[number].seats[i], number, place) for number, place, i in moments)
    seat_numbers = _by_history(((len(places[number]), i), number, place) for number, place, i in moments if seats)
    blocks = {block: number for number, block in enumerate(sorted({match.block for match in ordered}))}
    games = tuple(RatedGame(blocks[match.block], _sorted_places(match, by_seat, bots, seat_numbers))
                  for match, by_seat in zip(ordered, places, strict=True))
    return RatedGames(tuple(bots), tuple(seat_numbers), tuple(blocks), games)


def _places(match: PlayedMatch) -> tuple[int, ...]:
    """Return the place of each seat, from 0 without gaps. Raises BadGames."""
    count = len(match.seats)
    if len(match.ranks) != count or len(match.teams) not in {0, count}:
        raise BadGames(f"match {match.match_id} has {count} seats, {len(match.ranks)} ranks and {len(match.teams)} "
                       "teams; there must be as many of each, or no teams")
    if len(set(match.teams or range(count))) < 2:
        raise BadGames(f"match {match.match_id} has nobody who plays against another")
    rank_of: dict[int, int] = {}
    for team, rank in zip(match.teams, match.ranks, strict=False):
        if rank_of.setdefault(team, rank) != rank:
            raise BadGames(f"match {match.match_id} gives team {team} the ranks {rank_of[team]} and {rank}; "
                           "a team has one")
    # Ranks may have gaps: after two that share rank 1 comes rank 3.
    dense = {rank: place for place, rank in enumerate(sorted(set(match.ranks)))}
    return tuple(dense[rank] for rank in match.ranks)


def _by_history(happened: Iterable[tuple[Key, int, int]]) -> dict[Key, int]:
    """Number the keys by their history, which is the sorted list of (match, place).

    Keys themselves decide only between those with the same history.
    """
    history: dict[Key, list[tuple[int, int]]] = {}
    for key, number, place in happened:
        history.setdefault(key, []).append((number, place))
    for places in history.values():
        places.sort()
    order = sorted(history, key=lambda key: (history[key], key))
    return {key: number for number, key in enumerate(order)}


def _sorted_places(
    match: PlayedMatch, by_seat: tuple[int, ...], bots: dict[str, int], seat_numbers: dict[tuple[int, int], int],
) -> tuple[tuple[Competitor, ...], ...]:
    teams: dict[int, list[int]] = {}
    for i, team in enumerate(match.teams or range(len(by_seat))):
        teams.setdefault(team, []).append(i)
    shared: list[list[Competitor]] = [[] for _ in range(max(by_seat) + 1)]
    for members in teams.values():
        competitor = sorted((bots[match.seats[i]], seat_numbers.get((len(by_seat), i), NO_SEAT)) for i in members)
        shared[by_seat[members[0]]].append(tuple(competitor))
    return tuple(tuple(sorted(place)) for place in shared)
