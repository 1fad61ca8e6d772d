"""Ratings from all matches at once, with intervals, and a test that may end a tournament early."""

from lawspeaker_referee.competition.ratings.games import BadGames
from lawspeaker_referee.competition.ratings.rating import Comparison, Rating, Ratings, SeatEffect, Spread, rate
from lawspeaker_referee.competition.ratings.yardstick import automa_note, rate_matches

__all__ = ["BadGames", "Comparison", "Rating", "Ratings", "SeatEffect", "Spread", "automa_note", "rate",
           "rate_matches"]
