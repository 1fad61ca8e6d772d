"""A match whose bots are objects in this process, without a server."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final

from lawspeaker.v1.referee_service_pb2 import AnswerRejected, PlayResponse
from lawspeaker_bot.bot import Bot
from lawspeaker_bot.decision import Decision, Rejection, Result
from lawspeaker_bot.decision import Match as BotMatch
from lawspeaker_bot.version import sdk
from lawspeaker_engine.model import Seat
from lawspeaker_referee.config.fault_policies import REJECT_REASONS
from lawspeaker_referee.event_loop import Stop
from lawspeaker_referee.host.local_decision import LocalDecision, LocalMatch, OwnValuesDecision
from lawspeaker_referee.match.events import Answered, AskInProcess, BotInfo, Ended, Event, Joined, Store, Tick
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.writer import RecordWriter

_MENDABLE: Final = frozenset(REJECT_REASONS.values())
"""The reasons of refused answers whose decisions may still be open."""


class InProcessRunner:
    """Plays a match with bots that are objects; what they look at is what would be sent to processes."""

    def __init__(self, match: Match, bots: Sequence[Bot], record: RecordWriter | None,
                 on_step: Callable[[Match], None], stop: Stop, *, own_values: bool = False) -> None:
        """With `own_values` the bots read the engine's values in place of messages."""
        self._match, self._record, self._stop, self._own_values = match, record, stop, own_values
        self._bots = dict(zip(match.manned, bots, strict=True))
        self._on_step = on_step
        self._events: deque[Event] = deque()
        self._matches: dict[Seat, BotMatch] = {}
        self._decisions: dict[Seat, Decision] = {}
        self._end: Ended | None = None

    def play(self) -> Ended:
        """Play to the end, and complete the record. Raises what a bot raises, and CancelledError if stopped before."""
        for seat, bot in self._bots.items():
            self._events.append(Joined(seat, BotInfo(
                bot.name or type(bot).__name__, bot.version, sdk(), text=bot.text, text_in_full=bot.text_in_full,
                positions=bot.positions, in_process=True)))
        while self._end is None:
            if self._stop.happened:
                raise asyncio.CancelledError
            event = self._events.popleft() if self._events else Tick()
            for send in self._match.handle(event, monotonic()):
                match send:
                    case Store():
                        self._store(send)
                    case Ended():
                        self._end = send
                    case AskInProcess():
                        match = self._matches[send.seat]
                        self._ask(send.seat, (OwnValuesDecision if self._own_values else LocalDecision)(send, match))
                    case _:
                        self._tell(send.seat, send.message)
        if self._record is not None and self._end.footer is not None:
            self._record.finish(self._end.footer)
        return self._end

    def _store(self, send: Store) -> None:
        if self._record is not None:
            self._record.append(send.data)
        if send.is_step:
            self._on_step(self._match)

    def _tell(self, seat: Seat, message: PlayResponse) -> None:
        bot = self._bots[seat]
        match message.WhichOneof("message"):
            case "match_started":
                started = message.match_started
                self._matches[seat] = (LocalMatch(started, self._match.game.catalogue) if self._own_values
                                       else BotMatch(started))
                bot.started(self._matches[seat])
            case "decision_request":
                self._ask(seat, Decision(message.decision_request, self._matches[seat]))
            case "answer_rejected":
                self._rejected(seat, bot, message.answer_rejected)
            case "match_over":
                bot.over(Result(message.match_over, self._matches[seat]))

    def _ask(self, seat: Seat, decision: Decision) -> None:
        self._decisions[seat] = decision
        picks = self._bots[seat].decide(decision)
        assert isinstance(picks, Sequence), "a bot in this process must not be async"
        if isinstance(decision, LocalDecision):
            decision.close()
        self._events.append(Answered(seat, decision.decision_id, picks, decision.annotation, decision.tokens))

    def _rejected(self, seat: Seat, bot: Bot, message: AnswerRejected) -> None:
        """Tell the bot; answer with the default if the decision may still be open, as the SDK does."""
        decision = self._decisions.get(seat)
        if decision is not None and decision.decision_id != message.decision_id:
            decision = None
        bot.rejected(Rejection.of(message, decision))
        if decision is not None and message.reason in _MENDABLE:
            self._events.append(Answered(seat, decision.decision_id, decision.default))
