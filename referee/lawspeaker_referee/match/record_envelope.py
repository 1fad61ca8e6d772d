"""The first and the last entry of a record, their digests, and what bots are told at the beginning and the end.

The digest chain of a record begins with `first_link` and ends with `last_link`. Between them every step adds a link
over the link before it, its acts, and the whole state after it (`lawspeaker_engine.game.chain`). What does not decide a
game (names of bots, times, faults, remarks) is left out, so that the same picks give the same digest, whoever made them
and however fast. Setup and outcome are in the engine's canonical form, because protobuf has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Final

from google.protobuf.any_pb2 import Any as AnyMessage

from lawspeaker.v1.record_pb2 import Forfeit, RecordFooter, RecordHeader, RecordSeat
from lawspeaker.v1.referee_service_pb2 import MatchOver, MatchStarted, PlayResponse
from lawspeaker_engine import canon
from lawspeaker_engine.dice import commitment
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Outcome, Seat, Setup
from lawspeaker_referee.codec.game_codec import outcome_message, setup_message
from lawspeaker_referee.config.clocks import Clock, clock_message
from lawspeaker_referee.config.fault_policies import Policy, policy_message
from lawspeaker_referee.match.events import BotInfo

FORMAT: Final = 1


def record_header(
    game: Game[Any], setup: Setup, match_id: str, clock: Clock, policy: Policy, bots: Sequence[BotInfo], *,
    seed: bytes, engine_version: str, started_unix_ms: int,
) -> RecordHeader:
    """Return the first entry of a record; of the seed it holds the commitment."""
    return RecordHeader(
        format=FORMAT, match_id=match_id, setup=setup_message(game, setup), engine_version=engine_version,
        seed_commitment=commitment(seed), move_time_ms=clock.move_time_ms, started_unix_ms=started_unix_ms,
        seats=[RecordSeat(bot=bot.name, version=bot.version, sdk=bot.sdk, identity=bot.identity) for bot in bots],
        clock=clock_message(clock), policy=policy_message(policy),
    )


def first_link(header: RecordHeader) -> bytes:
    """Return the digest of what a match starts from."""
    setup = header.setup
    options = [(option.name, option.value) for option in setup.options]
    return canon.digest((
        "lawspeaker.record", header.format, header.match_id, setup.game, setup.game_version, setup.content_hash,
        setup.players, options, header.engine_version, header.seed_commitment,
    ))


def record_footer(
    outcome: Outcome, digest: bytes, steps: int, *, seed: bytes, ended_unix_ms: int, forfeits: Sequence[Forfeit],
) -> RecordFooter:
    """Return the last entry of a record whose last step has this digest."""
    return RecordFooter(
        outcome=outcome_message(outcome), seed=seed, steps=steps, forfeits=forfeits, ended_unix_ms=ended_unix_ms,
        digest=last_link(digest, outcome, commitment(seed), steps),
    )


def last_link(previous: bytes, outcome: Outcome, seed_commitment: bytes, steps: int) -> bytes:
    """Return the last link, which covers how the game ended and which seed was promised."""
    end = ("end", outcome.ranks, outcome.scores, outcome.reason, seed_commitment, steps)
    return blake2b(previous + canon.encode(end), digest_size=canon.DIGEST_BYTES).digest()


def match_started(header: RecordHeader, seat: Seat, catalogue: AnyMessage) -> PlayResponse:
    """Return what a seat's bot is told first, and again when it comes back."""
    return PlayResponse(match_started=MatchStarted(
        match_id=header.match_id, seat=seat, setup=header.setup, bots=[each.bot for each in header.seats],
        seed_commitment=header.seed_commitment, move_time_ms=header.move_time_ms, catalogue=catalogue,
        clock=header.clock,
    ))


def match_over(match_id: str, footer: RecordFooter, *, tell_seed: bool = True) -> PlayResponse:
    """Return what a bot is told at the end of a match; `tell_seed` is False if other matches have the same seed."""
    return PlayResponse(match_over=MatchOver(
        match_id=match_id, outcome=footer.outcome, seed=footer.seed if tell_seed else b"", digest=footer.digest))
