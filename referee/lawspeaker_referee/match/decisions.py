"""The open decisions of a match: asked, answered or refused, failed, and closed together.

A seat has at most one open decision. If several seats are asked at once, answers stay sealed until all are in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from lawspeaker.v1.match_pb2 import AnswerOrigin, Fault
from lawspeaker.v1.record_pb2 import Forfeit, RecordStep
from lawspeaker.v1.referee_service_pb2 import AnswerRejected, RejectReason
from lawspeaker_engine.dice import Dice
from lawspeaker_engine.model import Decision, IllegalAnswer, Picks, Seat
from lawspeaker_engine.playing import check
from lawspeaker_referee.config.clocks import compensation
from lawspeaker_referee.config.durations import format_duration
from lawspeaker_referee.config.fault_policies import (
    DISQUALIFIED,
    FORFEIT_MATCH,
    ILLEGAL,
    LEAVING,
    NETWORK,
    REFEREE,
    REFUSED,
    REJECT_REASONS,
    RESIGNED,
    RETRY,
    TIMEOUT,
    VOID,
    Policy,
    fault_name,
)
from lawspeaker_referee.match.events import NO_TOKENS, Answered, CountedAnswer, Faulty, Tick, Unread, Written
from lawspeaker_referee.match.faults import EVIDENCE_BYTES, cut, substitute
from lawspeaker_referee.match.kept_request import KeptRequest
from lawspeaker_referee.match.seats import SeatState

UNWRITTEN: Final = 5.0
"""Seconds beyond its time limit after which a request that has not left, for no known reason, counts as not read."""
ANNOTATION_BYTES: Final = 4096
"""The longest annotation of an answer."""
SHORT_ANNOTATION_BYTES: Final = 256
"""The longest one after a seat has used up the bytes of its annotations, so that a record stays readable."""
MOST_TOKENS: Final = 100_000_000
"""The most tokens of an answer that are counted."""
_ORIGINS: Final = frozenset(AnswerOrigin.values())


class OpenDecision(Struct):
    """A decision that is asked, or answered and sealed. Moments and durations are seconds of the caller's clock."""

    decision_id: int
    decision: Decision
    asked: float
    """When the game asked it."""
    since: float
    """When its clock started."""
    limit: float | None
    """The time limit without the bank; None for no limit."""
    deadline: float | None
    """When its time is up; before its clock has started, when to look if the request was written."""
    started: bool = False
    """True once its clock cannot be started again: the request was written, or could not be because of the bot."""
    unread: bool = False
    """True if its bot did not read the request."""
    picks: Picks | None = None
    """None until it is answered, by the bot or by a substitute."""
    fault: int = 0
    think: float = 0.0
    annotation: str = ""
    tokens: tuple[int, int] = NO_TOKENS
    """Read and written by the bot's model, as the bot says."""
    origin: int = 0
    """Why a stand-in gave the answer, as the bot says; 0 if none did."""
    refusals: int = 0
    last_refusal: float = 0.0
    """When the last refused answer was read."""
    referee_lag: float = 0.0
    """Seconds that the referee was late with this decision; they are never charged."""
    extension: float = 0.0
    """The part of it by which the deadline was put off."""
    round_trip: float = 0.0
    """A message to the bot and back, as measured."""
    compensated: float = 0.0
    """The part of it that is given back."""
    evidence: str = ""
    request: KeptRequest | None = None
    """What it was asked with; None before it was."""


class OpenDecisions:
    """The decisions that are open now, and what became of earlier ones.

    After every call that may fail a decision the owner looks at `forfeits` and `void_reason`.
    """

    def __init__(self, match_id: str, policy: Policy, dice: Dice, seats: Sequence[SeatState]) -> None:
        self.open: list[OpenDecision] = []
        self.forfeits: list[Forfeit] = []
        """The seats that lost the match by a fault."""
        self.charged_us = 0
        """Microseconds that seats were charged so far; of those that were asked together, the most of one."""
        self.void_reason = ""
        """Why the match must be voided."""
        self.voided_by: Seat | None = None
        """The seat whose fault voids the match; None if it is the referee's."""
        self._asked_of = bytearray()
        """The seat of each decision by its id - 1."""
        self._faults: dict[int, int] = {}
        """By decision id: the fault of each decision that its bot has left open."""
        self._match_id, self._policy, self._dice, self._seats = match_id, policy, dice, seats

    def __len__(self) -> int:
        """Return the number of decisions asked so far."""
        return len(self._asked_of)

    @property
    def waiting(self) -> list[OpenDecision]:
        """Return the decisions that have no answer."""
        return [each for each in self.open if each.picks is None]

    @property
    def deadlines(self) -> list[float]:
        """Return when to call `look`."""
        return [each.deadline for each in self.open if each.picks is None and each.deadline is not None]

    def of_seat(self, seat: Seat) -> OpenDecision | None:
        """Return the decision that a seat is asked and has not answered."""
        for each in self.open:
            if each.decision.seat == seat and each.picks is None:
                return each
        return None

    def _find(self, seat: Seat, decision_id: int) -> OpenDecision | None:
        for each in self.open:
            if each.decision_id == decision_id:
                return each if each.picks is None and each.decision.seat == seat else None
        return None

    # --- asking ---

    def ask(self, question: tuple[Decision, ...], now: float) -> list[OpenDecision]:
        """Open decisions and return those that wait for an answer: seats that do not play are answered for at once."""
        asked_of, waiting = self._asked_of, []
        for decision in question:
            asked_of.append(decision.seat)
            seat = self._seats[decision.seat]
            # The bank counts in the deadline at once, but is charged only when the decision closes.
            limit = seat.clock.limit(first=not seat.faults.decisions, reaction=decision.reaction)
            deadline = None if limit is None else now + limit + seat.bank_us / 1e6
            # Nobody writes a request to a bot that is not connected, so its clock starts now and only once.
            each = OpenDecision(len(asked_of), decision, now, now, limit, deadline, not seat.connected)
            self.open.append(each)
            # The decision is opened all the same, so that ids and the record do not depend on who plays.
            if seat.plays:
                waiting.append(each)
            else:
                self._fail(each, seat.absence, seat.evidence, now)
        return waiting

    def written(self, event: Written, now: float) -> None:
        """Start the clock of a decision whose request has left."""
        each = self._find(event.seat, event.decision_id)
        if each is None:
            return
        # The bot has taken the message now, so what was noted of its not reading no longer explains a time-out.
        each.unread = False
        if not each.started:
            each.round_trip = event.round_trip
            each.compensated = min(event.round_trip, self._seats[event.seat].clock.lag_compensation)
            self._start(each, now - event.lag)

    def unread(self, event: Unread, now: float) -> None:
        """Start the clock of a decision whose bot does not read, so that a bot gains nothing by not reading."""
        each = self.of_seat(event.seat)
        # Once started a clock stays as it is: a request that is sent again after a lost connection gives no new time.
        if each is not None and not each.started:
            each.unread = True
            self._start(each, now - event.lag)

    def connection_lost(self, seat: Seat) -> None:
        """Let the clock of a decision run on while its bot is away; it does not start again."""
        if (each := self.of_seat(seat)) is not None:
            each.started = True

    def _start(self, each: OpenDecision, moment: float) -> None:
        # Lag is an upper bound, so the moment may lie before the game asked.
        each.since, each.started = max(each.asked, moment), True
        if each.limit is not None:
            each.deadline = self._time_from(each, each.since) + each.compensated + each.referee_lag

    def _time_from(self, each: OpenDecision, moment: float) -> float:
        """Return when limit and bank are over if they begin at that moment."""
        assert each.limit is not None
        return moment + each.limit + self._seats[each.decision.seat].bank_us / 1e6

    # --- answers ---

    def take(self, event: Answered, now: float) -> AnswerRejected | None:
        """Take an answer, or return the refusal: it is illegal, too late, or answers no open decision."""
        each = self._find(event.seat, event.decision_id)
        if each is None:
            return self._rejected(event)
        # `after` is the moment up to which everything was read before this answer: only then it is sure that it came
        # late.
        if each.started and each.deadline is not None and each.deadline <= event.after:
            self._time_up(each, now)
            return self._rejected(event)
        # While the answer lay unread the bot did not think. Of that, the time before the last refusal is counted there.
        queued_for = max(0.0, min(event.lag, now - max(each.since, each.last_refusal))) if event.lag else 0.0
        try:
            picks = self._picks(each.decision, event)
        except IllegalAnswer as error:
            each.referee_lag += queued_for
            # A refused answer leaves the clock running, and the time to the next answer is measured from here.
            each.last_refusal = now
            self._refuse(each, ILLEGAL, error.reason, now)
            return self.refusal(event.decision_id, REJECT_REASONS[error.reason], str(error))
        seat = self._seats[event.seat]
        if picks is None:
            self._fail(each, RESIGNED, "", now)
        else:
            each.picks, each.think = picks, now - each.since
        # An answer that is read after the deadline had come before it, so the rest is the referee's lag as well. How
        # long it lay unread is only known at most, so the limit is charged, and of the bank what is sure.
        if each.deadline is not None and (late := now - each.deadline) > 0.0:
            queued_for = max(late, min(queued_for, late + seat.bank_us / 1e6))
        each.referee_lag += queued_for
        if event.annotation:
            each.annotation = cut(event.annotation, ANNOTATION_BYTES if seat.annotations_left else
                                  SHORT_ANNOTATION_BYTES)
            seat.count_annotation(each.annotation)
        if event.tokens is not NO_TOKENS:
            read, written = event.tokens
            each.tokens = min(read, MOST_TOKENS), min(written, MOST_TOKENS)
        if event.origin and picks is not None:
            # A number of a later version is not known here, but it is not the bot's own answer.
            each.origin = event.origin if event.origin in _ORIGINS else AnswerOrigin.ANSWER_ORIGIN_OTHER
        # An answer proves that the bot has the events up to this question; after a lost connection they need not be
        # sent again.
        seat.unanswered, seat.answered = [], seat.shown
        return None

    def _picks(self, decision: Decision, event: Answered) -> Picks | None:
        """Return the picks of an answer; None if it resigns. Raises IllegalAnswer."""
        if not event.resign:
            return check(decision, event.picks)
        if not self._policy.resign:
            raise IllegalAnswer("wrong_count", "this match does not allow bots to resign; take options")
        return None

    def refuse_message(self, event: Faulty, now: float) -> None:
        """Count a message that is no answer as a refused answer."""
        if (each := self.of_seat(event.seat)) is not None:
            self._refuse(each, event.fault, event.evidence, now)

    def _refuse(self, each: OpenDecision, fault: int, reason: str, now: float) -> None:
        each.refusals += 1
        # Without a bound a bot could send wrong answers until its time is up, and with no time limit for ever.
        if self._policy.action(fault) != RETRY or each.refusals >= self._policy.most_refusals:
            self._fail(each, fault, f"{each.refusals} refused, the last: {reason}", now)

    def refusal(self, decision_id: int, reason: RejectReason, message: str) -> AnswerRejected:
        """Return the refusal of an answer that is not taken."""
        return AnswerRejected(match_id=self._match_id, decision_id=decision_id, reason=reason, message=message)

    def _rejected(self, event: Answered) -> AnswerRejected:
        """Return the refusal of an answer to a closed or foreign decision, without hints about other seats."""
        known = 0 < event.decision_id <= len(self._asked_of)
        # A decision of another seat gets the same refusal as one that does not exist, so that no bot learns what others
        # are asked.
        if self._seats[event.seat].faults.out:
            reason, message = RejectReason.REJECT_REASON_DISQUALIFIED, "your seat is out of the match"
        elif known and self._asked_of[event.decision_id - 1] == event.seat:
            reason = RejectReason.REJECT_REASON_STALE
            message = _why_closed(self._faults.get(event.decision_id, 0))
        else:
            reason, message = RejectReason.REJECT_REASON_UNKNOWN_DECISION, "this decision was never asked of you"
        return self.refusal(event.decision_id, reason, message)

    # --- faults ---

    def look(self, event: Tick, now: float) -> None:
        """Fail the decisions that were overdue when everything was read that had come before.

        A bot that is away connects again, and no probe tells if that came in time. So if the referee is late, such a
        decision gets the time back.
        """
        # A deadline is compared with what has been read and not with the time: an answer that came before it may still
        # lie unread.
        read_until = now if event.heard is None else event.heard
        for each in self.waiting:
            if each.deadline is None or each.deadline > read_until:
                continue
            connected = self._seats[each.decision.seat].connected
            if late := 0.0 if connected else compensation(each.deadline, now, each.extension):
                each.deadline = now + late
                each.referee_lag += late
                each.extension += late
            elif each.started:
                self._time_up(each, now)
            else:
                self._wait_for_writing(each, read_until, now)

    def _wait_for_writing(self, each: OpenDecision, read_until: float, now: float) -> None:
        """Put off a deadline while the referee is too late to write the request; but not for ever."""
        # Counted from the asking, so that putting off has an end however often it happens.
        last = self._time_from(each, each.asked) + UNWRITTEN
        if last <= read_until:
            each.unread = True
            self._time_up(each, now)
        else:
            each.since = read_until
            each.deadline = min(last, self._time_from(each, read_until))

    def _time_up(self, each: OpenDecision, now: float) -> None:
        seat = self._seats[each.decision.seat]
        bank = f" and a bank of {format_duration(seat.bank_us / 1e6)}" if seat.bank_us else ""
        evidence = f"no answer within {format_duration(each.limit)}{bank}"
        if each.unread:
            evidence += "; the bot did not read the request"
        assert each.deadline is not None
        # The time between the deadline and this look is the referee's, and is not charged.
        each.referee_lag += now - each.deadline
        if seat.connected:
            self._fail(each, TIMEOUT, evidence, now)
        else:
            self._fail(each, NETWORK, f"connection lost, {evidence}", now)

    def abandon(self, number: Seat, now: float) -> None:
        """Fail the decision of a seat whose bot is gone for good."""
        if (each := self.of_seat(number)) is not None:
            seat = self._seats[number]
            self._fail(each, seat.absence, seat.evidence, now)

    def _fail(self, each: OpenDecision, fault: int, evidence: str, now: float) -> None:
        """Do what the policy says about a decision that its bot has left open."""
        action, evidence = self._policy.action(fault), cut(evidence, EVIDENCE_BYTES)
        # Noted even if the decision goes on to void the match, since late answers are told why it was closed.
        self._faults[each.decision_id] = fault
        # Neither this nor a forfeit gives picks: the owner looks at both and ends the match before anything is closed.
        if action == VOID:
            what = f"{fault_name(fault)} ({evidence})" if evidence else fault_name(fault)
            self.void_reason = f"seat {each.decision.seat} had the fault {what}, which voids this match"
            self.voided_by = None if fault == REFEREE else each.decision.seat
        elif action == FORFEIT_MATCH:
            self.forfeits.append(Forfeit(seat=each.decision.seat, fault=Fault.Name(fault), evidence=evidence))
        else:
            each.picks = substitute(self._policy, fault, each.decision, self._dice)
            each.fault, each.evidence, each.think = fault, evidence, now - each.since

    # --- closing ---

    def close(self) -> tuple[tuple[Picks, ...], tuple[CountedAnswer, ...], list[Seat]]:
        """Charge and count all answers and close their decisions.

        Return the picks, what is counted of each answer, and the seats that are disqualified now.
        """
        done, self.open = self.open, []
        answers, counted = [], []
        for each in done:
            assert each.picks is not None
            number = each.decision.seat
            seat, charged = self._seats[number], 0
            # A substitute that answers for a bot that is gone uses none of its time.
            if not (each.fault and seat.absence):
                # Never more than limit and bank are charged; what exceeds the limit is taken from the bank.
                charged = max(0, round((each.think - each.referee_lag - each.compensated) * 1e6))
                if each.limit is not None:
                    limit_us = round(each.limit * 1e6)
                    charged = min(charged, limit_us + seat.bank_us)
                    seat.bank_us += round(seat.clock.increment * 1e6) - max(0, charged - limit_us)
            seat.last_charged_us = charged
            answers.append(each.picks)
            lag, trip, compensated = each.referee_lag, each.round_trip, each.compensated
            counted.append(CountedAnswer(
                number, each.fault, round(each.think * 1e6), charged, each.origin, seat.bank_us,
                round(lag * 1e6) if lag else 0, round(trip * 1e6) if trip else 0,
                round(compensated * 1e6) if compensated else 0,
                each.refusals, each.annotation, each.evidence, *each.tokens))
        return tuple(answers), tuple(counted), self._count(counted)

    def _count(self, counted: Sequence[CountedAnswer]) -> list[Seat]:
        """Count decisions, their time and their faults; return the seats that are disqualified by them."""
        out, most = [], 0
        for each in counted:
            seat, most = self._seats[each.seat], max(most, each.charged_us)
            # Only when the step closes: an earlier disqualification would tell the others that this seat has not
            # answered.
            out_now = seat.faults.add(self._policy, each.fault, each.origin)
            if each.fault == RESIGNED:
                seat.stop()
            if out_now:
                seat.evidence = cut(seat.faults.evidence(), EVIDENCE_BYTES)
                seat.stop()
                out.append(each.seat)
                if self._policy.action(DISQUALIFIED) == FORFEIT_MATCH:
                    self.forfeits.append(Forfeit(seat=each.seat, fault=DISQUALIFIED, evidence=seat.evidence))
        self.charged_us += most
        return out

    def close_as_recorded(self, question: tuple[Decision, ...], step: RecordStep) -> tuple[CountedAnswer, ...]:
        """Do to the seats what `close` did in a step of a record; return what it returned of each answer."""
        counted = []
        for decision, act, timing in zip(question, step.acts, step.timing, strict=True):
            seat = self._seats[decision.seat]
            self._asked_of.append(decision.seat)
            if act.fault:
                self._faults[len(self._asked_of)] = act.fault
            # A decision of the referee says nothing of what the bot has got, so its events are kept to be sent again.
            seat.unanswered = seat.unanswered + seat.events if act.fault else []
            seat.answered = seat.answered if act.fault else seat.shown
            seat.events = []
            seat.bank_us, seat.last_charged_us = timing.bank_left_us, timing.charged_us
            seat.count_annotation(timing.annotation)
            if act.fault in LEAVING:
                seat.evidence = timing.evidence
            counted.append(CountedAnswer.of(decision.seat, act.fault, timing))
        self._count(counted)
        return tuple(counted)


def _why_closed(fault: int) -> str:
    """Return why a decision takes no answer any more that its bot has answered, or left open with this fault."""
    if fault == TIMEOUT:
        return "the time for this decision was up, so it was decided without its answer"
    if fault == NETWORK:
        return "the time for this decision was up while the connection was lost, so it was decided without its answer"
    if fault == RESIGNED:
        return "you have resigned"
    if fault in REFUSED:
        return "too many answers to this decision were refused, so it was decided without one"
    return "this decision was answered already"
