"""One match as a state machine: an event and the time go in, things to send come out; nothing waits and nothing runs.

A decision's default answer is taken when its time is up, when its bot is gone, or when too many of its answers were
refused. Sealed decisions are kept until all are in. Each step is stored before the next one is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.record_pb2 import RecordEntry, RecordFooter, RecordHeader, RecordSeat
from lawspeaker.v1.referee_service_pb2 import AnswerRejected, MatchOver, MatchStarted, PlayResponse, RejectReason
from lawspeaker_engine.dice import Dice, commitment
from lawspeaker_engine.game import Game, check
from lawspeaker_engine.model import Audience, Chance, Decision, IllegalAnswer, Picks, Question, Seat, Setup
from lawspeaker_referee import packing
from lawspeaker_referee.chain import asked, first_link, last_link, next_link, taken
from lawspeaker_referee.clock import Clock, owed
from lawspeaker_referee.events import (
    Answered,
    BotInfo,
    Ended,
    Event,
    Joined,
    Left,
    Send,
    Store,
    Taken,
    Tick,
    ToSeat,
    Void,
    Written,
)
from lawspeaker_referee.faults import MOST_REFUSALS, REJECT_REASONS, fault_name
from lawspeaker_referee.record import FORMAT
from lawspeaker_referee.wire import codec, outcome_message, setup_message

ANNOTATION_BYTES: Final = 256
STEPS_AT_ONCE: Final = 64
"""Steps that need no bot are worked off in slices of this many, so that one match never holds up the others."""


@dataclass(slots=True)
class _Seat:
    """What the match keeps for a seat."""

    bot: BotInfo | None = None
    gone: bool = False
    events: list[bytes] = field(default_factory=list)
    """What happened since its last decision, as far as it may know; see `packing.event`."""
    last_charged_us: int = 0
    faults: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class _Open:
    """A decision that is asked, or answered and sealed."""

    decision_id: int
    decision: Decision
    since: float
    """When its clock started."""
    deadline: float | None
    picks: Picks | None = None
    fault: int = 0
    think: float = 0.0
    annotation: str = ""
    refusals: int = 0
    owed: float = 0.0
    """Time the referee was late and did not charge."""


class Match:
    """See the module. A match is over after it has sent Ended, and then ignores everything."""

    def __init__(
        self, game: Game[Any], setup: Setup, match_id: str, seed: bytes, clock: Clock, *,
        engine_version: str, started_unix_ms: int,
    ) -> None:
        self.game, self.setup, self.match_id, self.clock = game, setup, match_id, clock
        self.steps = 0
        self.decisions = 0
        self.over = False
        self._codec = codec(game)
        self._requests = packing.RequestWriter(match_id, clock.move_time_ms)
        self._seed, self._dice = seed, Dice(seed)
        self._commitment = commitment(seed)
        self._state = game.setup(setup)
        self._seats = [_Seat() for _ in range(setup.players)]
        self._open: list[_Open] = []
        self._asked_of = bytearray()
        """The seat of each decision by its id - 1."""
        self._question: Question = ()
        self._digest = b""
        self._started = False
        self._unfinished = False
        """Whether there is work left that needs no bot."""
        self._began = 0.0
        self._engine_version, self._started_unix_ms = engine_version, started_unix_ms
        self._sends: list[Send] = []

    @property
    def faults(self) -> tuple[dict[str, int], ...]:
        """By seat: how often the referee answered for it, and why."""
        return tuple(dict(sorted(seat.faults.items())) for seat in self._seats)

    @property
    def open_decisions(self) -> int:
        """Decisions that wait for a bot."""
        return sum(each.picks is None for each in self._open)

    @property
    def deadline(self) -> float | None:
        """When Tick is due; None if there is nothing to wait for but answers."""
        if self._unfinished:
            return float("-inf")
        times = [each.deadline for each in self._open if each.picks is None and each.deadline is not None]
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
                self._written(event, now)
            case Tick():
                self._tick(now)
            case Joined():
                self._joined(event, now)
            case Left():
                self._left(event.seat, now)
            case Void():
                self._void(event.reason)
        return sends

    # --- seats ---

    def _joined(self, event: Joined, now: float) -> None:
        self._seats[event.seat].bot = event.bot
        self._start_if_full(now)

    def _left(self, seat: Seat, now: float) -> None:
        self._seats[seat].gone = True
        self._seats[seat].events.clear()
        if not self._started:
            self._start_if_full(now)
            return
        for each in self._open:
            if each.decision.seat == seat and each.picks is None:
                self._default(each, Fault.FAULT_DISCONNECTED, now)
                self._go_on(now)
                return

    def _start_if_full(self, now: float) -> None:
        if self._started or not all(seat.bot or seat.gone for seat in self._seats):
            return
        self._started, self._began = True, now
        bots = [seat.bot or BotInfo("") for seat in self._seats]
        header = RecordHeader(
            format=FORMAT, match_id=self.match_id, setup=setup_message(self.game, self.setup),
            engine_version=self._engine_version, seed_commitment=self._commitment,
            seats=[RecordSeat(bot=bot.name, version=bot.version, sdk=bot.sdk) for bot in bots],
            move_time_ms=self.clock.move_time_ms, started_unix_ms=self._started_unix_ms,
        )
        self._digest = first_link(header)
        entry = RecordEntry(header=header).SerializeToString(deterministic=True)
        self._sends.append(Store(entry, is_step=False))
        for seat in range(len(bots)):
            self._send(seat, PlayResponse(match_started=MatchStarted(
                match_id=self.match_id, seat=seat, setup=header.setup, bots=[bot.name for bot in bots],
                seed_commitment=self._commitment, move_time_ms=header.move_time_ms, catalogue=self._codec.catalogue,
            )))
        self._advance(now)

    def _send(self, seat: Seat, message: PlayResponse, refused: int = 0) -> None:
        if not self._seats[seat].gone:
            self._sends.append(ToSeat(seat, message.SerializeToString(), refused=refused))

    # --- decisions ---

    def _advance(self, now: float) -> None:
        """Go on until a bot must be waited for, the game is over, or enough was done at once."""
        self._unfinished = False
        for _ in range(STEPS_AT_ONCE):
            question = self._question = self.game.pending(self._state)
            if isinstance(question, Chance):
                self._take((self._dice.draw(question.stream, len(question.options), question.count),))
            elif not question:
                self._end(now)
                return
            else:
                self._ask(question, now)
                if self.open_decisions:
                    return
                self._take_open()
        self._unfinished = True

    def _ask(self, question: tuple[Decision, ...], now: float) -> None:
        for decision in question:
            self.decisions += 1
            self._asked_of.append(decision.seat)
            asked_now = _Open(self.decisions, decision, now, self.clock.deadline(now))
            self._open.append(asked_now)
            if self._seats[decision.seat].gone:
                self._default(asked_now, Fault.FAULT_DISCONNECTED, now)
            else:
                self._request(asked_now)

    def _request(self, each: _Open) -> None:
        decision, seat = each.decision, self._seats[each.decision.seat]
        options = self._codec.options(decision.options)
        view = self._codec.view(self.game.view(self._state, decision.seat))
        data = self._requests.request(each.decision_id, decision, options, view, seat.events,
                                     last_charged_us=seat.last_charged_us)
        self._sends.append(ToSeat(decision.seat, data, each.decision_id))
        seat.events = []

    def _written(self, event: Written, now: float) -> None:
        each = self._find(event.decision_id)
        if each is not None and each.picks is None and not each.owed:
            each.since, each.deadline = now, self.clock.deadline(now)

    def _answered(self, event: Answered, now: float) -> None:
        """Take an answer if its decision is open; one that comes before anybody noticed its deadline is in time."""
        each = self._find(event.decision_id)
        if each is None or each.decision.seat != event.seat or each.picks is not None:
            known = 0 < event.decision_id <= len(self._asked_of)
            if known and self._asked_of[event.decision_id - 1] == event.seat:
                self._reject(event, RejectReason.REJECT_REASON_STALE, "this decision was answered already")
            else:
                self._reject(event, RejectReason.REJECT_REASON_UNKNOWN_DECISION, "this decision was never asked of you")
            return
        try:
            picks = check(each.decision, event.picks)
        except IllegalAnswer as error:
            self._reject(event, REJECT_REASONS[error.reason], str(error))
            each.refusals += 1
            if each.refusals < MOST_REFUSALS:
                return
            self._default(each, Fault.FAULT_ILLEGAL, now)
        else:
            each.picks, each.think = picks, now - each.since
            if event.annotation:
                each.annotation = event.annotation.encode()[:ANNOTATION_BYTES].decode(errors="ignore")
        self._go_on(now)

    def _reject(self, event: Answered, reason: RejectReason, message: str) -> None:
        self._send(event.seat, PlayResponse(answer_rejected=AnswerRejected(
            match_id=self.match_id, decision_id=event.decision_id, reason=reason, message=message,
        )), refused=reason)

    def _tick(self, now: float) -> None:
        """Take the default of what is overdue; but who is late himself first gives the time back."""
        if self._unfinished:
            self._advance(now)
            return
        for each in self._open:
            if each.picks is None and each.deadline is not None and each.deadline <= now:
                late = owed(each.deadline, now)
                if late:
                    each.deadline = now + late
                    each.owed += late
                else:
                    self._default(each, Fault.FAULT_TIMEOUT, now)
        self._go_on(now)

    def _default(self, each: _Open, fault: Fault, now: float) -> None:
        each.picks, each.fault, each.think = check(each.decision, each.decision.default), fault, now - each.since
        self._seats[each.decision.seat].faults[fault_name(fault)] += 1

    def _find(self, decision_id: int) -> _Open | None:
        for each in self._open:
            if each.decision_id == decision_id:
                return each
        return None

    # --- steps ---

    def _go_on(self, now: float) -> None:
        """If every open decision has its answer, take them all and advance."""
        if self._open and not self.open_decisions:
            self._take_open()
            self._advance(now)

    def _take_open(self) -> None:
        done, self._open = self._open, []
        counted, timings = [], []
        for each in done:
            charged = 0 if each.fault == Fault.FAULT_DISCONNECTED else max(0, round((each.think - each.owed) * 1e6))
            self._seats[each.decision.seat].last_charged_us = charged
            counted.append(Taken(each.decision.seat, each.fault, charged))
            timings.append(packing.timing(charged, each.annotation, each.refusals, round(each.owed * 1e6)))
        answers = tuple(each.picks for each in done if each.picks is not None)
        self._take(answers, tuple(counted), timings)

    def _take(
        self, answers: tuple[Picks, ...], counted: tuple[Taken, ...] = (), timings: Sequence[bytes] = (),
    ) -> None:
        """Apply a step, store it, and remember it for those who may know."""
        question = self._question
        chosen = taken(question, answers)
        self.game.apply(self._state, answers)
        audiences = [question.seen_by] if isinstance(question, Chance) else [each.seen_by for each in question]
        acts, faultless = [], []
        for i, (seat, prompt, stream) in enumerate(asked(question)):
            fault = counted[i].fault if counted else 0
            options = self._codec.options(chosen[i])
            right = act = packing.full_act(seat, prompt, answers[i], options, fault=0, stream=stream)
            if fault:
                act = packing.full_act(seat, prompt, answers[i], options, fault=fault, stream=stream)
            acts.append(act)
            faultless.append(right)
            seen = packing.event(packing.seen_act(seat, prompt, options, fault=fault, stream=stream))
            hidden = seen if audiences[i] is None else packing.event(packing.hidden_act(seat, prompt, stream))
            self._tell(seat, packing.event(act), seen, hidden, audiences[i])
        self._digest = next_link(self._digest, faultless, self._state)
        self.steps += 1
        self._sends.append(Store(packing.step_entry(acts, self._digest, timings), counted))

    def _tell(self, actor: Seat, own: bytes, seen: bytes, hidden: bytes, audience: Audience) -> None:
        for number, seat in enumerate(self._seats):
            if not seat.gone:
                may_see = audience is None or number in audience
                seat.events.append(own if number == actor else seen if may_see else hidden)

    # --- the end ---

    def _end(self, now: float) -> None:
        outcome = self.game.outcome(self._state)
        if outcome is None:
            raise RuntimeError(f"{self.game.name} waits for nothing, but has no outcome")
        digest = last_link(self._digest, outcome, self._commitment, self.steps)
        message = outcome_message(outcome)
        footer = RecordFooter(
            outcome=message, seed=self._seed, digest=digest, steps=self.steps,
            ended_unix_ms=self._started_unix_ms + round((now - self._began) * 1000),
        )
        for seat in range(len(self._seats)):
            self._send(seat, PlayResponse(match_over=MatchOver(
                match_id=self.match_id, outcome=message, seed=self._seed, digest=digest)))
        self.over = True
        self._sends.append(Ended(outcome, footer))

    def _void(self, reason: str) -> None:
        for seat in range(len(self._seats)):
            self._send(seat, PlayResponse(match_over=MatchOver(match_id=self.match_id, void_reason=reason)))
        self.over = True
        self._sends.append(Ended(None, None, reason))
