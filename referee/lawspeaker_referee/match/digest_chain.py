"""The digest chain of a record, over a canonical form of what was decided.

A link covers the link before it, one step, and the whole state after it. What does not decide a game (names of bots,
times, faults, remarks) is left out, so that the same picks give the same digest, whoever made them and however fast.
The setup and the outcome are written in the engine's canonical form, because protobuf has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from lawspeaker.v1.record_pb2 import RecordHeader
from lawspeaker_engine import canon
from lawspeaker_engine.game import chain, state_digest
from lawspeaker_engine.model import Outcome


def first_link(header: RecordHeader) -> bytes:
    """Return the digest of what a match starts from."""
    setup = header.setup
    options = [(option.name, option.value) for option in setup.options]
    return canon.digest((
        "lawspeaker.record", header.format, header.match_id, setup.game, setup.game_version, setup.content_hash,
        setup.players, options, header.engine_version, header.seed_commitment,
    ))


def next_link(previous: bytes, acts: Sequence[bytes], state: object) -> bytes:
    """Return the link of a step: of its acts, serialized without faults, and of the state after them."""
    return chain(previous, acts, state_digest(state))


def last_link(previous: bytes, outcome: Outcome, commitment: bytes, steps: int) -> bytes:
    """Return the last link, which covers how the game ended and which seed was promised."""
    end = ("end", outcome.ranks, outcome.scores, outcome.reason, commitment, steps)
    return blake2b(previous + canon.encode(end), digest_size=canon.DIGEST_BYTES).digest()
