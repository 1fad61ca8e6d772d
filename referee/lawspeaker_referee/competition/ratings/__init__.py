"""Ratings that can be defended, and tests that stop a tournament early."""

from lawspeaker_referee.competition.ratings.games import BadGames
from lawspeaker_referee.competition.ratings.rating import Comparison, Rating, Ratings, SeatEffect, Spread, rate

__all__ = ["BadGames", "Comparison", "Rating", "Ratings", "SeatEffect", "Spread", "rate"]
