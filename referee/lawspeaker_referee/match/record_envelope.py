"""The first and the last entry of a record, and what bots are told at the beginning and the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from google.protobuf.any_pb2 import Any as AnyMessage

from lawspeaker.v1.record_pb2 import Forfeit, RecordFooter, RecordHeader, RecordSeat
from lawspeaker.v1.referee_service_pb2 import MatchOver, MatchStarted, PlayResponse
from lawspeaker_engine.dice import commitment
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Outcome, Seat, Setup
from lawspeaker_referee.codec.game_codec import outcome_message, setup_message, with_parts
from lawspeaker_referee.config.clocks import Clock, clock_message, clocks_of
from lawspeaker_referee.config.fault_policies import Policy, policy_message
from lawspeaker_referee.match.digest_chain import FORMAT, first_link, last_link
from lawspeaker_referee.match.events import BotInfo


def record_header(
    game: Game[Any], setup: Setup, match_id: str, clock: Clock, clocks: Sequence[Clock], policy: Policy,
    bots: Sequence[BotInfo], *, seed: bytes, engine_version: str, build: str, started_unix_ms: int,
    challenger: str = "",
) -> RecordHeader:
    """Return the first entry of a record; of the seed it holds the commitment.

    `clocks` are those of the seats, of which one may have another than the match's `clock`.
    """
    header = RecordHeader(
        format=FORMAT, match_id=match_id, setup=setup_message(game, setup), engine_version=engine_version,
        seed_commitment=commitment(seed), move_time_ms=clock.move_time_ms, started_unix_ms=started_unix_ms,
        seats=[RecordSeat(bot=bot.name, version=bot.version, sdk=bot.sdk, identity=bot.identity, files=bot.files,
                          in_process=bot.in_process, person=bot.person,
                          clock=None if own == clock else clock_message(own))
               for bot, own in zip(bots, clocks, strict=True)],
        clock=clock_message(clock), policy=policy_message(policy), build=build,
        challenger=challenger,
    )
    header.digest = first_link(header)
    return header


def record_footer(
    outcome: Outcome, digest: bytes, steps: int, *, seed: bytes, ended_unix_ms: int, forfeits: Sequence[Forfeit],
    lost: tuple[Sequence[Seat], Sequence[Seat], Sequence[Seat]],
) -> RecordFooter:
    """Return the last entry of a record whose last step has this digest; `lost` is as `LostSeats.without` says."""
    substituted, stood_in, resigned = lost
    return RecordFooter(
        outcome=outcome_message(outcome), seed=seed, steps=steps, forfeits=forfeits, ended_unix_ms=ended_unix_ms,
        substituted=substituted, stood_in=stood_in, resigned=resigned,
        digest=last_link(digest, outcome, commitment(seed), steps),
    )


def match_started(header: RecordHeader, seat: Seat, catalogue: AnyMessage, text: str = "") -> PlayResponse:
    """Return what a seat's bot is told first, and again when it comes back; `text` is for a bot that asked for it."""
    own = clocks_of(header)
    return PlayResponse(match_started=MatchStarted(
        match_id=header.match_id, seat=seat, setup=header.setup, bots=[each.bot for each in header.seats],
        seed_commitment=header.seed_commitment, move_time_ms=own[seat].move_time_ms, catalogue=catalogue,
        clock=clock_message(own[seat]), text=text,
        clocks=map(clock_message, own) if len(set(own)) > 1 else (),
        limit_decisions=header.policy.limit_decisions, limit_time_ms=header.policy.limit_time_ms,
        unrated=bool(header.challenger),
    ))


def match_over(
    match_id: str, footer: RecordFooter, outcome: Outcome | None = None, *, tell_seed: bool = True,
) -> PlayResponse:
    """Return what a bot is told at the end of a match; `tell_seed` is False if other matches have the same seed.

    Without the `outcome`, which nobody has who only has the record, it is not told what the points came from.
    """
    return PlayResponse(match_over=MatchOver(
        match_id=match_id, outcome=with_parts(footer.outcome, outcome),
        seed=footer.seed if tell_seed else b"", digest=footer.digest))
