"""A ladder without a referee: bots whose strengths are known, matches that take as long as they are told to."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import count

import numpy as np

from lawspeaker_referee.competition.ladder.matchmaker import ChosenTable, Matchmaker
from lawspeaker_referee.competition.results import PlayedMatch
from measure.simulated_matches import draw_places


class Pairing:
    """The pairing that a matchmaker is compared with: those who have waited longest play, or any with an `rng`."""

    def __init__(self, players: int, rng: np.random.Generator | None = None) -> None:
        self._players, self._rng = players, rng

    def choose(self, free: Sequence[str], busy: Sequence[str], now: float) -> ChosenTable:
        if len(free) < self._players:
            return ChosenTable()
        order = range(len(free)) if self._rng is None else self._rng.permutation(len(free))
        return ChosenTable(tuple(free[i] for i in order[:self._players]))

    def began(self, seats, now):
        pass

    ended = began

    def counted(self, played):
        pass


class SimulatedLadder:
    """Plays on: whoever has a place left is free, up to `at_once` matches at once."""

    def __init__(
        self, matchmaker: Matchmaker | Pairing, strengths: Mapping[str, float], rng: np.random.Generator, *,
        places: Mapping[str, int] = {}, at_once: int = 1_000_000, seconds: Callable[[], float] = lambda: 1.0,
    ) -> None:
        self.matchmaker, self.strengths, self.places, self.at_once = matchmaker, dict(strengths), dict(places), at_once
        self._rng, self._seconds, self._number = rng, seconds, count()
        self.now = 0.0
        self.played: list[PlayedMatch] = []
        self._ends: list[tuple[float, int, tuple[str, ...]]] = []
        self._waiting = dict.fromkeys(strengths)
        self._playing: Counter[str] = Counter()
        self._seconds_played = 0.0

    def come(self, bot: str, strength: float) -> None:
        self.strengths[bot] = strength
        self._waiting[bot] = None

    @property
    def idle(self) -> float:
        """The share of all places' time in which nobody played on them."""
        left = sum((end - self.now) * len(seats) for end, _, seats in self._ends)
        places = sum(self.places.get(bot, 1) for bot in self.strengths)
        return 1 - (self._seconds_played - left) / (places * self.now)

    def play(self, matches: int) -> list[PlayedMatch]:
        """So many more."""
        last = len(self.played) + matches
        while len(self.played) < last:
            wait_until = self._fill()
            if wait_until is not None and (not self._ends or wait_until < self._ends[0][0]):
                assert wait_until > self.now
                self.now = wait_until
                continue
            assert self._ends, "nobody plays, and nobody is waited for"
            self._end()
        return self.played[-matches:]

    def _fill(self) -> float | None:
        while len(self._ends) < self.at_once:
            free = [bot for bot in self._waiting if self._playing[bot] < self.places.get(bot, 1)]
            busy = [bot for bot in self._waiting if bot not in set(free)]
            choice = self.matchmaker.choose(free, busy, self.now)
            if not choice.seats:
                return choice.wait_until
            assert len(set(choice.seats)) == len(choice.seats) and set(choice.seats) <= set(free)
            self.matchmaker.began(choice.seats, self.now)
            seconds = self._seconds()
            heapq.heappush(self._ends, (self.now + seconds, next(self._number), choice.seats))
            self._seconds_played += seconds * len(choice.seats)
            for bot in choice.seats:
                self._playing[bot] += 1
                self._waiting[bot] = self._waiting.pop(bot)
        return None

    def _end(self) -> None:
        self.now, number, seats = heapq.heappop(self._ends)
        self._playing.subtract(seats)
        self.matchmaker.ended(seats, self.now)
        worth = np.array([[self.strengths[bot] for bot in seats]])
        ranks = tuple(draw_places(worth, {}, self._rng)[0].tolist())
        played = PlayedMatch(f"l/{number}", f"l/{number}", 1, seats, ranks, (0,) * len(seats), (), (0,) * len(seats),
                             "")
        self.matchmaker.counted(played)
        self.played.append(played)
