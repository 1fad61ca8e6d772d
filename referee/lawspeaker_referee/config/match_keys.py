"""The keys that files of tournaments and of referees share: game, players, options, clock, faults, ledger."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from lawspeaker_engine.game import Game
from lawspeaker_engine.games import find_game
from lawspeaker_engine.model import BadSetup, Setup
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.clocks import BadClock, Clock, parse_clock
from lawspeaker_referee.config.fault_policies import LIMIT_SCORES, BadPolicy, Policy, parse_policy
from lawspeaker_referee.config.validation import BadConfig, check, whole

SQLITE: Final = "sqlite:///"
"""The beginning of the URL of a ledger in a file."""


def game_and_setup(name: str, players: object, options: Mapping[str, Any], where: str) -> tuple[Game[Any], Setup]:
    """Return the game and what is played of it. Raises BadConfig, which begins with `where`, as all of these do."""
    try:
        game = find_game(name)
        seats: int = check(players, whole(min(game.players), max(game.players)), where, "players")
        return game, make_setup(game, seats, options)
    except BadConfig:
        raise
    except BadSetup as error:
        raise BadConfig(f"{where}{error}") from None


def clock_of_key(text: str, where: str) -> Clock:
    """Return the clock of the key `clock`."""
    try:
        return parse_clock(text)
    except BadClock as error:
        raise BadConfig(f"{where}clock: {str(error).removeprefix('clock: ')}") from None


def policy_of_key(table: Mapping[str, Any], where: str, game: Game[Any], setup: Setup) -> Policy:
    """Return the fault policy of the table [faults], for matches of a game."""
    try:
        policy = parse_policy(table)
        check_limit(policy, game, setup)
    except BadPolicy as error:
        raise BadConfig(f"{where}{error}") from None
    return policy


def check_limit(policy: Policy, game: Game[Any], setup: Setup) -> None:
    """Raise BadPolicy if scores are to count at the limit of a match, and the game has none before its end."""
    if policy.has_limit and policy.limit_result == LIMIT_SCORES and game.scores(game.setup(setup)) is None:
        raise BadPolicy(f'faults: limit_result: {game.title} has no scores before its end; take "shared" or "void"')


def ledger_file(url: str) -> Path | None:
    """Return the file of a ledger; None if a database server keeps it."""
    return Path(url.removeprefix(SQLITE)) if url.startswith(SQLITE) else None


def ledger_of_key(url: str, where: str) -> str:
    """Return the URL of the key `ledger`, in which no password may stand."""
    try:
        password = urlsplit(url).password
    except ValueError:
        raise BadConfig(
            f"{where}ledger is no URL; write sqlite:///PATH or postgresql://USER@HOST/DATABASE") from None
    if password or "password=" in url:
        raise BadConfig(f"{where}ledger has a password in it, which bots could read here; have it in PGPASSWORD, or in "
                        "~/.pgpass")
    return url
