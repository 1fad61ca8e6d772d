"""Sums over the counted matches of each bot, and the rows of the standings that are made of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from lawspeaker_referee.competition.formats.standings import opponents, points_of
from lawspeaker_referee.competition.ladder.probation import ENOUGH_SOUND, ON_PROBATION, QUARANTINED, ProbationState
from lawspeaker_referee.competition.ladder.results import Estimate, Rated
from lawspeaker_referee.competition.ladder.standings import (
    AWAY,
    FEWEST_MATCHES,
    PLAYING,
    RETIRED,
    WAITING,
    StandingsRow,
)
from lawspeaker_referee.competition.results import PlayedMatch


@dataclass(slots=True)
class BotTotal:
    """The sums of one bot."""

    matches: int = 0
    faults: int = 0
    decisions: int = 0
    stand_ins: int = 0
    gained: Counter[int] = field(default_factory=Counter)
    """Number of opponents -> over its matches with so many, the sum of that number, of opponents placed lower, and less
    those placed higher. Whole numbers, so that a match that is taken out leaves nothing."""

    @property
    def points(self) -> float:
        """Return the sum of the shares of opponents that it was placed before."""
        return sum(gained / (2 * others) for others, gained in sorted(self.gained.items()))


@dataclass(frozen=True, slots=True)
class Presence:
    """The current state of a bot."""

    here: bool
    playing: int
    """Its running matches."""
    standing: ProbationState
    retired: bool = False
    """True if no token of its name is valid."""


class Tally:
    """The sums of all bots."""

    def __init__(self, automa: str = "") -> None:
        """`automa` is in the results, and is no bot."""
        self.matches = 0
        self._automa = automa
        self._sums: dict[str, BotTotal] = {}

    def add(self, played: PlayedMatch) -> None:
        """Count a match."""
        self._count(played, 1)

    def remove(self, played: PlayedMatch) -> None:
        """Take a match out again that was voided."""
        self._count(played, -1)

    def _count(self, played: PlayedMatch, times: int) -> None:
        self.matches += times
        for seat, (bot, gained, faults) in enumerate(zip(played.seats, points_of(played), played.faults, strict=True)):
            if bot == self._automa:
                continue
            found, others = self._sums.setdefault(bot, BotTotal()), len(opponents(played, seat))
            found.matches += times
            found.gained[others] += times * (others + gained)
            found.faults += times * faults
            if not found.matches:
                del self._sums[bot]

    def answered(self, answers: Mapping[str, tuple[int, int]]) -> None:
        """Take over decisions and stand-ins by bot; both are sums over all its matches."""
        for bot, (decisions, stand_ins) in answers.items():
            if bot != self._automa:
                found = self._sums.setdefault(bot, BotTotal())
                found.decisions, found.stand_ins = decisions, stand_ins

    def bots(self, here: Iterable[str]) -> list[str]:
        """Return all bots that have a counted match, and those in `here`."""
        return list(dict.fromkeys([*self._sums, *here]))

    def rows(self, rated: Rated, presences: Mapping[str, Presence]) -> tuple[StandingsRow, ...]:
        """Return the rows of all bots with a presence: by rating and name, places first, retired last."""
        order = {bot: number for number, bot in enumerate(rated.bots)}
        placed = {bot for bot in order.keys() & presences.keys() if self._has_place(bot, presences[bot])}
        bots = sorted(presences, key=lambda bot: (
            bot not in placed, presences[bot].retired, order.get(bot, len(order)), bot))
        return tuple(self._row(place if bot in placed else 0, bot, rated.bots.get(bot), presences[bot])
                     for place, bot in enumerate(bots, 1))

    def _has_place(self, bot: str, presence: Presence) -> bool:
        """Return whether a rated bot is sound and has played enough."""
        return (self._sums.get(bot, BotTotal()).matches >= FEWEST_MATCHES and not presence.retired
                and presence.standing.state not in {QUARANTINED, ON_PROBATION})

    def _row(self, place: int, bot: str, estimate: Estimate | None, presence: Presence) -> StandingsRow:
        found, standing = self._sums.get(bot, BotTotal()), presence.standing
        rating, low, high = (estimate.elo, estimate.low, estimate.high) if estimate else (None, None, None)
        why, until = ("", 0) if presence.retired else (_why(standing), round(standing.until * 1000))
        return StandingsRow(place, bot, rating, low, high, found.matches, found.points, found.faults, _state(presence),
                            why, until, found.decisions, found.stand_ins)


def _why(standing: ProbationState) -> str:
    if standing.state != ON_PROBATION:
        return standing.why
    return f"{standing.sound} of {ENOUGH_SOUND} sound matches played, after: {standing.why}"


def _state(presence: Presence) -> str:
    if presence.retired:
        return RETIRED
    if presence.standing.state == QUARANTINED:
        return QUARANTINED
    if not presence.here and not presence.playing:
        return AWAY
    if presence.standing.state == ON_PROBATION:
        return ON_PROBATION
    return PLAYING if presence.playing else WAITING
