"""The progress of a running tournament: matches, speed, faults and standings."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import fsum
from time import monotonic, time
from typing import Any, Final

from lawspeaker_referee.competition.formats import standings
from lawspeaker_referee.competition.formats.standings import FormatStanding, points
from lawspeaker_referee.competition.ledger.facts import Progress
from lawspeaker_referee.competition.ledger.ledger import Ledger
from lawspeaker_referee.competition.results import PlayedMatch
from lawspeaker_referee.competition.tournament.setup import given_up
from lawspeaker_referee.config.formatting import format_count
from lawspeaker_referee.config.tournament import TournamentConfig, parse_config
from lawspeaker_referee.config.tournament_format import SWISS

LOOK_BACK: Final = 60.0
"""Seconds over which the speed is measured; more if matches are counted in bursts."""
STANDINGS_EVERY: Final = 3.0
"""Seconds between two computations of the standings; more if they take long."""
SHARE: Final = 0.05
"""The share of the time that standings may take."""


@dataclass(frozen=True, slots=True)
class Leader:
    """A bot in the standings of the format, or by points if the format has none."""

    place: int
    bot: str
    points: float
    """The share of opponents that it was placed before, a tie as half; 0 as long as it has not played."""
    matches: int
    told: str = ""
    """Its stage in the format, and the tie-break; empty if there is nothing to say."""
    won: bool = False
    """True if it has won by the format."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A moment of a tournament."""

    counted: int
    scheduled: int
    given_up: int
    voids: int
    playing: int
    """Matches being played, without leased ones that wait for others of their block."""
    faults: int
    """Decisions that the referee answered."""
    speed: float
    """Matches a second."""
    left: float | None
    """Seconds until the scheduled matches are played; None while the speed is unknown."""
    standings: tuple[Leader, ...]
    """Best first."""
    leased: int = 0
    """Matches being played, and those that wait for others of their block."""

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return asdict(self)

    @property
    def open(self) -> int:
        """Return the number of matches that are still to be played."""
        return self.scheduled - self.counted - self.given_up


def standings_of(terms: TournamentConfig, played: Sequence[PlayedMatch], gone: Collection[str]) -> tuple[Leader, ...]:
    """Return all bots that have played, best first."""
    if not played:
        return ()
    shares = defaultdict[str, list[float]](list)
    for match in played:
        for bot, share in zip(match.seats, points(match), strict=True):
            shares[bot].append(share)
    mean = {bot: fsum(own) / len(own) for bot, own in shares.items()}
    if own := standings(terms, played, gone):
        return tuple(Leader(each.place, each.name, mean.get(each.name, 0.0), len(shares[each.name]),
                            _told(terms, each), each.won) for each in own)
    order = sorted(mean, key=lambda bot: (-mean[bot], bot))
    return tuple(Leader(1 + sum(other > mean[bot] for other in mean.values()), bot, mean[bot], len(shares[bot]))
                 for bot in order)


def _told(terms: TournamentConfig, standing: FormatStanding) -> str:
    """Return the stage of a bot in a knockout; in a Swiss tournament its points too."""
    points = format_count(standing.points, "point") if terms.format.kind == SWISS else ""
    return ", ".join(filter(None, (points, standing.told)))


def faults_of(played: Sequence[PlayedMatch]) -> int:
    """Return the decisions in these matches that the referee answered."""
    return sum(sum(each.faults) for each in played)


def snapshot_of(progress: Progress, gone: Collection[str], faults: int, standings: tuple[Leader, ...]) -> Snapshot:
    """Return the progress in a ledger, without the speed."""
    return Snapshot(progress.counted, progress.scheduled, len(gone), progress.voids, progress.tasks, faults, 0.0, None,
                    standings, progress.leased)


class Watch:
    """Follows a tournament that runs in this process."""

    def __init__(self, ledger: Ledger, name: str, clock: Callable[[], float] = monotonic) -> None:
        self._ledger, self._name, self._clock = ledger, name, clock
        self._faults = faults_of(ledger.results(name))
        self._counted: deque[float] = deque()
        """When matches were counted lately."""
        self._since = clock()
        """From when on these are all."""
        self._standings: tuple[Leader, ...] = ()
        self._next_look = 0.0

    def heard(self, what: Mapping[str, Any]) -> None:
        """Count the result that a worker reports."""
        if what.get("new"):
            self._counted.append(self._clock())
            self._faults += what["faults"]

    def snapshot(self) -> Snapshot:
        """Return the current progress; standings may be a few seconds old. Raises BadLedger and BadConfig."""
        ledger, name, now = self._ledger, self._name, self._clock()
        gone = given_up(ledger, name)
        if now >= self._next_look:
            terms = parse_config(ledger.terms(name), f"tournament {name}")
            self._standings = standings_of(terms, ledger.results(name), gone)
            took = self._clock() - now
            self._next_look = self._clock() + max(STANDINGS_EVERY, took / SHARE)
        found = snapshot_of(ledger.progress(name, time()), gone, self._faults, self._standings)
        speed = self._speed(now, found.leased)
        return replace(found, speed=speed, left=found.open / speed if speed else None)

    def _speed(self, now: float, leased: int) -> float:
        """Return matches a second, over two blocks at least: a cluster's blocks are counted in bursts when they end."""
        while len(self._counted) > 2 * leased and self._counted[0] < now - LOOK_BACK:
            self._since = self._counted.popleft()
        if not self._counted and not leased:
            self._since = now
        return len(self._counted) / max(1.0, now - self._since)
