"""What is said when a match begins and when it is over: the header of its record, and the messages to its bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from google.protobuf.any_pb2 import Any as AnyMessage

from lawspeaker.v1.record_pb2 import Forfeit, RecordFooter, RecordHeader, RecordSeat
from lawspeaker.v1.referee_service_pb2 import MatchOver, MatchStarted, PlayResponse
from lawspeaker_engine.dice import commitment
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Outcome, Seat, Setup
from lawspeaker_referee.codec.game_codec import outcome_message, setup_message
from lawspeaker_referee.config.clocks import Clock, clock_message
from lawspeaker_referee.config.fault_policies import Policy, policy_message
from lawspeaker_referee.match.digest_chain import last_link
from lawspeaker_referee.match.events import BotInfo

FORMAT: Final = 1


class RecordEnvelope:
    """The first and the last entry of a match's record."""

    def __init__(self, game: Game[Any], setup: Setup, match_id: str, clock: Clock, policy: Policy, *, seed: bytes,
                 engine_version: str, started_unix_ms: int, tell_seed: bool = True) -> None:
        self.header: RecordHeader | None = None
        """None before the match has started."""
        self._game, self._setup, self._match_id, self._clock, self._policy = game, setup, match_id, clock, policy
        self._seed, self._commitment, self._tell_seed = seed, commitment(seed), tell_seed
        self._engine_version, self._started_unix_ms = engine_version, started_unix_ms
        self._epoch = (0.0, started_unix_ms)
        """A moment of the caller's clock, and what it was in milliseconds since 1970."""

    def begin(self, bots: Sequence[BotInfo], now: float) -> RecordHeader:
        """The header; the match starts now."""
        self._epoch = (now, self._started_unix_ms)
        self.header = RecordHeader(
            format=FORMAT, match_id=self._match_id, setup=setup_message(self._game, self._setup),
            engine_version=self._engine_version, seed_commitment=self._commitment,
            seats=[RecordSeat(bot=bot.name, version=bot.version, sdk=bot.sdk, identity=bot.identity) for bot in bots],
            move_time_ms=self._clock.move_time_ms, started_unix_ms=self._started_unix_ms,
            clock=clock_message(self._clock), policy=policy_message(self._policy),
        )
        return self.header

    def reopen(self, header: RecordHeader, now: float, unix_ms: int) -> None:
        """The match had this header, and goes on now."""
        self.header, self._epoch = header, (now, unix_ms)

    def end(
        self, outcome: Outcome, digest: bytes, steps: int, now: float, forfeits: Sequence[Forfeit],
    ) -> RecordFooter:
        """The footer after so many steps, of which the last one has this digest."""
        moment, unix_ms = self._epoch
        return RecordFooter(
            outcome=outcome_message(outcome), seed=self._seed, steps=steps, forfeits=forfeits,
            digest=last_link(digest, outcome, self._commitment, steps),
            ended_unix_ms=unix_ms + round((now - moment) * 1000),
        )

    def over(self, footer: RecordFooter) -> PlayResponse:
        """What its bots are told at the end."""
        return match_over(self._match_id, footer, tell_seed=self._tell_seed)


def match_started(header: RecordHeader, seat: Seat, catalogue: AnyMessage) -> PlayResponse:
    """What a seat's bot is told first, and again when it comes back."""
    return PlayResponse(match_started=MatchStarted(
        match_id=header.match_id, seat=seat, setup=header.setup, bots=[each.bot for each in header.seats],
        seed_commitment=header.seed_commitment, move_time_ms=header.move_time_ms, catalogue=catalogue,
        clock=header.clock,
    ))


def match_over(match_id: str, footer: RecordFooter, *, tell_seed: bool = True) -> PlayResponse:
    """What a bot is told at the end of a match; no seed if other matches have the same."""
    return PlayResponse(match_over=MatchOver(
        match_id=match_id, outcome=footer.outcome, seed=footer.seed if tell_seed else b"", digest=footer.digest))
