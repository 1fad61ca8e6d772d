"""Play one match: its bots are processes that use gRPC, or objects in this process."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from time import monotonic, time
from typing import TYPE_CHECKING, Any, Final

from lawspeaker.v1.record_pb2 import RecordFooter
from lawspeaker_bot.bot import Bot
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import BadSetup, Outcome, Seat, Setup
from lawspeaker_engine.setups import manned
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY, Policy, fault_name
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.event_loop import Stop, run_async
from lawspeaker_referee.host.in_process import InProcessRunner
from lawspeaker_referee.host.local_bots import LocalBot, make_local
from lawspeaker_referee.host.process.output import Output, keep_or_tell
from lawspeaker_referee.match.events import Ended
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.match.places import forfeits_by_fault, resigned_in
from lawspeaker_referee.open_files import PROCESS_FILES, SERVER_FILES, need_files
from lawspeaker_referee.record.file import PART_SUFFIX
from lawspeaker_referee.record.writer import BufferedRecordWriter, RecordWriter, Signer
from lawspeaker_referee.version import RELEASE, build_version

if TYPE_CHECKING:
    from lawspeaker_referee.host.process.bot import ProcessEnd
    from lawspeaker_referee.server.match_runner import MatchEnd

STEPS_A_REPORT: Final = 16

Report = Callable[[str], None]
"""Called with a line about the progress of a match."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match."""

    match_id: str
    game: str
    bots: tuple[str, ...]
    """By seat: the name that its bot gave itself."""
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
    """By seat: the end of each bot's process that was gone before the match was over."""
    forfeits: tuple[tuple[Seat, str, str], ...] = ()
    """The seats that lost by a fault, with its name and what was seen of it."""
    resigned: tuple[Seat, ...] = ()
    """The seats that resigned."""
    substituted: tuple[Seat, ...] = ()
    """The seats that lost their bots and that a substitute played to the end."""
    stand_ins: tuple[int, ...] = ()
    """By seat: how many answers were stand-ins, as its bot says."""
    stood_in: tuple[Seat, ...] = ()
    """The seats that are lost because of that."""
    unpacked: str = ""
    """Why the record, which is complete, is not at its place but in its journal beside it; empty if it is there."""

    @property
    def record_file(self) -> Path | None:
        """Return the file that has the record."""
        if self.record is None or not self.unpacked:
            return self.record
        return self.record.with_name(self.record.name + PART_SUFFIX)


class MatchFailed(OSError):
    """The referee could not finish the match; the log says more."""


class MatchInterrupted(Exception):
    """The match was stopped and is void; the text says what became of its record."""


def play_match(
    game: Game[Any], setup: Setup, seats: Sequence[SeatSpec | Bot], *, seed: bytes, match_id: str,
    move_time: float | None = None, clock: Clock | None = None, policy: Policy = DEFAULT_POLICY,
    record_path: Path | None = None, signer: Signer | None = None, in_process: bool = False,
    progress: Report | None = None, sandbox: Sandbox | None = None, hide: Sequence[Path] = (),
    tell: Report | None = None, stop: Stop | None = None, people: Mapping[Seat, Bot] | None = None,
) -> MatchResult:
    """Play one match on a clock, or on one of nothing but a `move_time` in seconds, None for no limit.

    `seats` are the bots of the seats that are not played by rules; objects are for matches in this process.

    Nothing ends a bot in this process that thinks too long: there `move_time` is not looked at. One that raises an
    exception has left the match, as a process does that crashes. What bots do wrong has
    the consequences of `policy`, and `signer` signs the record.

    Bots that are processes stay within `sandbox`, and where they can be cut off the files of `hide` (keys, say) and the
    record in the making are empty for them. What they print goes to files beside the record; without a record `tell`,
    which is also told what is not enforced, gets it line by line, and writes to stderr if left out.

    `people` are the bots of seats that people take: objects of this process, which play over gRPC all the same.

    A `stop` that happens before the match has ended makes it void: the record of what was played is removed.

    Raises BadSetup for seats that do not fit and a clock that cannot be kept, BotFailed for a bot that does not join,
    OSError for a record that cannot be written and for too few open files, MatchFailed and MatchInterrupted.
    """
    specs = [each for each in seats if isinstance(each, SeatSpec)]
    if len(specs) != len(seats) and not in_process:
        raise BadSetup("a bot that is an object plays in-process")
    _check(manned(game, setup), seats, clock, people or {}, in_process=in_process)
    if not in_process:
        need_files(SERVER_FILES + PROCESS_FILES * len(seats))
    stop = stop or Stop()
    clock = clock or Clock(None if in_process else move_time)
    match = Match(game, setup, match_id, seed, clock, engine_version=RELEASE, started_unix_ms=round(time() * 1000),
                  policy=policy, build=build_version() if record_path is not None else "")
    kind = BufferedRecordWriter if in_process else RecordWriter
    record = kind(record_path, signer) if record_path is not None else None
    endings: dict[Seat, ProcessEnd] = {}
    unpacked = ""
    began = monotonic()
    end: Ended | MatchEnd
    try:
        if in_process:
            bots = [make_local(each) if isinstance(each, SeatSpec) else LocalBot(each) for each in seats]
            runner = InProcessRunner(match, bots, record, _report(progress), stop)
            end = runner.play()
            endings, failure = runner.endings, runner.failure
            for number, seat in enumerate(match.manned):
                output = endings[seat].output if seat in endings else Output()
                keep_or_tell(record_path, number, output, tell or _on_stderr)
        else:
            from lawspeaker_referee.host import local_match  # a server and all it needs, 100 ms of a short match

            terms = local_match.LocalMatchConfig(sandbox or Sandbox(), tuple(hide), tell or _on_stderr,
                                                 _report(progress), people or {})
            result = run_async(local_match.play(match, specs, record, terms, stop))
            end, endings, failure = result.end, result.endings, result.end.failure
            unpacked = result.end.unpacked
        outcome, footer = _finished(match_id, end, failure)
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
        forfeits=tuple((each.seat, fault_name(each.fault), each.evidence) for each in forfeits_by_fault(footer)),
        resigned=tuple(resigned_in(footer)),
        substituted=tuple(footer.substituted), stand_ins=tuple(count.stand_ins for count in match.fault_counts),
        stood_in=tuple(footer.stood_in), unpacked=unpacked,
    )


def _check(
    taken: Sequence[Seat], seats: Sequence[SeatSpec | Bot], clock: Clock | None, people: Mapping[Seat, Bot], *,
    in_process: bool,
) -> None:
    """Raises BadSetup."""
    if len(seats) != len(taken):
        raise BadSetup(f"{len(seats)} bots for {len(taken)} seats")
    if {seat for seat, spec in zip(taken, seats, strict=True)
            if isinstance(spec, SeatSpec) and (spec.is_human or spec.is_agent)} != set(people):
        raise BadSetup("each seat of a person or an agent needs a bot that asks it, and no other seat does")
    if in_process and clock is not None and clock != Clock(None):
        raise BadSetup(f"the clock {clock.text} cannot be kept in-process, where nothing ends a bot that is late")


def _finished(match_id: str, end: Ended | MatchEnd, failure: str) -> tuple[Outcome, RecordFooter]:
    """Raises MatchFailed for a voided match."""
    if end.void_reason or end.outcome is None or end.footer is None:
        why = f"{end.void_reason}: {failure}" if failure else end.void_reason
        raise MatchFailed(f"match {match_id} was voided: {why}")
    return end.outcome, end.footer


def _on_stderr(text: str) -> None:
    sys.stderr.write(f"lawspeaker: {text}\n")


def _report(progress: Report | None) -> Callable[[Match], None]:
    """Return a callback that reports every STEPS_A_REPORT steps how far a match has come."""
    stored = count(1)

    def step(match: Match) -> None:
        if next(stored) % STEPS_A_REPORT == 0 and progress is not None:
            progress(f"{match.steps} steps, {match.decisions} decisions")

    return step
