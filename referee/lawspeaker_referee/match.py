"""One match as a state machine: an event and the time go in, things to send come out; nothing waits and nothing runs.

What a decision gets that its bot leaves open is the policy's word: when its time is up, when its bot is gone, or when
too many of its answers were refused. Sealed decisions are kept until all are in. Each step is stored before the next
one is asked.
"""

from __future__ import annotations

from typing import Any, Final

from lawspeaker.v1.record_pb2 import Forfeit, RecordEntry, RecordFooter, RecordHeader, RecordStep
from lawspeaker.v1.referee_service_pb2 import AnswerRejected, MatchOver, PlayResponse, RejectReason
from lawspeaker_engine.dice import Dice, commitment
from lawspeaker_engine.game import Game, check
from lawspeaker_engine.model import Chance, IllegalAnswer, Outcome, Picks, Seat, Setup
from lawspeaker_referee.attendance import Attendance
from lawspeaker_referee.chain import first_link, last_link
from lawspeaker_referee.clock import Clock
from lawspeaker_referee.course import Course
from lawspeaker_referee.docket import Docket
from lawspeaker_referee.events import (
    Answered,
    Away,
    BotInfo,
    Ended,
    Event,
    Faulty,
    Joined,
    Left,
    Returned,
    Send,
    Store,
    Tick,
    ToSeat,
    Void,
    Written,
)
from lawspeaker_referee.faults import (
    DEFAULT_POLICY,
    DISQUALIFIED,
    FORFEIT_MATCH,
    ILLEGAL,
    REFEREE,
    REJECT_REASONS,
    RETRY,
    Conduct,
    Policy,
    cut,
    fault_name,
    forfeit_outcome,
)
from lawspeaker_referee.opening import match_over, match_started, record_header
from lawspeaker_referee.seats import OpenDecision, SeatState
from lawspeaker_referee.wire import outcome_message

ANNOTATION_BYTES: Final = 256
STEPS_AT_ONCE: Final = 64
"""Steps that need no bot are worked off in slices of this many, so that one match never holds up the others."""


class Match:
    """See the module. A match is over after it has sent Ended, and then ignores everything."""

    def __init__(
        self, game: Game[Any], setup: Setup, match_id: str, seed: bytes, clock: Clock, *,
        engine_version: str, started_unix_ms: int, policy: Policy = DEFAULT_POLICY, dice: Dice | None = None,
    ) -> None:
        self.game, self.setup, self.match_id, self.clock, self.policy = game, setup, match_id, clock, policy
        self.over = False
        self._seed = seed
        self._commitment = commitment(seed)
        self._seats = [SeatState(bank_us=round(clock.bank * 1e6)) for _ in range(setup.players)]
        dice = dice or Dice(seed)
        self._course = Course(game, setup, dice, self._seats)
        self._docket = Docket(match_id, clock, policy, dice, self._seats)
        self._attendance = Attendance(self._seats, clock, self._docket)
        self._header: RecordHeader | None = None
        """None before the match has started."""
        self._unfinished = False
        """Whether there is work left that needs no bot."""
        self._engine_version, self._started_unix_ms = engine_version, started_unix_ms
        self._epoch = (0.0, started_unix_ms)
        """A moment of the caller's clock, and what it was in milliseconds since 1970."""
        self._sends: list[Send] = []

    @property
    def steps(self) -> int:
        """Steps taken so far."""
        return self._course.steps

    @property
    def decisions(self) -> int:
        """Decisions asked so far."""
        return len(self._docket.asked_of)

    @property
    def faults(self) -> tuple[dict[str, int], ...]:
        """By seat: how often the referee answered for it, and why."""
        return tuple(
            dict(sorted((fault_name(fault), number) for fault, number in seat.conduct.counts.items()))
            for seat in self._seats
        )

    @property
    def conducts(self) -> tuple[Conduct, ...]:
        """By seat: what it did wrong."""
        return tuple(seat.conduct for seat in self._seats)

    def is_gone(self, seat: Seat) -> bool:
        """Whether a seat's bot is gone for good, so that it need not come back."""
        return bool(self._seats[seat].left)

    @property
    def open_decisions(self) -> int:
        """Decisions that wait for a bot."""
        return len(self._docket.waiting)

    @property
    def deadline(self) -> float | None:
        """When Tick is due; None if there is nothing to wait for but answers."""
        if self._attendance.gather_until is not None:
            return self._attendance.gather_until
        if self._unfinished:
            return float("-inf")
        times = [each.deadline for each in self._docket.open if each.picks is None and each.deadline is not None]
        times += self._attendance.deadlines
        return min(times) if times else None

    def handle(self, event: Event, now: float) -> list[Send]:
        """What follows from an event. Whatever a bot sends is answered, never raised; what is raised is our bug."""
        sends: list[Send] = []
        self._sends = sends
        if self.over:
            return sends
        match event:
            case Answered():
                self._answered(event, now)
            case Written():
                self._docket.written(event, now)
            case Tick():
                self._tick(now)
            case Void():
                self._void(event.reason)
            case Faulty():
                self._faulty(event, now)
            case _:
                self._seat_changed(event, now)
        return sends

    # --- seats ---

    def _seat_changed(self, event: Joined | Away | Returned | Left, now: float) -> None:
        match event:
            case Left(fault=fault) if fault == REFEREE:
                self._void(f"the referee failed at seat {event.seat}")
            case Left():
                self._attendance.leave(event.seat, event.fault, event.evidence, now)
                self._settle(now)
            case _ if self._seats[event.seat].left:
                return
            case Away():
                self._attendance.lose(event.seat, now)
            case Joined() | Returned():
                self._attendance.arrive(event.seat, event.bot, now)
                self._welcome(event.seat, now)

    def _welcome(self, seat: Seat, now: float) -> None:
        """Tell a bot that comes back about the match, and ask again what is open."""
        if self._header is not None:
            self._send(seat, match_started(self._header, seat, self._course.codec.catalogue))
        if self._attendance.gather_until is not None:
            self._settle(now)
        elif (each := self._docket.of_seat(seat)) is not None:
            self._sends.append(self._docket.request(each, self._course, now, again=True))

    def _settle(self, now: float) -> None:
        """Begin, or go on, if nobody is waited for any more."""
        if self._attendance.started and self._attendance.gather_until is None:
            self._go_on(now)
        elif self._attendance.complete:
            self._begin(now)

    def _begin(self, now: float) -> None:
        self._attendance.gather_until = None
        if not self._attendance.started:
            self._start(now)
        self._advance(now)

    def _start(self, now: float) -> None:
        self._attendance.started, self._epoch = True, (now, self._started_unix_ms)
        self._header = header = record_header(
            self.game, self.setup, self.match_id, [seat.bot or BotInfo("") for seat in self._seats], self.clock,
            self.policy, seed_commitment=self._commitment, engine_version=self._engine_version,
            started_unix_ms=self._started_unix_ms,
        )
        self._course.digest = first_link(header)
        entry = RecordEntry(header=header).SerializeToString(deterministic=True)
        self._sends.append(Store(entry, is_step=False))
        for seat in range(len(self._seats)):
            self._send(seat, match_started(header, seat, self._course.codec.catalogue))

    def _send(self, seat: Seat, message: PlayResponse, refused: int = 0) -> None:
        if self._seats[seat].here:
            self._sends.append(ToSeat(seat, message.SerializeToString(), refused=refused))

    # --- decisions ---

    def _advance(self, now: float) -> None:
        """Go on until a bot must be waited for, the game is over, or enough was done at once."""
        self._unfinished = False
        for _ in range(STEPS_AT_ONCE):
            question = self._course.pending()
            if not question:
                self._end(None, now)
                return
            if self._docket.forfeits:
                self._judge(now)
                return
            if isinstance(question, Chance):
                self._sends.append(self._course.draw(question))
                continue
            self._docket.ask(question, now)
            if self._judge(now):
                return
            if waiting := self._docket.waiting:
                self._sends += [self._docket.request(each, self._course, now) for each in waiting
                                if self._seats[each.decision.seat].here]
                return
            self._take_open()
        self._unfinished = True

    def _answered(self, event: Answered, now: float) -> None:
        """Take an answer if its decision is open; one that comes before anybody noticed its deadline is in time."""
        each = self._docket.find(event.seat, event.decision_id)
        if each is None:
            self._refuse_unasked(event)
            return
        each.owed += event.lag
        try:
            picks = check(each.decision, event.picks)
        except IllegalAnswer as error:
            self._reject(event.seat, event.decision_id, REJECT_REASONS[error.reason], str(error))
            self._refused(each, ILLEGAL, error.reason, now)
            return
        each.picks, each.think = picks, now - each.since
        if event.annotation:
            each.annotation = cut(event.annotation, ANNOTATION_BYTES)
        self._seats[event.seat].unanswered = []
        self._go_on(now)

    def _refuse_unasked(self, event: Answered) -> None:
        asked_of = self._docket.asked_of
        known = 0 < event.decision_id <= len(asked_of)
        if self._seats[event.seat].conduct.out:
            reason, message = RejectReason.REJECT_REASON_DISQUALIFIED, "your seat is out of the match"
        elif known and asked_of[event.decision_id - 1] == event.seat:
            reason, message = RejectReason.REJECT_REASON_STALE, "this decision was answered already"
        else:
            reason, message = RejectReason.REJECT_REASON_UNKNOWN_DECISION, "this decision was never asked of you"
        self._reject(event.seat, event.decision_id, reason, message)

    def _faulty(self, event: Faulty, now: float) -> None:
        if (each := self._docket.of_seat(event.seat)) is not None:
            self._refused(each, event.fault, event.evidence, now)

    def _refused(self, each: OpenDecision, fault: int, reason: str, now: float) -> None:
        each.refusals += 1
        if self.policy.action(fault) != RETRY or each.refusals >= self.policy.most_refusals:
            self._docket.fail(each, fault, f"{each.refusals} refused, the last: {reason}", now)
            self._go_on(now)

    def _reject(self, seat: Seat, decision_id: int, reason: RejectReason, message: str) -> None:
        self._send(seat, PlayResponse(answer_rejected=AnswerRejected(
            match_id=self.match_id, decision_id=decision_id, reason=reason, message=message,
        )), refused=reason)

    def _tick(self, now: float) -> None:
        """Answer what is overdue; but who is late himself first gives the time back."""
        gather_until = self._attendance.gather_until
        if gather_until is not None:
            if gather_until <= now:
                self._attendance.give_up(now)
                self._begin(now)
            return
        if self._unfinished:
            self._advance(now)
            return
        self._attendance.look(now)
        self._docket.look(now)
        self._go_on(now)

    # --- steps ---

    def _go_on(self, now: float) -> None:
        """If every open decision has its answer, take them all and advance."""
        if not self.over and self._docket.open and not self._judge(now) and not self._docket.waiting:
            self._take_open()
            self._advance(now)

    def _take_open(self) -> None:
        answers, counted, timings = self._docket.close()
        self._sends.append(self._course.take(answers, counted, timings))
        for number in self._docket.count(counted):
            evidence = self._seats[number].evidence
            self._reject(number, self.decisions, RejectReason.REJECT_REASON_DISQUALIFIED,
                         f"your seat is out of the match after {evidence}; its substitute answers")
            if self.policy.action(DISQUALIFIED) == FORFEIT_MATCH:
                self._docket.forfeits.append(Forfeit(seat=number, fault=DISQUALIFIED, evidence=evidence))

    def _judge(self, now: float) -> bool:
        """End the match if a fault does so; whether it is over."""
        if self._docket.void_reason:
            self._void(self._docket.void_reason)
        elif self._docket.forfeits:
            self._end(forfeit_outcome(len(self._seats), [each.seat for each in self._docket.forfeits]), now)
        return self.over

    # --- the end ---

    def _end(self, outcome: Outcome | None, now: float) -> None:
        """End with this outcome, or with that of the game."""
        forfeits = self._docket.forfeits if outcome is not None else []
        if outcome is None:
            outcome = self.game.outcome(self._course.state)
        if outcome is None:
            raise RuntimeError(f"{self.game.name} waits for nothing, but has no outcome")
        digest = last_link(self._course.digest, outcome, self._commitment, self.steps)
        message, (moment, unix_ms) = outcome_message(outcome), self._epoch
        footer = RecordFooter(
            outcome=message, seed=self._seed, digest=digest, steps=self.steps,
            ended_unix_ms=unix_ms + round((now - moment) * 1000), forfeits=forfeits,
        )
        for seat in range(len(self._seats)):
            self._send(seat, match_over(self.match_id, footer))
        self.over = True
        self._sends.append(Ended(outcome, footer))

    def _void(self, reason: str) -> None:
        for seat in range(len(self._seats)):
            self._send(seat, PlayResponse(match_over=MatchOver(match_id=self.match_id, void_reason=reason)))
        self.over = True
        self._sends.append(Ended(None, None, reason))

    # --- resuming ---

    def reopen(self, header: RecordHeader, now: float, unix_ms: int) -> None:
        """Take up a match that had this header; its steps follow with `repeat`, and its bots with Returned."""
        self._header, self._epoch = header, (now, unix_ms)
        self._course.digest = first_link(header)
        self._attendance.started, self._attendance.gather_until = True, now + self.clock.reconnect
        for seat, bot in zip(self._seats, header.seats, strict=True):
            seat.bot = BotInfo(bot.bot, bot.version, bot.sdk, bot.identity)

    def repeat(self, answers: tuple[Picks, ...], step: RecordStep) -> bytes:
        """Take a step of the record again, chance and substitutes as they were; returns the entry it makes."""
        question = self._course.pending()
        if isinstance(question, Chance):
            return self._course.take(answers).data
        counted, written = self._docket.reopened(question, step)
        data = self._course.take(answers, counted, written).data
        self._docket.count(counted)
        for seat in self._seats:
            if seat.conduct.gone and not seat.left:
                seat.left = seat.conduct.gone
                seat.stop()
        return data
