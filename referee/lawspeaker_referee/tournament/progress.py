"""How far a tournament is while it runs: matches, their speed, faults and who leads."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from time import monotonic, time
from typing import Any, Final

from lawspeaker_referee.tournament.decided import given_up
from lawspeaker_referee.tournament.ledger.ledger import Ledger
from lawspeaker_referee.tournament.ratings import BadGames, rate

LOOK_BACK: Final = 60.0
"""Seconds over which the speed is told, or more where matches are counted in bursts."""
STANDINGS_EVERY: Final = 3.0
"""Seconds between two looks at the ratings, or more where they take long."""
SHARE: Final = 0.05
"""Of the time that ratings may take."""
ROUNDS: Final = 20
"""Of the bootstrap, for no interval is shown."""


@dataclass(frozen=True, slots=True)
class Leader:
    """A bot in the standings."""

    bot: str
    elo: float
    matches: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A moment of a tournament."""

    counted: int
    scheduled: int
    given_up: int
    voids: int
    playing: int
    faults: int
    """Decisions that the referee answered."""
    speed: float
    """Matches a second."""
    left: float | None
    """Seconds that what is scheduled will take; None while nobody knows."""
    standings: tuple[Leader, ...]
    """Best first."""

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)

    @property
    def open(self) -> int:
        """Matches that are still to be played."""
        return self.scheduled - self.counted - self.given_up


def standings_of(ledger: Ledger, name: str, rounds: int = ROUNDS) -> tuple[Leader, ...]:
    """All bots that have played, best first; empty as long as there is nothing to rate. Raises BadLedger."""
    played = ledger.results(name)
    try:
        ratings = rate(played, rounds=rounds).bots
    except BadGames:
        return ()
    return tuple(Leader(each.bot, each.elo, each.matches) for each in ratings)


def snapshot_of(ledger: Ledger, name: str, *, faults: int | None = None,
                standings: tuple[Leader, ...] | None = None) -> Snapshot:
    """A tournament as its ledger has it, without its speed; what is not given is worked out. Raises BadLedger."""
    progress, gone = ledger.progress(name, time()), len(given_up(ledger, name))
    if faults is None:
        faults = sum(sum(each.faults) for each in ledger.results(name))
    return Snapshot(progress.counted, progress.scheduled, gone, progress.voids, progress.leased, faults, 0.0, None,
                    standings_of(ledger, name) if standings is None else standings)


class Watch:
    """Follows a tournament that runs in this process."""

    def __init__(self, ledger: Ledger, name: str, clock: Callable[[], float] = monotonic) -> None:
        self._ledger, self._name, self._clock = ledger, name, clock
        self._faults = sum(sum(each.faults) for each in ledger.results(name))
        self._counted: deque[float] = deque()
        """When matches were counted lately."""
        self._since = clock()
        """From when on these are all."""
        self._standings: tuple[Leader, ...] = ()
        self._next_look = 0.0

    def heard(self, what: Mapping[str, Any]) -> None:
        """A worker has told something."""
        if what.get("new"):
            self._counted.append(self._clock())
            self._faults += what["faults"]

    def snapshot(self) -> Snapshot:
        """Now; ratings may be a few seconds old. Raises BadLedger."""
        now = self._clock()
        if now >= self._next_look:
            self._standings = standings_of(self._ledger, self._name)
            took = self._clock() - now
            self._next_look = self._clock() + max(STANDINGS_EVERY, took / SHARE)
        found = snapshot_of(self._ledger, self._name, faults=self._faults, standings=self._standings)
        speed = self._speed(now, found.playing)
        return replace(found, speed=speed, left=found.open / speed if speed else None)

    def _speed(self, now: float, playing: int) -> float:
        """Matches a second. A cluster's blocks are counted when they end, in bursts: it looks back over two of them."""
        while len(self._counted) > 2 * playing and self._counted[0] < now - LOOK_BACK:
            self._since = self._counted.popleft()
        if not self._counted and not playing:
            self._since = now
        return len(self._counted) / max(1.0, now - self._since)
