"""The progress of a running tournament: matches, speed, faults and standings."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from time import monotonic, time
from typing import TYPE_CHECKING, Any, Final

from lawspeaker_referee.competition.formats import BY_RESULTS, standings
from lawspeaker_referee.competition.formats.standings import FormatStanding
from lawspeaker_referee.competition.ledger.facts import Progress
from lawspeaker_referee.competition.ledger.queries import LedgerQueries
from lawspeaker_referee.competition.ledger.sums import BotSums
from lawspeaker_referee.competition.tournament.remaining import number_scheduled
from lawspeaker_referee.competition.tournament.state import given_up, rulings_of
from lawspeaker_referee.config.tournament import TournamentConfig, parse_config
from lawspeaker_referee.config.tournament_format import SWISS

if TYPE_CHECKING:
    from lawspeaker_referee.competition.ratings.sequential import TestState

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
    wins: int = 0
    """Matches in which it, or its team, was first alone."""
    draws: int = 0
    """Matches in which it shared the first place; the others are losses."""


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
    refused: int
    """Answers that were refused, whether a legal one followed or not; those of the last seconds may be missing."""
    speed: float
    """Matches a second."""
    left: float | None
    """Seconds until the scheduled matches are played; None while the speed is unknown."""
    standings: tuple[Leader, ...]
    """Best first."""
    leased: int = 0
    """Matches being played, and those that wait for others of their block."""
    test: TestState | None = None
    """The state of the test that may end it early; None without one."""
    left_by_test: float | None = None
    """Seconds until the test decides, if blocks go on to tell as much as so far; None while that is unknown."""

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return asdict(self)

    def with_test(self, test: TestState | None) -> Snapshot:
        """Return the same with the state of the test, and the time that it needs at this speed."""
        if test is None:
            return self
        matches = matches_to_verdict(test, self.counted)
        left = None if matches is None or not self.speed else matches / self.speed
        if left is not None and self.left is not None and left >= self.left:
            left = None  # all will be played before
        return replace(self, test=test, left_by_test=left)

    @property
    def open(self) -> int:
        """Return the number of matches that are still to be played."""
        return self.scheduled - self.counted - self.given_up


def matches_to_verdict(test: TestState, counted: int) -> float | None:
    """Return the matches until a test decides, if it goes on towards the same bound as fast as so far.

    None while it says nothing of that.
    """
    blocks = test.blocks + test.left_out
    if test.verdict != "continue" or not test.llr or not blocks:
        return None
    bound = test.upper if test.llr > 0 else test.lower
    return (bound / test.llr - 1) * counted


def standings_of(terms: TournamentConfig, sums: Mapping[str, BotSums],
                 own: Sequence[FormatStanding] = ()) -> tuple[Leader, ...]:
    """Return all bots that have played, best first; `own` is the order of a format that has one."""
    mean = {bot: each.points / each.matches for bot, each in sums.items()}

    def leader(place: int, bot: str, told: str = "", *, won: bool = False) -> Leader:
        known = sums.get(bot, BotSums())
        return Leader(place, bot, mean.get(bot, 0.0), known.matches, told, won, known.won, known.drawn)

    if own:
        return tuple(leader(each.place, each.name, _told(terms, each), won=each.won) for each in own) if sums else ()
    order = sorted(mean, key=lambda bot: (-mean[bot], bot))
    places = {share: place for place, share in reversed([*enumerate(sorted(mean.values(), reverse=True), 1)])}
    return tuple(leader(places[mean[bot]], bot) for bot in order)


def own_standings(ledger: LedgerQueries, terms: TournamentConfig, gone: Collection[str]) -> list[FormatStanding]:
    """Return the order of a format that has one, else []. Raises BadLedger."""
    if terms.format.kind not in BY_RESULTS:
        return []
    return standings(terms, ledger.results(terms.name), gone, rulings_of(ledger, terms.name))


def _told(terms: TournamentConfig, standing: FormatStanding) -> str:
    """Return the stage of a bot in a knockout; in a Swiss tournament its points too."""
    points = f"{standing.points:.1f} points" if terms.format.kind == SWISS else ""
    return ", ".join(filter(None, (points, standing.told)))


def snapshot_of(progress: Progress, scheduled: int, gone: Collection[str], faults: int, refused: int,
                standings: tuple[Leader, ...]) -> Snapshot:
    """Return the progress in a ledger, without the speed."""
    return Snapshot(progress.counted, scheduled, len(gone), progress.voids, progress.tasks, faults, refused, 0.0, None,
                    standings, progress.leased)


def refused_of(sums: Mapping[str, BotSums]) -> int:
    """Return the refused answers of all bots."""
    return sum(each.refused for each in sums.values())


class Watch:
    """Follows a tournament that runs in this process."""

    def __init__(self, ledger: LedgerQueries, name: str, clock: Callable[[], float] = monotonic) -> None:
        self._ledger, self._name, self._clock = ledger, name, clock
        self._faults = ledger.sums(name).faults
        self._refused = 0
        self._counted: deque[float] = deque()
        """When matches were counted lately."""
        self._since = clock()
        """From when on these are all."""
        self._standings: tuple[Leader, ...] = ()
        self._scheduled = 0
        """Matches of the whole tournament, as far as its format tells."""
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
            sums = ledger.bot_sums(name)
            self._refused = refused_of(sums)
            self._standings = standings_of(terms, sums, own_standings(ledger, terms, gone))
            self._scheduled = number_scheduled(terms, ledger.progress(name))
            took = self._clock() - now
            self._next_look = self._clock() + max(STANDINGS_EVERY, took / SHARE)
        progress = ledger.progress(name, time())
        found = snapshot_of(progress, max(self._scheduled, progress.scheduled), gone, self._faults, self._refused,
                            self._standings)
        speed = self._speed(now, found.leased)
        return replace(found, speed=speed, left=found.open / speed if speed else None)

    def _speed(self, now: float, leased: int) -> float:
        """Return matches a second, over two blocks at least: a cluster's blocks are counted in bursts when they end."""
        while len(self._counted) > 2 * leased and self._counted[0] < now - LOOK_BACK:
            self._since = self._counted.popleft()
        if not self._counted and not leased:
            self._since = now
        return len(self._counted) / max(1.0, now - self._since)
