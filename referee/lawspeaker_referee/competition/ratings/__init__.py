"""Ratings from all matches at once, with intervals, and a test that may end a tournament early."""

from lawspeaker_referee.competition.ratings.games import BadGames
from lawspeaker_referee.competition.ratings.rating import Comparison, Ratings, SeatEffect, rate
from lawspeaker_referee.competition.ratings.yardstick import automa_note, rate_matches, strengths_of

__all__ = ["BadGames", "Comparison", "Ratings", "SeatEffect", "automa_note", "rate", "rate_matches",
           "strengths_of"]
