"""A match whose bots are objects in this process, without a server."""

from __future__ import annotations

import asyncio
import traceback
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic
from typing import Final

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.referee_service_pb2 import AnswerRejected, PlayResponse
from lawspeaker_bot.bot import Bot
from lawspeaker_bot.decision import AnswerOrigin, Decision, Rejection, Result
from lawspeaker_bot.decision import Match as BotMatch
from lawspeaker_bot.version import sdk
from lawspeaker_engine.model import Seat
from lawspeaker_referee.config.fault_policies import REJECT_REASONS
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.event_loop import Stop
from lawspeaker_referee.host.local_bots import LocalBot
from lawspeaker_referee.host.local_decision import (
    LocalDecision,
    LocalMatch,
    OwnValuesDecision,
    RefereeFailed,
    answer_of,
)
from lawspeaker_referee.host.process.bot import ProcessEnd
from lawspeaker_referee.host.process.output import Output
from lawspeaker_referee.logs import failure_in_words, make_error_log
from lawspeaker_referee.match.events import (
    Answered,
    AskInProcess,
    BotInfo,
    Ended,
    Event,
    Joined,
    Left,
    Send,
    Store,
    Tick,
)
from lawspeaker_referee.match.match import REFEREE_FAILED, Match
from lawspeaker_referee.record.writer import RecordWriter

KEPT: Final = Sandbox().output
"""Bytes of a traceback that are kept, as of the output of a process."""
_MENDABLE: Final = frozenset(REJECT_REASONS.values())
"""The reasons of refused answers whose decisions may still be open."""


class InProcessRunner:
    """Plays a match with bots that are objects; what they look at is what would be sent to processes."""

    def __init__(self, match: Match, bots: Sequence[LocalBot], record: RecordWriter | None,
                 on_step: Callable[[Match], None], stop: Stop, names: Sequence[str] = ()) -> None:
        """`names` are those that others know the bots by, of the manned seats in order; none if left out."""
        self._match, self._record, self._stop = match, record, stop
        self._bots = dict(zip(match.manned, bots, strict=True))
        self._identities = dict(zip(match.manned, names, strict=True)) if names else {}
        self._on_step = on_step
        self._events: deque[Event] = deque()
        self._matches: dict[Seat, BotMatch] = {}
        self._decisions: dict[Seat, Decision] = {}
        self._end: Ended | None = None
        self.endings: dict[Seat, ProcessEnd] = {}
        """By seat: the exception with which its bot left the match, told like the end of a process."""
        self.failure = ""
        """The exception of the rules or the referee that has voided the match."""

    def play(self) -> Ended:
        """Play to the end, and complete the record. Raises OSError, and CancelledError if stopped before.

        A bot that raises an exception leaves the match, as a process does that crashes. An exception of the game or of
        the referee voids the match and is logged, as it is of a match of processes.
        """
        for seat, local in self._bots.items():
            info = replace(info_of(local.bot), identity=self._identities.get(seat, ""))
            self._events.append(Joined(seat, info))
        while self._end is None:
            if self._stop.happened:
                raise asyncio.CancelledError
            event = self._events.popleft() if self._events else Tick()
            try:
                self._dispatch(self._match.handle(event, monotonic()))
            except OSError:  # the record cannot be written
                raise
            except (Exception, RefereeFailed) as error:  # noqa: BLE001 - our fault: no other match may suffer by it
                make_error_log().exception("match failed", event_kind=type(event).__name__,
                                           match=self._match.match_id)
                self.failure = failure_in_words(error.__cause__ or error)
                self._dispatch(self._match.revoke(REFEREE_FAILED))
        if self._record is not None and self._end.footer is not None:
            self._record.finish(self._end.footer)
        return self._end

    def _dispatch(self, sends: Sequence[Send]) -> None:
        """Carry out what the match wants. Raises OSError, and RefereeFailed."""
        for send in sends:
            match send:
                case Store():
                    self._store(send)
                case AskInProcess():
                    seat = send.decision.seat
                    kind = OwnValuesDecision if self._bots[seat].own_values else LocalDecision
                    decision = kind(send, self._matches[seat])
                    self._ask(seat, decision)
                    decision.close()
                case Ended():
                    self._end = send
                case _:
                    self._tell(send.seat, send.message)

    def _store(self, send: Store) -> None:
        if self._record is not None:
            self._record.store(send)
        if send.is_step:
            self._on_step(self._match)

    def _tell(self, seat: Seat, message: PlayResponse) -> None:
        local = self._bots[seat]
        match message.WhichOneof("message"):
            case "match_started":
                started = message.match_started
                bot_match = (LocalMatch(started, self._match.game.catalogue) if local.own_values
                             else BotMatch(started))
                self._matches[seat] = bot_match
                self._tell_bot(seat, lambda: local.bot.started(bot_match))
            case "decision_request":
                self._ask(seat, Decision(message.decision_request, self._matches[seat]))
            case "answer_rejected":
                self._rejected(seat, local.bot, message.answer_rejected)
            case "match_over":
                self._tell_bot(seat, lambda: local.bot.over(Result(message.match_over, self._matches[seat])))

    def _ask(self, seat: Seat, decision: Decision) -> None:
        self._decisions[seat] = decision
        if seat in self.endings:
            return
        try:
            self._events.append(answer_of(seat, decision, self._bots[seat].bot.decide(decision)))
        except Exception as error:  # noqa: BLE001 - see `_crashed`
            self._crashed(seat, error)

    def _rejected(self, seat: Seat, bot: Bot, message: AnswerRejected) -> None:
        """Tell the bot; answer with the default if the decision may still be open, as the SDK does."""
        decision = self._decisions.get(seat)
        if decision is not None and decision.decision_id != message.decision_id:
            decision = None
        self._tell_bot(seat, lambda: bot.rejected(Rejection.of(message, decision)))
        if decision is not None and message.reason in _MENDABLE:
            self._events.append(Answered(seat, decision.decision_id, decision.default,
                                         origin=AnswerOrigin.UNPARSABLE))

    def _tell_bot(self, seat: Seat, tell: Callable[[], object]) -> None:
        """Tell a bot something, unless it has left the match."""
        if seat in self.endings:
            return
        try:
            tell()
        except Exception as error:  # noqa: BLE001 - see `_crashed`
            self._crashed(seat, error)

    def _crashed(self, seat: Seat, error: Exception) -> None:
        """Take a bot out of the match because of an exception, which would end its process as well."""
        # Its text may hold what only the bot knows, so others learn no more than its kind.
        why = f"exception {type(error).__name__}"
        self.endings[seat] = ProcessEnd(1, reason=why, output=Output.of_text(traceback.format_exc(), KEPT))
        self._events.append(Left(seat, Fault.FAULT_CRASHED, why))


def info_of(bot: Bot) -> BotInfo:
    """Return what a bot in this process says of itself."""
    return BotInfo(bot.name or type(bot).__name__, bot.version, sdk(), text=bot.text, text_in_full=bot.text_in_full,
                   positions=bot.positions, in_process=True)
