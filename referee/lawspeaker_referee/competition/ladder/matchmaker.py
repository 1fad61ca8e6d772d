"""Matchmaking for a ladder: who plays whom and on which seats. It has no clock and no randomness of its own.

**The first bot of a table** is the free one since whose last match most others began. Bots of which little is known are
put forward, a new one by FORWARD times as many matches as bots are present.

**Its opponents** are chosen one by one by what a match of two is worth (`worth`: they are close and not yet known),
times the matches since they last met and usually lie between. So two bots whose match is worth twice as much meet
twice as often, equal ones equally often, and distant ones seldom but again and again.

**Waiting**: if others are busy, the first bot waits for a better table, at most PATIENCE times the length of its last
match. It accepts less and less: after half of that time a table worth half of the best one. A table that has just
played is worth nothing. Meanwhile others may play.

**No bot starves**: with n bots present, one that is free and has waited so long is passed over in at most
(FORWARD + 1) * n matches. For once as many matches began as a new bot is put forward by, every bot that begins another
one is behind it.

**SeatHistory** are balanced by `SeatHistory`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, inf, sqrt
from typing import Final

from openskill.models import BradleyTerryFull

from lawspeaker_referee.competition.results import PlayedMatch


@dataclass(slots=True)
class _Pair:
    """The last meeting of two bots, and how often they meet."""

    first: int
    """Matches begun by the one whose name sorts first when they last met, that one included."""
    second: int
    usual: float
    """Average number of matches between their meetings, in which the last time counts half."""


class MeetingHistory:
    """Counts matches by bot, and remembers when each two bots last met."""

    def __init__(self) -> None:
        self._matches: Counter[str] = Counter()
        self._pairs: dict[tuple[str, str], _Pair] = {}

    def add(self, seats: Sequence[str]) -> None:
        """Note that a match of these bots begins."""
        # Taken before this match counts, or all pairs of the table would be apart by one match of their own.
        before = {pair: self.apart(*pair) for pair in combinations(sorted(seats), 2)}
        self._matches.update(seats)
        for (one, other), (apart, usual) in before.items():
            self._pairs[one, other] = _Pair(self._matches[one], self._matches[other], (apart + usual) / 2)

    def apart(self, one: str, other: str) -> tuple[int, float]:
        """Return the matches since two bots met, and how many usually lie between.

        Of the two the bot with fewer matches counts; it is 0 if it met nobody else since. Two that never met are apart
        since the one with fewer matches came, and that counts as one match.
        """
        matches = self._matches
        pair = self._pairs.get((one, other) if one < other else (other, one))
        if pair is None:
            # Two that never met would otherwise be worth nothing to each other as long as one of them is new: it would
            # meet nobody.
            apart = 1 + min(matches[one], matches[other])
            return apart, float(apart)
        if other < one:
            one, other = other, one
        return min(matches[one] - pair.first, matches[other] - pair.second), pair.usual


Cost = tuple[int, int, int]
"""Matches of the bots in their seats, matches of each two in this order, and bots that had their seat last time."""


class SeatHistory:
    """Counts how often each bot had each seat, and how often it sat before each other one."""

    def __init__(self) -> None:
        self._had: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._before: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._last: dict[str, int] = {}

    def add(self, seats: Sequence[str]) -> None:
        """Note that a match with these seats begins."""
        for seat, bot in enumerate(seats):
            self._had[bot][seat] += 1
            self._last[bot] = seat
        for first, second in combinations(seats, 2):
            self._before[first][second] += 1

    def order(self, bots: Sequence[str]) -> tuple[str, ...]:
        """Return the bots by seat at the least cost, by dynamic programming over the sets that fill the first seats."""
        best: dict[frozenset[str], tuple[Cost, tuple[str, ...]]] = {frozenset(): ((0, 0, 0), ())}
        for _ in bots:
            longer: dict[frozenset[str], tuple[Cost, tuple[str, ...]]] = {}
            for those, (cost, order) in best.items():
                for bot in bots:
                    if bot not in those:
                        more, key = self._with(cost, order, bot), those | {bot}
                        if key not in longer or more < longer[key][0]:
                            longer[key] = more, (*order, bot)
            best = longer
        return best[frozenset(bots)][1]

    def _with(self, cost: Cost, order: Sequence[str], bot: str) -> Cost:
        """Return the cost once the next seat is given to this bot."""
        seat, (had, before, again) = len(order), cost
        return (had + self._had[bot][seat], before + sum(self._before[each][bot] for each in order),
                again + (self._last.get(bot) == seat))


_MODEL: Final = BradleyTerryFull()


@dataclass(frozen=True, slots=True)
class Skill:
    """The belief about a bot's strength: a normal distribution."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma


def after(skills: Sequence[Skill], ranks: Sequence[int], teams: Sequence[int] = ()) -> tuple[Skill, ...]:
    """Return by seat the beliefs after a match; ranks and teams are those of `PlayedMatch`."""
    sides = list(teams or range(len(skills)))
    # openskill takes teams as lists, so seats are put together by side here and apart again below.
    order = sorted(set(sides))
    members = [[seat for seat, side in enumerate(sides) if side == own] for own in order]
    rated = _MODEL.rate([[_MODEL.rating(skills[seat].mu, skills[seat].sigma) for seat in team] for team in members],
                        ranks=[float(ranks[team[0]]) for team in members])
    found = dict(zip((seat for team in members for seat in team), (each for team in rated for each in team),
                     strict=True))
    return tuple(Skill(found[seat].mu, found[seat].sigma) for seat in range(len(skills)))


def worth(one: Skill, other: Skill) -> float:
    """Return what a match of two is worth for the ladder, between 0 and 1.

    The first factor is the share by which a result would reduce the variance of their difference; it is low for bots
    that are well known. The second one is (4 p (1 - p))^2 for the probability p that the weaker one wins: once because
    a match of unequal bots tells less, and once because everybody wants close matches.
    """
    # In a closed formula, for it is asked for every two who could meet: calls of openskill take twenty times as long.
    unknown = one.sigma**2 + other.sigma**2
    variance = unknown + 2 * _MODEL.beta**2
    odds = exp(-abs(one.mu - other.mu) / sqrt(variance))
    return unknown / variance * (4 * odds / (1 + odds) ** 2) ** 2


PATIENCE: Final = 0.5
"""Time that a bot waits for a better table, in lengths of its last match.

Of bots that play one match at a time few are free at once. Eight of them, two by two, would repeat nearly every table
without patience; with it every eighth, and they are idle for an eighth of the time. A hundred would meet anybody; with
it they meet bots that are 2.5 times closer, and are idle for a twentieth. Half of it saves a quarter of that time, and
more than twice as many tables repeat.
"""
FORWARD: Final = 2
"""With it a new bot plays twice as often as others where most wait for a place."""
MOST_TRIED: Final = 8
"""Most waiting bots for which a table is tried; it bounds the cost of a choice when all wait."""
FAR: Final = 0.002
"""Least worth of a match of two: a fiftieth of that of equals that are well known."""
_NEW: Final = Skill()


@dataclass(frozen=True, slots=True)
class ChosenTable:
    """The next match, or how long to wait for one."""

    seats: tuple[str, ...] = ()
    """Bots by seat; empty for no match."""
    wait_until: float | None = None
    """When to ask again if no bot comes, goes or becomes free before; None if there is no need to."""


@dataclass(slots=True)
class _Rest:
    """A bot's wait for a better table, in seconds."""

    since: float
    patience: float
    best: float | None = None
    """Worth of its table if all were free; computed once, because it is expensive and changes little."""

    @property
    def until(self) -> float:
        """Return the moment from which it accepts any table."""
        return self.since + self.patience

    def content_at(self, value: float) -> float:
        """Return when it accepts a table of this worth, once `best` is known."""
        return self.until - self.patience * (value / self.best if self.best else 1.0)


class Matchmaker:
    """Chooses one match after another from the bots that are present."""

    def __init__(self, players: int, automa: str = "") -> None:
        """Choose so many bots for a table; `automa` is in the results, and is none."""
        self._players, self._automa = players, automa
        self._skills: dict[str, Skill] = {}
        self._meetings, self._seats = MeetingHistory(), SeatHistory()
        self._begun = 0
        """Matches that began here."""
        self._last: dict[str, int] = {}
        """Bot -> how many matches had begun here when its last one began or it came."""
        self._running: dict[frozenset[str], float] = {}
        """Bots of a table -> when their last match began."""
        self._uncounted = Counter[frozenset[str]]()
        """Bots of a table -> matches that began here and have no result; void ones stay."""
        self._rests: dict[str, _Rest] = {}
        """The waits of bots that have begun no match since their last one ended."""

    def skill(self, bot: str) -> Skill:
        """Return the belief about a bot; it is used for matchmaking only, not for ratings."""
        return self._skills.get(bot, _NEW)

    def choose(self, free: Sequence[str], busy: Sequence[str], now: float) -> ChosenTable:
        """Return the next match, or until when to wait.

        `free` are the bots that could play now, the longest waiting first; `busy` are present but have no place left.
        `now` is in seconds of any clock that never goes back. Call `began` before asking again.
        """
        for bot in (*free, *busy):
            self._last.setdefault(bot, self._begun)
        if len(free) < self._players:
            return ChosenTable()
        # In matches for each unit of sigma, so that a new bot, whose sigma is the largest, is put forward by FORWARD
        # matches for each bot that is present.
        forward = FORWARD * (len(free) + len(busy)) / _NEW.sigma
        soonest, patient = inf, 0
        for first in sorted(free, key=lambda bot: self._last[bot] - self.skill(bot).sigma * forward):
            rest, table = self._rests.get(first), list[str]()
            if rest is None or not busy or rest.until <= now:
                # Nothing to wait for: no better table can come, or its patience is over.
                table, until = self._table(first, free)[0], now
            elif patient < MOST_TRIED:
                patient += 1
                if rest.best is None:
                    rest.best = self._table(first, [*free, *busy])[1]
                table, value = self._table(first, free)
                until = rest.content_at(value)
            else:
                # Too many wait for all of their tables to be tried now. It is asked again when its patience is over, at
                # the latest.
                until = rest.until
            if until <= now:
                return ChosenTable(self._seats.order(table))
            soonest = min(soonest, until)
        return ChosenTable(wait_until=soonest)

    def _table(self, first: str, others: Sequence[str]) -> tuple[list[str], float]:
        """Return a full table and its worth; it is 0 if all bots of the table met in their last matches."""
        table, newest, fresh, total = [first], first, False, 0.0
        # By candidate: whether anybody at the table is another one than it met last, and what meeting them is worth.
        candidates = {bot: (False, 0.0) for bot in others if bot != first}
        while len(table) < self._players:
            skill = self.skill(newest)
            for bot, (new, value) in candidates.items():
                apart, usual = self._meetings.apart(newest, bot)
                # Not `apart` alone: it is 0 for two that have just met, so any other pair would come first, however
                # distant.
                gain = max(worth(skill, self.skill(bot)), FAR) * (apart + usual)
                # The worth of a candidate is that of its meetings with all who are at the table, so it is added up as
                # the table grows.
                candidates[bot] = new or apart > 0, value + gain
            newest = max(candidates, key=candidates.__getitem__)
            new, value = candidates.pop(newest)
            fresh, total = fresh or new, total + value
            table.append(newest)
        return table, total if fresh else 0.0

    def began(self, seats: Sequence[str], now: float) -> None:
        """Note that a match of these began, also of one that is played again or resumed."""
        table = frozenset(seats)
        self._running[table] = now
        self._uncounted[table] += 1
        self._begun += 1
        for bot in seats:
            self._last[bot] = self._begun
            self._rests.pop(bot, None)
        self._met(seats)

    def ended(self, seats: Sequence[str], now: float) -> None:
        """Note that a match is over, with a result or without one."""
        # A match that this matchmaker never began has no length, and so gives no patience.
        began = self._running.pop(frozenset(seats), now)
        for bot in seats:
            # A bot with several matches at once keeps the wait that it began with the first that ended.
            self._rests.setdefault(bot, _Rest(now, PATIENCE * (now - began)))

    def counted(self, played: PlayedMatch) -> None:
        """Learn from a result; also from those of an earlier referee, in the order in which they were counted."""
        bots = [bot for bot in played.seats if bot != self._automa]
        table = frozenset(bots)
        uncounted = self._uncounted.pop(table, 0)
        # The meeting was counted when the match began. Only results of an earlier referee, of which no beginning is
        # known, count as meetings here.
        if uncounted > 1:
            self._uncounted[table] = uncounted - 1
        elif uncounted == 0:
            self._met(bots)
        # The Automa is no candidate for a table, but its strength is learnt: results against it tell something of the
        # others.
        skills = after([self.skill(bot) for bot in played.seats], played.ranks, played.teams)
        self._skills.update(zip(played.seats, skills, strict=True))

    def _met(self, seats: Sequence[str]) -> None:
        self._meetings.add(seats)
        self._seats.add(seats)
