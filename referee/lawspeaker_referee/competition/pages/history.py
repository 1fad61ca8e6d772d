"""The ratings of a running tournament after so many matches, for the curves of its bots."""

from __future__ import annotations

from typing import Final

from lawspeaker_referee.competition.kept_ratings import RatedMoment, rating_history, rounded
from lawspeaker_referee.competition.ledger.queries import LedgerQueries
from lawspeaker_referee.competition.tournament.status import RATED_AT_ONCE
from lawspeaker_referee.config.tournament import TournamentConfig

MOST_MOMENTS: Final = 16
"""Moments of a curve at most, but for the last one."""
FIRST_STEP: Final = 4
"""Matches between two moments of a short tournament; a longer one has twice as many, or four times, and so on."""


class RatingHistory:
    """The moments of the curves. A look rates at most one of them, so that it never takes long."""

    def __init__(self) -> None:
        self._moments: dict[int, RatedMoment | None] = {}
        """By number of matches; None for matches that cannot be rated."""
        self._voided = 0
        """Results that were voided before these were made."""

    def look(self, ledger: LedgerQueries, terms: TournamentConfig, counted: int) -> bool:
        """Rate one moment that is missing; return False if none is. Raises BadLedger."""
        if (voided := ledger.voided(terms.name)) != self._voided:
            self._moments, self._voided = {}, voided  # the first so many matches are others now
        step = FIRST_STEP
        while counted > step * MOST_MOMENTS:
            step *= 2
        self._moments = {number: each for number, each in self._moments.items() if not number % step}
        missing = [number for number in range(step, min(counted, RATED_AT_ONCE) + 1, step)
                   if number not in self._moments]
        if not missing:
            return False
        self._moments[missing[-1]] = _rated(ledger, terms, missing[-1])
        return True

    def moments(self, ledger: LedgerQueries, name: str) -> list[RatedMoment]:
        """Return these moments and those that the ledger keeps, in their order. Raises BadLedger."""
        known = {each.matches: each for each in rating_history(ledger, name)}
        known |= {number: each for number, each in self._moments.items() if each is not None}
        return [known[number] for number in sorted(known)]


def _rated(ledger: LedgerQueries, terms: TournamentConfig, number: int) -> RatedMoment | None:
    from lawspeaker_referee.competition.ratings import BadGames, rate_matches

    try:
        ratings = rate_matches(terms, ledger.results_by_id(terms.name, number))
    except BadGames:
        return None
    return RatedMoment(number, rounded(ratings.bots))
