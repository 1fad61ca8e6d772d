"""The seeds of a tournament: all derive from one secret; its hash is published before, the secret itself afterwards."""

from __future__ import annotations

import secrets

from lawspeaker_engine.dice import commitment, match_seed
from lawspeaker_referee.competition.results import ScheduledMatch
from lawspeaker_referee.config.tournament import SECRET_BYTES
from lawspeaker_referee.config.tournament_format import Format


def make_secret() -> bytes:
    """Return a new random secret: 32 bytes."""
    return secrets.token_bytes(SECRET_BYTES)


def secret_commitment(secret: bytes) -> bytes:
    """Return the hash that is published before the first match and fixes the secret: 32 bytes."""
    return commitment(secret)


def seed_of(secret: bytes, entry: ScheduledMatch, terms: Format) -> bytes:
    """Return the seed of a match: 32 bytes, shared by the matches of a block unless each has dice of its own.

    A match that is played again has dice of its own in any case: its bots have seen those of its block.
    """
    if entry.attempt > 1:
        return match_seed(secret, entry.attempt_id)
    name = entry.match_id if terms.dice == "match" else entry.match_id.rpartition("/")[0]
    return match_seed(secret, name)
