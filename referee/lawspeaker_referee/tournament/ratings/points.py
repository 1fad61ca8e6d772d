"""What a place is worth, whatever the number of seats: the share of the opponents that one is before."""

from __future__ import annotations

from lawspeaker_referee.tournament.designs.standings import points_of
from lawspeaker_referee.tournament.nouns import Played


def points(match: Played) -> tuple[float, ...]:
    """By seat, from 0 for the last to 1 for the first; who ties with an opponent is half before it."""
    return tuple((1 + gained / len(opponents(match, seat))) / 2 for seat, gained in enumerate(points_of(match)))


def opponents(match: Played, seat: int) -> tuple[str, ...]:
    """Who plays against this seat: all others, but for its team."""
    sides = match.teams or range(len(match.seats))
    return tuple(bot for bot, side in zip(match.seats, sides, strict=True) if side != sides[seat])
