"""Ratings of a tournament's bots, also of one whose bots meet nobody but the automa: that is their yardstick then."""

from __future__ import annotations

from collections.abc import Sequence

from lawspeaker_referee.competition.ratings.rating import MEAN, Ratings, rate
from lawspeaker_referee.competition.results import PlayedMatch
from lawspeaker_referee.config.tournament import TournamentConfig


def rate_matches(terms: TournamentConfig, played: Sequence[PlayedMatch], rounds: int = 1000) -> Ratings:
    """Rate all entrants of a tournament. Raises BadGames.

    The automa has a fixed rating, so that ratings of several tournaments against the same one can be compared. No seat
    has an effect there, because nobody ever changes seats with it.
    """
    if terms.automa:
        return rate(played, seats=False, rounds=rounds, anchor=(terms.automa, MEAN))
    return rate(played, rounds=rounds)
