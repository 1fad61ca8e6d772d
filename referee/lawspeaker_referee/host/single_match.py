"""One match from beginning to end: its bots as processes over gRPC, or as objects in this process."""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from time import monotonic, time
from typing import Any, Final

from lawspeaker.v1.record_pb2 import RecordFooter
from lawspeaker.v1.referee_service_pb2 import AnswerRejected, PlayResponse
from lawspeaker_bot.bot import Bot
from lawspeaker_bot.bots import make as make_bot
from lawspeaker_bot.decision import Decision, Rejection, Result
from lawspeaker_bot.decision import Match as BotMatch
from lawspeaker_bot.version import SDK
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import BadSetup, Outcome, Seat, Setup
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY, REJECT_REASONS, Policy, fault_name
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.event_loop import Stop
from lawspeaker_referee.host import local_match
from lawspeaker_referee.host.process.bot import ProcessEnd
from lawspeaker_referee.match.events import Answered, BotInfo, Ended, Event, Joined, Store, Tick
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.file import RecordWriter, Signer
from lawspeaker_referee.version import VERSION

STEPS_A_REPORT: Final = 16
_MENDABLE: Final = frozenset(REJECT_REASONS.values())
"""The reasons of refused answers whose decisions may still be open."""

Report = Callable[[str], None]
"""Is told how things stand, in words."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match went."""

    match_id: str
    game: str
    bots: tuple[str, ...]
    """By seat: what its bot calls itself."""
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    steps: int
    decisions: int
    digest: bytes
    record: Path | None
    faults: tuple[dict[str, int], ...]
    """By seat: how often the referee answered for it, by reason."""
    refused: tuple[dict[str, int], ...]
    """By seat: how many of its answers were refused, by reason."""
    seconds: float
    endings: dict[Seat, ProcessEnd] = field(default_factory=dict)
    """By seat: how those bots' processes ended that were gone before the match was over."""
    forfeits: tuple[tuple[Seat, str, str], ...] = ()
    """The seats that lost by a fault, with its name and what was seen of it."""


class MatchFailed(OSError):
    """A match that the referee could not bring to an end; the log says more."""


class MatchInterrupted(Exception):
    """A match that was stopped and is void; says what became of its record."""


def play_match(
    game: Game[Any], setup: Setup, seats: Sequence[SeatSpec], *, seed: bytes, match_id: str,
    move_time: float | None = None, clock: Clock | None = None, policy: Policy = DEFAULT_POLICY,
    record_path: Path | None = None, signer: Signer | None = None, in_process: bool = False,
    progress: Report | None = None, sandbox: Sandbox | None = None, hide: Sequence[Path] = (),
    tell: Report | None = None, stop: Stop | None = None,
) -> MatchResult:
    """Play one match on a clock, or on one of nothing but a `move_time` in seconds, None for no limit.

    Nothing ends a bot in this process that thinks too long: there `move_time` is not looked at. What bots do wrong has
    the consequences of `policy`, and `signer` signs the record.

    Bots that are processes stay within `sandbox`, and where they can be cut off the files of `hide` (keys, say) and the
    record in the making are empty for them. What they print goes to files beside the record; without a record `tell`,
    which is also told what is not enforced, gets it line by line, and writes to stderr if left out.

    A `stop` that happens before the match has ended makes it void: the record of what was played is removed.

    Raises BadSetup for seats that do not fit and a clock that cannot be kept, BotFailed for a bot that does not join,
    OSError for a record that cannot be written, MatchFailed and MatchInterrupted.
    """
    _check(setup, seats, clock, in_process=in_process)
    stop = stop or Stop()
    clock = clock or Clock(None if in_process else move_time)
    match = Match(game, setup, match_id, seed, clock, engine_version=VERSION, started_unix_ms=round(time() * 1000),
                  policy=policy)
    record = RecordWriter(record_path, signer) if record_path is not None else None
    endings: dict[Seat, ProcessEnd] = {}
    began = monotonic()
    try:
        if in_process:
            outcome, footer = InProcessRunner(match, [make_bot(spec.built_in) for spec in seats], record, progress,
                                    stop).play()
        else:
            terms = local_match.LocalMatchConfig(sandbox or Sandbox(), tuple(hide), tell or _on_stderr,
                                                 _report(progress))
            outcome, footer, endings = _over_grpc(match, seats, record, terms, stop)
    except asyncio.CancelledError:
        if record is None:
            raise MatchInterrupted("the match is void") from None
        record.discard()
        raise MatchInterrupted(f"the match is void; its record {record.part} was removed") from None
    except BaseException:
        if record is not None:
            record.discard()
        raise
    return MatchResult(
        match_id=match_id, game=game.name, bots=match.names, ranks=outcome.ranks, scores=outcome.scores,
        reason=outcome.reason, steps=match.steps, decisions=match.decisions, digest=footer.digest, record=record_path,
        faults=match.faults, refused=tuple(dict(sorted(seat.items())) for seat in match.refused),
        seconds=monotonic() - began, endings=endings,
        forfeits=tuple((each.seat, fault_name(each.fault), each.evidence) for each in footer.forfeits),
    )


def _check(setup: Setup, seats: Sequence[SeatSpec], clock: Clock | None, *, in_process: bool) -> None:
    """Raises BadSetup."""
    if len(seats) != setup.players:
        raise BadSetup(f"{len(seats)} bots for {setup.players} seats")
    if in_process and (alien := next((spec.text for spec in seats if not spec.built_in), None)):
        raise BadSetup(f"bot {alien!r} is a process, so it cannot play in-process")
    if in_process and clock is not None and clock != Clock(None):
        raise BadSetup(f"the clock {clock.text} cannot be kept in-process, where nothing ends a bot that is late")


def _over_grpc(
    match: Match, seats: Sequence[SeatSpec], record: RecordWriter | None, terms: local_match.LocalMatchConfig,
    stop: Stop,
) -> tuple[Outcome, RecordFooter, dict[Seat, ProcessEnd]]:
    """Raises CancelledError if it was stopped before the match had ended."""
    played = asyncio.run(local_match.play(match, seats, record, terms, stop))
    end = played.end
    if end.void_reason or end.outcome is None or end.footer is None:
        raise MatchFailed(f"match {match.match_id} was voided: {end.void_reason}")
    return end.outcome, end.footer, played.endings


def _on_stderr(text: str) -> None:
    sys.stderr.write(f"lawspeaker: {text}\n")


def _report(progress: Report | None) -> Callable[[Match], None]:
    """Tells now and then how far a match has come."""
    stored = count(1)

    def step(match: Match) -> None:
        if next(stored) % STEPS_A_REPORT == 0 and progress is not None:
            progress(f"{match.steps} steps, {match.decisions} decisions")

    return step


# --- in this process ---


class InProcessRunner:
    """Bots that are objects: each message is handed over at once, the same ones that would be sent."""

    def __init__(self, match: Match, bots: Sequence[Bot], record: RecordWriter | None, progress: Report | None,
                 stop: Stop) -> None:
        self._match, self._bots, self._record, self._stop = match, bots, record, stop
        self._step = _report(progress)
        self._events: deque[Event] = deque()
        self._matches: dict[Seat, BotMatch] = {}
        self._decisions: dict[Seat, Decision] = {}
        self._end: Ended | None = None

    def play(self) -> tuple[Outcome, RecordFooter]:
        """Play to the end. What a bot raises goes through, and so does CancelledError if it was stopped before."""
        for seat, bot in enumerate(self._bots):
            self._events.append(Joined(seat, BotInfo(bot.name or type(bot).__name__, bot.version, SDK)))
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
                    case _:
                        self._tell(send.seat, send.message)
        if self._end.outcome is None or self._end.footer is None:
            raise MatchFailed(f"match {self._match.match_id} was voided: {self._end.void_reason}")
        if self._record is not None:
            self._record.finish(self._end.footer)
        return self._end.outcome, self._end.footer

    def _store(self, send: Store) -> None:
        if self._record is not None:
            self._record.append(send.data)
        if send.is_step:
            self._step(self._match)

    def _tell(self, seat: Seat, message: PlayResponse) -> None:
        bot = self._bots[seat]
        match message.WhichOneof("message"):
            case "match_started":
                self._matches[seat] = BotMatch(message.match_started)
                bot.started(self._matches[seat])
            case "decision_request":
                decision = self._decisions[seat] = Decision(message.decision_request, self._matches[seat])
                picks = bot.decide(decision)
                assert isinstance(picks, Sequence), "a bot in this process must not be async"
                self._events.append(Answered(seat, decision.decision_id, picks, decision.annotation))
            case "answer_rejected":
                self._rejected(seat, bot, message.answer_rejected)
            case "match_over":
                bot.over(Result(message.match_over, self._matches[seat]))

    def _rejected(self, seat: Seat, bot: Bot, message: AnswerRejected) -> None:
        """Tell the bot; if the decision may still be open its default is answered, as the SDK does."""
        decision = self._decisions.get(seat)
        if decision is not None and decision.decision_id != message.decision_id:
            decision = None
        bot.rejected(Rejection.of(message, decision))
        if decision is not None and message.reason in _MENDABLE:
            self._events.append(Answered(seat, decision.decision_id, decision.default))
