"""The digest chain of a record.

The chain begins with `first_link` and ends with `last_link`. Between them every step adds a link over the link before
it, its acts, and the whole state after it. What does not decide a game (names of bots, times, faults, remarks) is left
out, so that the same picks give the same digest, whoever made them and however fast. Setup and outcome are in the
engine's canonical form, because protobuf has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

from lawspeaker.v1.record_pb2 import RecordHeader
from lawspeaker_engine import canon
from lawspeaker_engine.model import Outcome, Picks
from lawspeaker_referee.codec.encoder import varint

FORMAT: Final = 2
"""The format of records."""
LINK_BYTES: Final = 2
"""The part of its link that a step of a record keeps, in bytes."""


def first_link(header: RecordHeader) -> bytes:
    """Return the digest of what a match starts from."""
    setup = header.setup
    options = [(option.name, option.value) for option in setup.options]
    return canon.digest((
        "lawspeaker.record", header.format, header.match_id, setup.game, setup.game_version, setup.content_hash,
        setup.players, options, header.engine_version, header.seed_commitment,
    ))


def next_link(previous: bytes, answers: Sequence[Picks], state: bytes) -> bytes:
    """Return the link of a step: over the link before, the picks, and the digest of the state after them.

    Prompts, seats and options are not in it: they follow from the state before.
    """
    picks = _PICKS[answers[0]] if len(answers) == 1 else b"".join(map(_PICKS.__getitem__, answers))
    return blake2b(previous + picks + state, digest_size=canon.DIGEST_BYTES).digest()


class _PickBytes(dict[Picks, bytes]):
    """The bytes of the picks of an act: their number and each of them, as varints. Short ones are kept."""

    def __missing__(self, picks: Picks) -> bytes:
        data = b"".join(map(varint, (len(picks), *picks)))
        if len(picks) == 1 and picks[0] < _MOST_KEPT:
            self[picks] = data
        return data


_MOST_KEPT: Final = 1 << 10
_PICKS: Final = _PickBytes()


def last_link(previous: bytes, outcome: Outcome, seed_commitment: bytes, steps: int) -> bytes:
    """Return the last link, which covers how the game ended and which seed was promised."""
    end = ("end", tuple(outcome.ranks), tuple(outcome.scores), outcome.reason, seed_commitment, steps)
    return blake2b(previous + canon.encode(end), digest_size=canon.DIGEST_BYTES).digest()
