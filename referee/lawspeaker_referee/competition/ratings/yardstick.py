"""Ratings of bots, also of those that meet nobody but the automa: that is their yardstick then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lawspeaker_referee.competition.ratings.rating import MEAN, Ratings, rate
from lawspeaker_referee.competition.ratings.strengths import Strengths
from lawspeaker_referee.competition.results import PlayedMatch
from lawspeaker_referee.config.formatting import format_elo
from lawspeaker_referee.config.tournament import TournamentConfig


def rate_matches(terms: TournamentConfig, played: Iterable[PlayedMatch], start: Ratings | None = None) -> Ratings:
    """Rate all entrants of a tournament or ladder. Raises BadGames.

    The automa has a fixed rating, so that ratings of several tournaments against the same one can be compared. No seat
    has an effect there, because nobody ever changes seats with it.
    """
    if terms.automa:
        return rate(played, seats=False, anchor=(terms.automa, MEAN), start=start)
    return rate(played, start=start)


def strengths_of(terms: TournamentConfig, played: Sequence[PlayedMatch], start: Ratings) -> Strengths:
    """Return the likeliest strengths by the same model; `start` rates many of the same matches. Raises BadGames."""
    return Strengths.of(played, seats=not terms.automa, start=start.strengths)


def automa_note(automa: str) -> str:
    """Return what a reader must know of the entrant that is no bot."""
    return (f"{automa} is no bot: the rules of the game play it in every match, and its rating is fixed at "
            f"{format_elo(MEAN)}")
