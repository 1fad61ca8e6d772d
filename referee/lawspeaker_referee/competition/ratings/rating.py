"""Ratings on the Elo scale with intervals, from all matches at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import fsum, inf, log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from lawspeaker_engine.game import did_you_mean
from lawspeaker_referee.competition.formats.standings import points
from lawspeaker_referee.competition.ratings.bootstrap import Sample, draw, interval, widening
from lawspeaker_referee.competition.ratings.choices import choices_of, subsets
from lawspeaker_referee.competition.ratings.connectivity import MeetingGraph, blocks_of, meetings, notes
from lawspeaker_referee.competition.ratings.games import BadGames, RatedGames, canonical
from lawspeaker_referee.competition.ratings.model import probabilities
from lawspeaker_referee.competition.results import PlayedMatch

MEAN: Final = 1500.0
NAT: Final = 400 / log(10)
"""Elo points of one nat: 400 points are odds of ten to one."""
_DIGITS: Final = 6
"""Decimals of a rating; later ones differ from processor to processor."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A number in Elo, and the interval that holds the true one with the probability that the ratings name."""

    elo: float
    low: float
    """Minus infinity if nothing bounds it, or with a single seed block; `high` likewise."""
    high: float


@dataclass(frozen=True, slots=True)
class Rating(Spread):
    """The rating of a bot."""

    bot: str
    matches: int
    blocks: int
    points: float
    """The sum of its points (see `formats.standings.points`) over its matches."""


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
    rounds: int
    """Rounds of the bootstrap."""
    sample: Sample = field(repr=False, compare=False)
    """In Elo, by the bots' numbers in `meetings`."""
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
        difference = self.sample.rows([one]).less(self.sample.rows([two]))
        apart = _spread(difference, blocks, self.level, self.meetings.bounded(one, [two]))
        scores = [self._score(elo) for elo in (apart.elo, apart.low, apart.high)]
        names = [rating.bot for rating in self.bots]
        better = self.superiority[names.index(bot)][names.index(other)]
        return Comparison(apart.elo, apart.low, apart.high, better, *scores)

    def _score(self, elo: float) -> float:
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
        effects = {effect.seat: effect.elo for effect in self.seats if effect.players == len(seats)}
        sides: dict[int, list[float]] = {}
        for seat, (bot, side) in enumerate(zip(seats, teams or range(len(seats)), strict=True)):
            sides.setdefault(side, []).append(self.rating(bot).elo + effects.get(seat, 0.0))
        strengths = [fsum(members) / len(members) for members in sides.values()]
        ways = subsets(len(strengths), tuple(size for size, _ in self.ties))
        local = np.array([*strengths, *(elo for _, elo in self.ties)]) / NAT
        shares = ways[:, :len(strengths)].T @ probabilities(local[:, np.newaxis], ways)[:, 0]
        chance = dict(zip(sides, shares.tolist(), strict=True))
        return tuple(chance[side] for side in teams or range(len(seats)))


def rate(
    played: Sequence[PlayedMatch], *, seats: bool = True, rounds: int = 1000, level: float = 0.95,
    anchor: tuple[str, float] | None = None,
) -> Ratings:
    """Rate all bots: the same matches in any order have the same ratings to the last bit. Raises BadGames.

    `rounds` are those of the bootstrap, `level` is the probability that an interval holds the true value. `anchor` is a
    bot and its rating. Without an anchor the mean of the largest group whose bots bound each other from both sides is
    1500: how far off the bots are that won or lost everything is unknown, and they would drag all others with them.
    """
    if not played:
        raise BadGames("there are no matches to rate")
    games = canonical(played, seats=seats)
    # Fit and bootstrap have a zero of their own, the prior's; subtracting the mean of `others` sets the scale's zero.
    choices = choices_of(games)
    parameters, information = draw(choices, games.blocks, rounds)
    parameters = parameters.times(NAT)
    met = meetings(games, len(games.bots), lambda member: member[0])
    if anchor is not None and anchor[0] not in games.bots:
        raise BadGames(f"the anchor {anchor[0]} played no match{did_you_mean(anchor[0], games.bots)}")
    others = met.core if anchor is None else (games.bots.index(anchor[0]),)
    zero = MEAN if anchor is None else anchor[1]
    sample = _rounded(parameters.rows(range(len(games.bots))).less(parameters.rows(others).mean()))
    bots = _bots(games, played, [_spread(sample.rows([number]), blocks, level, met.bounded(number, others), zero)
                                 for number, blocks in enumerate(blocks_of(games))])
    order = sorted(range(len(bots)), key=lambda number: (-bots[number].elo, bots[number].bot))
    ties = parameters.at[len(games.bots) + len(games.seats):, 0].round(_DIGITS).tolist()
    return Ratings(
        tuple(bots[number] for number in order), _seats(games, played, parameters, level),
        _superiority(sample.rows(order), [bots[number].blocks for number in order], met.held[order][:, order], level),
        tuple(zip(choices.ties, ties, strict=True)),
        notes(games, met, others, information), len(played), len(games.blocks), level, rounds, sample, met,
        {bot: number for number, bot in enumerate(games.bots)})


def _rounded(sample: Sample) -> Sample:
    return Sample(sample.at.round(_DIGITS), sample.draws.round(_DIGITS), sample.influence)


def _spread(sample: Sample, blocks: int, level: float, bounded: tuple[bool, bool], zero: float = 0.0) -> Spread:
    low, high = interval(sample, blocks, level)
    at, low, high = (round(zero + end, _DIGITS) for end in (float(sample.at[0, 0]), low, high))
    return Spread(at, low if bounded[0] else -inf, high if bounded[1] else inf)


def _bots(games: RatedGames, played: Sequence[PlayedMatch], spreads: Sequence[Spread]) -> list[Rating]:
    shares: dict[str, list[float]] = {bot: [] for bot in games.bots}
    for match in played:
        for bot, share in zip(match.seats, points(match), strict=True):
            shares[bot].append(share)
    return [Rating(spread.elo, spread.low, spread.high, bot, len(shares[bot]), blocks, fsum(shares[bot]))
            for bot, spread, blocks in zip(games.bots, spreads, blocks_of(games), strict=True)]


def _seats(
    games: RatedGames, played: Sequence[PlayedMatch], parameters: Sample, level: float,
) -> tuple[SeatEffect, ...]:
    """Return the effects of all seats, ordered by table size and seat."""
    if not games.seats:
        return ()
    met = meetings(games, len(games.seats), lambda member: member[1])
    shares: dict[tuple[int, int], list[float]] = {seat: [] for seat in games.seats}
    blocks: dict[int, set[str]] = {}
    for match in played:
        blocks.setdefault(len(match.seats), set()).add(match.block)
        for seat, share in enumerate(points(match)):
            shares[len(match.seats), seat].append(share)
    found = []
    for players, seat in sorted(games.seats):
        table = [games.seats.index((players, other)) for other in range(players)]
        effects = parameters.rows([len(games.bots) + number for number in table])
        own = _rounded(effects.rows([seat]).less(effects.mean()))
        spread = _spread(own, len(blocks[players]), level, met.bounded(table[seat], table))
        found.append(SeatEffect(spread.elo, spread.low, spread.high, players, seat, len(shares[players, seat]),
                                fsum(shares[players, seat])))
    return tuple(found)


def _superiority(
    sample: Sample, blocks: Sequence[int], held: NDArray[np.bool_], level: float,
) -> tuple[tuple[float, ...], ...]:
    """Return how often each bot is before each over the draws; a draw in which they are level counts half.

    Differences are widened like an interval's, so that superiority and intervals agree.
    """
    found = np.full(held.shape, 0.5)
    for one, other in combinations(range(len(blocks)), 2):
        if (held[one, other] or held[other, one]) and min(blocks[one], blocks[other]) > 1:
            at, draws = sample.at[one] - sample.at[other], sample.draws[one] - sample.draws[other]
            wide = at + widening(min(blocks[one], blocks[other]), level) * (draws - at)
            found[one, other] = ((wide > 0).sum() + (wide == 0).sum() / 2) / len(wide)
            found[other, one] = 1 - found[one, other]
    return tuple(map(tuple, found.tolist()))
