"""What rating costs."""

from __future__ import annotations

from statistics import median
from time import process_time

import numpy as np

from lawspeaker_referee.tournament.nouns import Played
from lawspeaker_referee.tournament.ratings.rating import rate

BOTS = 10
SEATS = 4
WARM_UP = 100
"""Matches."""


def measure(matches: int, rounds: int = 1) -> float:
    """Seconds of a core to rate so many matches of ten bots at tables of four, with ties, in blocks of four.

    The median over `rounds`.
    """
    played, found = _played(matches), []
    rate(_played(WARM_UP))
    for _ in range(rounds):
        began = process_time()
        rate(played)
        found.append(process_time() - began)
    return median(found)


def _played(matches: int) -> list[Played]:
    random = np.random.default_rng(matches)
    strengths = np.linspace(-1, 1, BOTS)
    tables = [random.permutation(BOTS)[:SEATS] for _ in range(-(-matches // SEATS))]
    found = []
    for number in range(matches):
        bots = np.roll(tables[number // SEATS], number)
        places = np.round(strengths[bots] + random.gumbel(size=SEATS))  # rounded, so that some tie
        ranks = tuple(int((places > place).sum()) + 1 for place in places)
        block = f"measured/{number // SEATS:06}"
        found.append(Played(f"{block}/{number % SEATS}", block, 1, tuple(f"bot-{bot}" for bot in bots), ranks,
                            (0,) * SEATS, (), (0,) * SEATS, ""))
    return found
