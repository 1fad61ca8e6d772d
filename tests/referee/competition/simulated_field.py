"""Tournaments of many bots, and results for them that need no game."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from lawspeaker_referee.competition.results import PlayedMatch, ScheduledMatch
from lawspeaker_referee.config.tournament import TournamentConfig, parse_config


def terms_of(bots: int | list[str], players: int, kind: str, **form) -> TournamentConfig:
    """Bots are called b0, b1 and so on, if they are a number."""
    names = [f"b{number}" for number in range(bots)] if isinstance(bots, int) else bots
    return parse_config({
        "name": "cup", "game": "clansmen", "players": players, "format": {"kind": kind, **form},
        "bots": [{"name": name, "spec": "random"} for name in names],
    }, "cup.toml")


def result(entry: ScheduledMatch, chance: str = "", most_ties: int = 3) -> PlayedMatch:
    """Places by lot, which differ with `chance`; a low number of a bot helps, and some share places."""
    def strength(bot: str) -> int:
        drawn = blake2b(f"{chance}/{entry.match_id}/{bot}".encode(), digest_size=2).digest()
        return (int(bot.lstrip("b").partition("#")[0] or 0) + drawn[0] % 8) // most_ties

    made = [strength(bot) for bot in entry.seats]
    return placed(entry, made)


def placed(entry: ScheduledMatch, order: Iterable[int]) -> PlayedMatch:
    """With these numbers by seat, of which the lowest wins."""
    made = list(order)
    ranks = tuple(1 + sum(other < mine for other in made) for mine in made)
    alone = (0,) * len(made)
    return PlayedMatch(entry.match_id, entry.block, entry.round, entry.seats, ranks, alone, (), alone, entry.match_id)
