"""The digest chain of a record, in the form of each record format.

The chain begins with `first_link` and ends with `last_link`. Between them every step adds a link over the link before
it, its acts, and the whole state after it. What does not decide a game (names of bots, times, faults, remarks) is left
out, so that the same picks give the same digest, whoever made them and however fast. Setup and outcome are in the
engine's canonical form, because protobuf has none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any, Final

from lawspeaker.v1.record_pb2 import RecordHeader
from lawspeaker_engine import canon, plain_digest
from lawspeaker_engine.game import chain, state_digest
from lawspeaker_engine.model import Outcome, Picks
from lawspeaker_referee.codec.encoder import varint

FORMAT: Final = 2
"""The format of new records."""
_LINK_BYTES: Final = 2
"""The part of a link that a step of format 2 keeps."""

StateDigest = Callable[[Any], bytes]


def digest_of_state(format_number: int) -> StateDigest:
    """Return the function that makes the digest of a state, 16 bytes, for records of this format."""
    return state_digest if format_number == 1 else plain_digest.digest


def first_link(header: RecordHeader) -> bytes:
    """Return the digest of what a match starts from."""
    setup = header.setup
    options = [(option.name, option.value) for option in setup.options]
    return canon.digest((
        "lawspeaker.record", header.format, header.match_id, setup.game, setup.game_version, setup.content_hash,
        setup.players, options, header.engine_version, header.seed_commitment,
    ))


def next_link(previous: bytes, answers: Sequence[Picks], state: bytes) -> bytes:
    """Return the link of a step since format 2: over the picks, and the digest of the state after them.

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


def next_link_1(previous: bytes, acts: Sequence[bytes], state: bytes) -> bytes:
    """Return the link of a step in format 1: over its acts, serialized without faults, and the digest of the state."""
    return chain(previous, acts, state)


def step_digest(format_number: int, link: bytes) -> bytes:
    """Return what a step of this format keeps of its link."""
    return link if format_number == 1 else link[:_LINK_BYTES]


def last_link(previous: bytes, outcome: Outcome, seed_commitment: bytes, steps: int) -> bytes:
    """Return the last link, which covers how the game ended and which seed was promised."""
    end = ("end", outcome.ranks, outcome.scores, outcome.reason, seed_commitment, steps)
    return blake2b(previous + canon.encode(end), digest_size=canon.DIGEST_BYTES).digest()
