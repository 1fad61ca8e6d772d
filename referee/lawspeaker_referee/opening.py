"""What is said when a match begins and when it is over: the header of its record, and the messages to its bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from google.protobuf.any_pb2 import Any as AnyMessage

from lawspeaker.v1.record_pb2 import RecordFooter, RecordHeader, RecordSeat
from lawspeaker.v1.referee_service_pb2 import MatchOver, MatchStarted, PlayResponse
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Seat, Setup
from lawspeaker_referee.clock import Clock, clock_message
from lawspeaker_referee.events import BotInfo
from lawspeaker_referee.faults import Policy, policy_message
from lawspeaker_referee.record import FORMAT
from lawspeaker_referee.wire import setup_message


def record_header(
    game: Game[Any], setup: Setup, match_id: str, bots: Sequence[BotInfo], clock: Clock, policy: Policy, *,
    seed_commitment: bytes, engine_version: str, started_unix_ms: int,
) -> RecordHeader:
    """The record's first entry."""
    return RecordHeader(
        format=FORMAT, match_id=match_id, setup=setup_message(game, setup), engine_version=engine_version,
        seats=[RecordSeat(bot=bot.name, version=bot.version, sdk=bot.sdk, identity=bot.identity) for bot in bots],
        seed_commitment=seed_commitment, move_time_ms=clock.move_time_ms, started_unix_ms=started_unix_ms,
        clock=clock_message(clock), policy=policy_message(policy),
    )


def match_started(header: RecordHeader, seat: Seat, catalogue: AnyMessage) -> PlayResponse:
    """What a seat's bot is told first, and again when it comes back."""
    return PlayResponse(match_started=MatchStarted(
        match_id=header.match_id, seat=seat, setup=header.setup, bots=[each.bot for each in header.seats],
        seed_commitment=header.seed_commitment, move_time_ms=header.move_time_ms, catalogue=catalogue,
        clock=header.clock,
    ))


def match_over(match_id: str, footer: RecordFooter) -> PlayResponse:
    """What a bot is told at the end of a match."""
    return PlayResponse(match_over=MatchOver(
        match_id=match_id, outcome=footer.outcome, seed=footer.seed, digest=footer.digest))
