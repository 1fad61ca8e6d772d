"""What bots say to the decisions of a match: legal answers are taken, and all others refused, each with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lawspeaker.v1.referee_service_pb2 import AnswerRejected, RejectReason
from lawspeaker_engine.game import check
from lawspeaker_engine.model import IllegalAnswer
from lawspeaker_referee.match.docket import Docket
from lawspeaker_referee.match.events import Answered, Faulty
from lawspeaker_referee.match.faults import ILLEGAL, NETWORK, REFUSED, REJECT_REASONS, RETRY, TIMEOUT, Policy, cut
from lawspeaker_referee.match.seats import OpenDecision, SeatState

ANNOTATION_BYTES: Final = 256


def _over(fault: int) -> str:
    """Why a decision takes no answer any more, that its bot has answered or left open with this fault."""
    if fault == TIMEOUT:
        return "the time for this decision was up, so it was decided without its answer"
    if fault == NETWORK:
        return "the time for this decision was up while the connection was lost, so it was decided without its answer"
    if fault in REFUSED:
        return "too many answers to this decision were refused, so it was decided without one"
    return "this decision was answered already"


class Answers:
    """See the module. Whoever asks it goes on with the match, if nothing is left to wait for."""

    def __init__(self, match_id: str, policy: Policy, docket: Docket, seats: Sequence[SeatState]) -> None:
        self._match_id, self._policy, self._docket, self._seats = match_id, policy, docket, seats

    def take(self, event: Answered, now: float) -> AnswerRejected | None:
        """Take an answer if its decision is open and it may have come in time; or what the bot is told instead."""
        each = self._docket.find(event.seat, event.decision_id)
        if each is None or self._docket.expired(each, event.after, now):
            return self.refusal(event.decision_id, *self._unasked(event))
        try:
            picks = check(each.decision, event.picks)
        except IllegalAnswer as error:
            each.owed += each.lain(event.lag, now)
            each.heard = now
            self._refused(each, ILLEGAL, error.reason, now)
            return self.refusal(event.decision_id, REJECT_REASONS[error.reason], str(error))
        each.picks, each.think = picks, now - each.since
        late = 0.0 if each.deadline is None else now - each.deadline
        each.owed += max(each.lain(event.lag, now), late)
        if event.annotation:
            each.annotation = cut(event.annotation, ANNOTATION_BYTES)
        self._seats[event.seat].unanswered = []
        return None

    def faulty(self, event: Faulty, now: float) -> None:
        """Count what is no answer as a refused one."""
        if (each := self._docket.of_seat(event.seat)) is not None:
            self._refused(each, event.fault, event.evidence, now)

    def refusal(self, decision_id: int, reason: RejectReason, message: str) -> AnswerRejected:
        """What a bot is told of an answer that is not taken."""
        return AnswerRejected(match_id=self._match_id, decision_id=decision_id, reason=reason, message=message)

    def _unasked(self, event: Answered) -> tuple[RejectReason, str]:
        asked_of = self._docket.asked_of
        known = 0 < event.decision_id <= len(asked_of)
        if self._seats[event.seat].conduct.out:
            return RejectReason.REJECT_REASON_DISQUALIFIED, "your seat is out of the match"
        if known and asked_of[event.decision_id - 1] == event.seat:
            return RejectReason.REJECT_REASON_STALE, _over(self._docket.faults.get(event.decision_id, 0))
        return RejectReason.REJECT_REASON_UNKNOWN_DECISION, "this decision was never asked of you"

    def _refused(self, each: OpenDecision, fault: int, reason: str, now: float) -> None:
        each.refusals += 1
        if self._policy.action(fault) != RETRY or each.refusals >= self._policy.most_refusals:
            self._docket.fail(each, fault, f"{each.refusals} refused, the last: {reason}", now)
