"""The dice of a tournament: all derive from one secret, whose hash is told before and which is told itself after."""

from __future__ import annotations

import secrets

from lawspeaker_engine.dice import commitment, match_seed
from lawspeaker_referee.competition.results import ScheduledMatch
from lawspeaker_referee.config.tournament import SECRET_BYTES
from lawspeaker_referee.config.tournament_format import Format


def make_secret() -> bytes:
    """A secret that nobody knows: 32 bytes."""
    return secrets.token_bytes(SECRET_BYTES)


def secret_commitment(secret: bytes) -> bytes:
    """What is published before the first match, so that nobody can doubt later which secret was meant: 32 bytes."""
    return commitment(secret)


def seed_of(secret: bytes, entry: ScheduledMatch, terms: Format) -> bytes:
    """The seed of a match: 32 bytes, the same for all matches of a block unless each has dice of its own."""
    name = entry.match_id if terms.dice == "match" else entry.match_id.rpartition("/")[0]
    return match_seed(secret, name)
