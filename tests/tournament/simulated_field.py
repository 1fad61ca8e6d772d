"""Tournaments of many bots, and results for them that need no game."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from lawspeaker_referee.tournament.nouns import Entry, Played
from lawspeaker_referee.tournament.terms import Terms, parse_terms


def terms_of(bots: int | list[str], players: int, kind: str, **form) -> Terms:
    """Bots are called b0, b1 and so on, if they are a number."""
    names = [f"b{number}" for number in range(bots)] if isinstance(bots, int) else bots
    return parse_terms({
        "name": "cup", "game": "clansmen", "players": players, "format": {"kind": kind, **form},
        "bots": [{"name": name, "spec": "random"} for name in names],
    }, "cup.toml")


def result(entry: Entry, chance: str = "", most_ties: int = 3) -> Played:
    """Places by lot, which differ with `chance`; a low number of a bot helps, and some share places."""
    def strength(bot: str) -> int:
        drawn = blake2b(f"{chance}/{entry.match_id}/{bot}".encode(), digest_size=2).digest()
        return (int(bot.lstrip("b").partition("#")[0] or 0) + drawn[0] % 8) // most_ties

    made = [strength(bot) for bot in entry.seats]
    return placed(entry, made)


def placed(entry: Entry, order: Iterable[int]) -> Played:
    """With these numbers by seat, of which the lowest wins."""
    made = list(order)
    ranks = tuple(1 + sum(other < mine for other in made) for mine in made)
    alone = (0,) * len(made)
    return Played(entry.match_id, entry.block, entry.round, entry.seats, ranks, alone, (), alone, entry.match_id)
