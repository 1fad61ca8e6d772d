"""What each worker may play at once, and where the records of all go."""

from __future__ import annotations

from math import ceil
from pathlib import Path

from lawspeaker_referee.record.record import SUFFIX
from lawspeaker_referee.tournament.decided import State
from lawspeaker_referee.tournament.terms import COPY, Terms


def at_once(terms: Terms, workers: int) -> int:
    """Blocks that a worker plays at once, so that all workers together reach what the bots allow."""
    return max(ceil((bot.concurrency or 1) / workers) for bot in terms.bots)


def limits_of(terms: Terms, state: State, workers: int) -> dict[str, int]:
    """Bot -> blocks that it may be in at once, over all workers; copies of a bot have limits of their own."""
    shared = at_once(terms, workers) > 1
    limits: dict[str, int] = {}
    for bot in terms.bots:
        names = [bot.name, *(f"{bot.name}{COPY}{number}" for number in range(2, terms.players + 1))]
        if bot.name in (state.out or {}):
            limits |= dict.fromkeys(names, 0)
        elif bot.concurrency or shared:
            limits |= dict.fromkeys(names, bot.concurrency or workers)
    return limits


def record_path(terms: Terms, match_id: str) -> Path:
    """Where the record of a match goes."""
    return terms.records / (match_id.replace("/", "-") + SUFFIX)
