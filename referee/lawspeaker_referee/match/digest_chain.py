"""The first and the last link of a record's digest chain.

A link covers the link before it, one step, and the whole state after it (`lawspeaker_engine.game.chain`). What does not
decide a game (names of bots, times, faults, remarks) is left out, so that the same picks give the same digest, whoever
made them and however fast. Setup and outcome are in the engine's canonical form, because protobuf has none.
"""

from __future__ import annotations

from hashlib import blake2b

from lawspeaker.v1.record_pb2 import RecordHeader
from lawspeaker_engine import canon
from lawspeaker_engine.model import Outcome


def first_link(header: RecordHeader) -> bytes:
    """Return the digest of what a match starts from."""
    setup = header.setup
    options = [(option.name, option.value) for option in setup.options]
    return canon.digest((
        "lawspeaker.record", header.format, header.match_id, setup.game, setup.game_version, setup.content_hash,
        setup.players, options, header.engine_version, header.seed_commitment,
    ))


def last_link(previous: bytes, outcome: Outcome, commitment: bytes, steps: int) -> bytes:
    """Return the last link, which covers how the game ended and which seed was promised."""
    end = ("end", outcome.ranks, outcome.scores, outcome.reason, commitment, steps)
    return blake2b(previous + canon.encode(end), digest_size=canon.DIGEST_BYTES).digest()
