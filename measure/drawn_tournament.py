"""The terms of the tournament of many bots that is measured with drawn results."""

from __future__ import annotations

from typing import Final

from lawspeaker_referee.config.tournament import TournamentConfig, parse_config

NAME: Final = "bench"
SECRET: Final = bytes(32)


def terms_of(bots: int, matches: int) -> TournamentConfig:
    """Return a tournament of so many bots in pairs, with at least so many matches if they fit into whole rounds."""
    pairs = bots * (bots - 1)
    every = matches >= pairs
    rounds = -(-matches // (pairs if every else 2 * bots))
    return parse_config({
        "name": NAME, "game": "northgard", "players": 2,
        "format": {"kind": "round-robin", "rounds": rounds, "tables": "all" if every else "balanced"},
        "bots": [{"name": f"bot-{number:04}", "spec": "random"} for number in range(bots)],
    }, "bench")
