"""Who plays whom, and on which seats: no clock, no chance, no network; the same calls have the same answers.

**Who is first at a table**: of those who are free, the one since whose last match most others began; bots of whom
little is known are put forward, a new one by FORWARD times as many matches as bots are present.

**With whom**: what a match of two is worth (`online.worth`: they are close, and not yet well known), times the matches
since they met, now and usually. So two who are worth twice as much as two others meet twice as often, those who are
worth the same equally often, and those who are far from each other seldom, but again and again. Tables are filled one
by one.

**Now or later**: if others are busy, the first waits for a better table, for no longer than PATIENCE times what its
last match took, and content with less and less: after half of that time with one that is worth half as much as if all
were free. A table that has just played is worth nothing. Meanwhile others may play.

**Nobody starves**: with n bots present, one that is free and has waited so long is passed over in no more than
(FORWARD + 1) x n matches. For once as many began as a new bot is put forward, whoever begins another stays behind it.

**On which seats**: see `Seats`.
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
    """What is remembered of two that met."""

    first: int
    """Matches that the one whose name sorts first had begun when they last met, that one included."""
    second: int
    usual: float
    """How many matches they were apart before they met: an average in which the last time counts half."""


class MeetingHistory:
    """Counts matches by bot, and remembers for each two when they last met."""

    def __init__(self) -> None:
        self._matches: Counter[str] = Counter()
        self._pairs: dict[tuple[str, str], _Pair] = {}

    def add(self, seats: Sequence[str]) -> None:
        """A match of these begins."""
        before = {pair: self.apart(*pair) for pair in combinations(sorted(seats), 2)}
        self._matches.update(seats)
        for (one, other), (apart, usual) in before.items():
            self._pairs[one, other] = _Pair(self._matches[one], self._matches[other], (apart + usual) / 2)

    def apart(self, one: str, other: str) -> tuple[int, float]:
        """Matches since they met, and how many that usually are.

        It is those of the one of them that had fewer; 0 if it met nobody else since. Two that never met are apart since
        the one with fewer matches came, and that counts as a match.
        """
        matches = self._matches
        pair = self._pairs.get((one, other) if one < other else (other, one))
        if pair is None:
            apart = 1 + min(matches[one], matches[other])
            return apart, float(apart)
        if other < one:
            one, other = other, one
        return min(matches[one] - pair.first, matches[other] - pair.second), pair.usual


Cost = tuple[int, int, int]
"""How often the bots had their seats, how often they sat before those they sit before, how many had their seat last."""


class Seats:
    """Counts how often each bot had each seat, and how often it sat before each other one."""

    def __init__(self) -> None:
        self._had: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._before: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._last: dict[str, int] = {}

    def add(self, seats: Sequence[str]) -> None:
        """A match of these begins, by seat."""
        for seat, bot in enumerate(seats):
            self._had[bot][seat] += 1
            self._last[bot] = seat
        for first, second in combinations(seats, 2):
            self._before[first][second] += 1

    def order(self, bots: Sequence[str]) -> tuple[str, ...]:
        """These bots by seat, so that the cost is least: of each set that can have the first seats the best is kept."""
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
        """The cost with the next seat taken by this bot."""
        seat, (had, before, again) = len(order), cost
        return (had + self._had[bot][seat], before + sum(self._before[each][bot] for each in order),
                again + (self._last.get(bot) == seat))


_MODEL: Final = BradleyTerryFull()


@dataclass(frozen=True, slots=True)
class Skill:
    """What is believed of a bot: a normal distribution."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma


def after(skills: Sequence[Skill], ranks: Sequence[int], teams: Sequence[int] = ()) -> tuple[Skill, ...]:
    """By seat: what is believed after a match. Ranks and teams are those of `Played`."""
    sides = list(teams or range(len(skills)))
    order = sorted(set(sides))
    members = [[seat for seat, side in enumerate(sides) if side == own] for own in order]
    rated = _MODEL.rate([[_MODEL.rating(skills[seat].mu, skills[seat].sigma) for seat in team] for team in members],
                        ranks=[float(ranks[team[0]]) for team in members])
    found = dict(zip((seat for team in members for seat in team), (each for team in rated for each in team),
                     strict=True))
    return tuple(Skill(found[seat].mu, found[seat].sigma) for seat in range(len(skills)))


def worth(one: Skill, other: Skill) -> float:
    """What a match of two is worth to a matchmaker, between 0 and 1.

    It is the share by which a result makes their difference less uncertain, which is less for bots that are well known
    and for those far from each other; and once more as much less as they are far, for close matches are what all want.
    """
    # In a closed formula, for it is asked for every two who could meet: calls of openskill take twenty times as long.
    unknown = one.sigma**2 + other.sigma**2
    variance = unknown + 2 * _MODEL.beta**2
    odds = exp(-abs(one.mu - other.mu) / sqrt(variance))
    return unknown / variance * (4 * odds / (1 + odds) ** 2) ** 2


PATIENCE: Final = 0.5
"""Of bots that play one match at a time few are free at once. Eight of them, two by two, would without patience repeat
nearly every table; with it every eighth, and are idle for an eighth of the time. A hundred would meet anybody; with it
they meet such as are 2.5 times closer, and are idle for a twentieth. Half of it saves a quarter of that time, and more
than twice as many tables repeat."""
FORWARD: Final = 2
"""A new bot then plays twice as often as others where most wait for a place."""
MOST_TRIED: Final = 8
"""So many bots with patience are looked at for a table; it bounds what a choice costs where all wait."""
FAR: Final = 0.002
"""What a match of two is worth at least: a fiftieth of one of equals that are well known."""
_NEW: Final = Skill()


@dataclass(frozen=True, slots=True)
class ChosenTable:
    """Who plays now."""

    seats: tuple[str, ...] = ()
    """Bots by seat; empty for nobody."""
    wait_until: float | None = None
    """The moment at which to ask again if nobody comes, goes or becomes free before; None if there is no need to."""


@dataclass(slots=True)
class _Rest:
    """How long a bot waits for a better table; in seconds."""

    since: float
    patience: float
    best: float | None = None
    """What its table would be worth if all were free; worked out once, for it takes long and changes little."""

    @property
    def until(self) -> float:
        """When it takes any table."""
        return self.since + self.patience

    def content_at(self, value: float) -> float:
        """When it takes one that is worth so much, once `best` is known."""
        return self.until - self.patience * (value / self.best if self.best else 1.0)


class Matchmaker:
    """Matches bots continuously; see the module."""

    def __init__(self, players: int) -> None:
        self._players = players
        self._skills: dict[str, Skill] = {}
        self._meetings, self._seats = MeetingHistory(), Seats()
        self._begun = 0
        """Matches that began here."""
        self._last: dict[str, int] = {}
        """Bot -> how many had begun here with its own last one, or when it came."""
        self._running: dict[frozenset[str], float] = {}
        """Bots of a table -> when their last match began."""
        self._uncounted = Counter[frozenset[str]]()
        """Bots of a table -> matches that began here and have no result; void ones stay."""
        self._rests: dict[str, _Rest] = {}
        """Of bots that have begun no match since one of theirs ended."""

    def skill(self, bot: str) -> Skill:
        """What is believed of a bot, for matchmaking alone."""
        return self._skills.get(bot, _NEW)

    def choose(self, free: Sequence[str], busy: Sequence[str], now: float) -> ChosenTable:
        """The next match, or until when to wait.

        `free` are the bots that could sit now, those who wait longest first, `busy` those who are present but have no
        place left; `now` is in seconds of any clock that never goes back. Call `began` before asking again.
        """
        for bot in (*free, *busy):
            self._last.setdefault(bot, self._begun)
        if len(free) < self._players:
            return ChosenTable()
        forward = FORWARD * (len(free) + len(busy)) / _NEW.sigma
        soonest, patient = inf, 0
        for first in sorted(free, key=lambda bot: self._last[bot] - self.skill(bot).sigma * forward):
            rest, table = self._rests.get(first), list[str]()
            if rest is None or not busy or rest.until <= now:
                table, until = self._table(first, free)[0], now
            elif patient < MOST_TRIED:
                patient += 1
                if rest.best is None:
                    rest.best = self._table(first, [*free, *busy])[1]
                table, value = self._table(first, free)
                until = rest.content_at(value)
            else:
                until = rest.until
            if until <= now:
                return ChosenTable(self._seats.order(table))
            soonest = min(soonest, until)
        return ChosenTable(wait_until=soonest)

    def _table(self, first: str, others: Sequence[str]) -> tuple[list[str], float]:
        """A full table, and what it is worth: nothing if all of it met last."""
        table, newest, fresh, total = [first], first, False, 0.0
        # By candidate: whether anybody at the table is another one than it met last, and what meeting them is worth.
        candidates = {bot: (False, 0.0) for bot in others if bot != first}
        while len(table) < self._players:
            skill = self.skill(newest)
            for bot, (new, value) in candidates.items():
                apart, usual = self._meetings.apart(newest, bot)
                gain = max(worth(skill, self.skill(bot)), FAR) * (apart + usual)
                candidates[bot] = new or apart > 0, value + gain
            newest = max(candidates, key=candidates.__getitem__)
            new, value = candidates.pop(newest)
            fresh, total = fresh or new, total + value
            table.append(newest)
        return table, total if fresh else 0.0

    def began(self, seats: Sequence[str], now: float) -> None:
        """A match of these began, also again or after a restart."""
        table = frozenset(seats)
        self._running[table] = now
        self._uncounted[table] += 1
        self._begun += 1
        for bot in seats:
            self._last[bot] = self._begun
            self._rests.pop(bot, None)
        self._met(seats)

    def ended(self, seats: Sequence[str], now: float) -> None:
        """It is over, with a result or not."""
        began = self._running.pop(frozenset(seats), now)
        for bot in seats:
            self._rests.setdefault(bot, _Rest(now, PATIENCE * (now - began)))

    def counted(self, played: PlayedMatch) -> None:
        """Its result holds; also for each match of an earlier referee, in the order in which they were counted."""
        table = frozenset(played.seats)
        uncounted = self._uncounted.pop(table, 0)
        if uncounted > 1:
            self._uncounted[table] = uncounted - 1
        elif uncounted == 0:
            self._met(played.seats)
        skills = after([self.skill(bot) for bot in played.seats], played.ranks, played.teams)
        self._skills.update(zip(played.seats, skills, strict=True))

    def _met(self, seats: Sequence[str]) -> None:
        self._meetings.add(seats)
        self._seats.add(seats)
