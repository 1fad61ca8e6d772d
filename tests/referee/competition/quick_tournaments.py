"""Tournaments of a few quick matches, and bots of a few lines."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.seeds import seed_of
from lawspeaker_referee.competition.tournament.blocks import record_path
from lawspeaker_referee.competition.tournament.pool_config import TournamentPoolConfig
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.config.tournament import TournamentConfig, parse_config

SECRET = bytes(range(32))
DIES = """
import os
from lawspeaker_bot import Bot, run
class Dies(Bot):
    def decide(self, decision):
        os._exit(7)
run(Dies())
"""
WAITS = """
import sys, time
from pathlib import Path
from lawspeaker_bot import Bot, run
class Waits(Bot):
    def started(self, match):
        number = int(match.match_id.partition("/r")[2].partition("-")[0])
        while not Path(sys.argv[1], "second" if number > 5 else "first").exists():
            time.sleep(0.01)
    def decide(self, decision):
        return decision.default
run(Waits())
"""
"""A bot that waits before each match until there is a file for its half of the tournament."""


def terms_of(folder: Path, *bots: dict[str, Any], **changes: Any) -> TournamentConfig:
    """A round robin of the tests' own game for two; two random bots if none are named."""
    return parse_config({
        "name": "cup", "game": "parley", "players": 2, "clock": "move=5s", "records": str(folder / "records"),
        "format": {"kind": "round-robin"},
        "bots": list(bots) or [{"name": "a", "spec": "random"}, {"name": "b", "spec": "random"}],
    } | changes, "cup.toml")


def script(folder: Path, text: str) -> str:
    """Return the command that starts a bot of a few lines."""
    path = folder / f"bot{len(list(folder.glob('bot*')))}.py"
    path.write_text(text)
    return f"cmd:{sys.executable} {path}"


def pool_config(terms: TournamentConfig, told: list[str], **limits: Any) -> TournamentPoolConfig:
    """Return how a pool keeps its bots; `told` is what it says."""
    terms.records.mkdir(parents=True, exist_ok=True)
    return TournamentPoolConfig("h1", Sandbox(**{"grace": 0.2} | limits), (terms.records,), terms.records, told.append)


def schedule(terms: TournamentConfig) -> list[tuple[str, tuple[str, ...], bytes, Path]]:
    """All matches, their seeds, and where their records go."""
    return [(entry.match_id, entry.seats, seed_of(SECRET, entry, terms.format), record_path(terms, entry.match_id))
            for entry in entries(terms)]
