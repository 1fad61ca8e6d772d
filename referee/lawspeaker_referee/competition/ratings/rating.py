"""Ratings on the Elo scale with intervals, from all matches at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from lawspeaker_engine.suggestions import did_you_mean
from lawspeaker_referee.competition.rating_values import NAT, Rating, Spread
from lawspeaker_referee.competition.ratings.choices import Choices, choices_of
from lawspeaker_referee.competition.ratings.connectivity import MeetingGraph, blocks_of, meetings, notes
from lawspeaker_referee.competition.ratings.games import BadGames, Floats, Ints, RatedGames, canonical
from lawspeaker_referee.competition.ratings.intervals import Dispersion, StrengthEstimate, dispersion, ends, shared
from lawspeaker_referee.competition.ratings.model import fit, information, one_thread
from lawspeaker_referee.competition.ratings.strengths import Strengths, first_guess
from lawspeaker_referee.competition.ratings.superiority import superiority
from lawspeaker_referee.competition.results import PlayedMatch

MEAN: Final = 1500.0
_DIGITS: Final = 6
"""Decimals of a rating; later ones differ from processor to processor."""


@dataclass(frozen=True, slots=True)
class SeatEffect(Spread):
    """The advantage of a seat; the effects of a table size sum to 0."""

    players: int
    """Seats at the table."""
    seat: int
    matches: int
    points: float


@dataclass(frozen=True, slots=True)
class Comparison(Spread):
    """The rating of one bot less that of another."""

    superiority: float
    """The probability that it is truly the better one."""
    score: float
    """Expected points in a match of the two alone with seats changed evenly; below, the interval."""
    score_low: float
    score_high: float


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings of all bots."""

    bots: tuple[Rating, ...]
    """Best first."""
    seats: tuple[SeatEffect, ...]
    """Empty if seats were not told apart."""
    superiority: tuple[tuple[float, ...], ...]
    """By bots as in `bots`: the probability that the row's bot is truly better than the column's."""
    ties: tuple[tuple[int, float], ...]
    """(Size of a tie, its parameter in Elo): positive if it is more frequent than places taken alone."""
    notes: tuple[str, ...]
    """Lines that a reader of the ratings must know."""
    matches: int
    blocks: int
    level: float
    """The probability that an interval holds the true value."""
    dispersion: float
    """How much the results of seed blocks differ, as a multiple of what independent matches would."""
    deviation: float
    """The standard deviation of true ratings that the matches tell, by which `superiority` judges."""
    estimate: StrengthEstimate = field(repr=False, compare=False)
    """In nats, by the bots' numbers in `meetings`."""
    dispersions: Dispersion = field(repr=False, compare=False)
    """By the same numbers."""
    meetings: MeetingGraph = field(repr=False, compare=False)
    numbers: Mapping[str, int] = field(repr=False, compare=False)

    def rating(self, bot: str) -> Rating:
        """Return the rating of one bot. Raises BadGames if it was not rated."""
        if bot not in self.numbers:
            raise BadGames(f"there is no rating of {bot}{did_you_mean(bot, self.numbers)}")
        return next(rating for rating in self.bots if rating.bot == bot)

    def judges(self, one: Rating, other: Rating) -> bool:
        """Return whether the matches tell which of two is better; if not, their superiority is 1/2."""
        held, ours, theirs = self.meetings.held, self.numbers[one.bot], self.numbers[other.bot]
        return min(one.blocks, other.blocks) > 1 and bool(held[ours, theirs] or held[theirs, ours])

    def compare(self, bot: str, other: str) -> Comparison:
        """Return the first bot's rating less the second's. Raises BadGames if one of them was not rated."""
        blocks = min(self.rating(bot).blocks, self.rating(other).blocks)
        one, two = self.numbers[bot], self.numbers[other]
        contrast = np.zeros((self.estimate.choices.parameters, 1))
        contrast[one] += 1
        contrast[two] -= 1
        apart = _spreads(self.estimate, contrast, self.dispersions.mean(one, two), self.level, [blocks],
                         [self.meetings.bounded(one, [two])])[0]
        scores = [self.score_at(elo) for elo in (apart.elo, apart.low, apart.high)]
        names = [rating.bot for rating in self.bots]
        better = self.superiority[names.index(bot)][names.index(other)]
        return Comparison(apart.elo, apart.low, apart.high, better, *scores)

    def score_at(self, elo: float) -> float:
        """Return the expected score of two with this difference; a tie is half a point."""
        if np.isinf(elo):
            return float(elo > 0)
        # Davidson's model: win e^d, loss 1, tie e^(d/2 + tie parameter).
        won, level = np.exp(elo / NAT), np.exp((elo / 2 + dict(self.ties).get(2, -inf)) / NAT)
        return float((won + level / 2) / (won + 1 + level))

    def first_place(self, seats: Sequence[str], teams: Sequence[int] = ()) -> tuple[float, ...]:
        """Return by seat the probability to be first in a match; a shared first place counts as its share.

        They sum to 1 over the bots, or over the teams. Raises BadGames if a bot was not rated.
        """
        strengths = Strengths({bot.bot: bot.elo / NAT for bot in self.bots},
                              {(effect.players, effect.seat): effect.elo / NAT for effect in self.seats},
                              tuple((size, elo / NAT) for size, elo in self.ties))
        return strengths.first_places([(tuple(seats), tuple(teams))])[0]

    @property
    def strengths(self) -> dict[str, float]:
        """Return the strength of each bot in nats, from which the fit of other matches may begin."""
        return {bot: float(self.estimate.at[number]) for bot, number in self.numbers.items()}


def rate(
    played: Iterable[PlayedMatch], *, seats: bool = True, level: float = 0.95, anchor: tuple[str, float] | None = None,
    start: Ratings | None = None,
) -> Ratings:
    """Rate all bots: the same matches in any order have the same ratings. Raises BadGames.

    An iterator must yield matches in the order of their ids; it is read once, and no match is kept.
    `level` is the probability that an interval holds the true value. `anchor` is a bot and its rating. Without an
    anchor the mean of the largest group whose bots bound each other from both sides is 1500: how far off the bots are
    that won or lost everything is unknown, and they would drag all others with them. `start` are ratings of many of the
    same matches, from which the fit comes to its end sooner; its end is the same.
    """
    games = canonical(played, seats=seats)
    if not games.matches:
        raise BadGames("there are no matches to rate")
    with one_thread():
        return _rated(games, level, anchor, start)


def _rated(games: RatedGames, level: float, anchor: tuple[str, float] | None, start: Ratings | None) -> Ratings:
    choices = choices_of(games)
    estimate = StrengthEstimate.of(choices, fit(
        choices, first_guess(games, choices.parameters, None if start is None else start.strengths)))
    met = meetings(games, len(games.bots), [tables.bots for tables in games.tables])
    if anchor is not None and anchor[0] not in games.bots:
        raise BadGames(f"the anchor {anchor[0]} played no match{did_you_mean(anchor[0], games.bots)}")
    others = met.core if anchor is None else (games.bots.index(anchor[0]),)
    # The fit has a zero of its own, the prior's; subtracting the mean of `others` sets the scale's zero.
    contrasts = _against_mean(choices.parameters, range(len(games.bots)), others)
    dispersions = dispersion(estimate, contrasts, shared(estimate))
    blocks = blocks_of(games)
    bots = _bots(games, blocks, _spreads(
        estimate, contrasts, (dispersions.factor, dispersions.freedom), level, blocks,
        [met.bounded(number, others) for number in range(len(games.bots))], MEAN if anchor is None else anchor[1]))
    order = sorted(range(len(bots)), key=lambda number: (-bots[number].elo, bots[number].bot))
    better = superiority(estimate, dispersions.pooled, dispersions.pooled_freedom)
    lines = notes(games, met, others, information(choices, estimate.at))
    ties = (NAT * estimate.at[len(games.bots) + len(games.seats):]).round(_DIGITS).tolist()
    return Ratings(
        tuple(bots[number] for number in order), _seats(games, estimate, level),
        _superiority(better.chances[order][:, order], [blocks[number] for number in order], met.held[order][:, order]),
        tuple(zip(choices.ties, ties, strict=True)),
        lines, games.matches, games.blocks, level,
        round(dispersions.pooled, _DIGITS), round(NAT * better.deviation, _DIGITS), estimate, dispersions, met,
        {bot: number for number, bot in enumerate(games.bots)})


def _against_mean(parameters: int, numbers: Sequence[int], others: Sequence[int]) -> Floats:
    """Return parameters x numbers: each parameter less the mean of the others."""
    contrasts = np.zeros((parameters, len(numbers)))
    contrasts[list(others)] = -1 / len(others)
    contrasts[list(numbers), range(len(numbers))] += 1
    return contrasts


def _spreads(
    estimate: StrengthEstimate, contrasts: Floats, dispersed: tuple[Floats, Floats], level: float,
    blocks: Sequence[int], bounded: Sequence[tuple[bool, bool]], zero: float = 0.0,
) -> list[Spread]:
    """Return each number with its interval; without ends where nothing bounds it, or with a single block."""
    at = zero + NAT * (estimate.at @ contrasts)
    low, high = at + NAT * ends(estimate, contrasts, *dispersed, level)
    return [Spread(*(round(float(number), _DIGITS) for number in (
        at[i], low[i] if below and many > 1 else -inf, high[i] if above and many > 1 else inf)))
        for i, (many, (below, above)) in enumerate(zip(blocks, bounded, strict=True))]


def _bots(games: RatedGames, blocks: Sequence[int], spreads: Sequence[Spread]) -> list[Rating]:
    return [Rating(spread.elo, spread.low, spread.high, bot, matches, count, points)
            for bot, spread, count, (matches, points) in zip(
                games.bots, spreads, blocks, _points(games, [tables.bots for tables in games.tables], len(games.bots)),
                strict=True)]


def _points(games: RatedGames, numbers: Sequence[Ints], count: int) -> list[tuple[int, float]]:
    """Return the matches and points of `count` bots or seats; `numbers` has who it is, matches x seats by table."""
    sums: dict[int, Ints] = {}
    """Number of opponents -> matches, and opponents placed lower less opponents placed higher."""
    for tables, who in zip(games.tables, numbers, strict=True):
        gained = tables.gained
        for side in tables.sides:
            found = sums.setdefault(who.shape[1] - len(side), np.zeros((2, count), dtype=np.int64))
            np.add.at(found[0], who[:, side], 1)
            np.add.at(found[1], who[:, side], gained[:, side])
    points = sum((matches + gained / others) / 2 for others, (matches, gained) in sorted(sums.items()))
    played = np.sum([matches for matches, _ in sums.values()], axis=0)
    return list(zip(played.tolist(), np.asarray(points).tolist(), strict=True))


def _seats(games: RatedGames, estimate: StrengthEstimate, level: float) -> tuple[SeatEffect, ...]:
    """Return the effects of all seats, ordered by table size and seat."""
    if not games.seats:
        return ()
    numbers = [np.broadcast_to(tables.seats, tables.places.shape) for tables in games.tables]
    met, points = meetings(games, len(games.seats), numbers), _points(games, numbers, len(games.seats))
    found = []
    for players in sorted({players for players, _ in games.seats}):
        table = [games.seats.index((players, seat)) for seat in range(players)]
        blocks = len(np.unique(np.concatenate(
            [tables.blocks for tables in games.tables if len(tables.seats) == players])))
        contrasts = _against_mean(*_of_seats(estimate.choices, table))
        apart = dispersion(estimate, contrasts, 1.0)
        spreads = _spreads(estimate, contrasts, (apart.factor, apart.freedom), level, [blocks] * players,
                           [met.bounded(number, table) for number in table])
        found += [SeatEffect(spread.elo, spread.low, spread.high, players, seat, *points[table[seat]])
                  for seat, spread in enumerate(spreads)]
    return tuple(found)


def _of_seats(choices: Choices, table: Sequence[int]) -> tuple[int, list[int], list[int]]:
    numbers = [choices.bots + number for number in table]
    return choices.parameters, numbers, numbers


def _superiority(chances: Floats, blocks: Sequence[int], held: NDArray[np.bool_]) -> tuple[tuple[float, ...], ...]:
    """Return the chances where something is known, and 1/2 elsewhere; those of a pair sum to 1."""
    many = np.array(blocks) > 1
    upper = np.triu((held | held.T) & np.outer(many, many), 1)
    found = np.where(upper, chances.round(_DIGITS), 0.5)
    # Most of many chances are 0, 1 or 1/2. Numbers that are the same share one object, of which each takes 24 bytes.
    values, which = np.unique(np.where(upper.T, 1 - found.T, found), return_inverse=True)
    return tuple(map(tuple, values.astype(object)[which.reshape(found.shape)].tolist()))
