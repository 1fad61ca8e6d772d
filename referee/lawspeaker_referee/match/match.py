"""One match as a state machine: an event and the time go in, things to send come out. It never waits for anything.

A decision that its bot leaves open gets what the fault policy says: when its time is up, when its bot is gone, or when
too many of its answers were refused. Each step is stored before the next one is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.record_pb2 import Forfeit, RecordHeader, RecordStep
from lawspeaker.v1.referee_service_pb2 import AnswerRejected, DecisionText, MatchOver, PlayResponse, RejectReason
from lawspeaker_engine.dice import Dice
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Chance, Decision, Outcome, Picks, Seat, Setup
from lawspeaker_engine.setups import manned
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.fault_policies import (
    DEFAULT_POLICY,
    DISCONNECTED,
    FORFEIT_MATCH,
    LEAVING,
    LIMIT_VOID,
    REFEREE,
    Policy,
    fault_name,
    reject_name,
)
from lawspeaker_referee.match.decisions import OpenDecisions
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
from lawspeaker_referee.match.faults import FaultCount
from lawspeaker_referee.match.game_run import GameRun
from lawspeaker_referee.match.places import Places
from lawspeaker_referee.match.record_envelope import match_over, match_started, record_footer, record_header
from lawspeaker_referee.match.seats import Seats
from lawspeaker_referee.match.start_text import start_text

REFEREE_FAILED: Final = "the referee failed"
"""Why a match is void in which the game or the referee has raised an exception; the log says which."""
STEPS_AT_ONCE: Final = 64
"""Steps that need no bot are worked off in slices of this many, so that one match never holds up the others."""


class Match:
    """One match, from the first bot that joins to the last entry of the record.

    The caller hands over events with `handle`, does what is returned, in that order, and hands over Tick when
    `deadline` is reached. The last thing that a match sends is Ended; from then on it ignores everything.
    """

    def __init__(
        self, game: Game[Any], setup: Setup, match_id: str, seed: bytes, clock: Clock, *, engine_version: str,
        started_unix_ms: int, policy: Policy = DEFAULT_POLICY, dice: Dice | None = None, tell_seed: bool = True,
        build: str = "", until: Seat | None = None, own_clocks: Mapping[Seat, Clock] = MappingProxyType({}),
        state: Any = None, challenger: str = "",
    ) -> None:
        """`tell_seed` is False where other matches have the same seed; the record names `build`. `own_clocks` are the
        clocks of seats that have another than `clock`.

        With `until` the match is void as soon as that seat has answered a decision, or will not. With `state` it begins
        there, in the middle of a game, and has no record that could be verified. `challenger` is the name of the token
        that asked for it, if it is a challenge of a ladder.
        """
        self.game, self.setup, self.match_id, self.clock, self.policy = game, setup, match_id, clock, policy
        self.clocks = tuple(own_clocks.get(seat, clock) for seat in range(setup.players))
        """By seat."""
        self.challenger = challenger
        self.over = False
        self.refused = tuple(Counter[str]() for _ in range(setup.players))
        """By seat: why answers were refused -> how many."""
        self.stood_still = 0.0
        """Seconds since the match began that are missing in the times of its events; the time of its end has them."""
        dice = dice or Dice(seed)
        self.manned = manned(game, setup)
        """The seats that bots play."""
        self._seats = Seats(self.clocks, game.unmanned(setup))
        self._run = GameRun(match_id, game, setup, dice, self._seats.states, state)
        self._places = Places.of(policy, game, setup)
        self.open_decisions = OpenDecisions(match_id, self._places.policy, dice, self._seats.states)
        self._seed, self._tell_seed, self._engine_version, self._build = seed, tell_seed, engine_version, build
        self._until, self._limited = until, policy.has_limit
        self._header: RecordHeader | None = None
        """None before the match has begun."""
        self._epoch = (0.0, started_unix_ms)
        """A moment of the caller's clock, and the same moment in milliseconds since 1970."""
        self._unfinished = False
        """True if there is work left that needs no bot."""
        self._sends: list[Send] = []

    @property
    def steps(self) -> int:
        """Steps taken so far."""
        return self._run.steps

    @property
    def decisions(self) -> int:
        """Decisions asked so far."""
        return len(self.open_decisions)

    @property
    def faults(self) -> tuple[dict[str, int], ...]:
        """Return by seat how often the referee answered for it, by fault."""
        return tuple(dict(sorted((fault_name(fault), number) for fault, number in seat.faults.counts.items()))
                     for seat in self._seats.states)

    @property
    def fault_counts(self) -> tuple[FaultCount, ...]:
        """Return by seat the count of its faults."""
        return tuple(seat.faults for seat in self._seats.states)

    @property
    def names(self) -> tuple[str, ...]:
        """Return by seat the name that its bot gave itself; empty before it joined."""
        return tuple(seat.bot.name if seat.bot is not None else "" for seat in self._seats.states)

    def is_gone(self, seat: Seat) -> bool:
        """Return True if a seat's bot is gone for good, so that it need not come back."""
        return bool(self._seats.states[seat].left)

    @property
    def deadline(self) -> float | None:
        """Return when Tick is due; None if there is nothing to wait for but answers."""
        if self._seats.gather_until is not None:
            return self._seats.gather_until
        if self._unfinished:
            return float("-inf")
        return min([*self.open_decisions.deadlines, *self._seats.deadlines], default=None)

    def handle(self, event: Event, now: float) -> list[Send]:
        """Return what is to be done because of an event, in order; `now` is the caller's clock in seconds.

        Whatever a bot sends is answered and never raises. An exception is a fault of the referee or the game.
        """
        if self.over:
            return []
        self._sends = []
        match event:
            case Answered():
                refusal = self.open_decisions.take(event, now)
                if refusal is not None:
                    self.refused[event.seat][reject_name(refusal.reason).upper()] += 1
                    self._refuse(event.seat, refusal)
                self._go_on(now)
            case Written():
                self.open_decisions.written(event, now)
            case Unread():
                self.open_decisions.unread(event, now)
            case Tick():
                self._tick(event, now)
            case Faulty():
                self.refused[event.seat][fault_name(event.fault).upper()] += 1
                self.open_decisions.refuse_message(event, now)
                self._go_on(now)
            case Voided():
                self._void(event.reason)
            case _:
                self._seat_changed(event, now)
        return self._sends

    def meter(self, cpu: Callable[[], float]) -> None:
        """Measure from now on by this clock, in seconds of CPU time, what texts and positions take (`ToSeat.cpu`)."""
        self._run.cpu = cpu

    def revoke(self, reason: str) -> list[Send]:
        """Return what voids the match because the referee failed, even after its end, which could not be written down.

        What was returned before and has not left is not to be sent any more.
        """
        self._sends = []
        self._void(reason)
        return self._sends

    def suspend(self) -> None:
        """Ignore everything from now on: another referee goes on with the match."""
        self.over = True

    def next_decision(self, seat: Seat) -> Decision | None:
        """Return what the next step asks a seat; None if it asks it nothing, or if the seat's bot has left."""
        question = self._run.pending()
        if not isinstance(question, tuple) or not self._seats.states[seat].plays:
            return None
        return next((each for each in question if each.seat == seat), None)

    def in_words(self, decision: Decision) -> DecisionText:
        """Return a decision of the next step as text, with what happened since its seat's request before."""
        return self._run.text(decision, self._seats.states[decision.seat].events)

    def told(self, decision: Decision) -> tuple[str, DecisionText]:
        """Return the text of the start and that of a decision of the next step, for a bot that asks for texts."""
        text = self._run.text(decision, self._seats.states[decision.seat].events, in_full=False)
        assert self._header is not None, "the match has begun"
        return self._start_text(decision.seat, self._header), text

    # --- seats ---

    def _seat_changed(self, event: Joined | Away | Returned | Left, now: float) -> None:
        match event:
            case Left(fault=fault) if fault == REFEREE:
                self._void(f"the referee failed at seat {event.seat}")
            case Left():
                self._seats.expect(event.seat, event.bot)
                self._leave(event.seat, event.fault, event.evidence, now)
                self._settle(now)
            case _ if self.is_gone(event.seat):
                return
            case Away():
                self._disconnect(event.seat, now)
            case Joined() | Returned():
                if self._seats.started and self._seats.states[event.seat].connected:
                    self._disconnect(event.seat, now)  # a newer connection takes the place of an older one
                self._seats.connect(event.seat, event.bot, now)
                self._welcome(event.seat, now)

    def _disconnect(self, seat: Seat, now: float) -> None:
        self._seats.disconnect(seat, now)
        self.open_decisions.connection_lost(seat)

    def _leave(self, seat: Seat, fault: int, evidence: str, now: float) -> None:
        if self._seats.leave(seat, fault, evidence):
            self.open_decisions.abandon(seat, now)

    def _welcome(self, seat: Seat, now: float) -> None:
        """Tell a bot that comes back about the match, and ask again what is open."""
        if self._header is not None:
            self._tell_start(seat, self._header)
        if self._seats.gather_until is not None:
            self._settle(now)
        elif (each := self.open_decisions.of_seat(seat)) is not None:
            self._sends.append(self._run.request(each, now, again=True))

    def _settle(self, now: float) -> None:
        """Begin, or go on, if no bot is waited for any more."""
        if self._seats.started and self._seats.gather_until is None:
            self._go_on(now)
        elif self._seats.complete:
            self._begin(now)

    def _begin(self, now: float) -> None:
        self._seats.gather_until = None
        if not self._seats.started:
            self._start(now)
        self._advance(now)

    def _start(self, now: float) -> None:
        self._seats.started = True
        self._epoch = (now, self._epoch[1])
        self._header = record_header(
            self.game, self.setup, self.match_id, self.clock, self.clocks, self.policy,
            [seat.bot or BotInfo("") for seat in self._seats.states], seed=self._seed,
            engine_version=self._engine_version, build=self._build, started_unix_ms=self._epoch[1],
            challenger=self.challenger)
        self._run.begin(self._header)
        self._sends.append(Store(header=self._header))
        for seat in range(self.setup.players):
            self._tell_start(seat, self._header)

    # --- decisions ---

    def _go_on(self, now: float) -> None:
        """If every open decision has its answer, take them all and advance."""
        decisions = self.open_decisions
        if self.over or not decisions.open:
            return
        if self._until is not None and any(each.decision.seat == self._until for each in decisions.open):
            if decisions.forfeits or decisions.void_reason or not decisions.of_seat(self._until):
                self._void("one decision was asked")
        elif decisions.void_reason or decisions.forfeits:
            self._end_by_fault(now)
        elif not decisions.waiting:
            self._take_open()
            self._advance(now)

    def _take_open(self) -> None:
        """Take the answers of all open decisions as one step."""
        answers, counted, disqualified = self.open_decisions.close()
        self._sends.append(self._run.take(answers, counted))
        for seat in disqualified:
            evidence = self._seats.states[seat].evidence
            self._refuse(seat, self.open_decisions.refusal(
                self.decisions, RejectReason.REJECT_REASON_DISQUALIFIED,
                f"your seat is out of the match after {evidence}; its substitute answers"))

    def _advance(self, now: float) -> None:
        """Go on until a bot must be waited for, the game is over, or enough was done at once."""
        self._unfinished = False
        run, decisions = self._run, self.open_decisions
        for _ in range(STEPS_AT_ONCE):
            question = run.pending()
            if not question:
                self._end_by_rules(now)
                return
            # Who was disqualified by the last step may have lost the match by that, if the game was not over before.
            if decisions.forfeits:
                self._end_by_fault(now)
                return
            if isinstance(question, Chance):
                self._sends.append(run.draw(question))
                continue
            if self._limited and (limit := self.policy.reached(self.decisions, decisions.charged_us)):
                self._end_by_limit(limit, now)
                return
            waiting = decisions.ask(question, now)
            if decisions.void_reason or decisions.forfeits:
                self._end_by_fault(now)
                return
            if waiting:
                self._sends += [run.request(each, now) for each in waiting
                                if self._seats.states[each.decision.seat].connected]
                return
            self._take_open()
        self._unfinished = True

    def _tick(self, event: Tick, now: float) -> None:
        """Do what is due by now."""
        gather_until = self._seats.gather_until
        if gather_until is not None:
            if gather_until <= now:
                if self._seats.started and not self._seats.any_back:
                    self._void("no bot came back after the referee was started again")
                    return
                for seat, evidence in self._seats.missing():
                    self._leave(seat, DISCONNECTED, evidence, now)
                self._begin(now)
            return
        if self._unfinished:
            self._advance(now)
            return
        for seat, evidence in self._seats.overdue(now):
            self._leave(seat, DISCONNECTED, evidence, now)
        self.open_decisions.look(event, now)
        self._go_on(now)

    # --- sending ---

    def _tell_start(self, seat: Seat, header: RecordHeader) -> None:
        bot = self._seats.states[seat].bot
        briefly = bot is not None and bot.text and not bot.text_in_full
        text = self._start_text(seat, header) if briefly else ""
        self._send(seat, match_started(header, seat, self._run.codec.catalogue, text))

    def _start_text(self, seat: Seat, header: RecordHeader) -> str:
        return start_text(self._run.codec, self.setup, seat, [bool(each.bot) for each in header.seats])

    def _refuse(self, seat: Seat, refusal: AnswerRejected) -> None:
        self._send(seat, PlayResponse(answer_rejected=refusal), refused=refusal.reason)

    def _send(self, seat: Seat, message: PlayResponse, refused: int = 0) -> None:
        if self._seats.states[seat].connected:
            self._sends.append(ToSeat(seat, message.SerializeToString(), refused=refused))

    # --- the end ---

    def _end_by_fault(self, now: float) -> None:
        """End the match because a fault voids it, or lets seats forfeit it."""
        if self.open_decisions.void_reason:
            self._void(self.open_decisions.void_reason, self.open_decisions.voided_by)
        else:
            forfeits = [*self.open_decisions.forfeits, *self._never_there()]
            self._end(self._places.forfeited(forfeits, self._places.lost(self.fault_counts)), now, forfeits)

    def _never_there(self) -> Iterator[Forfeit]:
        """Yield the forfeits of bots that are gone without an answer, beside those of the seats that were asked."""
        asked = {each.seat for each in self.open_decisions.forfeits} | {
            each.decision.seat for each in self.open_decisions.open}
        for number, seat in enumerate(self._seats.states):
            if (number not in asked and seat.left in LEAVING and not seat.faults.decisions
                    and self._places.policy.action(seat.left) == FORFEIT_MATCH):
                yield Forfeit(seat=number, fault=Fault.Name(seat.left), evidence=seat.evidence)

    def _end_by_limit(self, limit: str, now: float) -> None:
        """End the match because it has reached its limit."""
        if self.policy.limit_result == LIMIT_VOID:
            self._void(f"the match reached its limit of {limit}")
            return
        scores = self.game.scores(self._run.state)
        self._end(self._places.limited(scores, self._places.lost(self.fault_counts)), now)

    def _end_by_rules(self, now: float) -> None:
        outcome = self.game.outcome(self._run.state)
        if outcome is None:
            raise RuntimeError(f"{self.game.name} waits for nothing, but has no outcome")
        if not len(outcome.ranks) == len(outcome.scores) == self.setup.players:
            raise RuntimeError(f"the outcome of {self.game.name} has {len(outcome.ranks)} ranks and "
                               f"{len(outcome.scores)} scores, not one each for {self.setup.players} seats")
        self._end(self._places.finished(outcome, self._places.lost(self.fault_counts)), now)

    def _end(self, outcome: Outcome, now: float, forfeits: Sequence[Forfeit] = ()) -> None:
        moment, unix_ms = self._epoch
        lost = self._places.lost(self.fault_counts).without([each.seat for each in forfeits])
        footer = record_footer(
            outcome, self._run.digest, self.steps, seed=self._seed, forfeits=forfeits, lost=lost,
            ended_unix_ms=unix_ms + round((now + self.stood_still - moment) * 1000))
        for seat in range(self.setup.players):
            self._send(seat, match_over(self.match_id, footer, outcome, tell_seed=self._tell_seed))
        self.over = True
        self._sends.append(Ended(outcome, footer))

    def _void(self, reason: str, by: Seat | None = None) -> None:
        for seat in range(self.setup.players):
            self._send(seat, PlayResponse(match_over=MatchOver(match_id=self.match_id, void_reason=reason)))
        self.over = True
        self._sends.append(Ended(None, None, reason, by))

    # --- resuming ---

    def reopen(self, header: RecordHeader, now: float, unix_ms: int) -> None:
        """Take up a match that had this header; its steps follow with `repeat`, and its bots with Returned."""
        self._header, self._epoch = header, (now, unix_ms)
        self._run.begin(header)
        self._seats.wait_for_return(now)
        for seat, bot in zip(self._seats.states, header.seats, strict=True):
            seat.bot = BotInfo(bot.bot, bot.version, bot.sdk, bot.identity, files=bot.files,
                               in_process=bot.in_process, person=bot.person)

    def repeat(self, answers: tuple[Picks, ...], step: RecordStep) -> Store:
        """Take a step of the record again, with its chance and substitutes; return the entry that it makes."""
        question = self._run.pending()
        if isinstance(question, Chance):
            return self._run.take(answers)
        if self._run.tells_changes:
            for decision in question:
                self._run.show(decision.seat)
        counted = self.open_decisions.close_as_recorded(question, step)
        stored = self._run.take(answers, counted)
        self._seats.leave_as_recorded()
        return stored
