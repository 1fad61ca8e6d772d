"""The decisions of a match that are open: how long each may take, what it costs, and what stands in for its answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.record_pb2 import Forfeit, RecordStep
from lawspeaker.v1.referee_service_pb2 import AnswerRejected, RejectReason
from lawspeaker_engine.dice import Dice
from lawspeaker_engine.game import check
from lawspeaker_engine.model import Decision, IllegalAnswer, Picks, Seat
from lawspeaker_referee.codec import packing
from lawspeaker_referee.config.clocks import Clock, owed, spell_time
from lawspeaker_referee.config.fault_policies import (
    EVIDENCE_BYTES,
    FORFEIT_MATCH,
    ILLEGAL,
    LEAVING,
    NETWORK,
    REFEREE,
    REFUSED,
    REJECT_REASONS,
    RETRY,
    TIMEOUT,
    VOID,
    Policy,
    cut,
    fault_name,
    substitute,
)
from lawspeaker_referee.match.events import Answered, CountedAnswer, Faulty, Tick, ToSeat, Unread, Written
from lawspeaker_referee.match.game_run import GameRun
from lawspeaker_referee.match.seats import OpenDecision, SeatState

UNWRITTEN: Final = 5.0
"""Seconds after which a request counts as not read if nobody knows why it has not left, beyond what it may take."""
MOST_MS: Final = 0xFFFFFFFF
"""The longest time that a request can tell."""


class OpenDecisions:
    """See the module. Its owner sends what it writes, and looks at `forfeits` and `void_reason` after every fault."""

    def __init__(
        self, match_id: str, clock: Clock, policy: Policy, dice: Dice, seats: Sequence[SeatState],
    ) -> None:
        self.open: list[OpenDecision] = []
        self.asked_of = bytearray()
        """The seat of each decision by its id - 1."""
        self.faults: dict[int, int] = {}
        """The fault of each decision, by its id, that its bot has left open."""
        self.forfeits: list[Forfeit] = []
        """The seats that lost the match by a fault."""
        self.void_reason = ""
        """Why the match must be voided."""
        self.voided_by: Seat | None = None
        """Whose fault that is; None if it is the referee's."""
        self._clock, self._policy, self._dice, self._seats = clock, policy, dice, seats
        self._writer = packing.RequestWriter(match_id, clock.move_time_ms)

    @property
    def waiting(self) -> list[OpenDecision]:
        """The decisions that have no answer."""
        return [each for each in self.open if each.picks is None]

    @property
    def deadlines(self) -> list[float]:
        """When to look at them again."""
        return [each.deadline for each in self.open if each.picks is None and each.deadline is not None]

    def of_seat(self, seat: Seat) -> OpenDecision | None:
        """What a seat is asked and has not answered."""
        for each in self.open:
            if each.decision.seat == seat and each.picks is None:
                return each
        return None

    def find(self, seat: Seat, decision_id: int) -> OpenDecision | None:
        """A decision of that seat which has no answer."""
        for each in self.open:
            if each.decision_id == decision_id:
                return each if each.picks is None and each.decision.seat == seat else None
        return None

    # --- asking ---

    def ask(self, question: tuple[Decision, ...], now: float) -> None:
        """Open decisions; for who is gone or out they are answered at once."""
        for decision in question:
            self.asked_of.append(decision.seat)
            seat = self._seats[decision.seat]
            limit = self._clock.limit(first=not seat.conduct.decisions, reaction=decision.reaction)
            deadline = None if limit is None else now + limit + seat.bank_us / 1e6
            each = OpenDecision(len(self.asked_of), decision, now, now, limit, deadline, started=not seat.here)
            self.open.append(each)
            if seat.absence:
                self.fail(each, seat.absence, seat.evidence, now)

    def request(self, each: OpenDecision, course: GameRun, now: float, *, again: bool = False) -> ToSeat:
        """What asks a bot; when it is asked again, its clock has run on, and the time of writing does not matter."""
        seat = self._seats[each.decision.seat]
        options, view = course.written(each.decision)
        left = 0
        if each.deadline is not None:
            left = min(MOST_MS, max(1, round((each.deadline - now) * 1000)))
        data = self._writer.request(
            each.decision_id, each.decision, options, view, seat.events, last_charged_us=seat.last_charged_us,
            time_left_ms=left, bank_left_ms=seat.bank_us // 1000,
            text=course.told(each.decision, seat.events) if seat.wants_text else b"",
        )
        seat.unanswered += seat.events
        seat.events = []
        return ToSeat(each.decision.seat, data, 0 if again else each.decision_id)

    def written(self, event: Written, now: float) -> None:
        """A request left: the decision's clock starts."""
        each = self.find(event.seat, event.decision_id)
        if each is None:
            return
        each.unread = False
        if not each.started:
            each.transport = event.round_trip
            each.compensated = min(event.round_trip, self._clock.lag_compensation)
            self._start(each, now - event.lag)

    def unread(self, event: Unread, now: float) -> None:
        """A bot does not take what is written to it, and its clock starts as if it did; or it need only not read."""
        each = self.of_seat(event.seat)
        if each is not None and not each.started:
            each.unread = True
            self._start(each, now - event.lag)

    def _start(self, each: OpenDecision, moment: float) -> None:
        each.since, each.started = max(each.asked, moment), True
        if each.limit is not None:
            each.deadline = self._time_from(each, each.since) + each.compensated + each.owed

    def _time_from(self, each: OpenDecision, moment: float) -> float:
        """When limit and bank are over."""
        assert each.limit is not None
        return moment + each.limit + self._seats[each.decision.seat].bank_us / 1e6

    # --- faults ---

    def look(self, event: Tick, now: float) -> None:
        """Fail what was overdue when all was read that came before.

        Who is away dials in anew, which takes a way of its own: there a referee that is late gives the time back.
        """
        heard = now if event.heard is None else event.heard
        for each in self.waiting:
            if each.deadline is None or each.deadline > heard:
                continue
            here = self._seats[each.decision.seat].here
            if late := 0.0 if here else owed(each.deadline, now, each.given):
                each.deadline = now + late
                each.owed += late
                each.given += late
            elif each.started:
                self._time_up(each, now)
            else:
                self._wait_for_writing(each, heard, now)

    def expired(self, each: OpenDecision, heard: float, now: float) -> bool:
        """Fail a decision whose time was up at that moment; whether it was."""
        if each.started and each.deadline is not None and each.deadline <= heard:
            self._time_up(each, now)
            return True
        return False

    def _wait_for_writing(self, each: OpenDecision, heard: float, now: float) -> None:
        """While a request cannot leave because we are late, its clock does not start; but that has an end."""
        last = self._time_from(each, each.asked) + UNWRITTEN
        if last <= heard:
            each.unread = True
            self._time_up(each, now)
        else:
            each.since = heard
            each.deadline = min(last, self._time_from(each, heard))

    def _time_up(self, each: OpenDecision, now: float) -> None:
        seat = self._seats[each.decision.seat]
        bank = f" and a bank of {spell_time(seat.bank_us / 1e6)}" if seat.bank_us else ""
        evidence = f"no answer within {spell_time(each.limit)}{bank}"
        if each.unread:
            evidence += "; the bot did not read the request"
        assert each.deadline is not None
        each.owed += now - each.deadline
        if seat.here:
            self.fail(each, TIMEOUT, evidence, now)
        else:
            self.fail(each, NETWORK, f"connection lost, {evidence}", now)

    def fail(self, each: OpenDecision, fault: int, evidence: str, now: float) -> None:
        """A decision that its bot has left open: what follows is the policy's word."""
        action, evidence = self._policy.action(fault), cut(evidence, EVIDENCE_BYTES)
        self.faults[each.decision_id] = fault
        if action == VOID:
            what = f"{fault_name(fault)} ({evidence})" if evidence else fault_name(fault)
            self.void_reason = f"seat {each.decision.seat} had the fault {what}, which voids this match"
            self.voided_by = None if fault == REFEREE else each.decision.seat
        elif action == FORFEIT_MATCH:
            self.forfeits.append(Forfeit(seat=each.decision.seat, fault=Fault.Name(fault), evidence=evidence))
        else:
            each.picks = substitute(self._policy, fault, each.decision, self._dice)
            each.fault, each.evidence, each.think = fault, evidence, now - each.since

    # --- answers ---

    def close(self) -> tuple[tuple[Picks, ...], tuple[CountedAnswer, ...], list[bytes]]:
        """All answers, who gave them, and how they came about; each is charged, and nothing is open any more."""
        done, self.open = self.open, []
        answers, counted, timings = [], [], []
        for each in done:
            seat, charged = self._seats[each.decision.seat], 0
            if not (each.fault and seat.absence):
                charged = each.charged_us(seat.bank_us)
                seat.bank_us = each.bank_after(charged, seat.bank_us, self._clock.increment)
            seat.last_charged_us = charged
            think = round(each.think * 1e6)
            assert each.picks is not None
            answers.append(each.picks)
            counted.append(CountedAnswer(each.decision.seat, each.fault, think, charged))
            timings.append(packing.timing(
                think, each.annotation, each.refusals, round(each.owed * 1e6), charged_us=charged,
                transport_us=round(each.transport * 1e6), compensated_us=round(each.compensated * 1e6),
                bank_left_us=seat.bank_us, evidence=each.evidence,
            ))
        return tuple(answers), tuple(counted), timings

    def reopened(self, question: tuple[Decision, ...], step: RecordStep) -> tuple[tuple[CountedAnswer, ...],
                                                                                  list[bytes]]:
        """What `close` said of a step that stands in a record; seats have the banks that they had after it."""
        counted = []
        for decision, act, timing in zip(question, step.acts, step.timing, strict=True):
            seat = self._seats[decision.seat]
            self.asked_of.append(decision.seat)
            if act.fault:
                self.faults[len(self.asked_of)] = act.fault
            seat.unanswered = seat.unanswered + seat.events if act.fault else []
            seat.events = []
            seat.bank_us, seat.last_charged_us = timing.bank_left_us, timing.charged_us
            if act.fault in LEAVING:
                seat.evidence = timing.evidence
            counted.append(CountedAnswer(decision.seat, act.fault, timing.think_us, timing.charged_us))
        return tuple(counted), [packing.timing_field(timing.SerializeToString()) for timing in step.timing]

    def count(self, counted: Sequence[CountedAnswer]) -> list[Seat]:
        """Count decisions and their faults; the seats that are out with them."""
        out = []
        for each in counted:
            seat = self._seats[each.seat]
            if seat.conduct.add(self._policy, each.fault):
                seat.evidence = cut(seat.conduct.told(), EVIDENCE_BYTES)
                seat.stop()
                out.append(each.seat)
        return out


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

    def __init__(self, match_id: str, policy: Policy, docket: OpenDecisions, seats: Sequence[SeatState]) -> None:
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
