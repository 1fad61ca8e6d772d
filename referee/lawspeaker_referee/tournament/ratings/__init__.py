"""Ratings that can be defended, and tests that stop a tournament early."""

from lawspeaker_referee.tournament.ratings.games import BadGames
from lawspeaker_referee.tournament.ratings.rating import Comparison, Rating, Ratings, SeatEffect, Spread, rate

__all__ = ["BadGames", "Comparison", "Rating", "Ratings", "SeatEffect", "Spread", "rate"]
