"""One match as a state machine: an event and the time go in, things to send come out; nothing waits and nothing runs.

What a decision gets that its bot leaves open is the policy's word: when its time is up, when its bot is gone, or when
too many of its answers were refused. Sealed decisions are kept until all are in. Each step is stored before the next
one is asked.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from lawspeaker.v1.record_pb2 import Forfeit, RecordEntry, RecordHeader, RecordStep
from lawspeaker.v1.referee_service_pb2 import AnswerRejected, MatchOver, PlayResponse, RejectReason
from lawspeaker_engine.dice import Dice
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Chance, Outcome, Picks, Seat, Setup
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.fault_policies import (
    DEFAULT_POLICY,
    DISQUALIFIED,
    FORFEIT_MATCH,
    REFEREE,
    FaultCount,
    Policy,
    fault_name,
    forfeit_outcome,
    reject_name,
)
from lawspeaker_referee.match.decisions import Answers, OpenDecisions
from lawspeaker_referee.match.digest_chain import first_link
from lawspeaker_referee.match.events import (
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
    Unread,
    Voided,
    Written,
)
from lawspeaker_referee.match.game_run import GameRun
from lawspeaker_referee.match.record_envelope import RecordEnvelope, match_started
from lawspeaker_referee.match.seat_connections import SeatConnections
from lawspeaker_referee.match.seats import SeatState

STEPS_AT_ONCE: Final = 64
"""Steps that need no bot are worked off in slices of this many, so that one match never holds up the others."""


class Match:
    """See the module. A match is over after it has sent Ended, and then ignores everything."""

    def __init__(
        self, game: Game[Any], setup: Setup, match_id: str, seed: bytes, clock: Clock, *, engine_version: str,
        started_unix_ms: int, policy: Policy = DEFAULT_POLICY, dice: Dice | None = None, tell_seed: bool = True,
    ) -> None:
        """`tell_seed` is False where other matches have the same seed."""
        self.game, self.setup, self.match_id, self.clock, self.policy = game, setup, match_id, clock, policy
        self.over = False
        self._cover = RecordEnvelope(game, setup, match_id, clock, policy, seed=seed, engine_version=engine_version,
                            started_unix_ms=started_unix_ms, tell_seed=tell_seed)
        self.refused = tuple(Counter[str]() for _ in range(setup.players))
        """By seat: how many of its answers were refused, and why."""
        self._seats = [SeatState(bank_us=round(clock.bank * 1e6)) for _ in range(setup.players)]
        dice = dice or Dice(seed)
        self._course = GameRun(game, setup, dice, self._seats)
        self._docket = OpenDecisions(match_id, clock, policy, dice, self._seats)
        self._answers = Answers(match_id, policy, self._docket, self._seats)
        self._attendance = SeatConnections(self._seats, clock, self._docket)
        self.stood_still = 0.0
        """Seconds since the match began that are missing in the times of its events: when it ended tells them too."""
        self._unfinished = False
        """Whether there is work left that needs no bot."""
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
        return tuple(dict(sorted((fault_name(fault), number) for fault, number in seat.conduct.counts.items()))
                     for seat in self._seats)

    @property
    def conducts(self) -> tuple[FaultCount, ...]:
        """By seat: what it did wrong."""
        return tuple(seat.conduct for seat in self._seats)

    @property
    def names(self) -> tuple[str, ...]:
        """By seat: what its bot calls itself; empty before it joined."""
        return tuple(seat.bot.name if seat.bot is not None else "" for seat in self._seats)

    def is_gone(self, seat: Seat) -> bool:
        """Whether a seat's bot is gone for good, so that it need not come back."""
        return bool(self._seats[seat].left)

    @property
    def deadline(self) -> float | None:
        """When Tick is due; None if there is nothing to wait for but answers."""
        if self._attendance.gather_until is not None:
            return self._attendance.gather_until
        if self._unfinished:
            return float("-inf")
        return min([*self._docket.deadlines, *self._attendance.deadlines], default=None)

    def handle(self, event: Event, now: float) -> list[Send]:
        """What follows from an event. Whatever a bot sends is answered, never raised; what is raised is our bug."""
        self._sends = []
        if not self.over:
            self._take(event, now)
        return self._sends

    def _take(self, event: Event, now: float) -> None:
        match event:
            case Answered():
                if (refusal := self._answers.take(event, now)) is not None:
                    self.refused[event.seat][reject_name(refusal.reason).upper()] += 1
                    self._reply(event.seat, refusal)
                self._go_on(now)
            case Faulty():
                self.refused[event.seat][fault_name(event.fault).upper()] += 1
                self._answers.faulty(event, now)
                self._go_on(now)
            case Written():
                self._docket.written(event, now)
            case Unread():
                self._docket.unread(event, now)
            case Tick():
                self._tick(event, now)
            case Voided():
                self._void(event.reason)
            case _:
                self._seat_changed(event, now)

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
        if self._cover.header is not None:
            self._send(seat, match_started(self._cover.header, seat, self._course.codec.catalogue))
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
        self._attendance.started = True
        header = self._cover.begin([seat.bot or BotInfo("") for seat in self._seats], now)
        self._course.digest = first_link(header)
        entry = RecordEntry(header=header).SerializeToString(deterministic=True)
        self._sends.append(Store(entry, is_step=False))
        for seat in range(len(self._seats)):
            self._send(seat, match_started(header, seat, self._course.codec.catalogue))

    def _send(self, seat: Seat, message: PlayResponse, refused: int = 0) -> None:
        if self._seats[seat].here:
            self._sends.append(ToSeat(seat, message.SerializeToString(), refused=refused))

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

    def _reply(self, seat: Seat, refusal: AnswerRejected) -> None:
        self._send(seat, PlayResponse(answer_rejected=refusal), refused=refusal.reason)

    def _tick(self, event: Tick, now: float) -> None:
        """Answer what is overdue."""
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
        self._docket.look(event, now)
        self._go_on(now)

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
            self._reply(number, self._answers.refusal(
                self.decisions, RejectReason.REJECT_REASON_DISQUALIFIED,
                f"your seat is out of the match after {evidence}; its substitute answers"))
            if self.policy.action(DISQUALIFIED) == FORFEIT_MATCH:
                self._docket.forfeits.append(Forfeit(seat=number, fault=DISQUALIFIED, evidence=evidence))

    def _judge(self, now: float) -> bool:
        """End the match if a fault does so; whether it is over."""
        if self._docket.void_reason:
            self._void(self._docket.void_reason, self._docket.voided_by)
        elif self._docket.forfeits:
            self._end(forfeit_outcome(len(self._seats), [each.seat for each in self._docket.forfeits]), now)
        return self.over

    def _end(self, outcome: Outcome | None, now: float) -> None:
        """End with this outcome, or with that of the game."""
        forfeits = self._docket.forfeits if outcome is not None else []
        if outcome is None:
            outcome = self.game.outcome(self._course.state)
        if outcome is None:
            raise RuntimeError(f"{self.game.name} waits for nothing, but has no outcome")
        footer = self._cover.end(outcome, self._course.digest, self.steps, now + self.stood_still, forfeits)
        for seat in range(len(self._seats)):
            self._send(seat, self._cover.over(footer))
        self.over = True
        self._sends.append(Ended(outcome, footer))

    def _void(self, reason: str, by: Seat | None = None) -> None:
        for seat in range(len(self._seats)):
            self._send(seat, PlayResponse(match_over=MatchOver(match_id=self.match_id, void_reason=reason)))
        self.over = True
        self._sends.append(Ended(None, None, reason, by))

    def reopen(self, header: RecordHeader, now: float, unix_ms: int) -> None:
        """Take up a match that had this header; its steps follow with `repeat`, and its bots with Returned."""
        self._cover.reopen(header, now, unix_ms)
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
        self._attendance.reopened()
        return data
