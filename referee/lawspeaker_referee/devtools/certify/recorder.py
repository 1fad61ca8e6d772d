"""Read the messages of the bot's streams, keep a transcript, and note what the bot does wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Collection
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final, TypeVar

import grpc

from lawspeaker.v1.referee_service_pb2 import Answer, DecisionRequest, PlayRequest, PlayResponse, RejectReason
from lawspeaker_referee.devtools.certify.findings import STRAY, Failed, Finding
from lawspeaker_referee.devtools.certify.proxy import FaultInjector

MOST_OPEN: Final = 4
"""Open decisions that a finding names at most."""


@dataclass(slots=True)
class Asked:
    """A decision."""

    prompt: str
    ordered: bool
    at: float
    """When it was asked last, in monotonic seconds."""
    times: int = 1
    """Number of times it was asked."""
    picks: tuple[int, ...] | None = None
    """The answer that stands; None before there is one, and after it was refused."""
    given_to: int = 0
    """Value of `times` when it was answered last; 0 if it never was."""
    think: float | None = None
    """Seconds from the request to its first answer."""
    origin: int = 0
    """How the answer came about, as the bot says."""


@dataclass(slots=True)
class Transcript:
    """The decisions that were asked on the bot's streams, and their answers."""

    decisions: dict[tuple[str, int], Asked] = field(default_factory=dict)
    """By match and decision, in the order in which they were asked."""

    def asks(self, request: DecisionRequest, now: float) -> Asked:
        """Note that a request is written; return its decision."""
        name = (request.match_id, request.decision_id)
        found = self.decisions.get(name)
        if found is None:
            found = self.decisions[name] = Asked(request.prompt, request.ordered, now)
        else:
            found.at, found.times = now, found.times + 1
        return found

    def answers(self, answer: Answer, now: float) -> str:
        """Note an answer; return in words how it contradicts the one before the question was repeated, if it does."""
        found = self.decisions.get((answer.match_id, answer.decision_id))
        if found is None:
            return ""
        picks = tuple(answer.picks) if found.ordered else tuple(sorted(answer.picks))
        before, again = found.picks, found.times > found.given_to
        found.picks, found.given_to, found.origin = picks, found.times, answer.origin
        if found.think is None:
            found.think = now - found.at
        if before is None or before == picks or not again:
            return ""
        return (f"{found.prompt} (decision {answer.decision_id}) was answered with {list(before)}, and when it was "
                f"asked again with {list(picks)}")

    def refuses(self, match_id: str, decision_id: int) -> None:
        """Note that an answer was refused, so that another one may be given."""
        if (found := self.decisions.get((match_id, decision_id))) is not None:
            found.picks = None

    def answered(self, match_id: str) -> dict[int, Asked]:
        """Return the decisions of a match that have an answer, by id."""
        return {number: each for (match, number), each in self.decisions.items()
                if match == match_id and each.picks is not None}

    def open(self, over: Collection[str]) -> str:
        """Return in words which decisions wait for an answer, or the last one asked; matches in `over` do not wait."""
        waiting = [_told(*name, each) for name, each in self.decisions.items()
                   if each.picks is None and name[0] not in over]
        if waiting:
            more = f" and {len(waiting) - MOST_OPEN} more" if len(waiting) > MOST_OPEN else ""
            return "at " + (" or ".join(waiting[:MOST_OPEN])) + more
        if not self.decisions:
            return "before anything was asked"
        name, each = max(self.decisions.items(), key=lambda item: item[1].at)
        return f"after {_told(*name, each)}"

    def latest(self, match_id: str) -> str:
        """Return the last decision of a match in words."""
        mine = [(number, each) for (match, number), each in self.decisions.items() if match == match_id]
        if not mine:
            return "before anything was asked"
        return _told(match_id, *mine[-1])


def _told(match_id: str, decision_id: int, asked: Asked) -> str:
    return f"{asked.prompt} (decision {decision_id} of {match_id})"


_REFUSALS: Final = {
    RejectReason.REJECT_REASON_UNKNOWN_MATCH: "unknown-match", RejectReason.REJECT_REASON_STALE: "answered-twice",
    RejectReason.REJECT_REASON_UNKNOWN_DECISION: "not-asked", RejectReason.REJECT_REASON_WRONG_COUNT: "illegal",
    RejectReason.REJECT_REASON_OUT_OF_RANGE: "illegal", RejectReason.REJECT_REASON_DUPLICATE_PICK: "illegal",
    RejectReason.REJECT_REASON_MALFORMED: "malformed",
}
_TURNED_AWAY: Final = {
    grpc.StatusCode.UNAUTHENTICATED: "wrong-token", grpc.StatusCode.DEADLINE_EXCEEDED: "no-hello",
    grpc.StatusCode.FAILED_PRECONDITION: "protocol", grpc.StatusCode.ALREADY_EXISTS: "second-stream",
}

_T = TypeVar("_T")


class Recorder:
    """Listens to the proxy, keeps a transcript, and notes findings."""

    def __init__(self) -> None:
        self.injector = FaultInjector()
        self.transcript = Transcript()
        self.crafted: set[tuple[str, int]] = set()
        """Match and decision of refusals that a trial made up, each told once."""
        self.voided: set[str] = set()
        """Matches that a trial has ended: an answer may cross their end."""
        self.withheld: list[bytes] = []
        """Messages that the bot gets when it comes back."""
        self.delivered = asyncio.Event()
        """Set once such a message was sent."""
        self.calls = 0
        """Streams that were opened."""
        self.letting_go = False
        """True if the end of the stream is no finding."""
        self._ignored = STRAY
        self._finding: asyncio.Future[Finding] = asyncio.get_running_loop().create_future()

    # --- a trial ---

    def begin(self, ignored: frozenset[str]) -> None:
        """Forget the transcript and earlier findings; ignore findings of these kinds from now on."""
        self.transcript, self.injector, self._ignored = Transcript(), FaultInjector(), ignored
        if self._finding.done():
            self._finding = asyncio.get_running_loop().create_future()

    def note(self, kind: str, words: str) -> None:
        """Note a finding, if it is the first and of no ignored kind."""
        if kind not in self._ignored and not self._finding.done():
            self._finding.set_result(Finding(kind, words))

    def check(self) -> None:
        """Raises Failed if anything was noted."""
        if self._finding.done():
            finding = self._finding.result()
            raise Failed(finding.kind, finding.words)

    async def until(self, what: Awaitable[_T], within: float | None = None) -> _T:
        """Wait for something and return its result. Raises Failed at the first finding, and TimeoutError."""
        task = asyncio.ensure_future(what)
        waits: set[asyncio.Future[Any]] = {task, self._finding}
        try:
            await asyncio.wait(waits, timeout=within, return_when=asyncio.FIRST_COMPLETED)
            self.check()
            if not task.done():
                raise TimeoutError
            return task.result()
        finally:
            if not isinstance(what, asyncio.Future):
                task.cancel()

    def forget(self, match_id: str) -> None:
        """Forget a match, which will be played once more."""
        decisions = self.transcript.decisions
        self.transcript = Transcript({name: each for name, each in decisions.items() if name[0] != match_id})

    # --- ear: what is said ---

    def opened(self) -> None:
        """Count a stream that begins."""
        self.calls += 1

    def told(self, message: PlayResponse, *, lost: bool) -> None:
        """Note requests and refused answers, and withhold the result of a match if the message is lost."""
        if message.HasField("decision_request") and not lost:
            self.transcript.asks(message.decision_request, monotonic())
        elif message.HasField("match_over") and lost:
            self.withheld.append(message.SerializeToString())
            self.delivered.clear()
        elif message.HasField("answer_rejected"):
            self._refused(message)

    def _refused(self, message: PlayResponse) -> None:
        refusal = message.answer_rejected
        name = (refusal.match_id, refusal.decision_id)
        if name in self.crafted:
            self.crafted.discard(name)
            self.transcript.refuses(*name)
        elif kind := _REFUSALS.get(refusal.reason):
            if kind == "unknown-match" and refusal.match_id in self.voided:
                return  # the answer crossed the end of a match that a trial has ended
            if kind not in STRAY:
                self.transcript.refuses(*name)
            asked = self.transcript.decisions.get(name)
            where = f"{asked.prompt} (decision {name[1]})" if asked else f"decision {name[1]} of {name[0][:64]!r}"
            self.note(kind, f"its answer was refused: {refusal.message}" + (f"; it was to {where}" if name[0] else ""))

    def said(self, request: PlayRequest) -> None:
        """Note answers, and those that contradict others."""
        if request.HasField("answer") and (words := self.transcript.answers(request.answer, monotonic())):
            self.note("changed-answer", words)

    def dropped(self) -> None:
        """Note that a trial ended the stream."""
        self.letting_go = True

    def turned_away(self, code: grpc.StatusCode, why: str) -> None:
        """Note why the bot was not let in, unless the referee was unavailable."""
        if code is not grpc.StatusCode.UNAVAILABLE:
            self.note(_TURNED_AWAY.get(code, "bad-hello" if "Hello." in why else "no-hello"),
                      f"it was not let in: {why}")
