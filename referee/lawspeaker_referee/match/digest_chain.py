"""The digest chain of a record: a canonical form of our own for what was decided, since protobuf has none.

A link covers the link before it, one step, and the whole state after it. What does not decide a game (names of bots,
times, faults, remarks) is left out, so that the same picks give the same digest whoever made them and however fast.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from lawspeaker.v1.record_pb2 import RecordHeader
from lawspeaker_engine import canon
from lawspeaker_engine.game import chain, state_digest
from lawspeaker_engine.model import CHANCE, Chance, Option, Outcome, Picks, Question

Chosen = tuple[list[Option], ...]
"""The options taken in a step, one list an act."""


def first_link(header: RecordHeader) -> bytes:
    """The digest of what a match starts from."""
    setup = header.setup
    options = [(option.name, option.value) for option in setup.options]
    return canon.digest((
        "lawspeaker.record", header.format, header.match_id, setup.game, setup.game_version, setup.content_hash,
        setup.players, options, header.engine_version, header.seed_commitment,
    ))


def next_link(previous: bytes, acts: Sequence[bytes], state: object) -> bytes:
    """The link of a step: all acts, as `packing.full_act` writes them without faults, and the state after them."""
    return chain(previous, acts, state_digest(state))


def last_link(previous: bytes, outcome: Outcome, commitment: bytes, steps: int) -> bytes:
    """The last link: how the game ended, and which seed was promised."""
    end = ("end", outcome.ranks, outcome.scores, outcome.reason, commitment, steps)
    return blake2b(previous + canon.encode(end), digest_size=canon.DIGEST_BYTES).digest()


def asked(question: Question) -> list[tuple[int, str, str]]:
    """(seat, prompt, stream) of each act of a step; the stream is chance's."""
    if isinstance(question, Chance):
        return [(CHANCE, question.prompt, question.stream)]
    return [(decision.seat, decision.prompt, "") for decision in question]


def taken(question: Question, answers: Sequence[Picks]) -> Chosen:
    """The options that the picks mean; to be looked up before the step is applied."""
    asked_for: Sequence[Any] = (question,) if isinstance(question, Chance) else question
    return tuple([each.options[pick] for pick in picks] for each, picks in zip(asked_for, answers, strict=True))
