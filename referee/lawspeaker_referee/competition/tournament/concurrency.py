"""The blocks that are played at once: by a worker, and with a bot."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Final

from lawspeaker_referee.competition.tournament.state import TournamentState
from lawspeaker_referee.config.tournament import COPY, TournamentConfig

MOST_AT_ONCE: Final = 64
"""Blocks at once of a tournament with bots that connect by themselves."""

Limits = Callable[[TournamentState], dict[str, int]]
"""Returns bot -> blocks that it may be in at once, over all workers."""


def at_once(terms: TournamentConfig, workers: int) -> int:
    """Return how many blocks a worker plays at once, so that all workers together reach what the bots allow.

    Bots in the worker's process play one match at a time. Bots that connect by themselves come to one worker, and it
    leaves to them how much they play at once.
    """
    return MOST_AT_ONCE if terms.remote else max(ceil((bot.concurrency or 1) / workers) for bot in terms.bots)


def bots_at_once(terms: TournamentConfig, workers: int) -> int:
    """Return how many bots are started at once at most, for one worker or by the runner."""
    if not terms.remote:
        return max(terms.table_size * at_once(terms, workers), workers)
    return sum(bot.concurrency or workers for bot in terms.bots if not bot.token)


def limits_of(terms: TournamentConfig, state: TournamentState, workers: int) -> dict[str, int]:
    """Return bot -> blocks that it may be in at once, over all workers; copies of a bot have limits of their own."""
    shared = at_once(terms, workers) > 1
    limits: dict[str, int] = {}
    for bot in terms.bots:
        names = [bot.name, *(f"{bot.name}{COPY}{number}" for number in range(2, terms.table_size + 1))]
        if bot.name in (state.out or {}):
            limits |= dict.fromkeys(names, 0)
        elif bot.concurrency or (shared and not bot.token):
            limits |= dict.fromkeys(names, bot.concurrency or workers)
    return limits
