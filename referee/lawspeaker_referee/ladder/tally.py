"""What the counted matches of each bot add up to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lawspeaker_referee.ladder.probation import Standing
from lawspeaker_referee.ladder.rated import Estimate, Rated
from lawspeaker_referee.ladder.standings import AWAY, ON_PROBATION, PLAYING, QUARANTINED, WAITING, Row
from lawspeaker_referee.tournament.nouns import Played
from lawspeaker_referee.tournament.ratings.points import points


@dataclass(slots=True)
class Sum:
    """Of a bot."""

    matches: int = 0
    points: float = 0.0
    faults: int = 0


@dataclass(frozen=True, slots=True)
class Presence:
    """What a bot does at the moment."""

    here: bool
    playing: int
    """Matches."""
    standing: Standing


class Tally:
    """By bot."""

    def __init__(self) -> None:
        self.matches = 0
        self._sums: dict[str, Sum] = {}

    def add(self, played: Played) -> None:
        """A match counts."""
        self.matches += 1
        for bot, share, faults in zip(played.seats, points(played), played.faults, strict=True):
            found = self._sums.setdefault(bot, Sum())
            found.matches += 1
            found.points += share
            found.faults += faults

    def bots(self, here: Iterable[str]) -> list[str]:
        """All that have a counted match, and those that are here."""
        return list(dict.fromkeys([*self._sums, *here]))

    def rows(self, rated: Rated, presences: Mapping[str, Presence]) -> tuple[Row, ...]:
        """Those of all bots with a presence: by rating, then those without one by name."""
        best = [bot for bot in rated.bots if bot in presences]
        others = sorted(bot for bot in presences if bot not in rated.bots)
        places = [*enumerate(best, 1), *((0, bot) for bot in others)]
        return tuple(self._row(place, bot, rated.bots.get(bot), presences[bot]) for place, bot in places)

    def _row(self, place: int, bot: str, estimate: Estimate | None, presence: Presence) -> Row:
        found, standing = self._sums.get(bot, Sum()), presence.standing
        rating, low, high = (estimate.elo, estimate.low, estimate.high) if estimate else (None, None, None)
        return Row(place, bot, rating, low, high, found.matches, found.points, found.faults, _state(presence),
                   standing.why if standing.until else "", round(standing.until * 1000))


def _state(presence: Presence) -> str:
    if presence.standing.state == QUARANTINED:
        return QUARANTINED
    if not presence.here and not presence.playing:
        return AWAY
    if presence.standing.state == ON_PROBATION:
        return ON_PROBATION
    return PLAYING if presence.playing else WAITING
