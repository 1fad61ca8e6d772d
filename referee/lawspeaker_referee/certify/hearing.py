"""Hears what is said on the bot's streams, keeps a transcript, and notes what the bot does wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from time import monotonic
from typing import Any, Final, TypeVar

import grpc

from lawspeaker.v1.referee_service_pb2 import PlayRequest, PlayResponse, RejectReason
from lawspeaker_referee.certify.tap import Meddler
from lawspeaker_referee.certify.transcript import Transcript
from lawspeaker_referee.certify.trouble import STRAY, Failed, Trouble

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


class Hearing:
    """See the module. It is the ear of a tap."""

    def __init__(self) -> None:
        self.meddler = Meddler()
        self.transcript = Transcript()
        self.crafted: set[tuple[str, int]] = set()
        """Match and decision of refusals that a trial made up, each told once."""
        self.voided: set[str] = set()
        """Matches that a trial has ended: an answer may cross their end."""
        self.owed: list[bytes] = []
        """What a bot is told when it comes back."""
        self.paid = asyncio.Event()
        """Set once it was told something of that."""
        self.calls = 0
        """Streams that were opened."""
        self.letting_go = False
        """Whether the stream's end is our doing."""
        self._ignored = STRAY
        self._trouble: asyncio.Future[Trouble] = asyncio.get_running_loop().create_future()

    # --- a trial ---

    def begin(self, ignored: frozenset[str]) -> None:
        """Forget earlier troubles, and do not look at those kinds from now on."""
        self.transcript, self.meddler, self._ignored = Transcript(), Meddler(), ignored
        if self._trouble.done():
            self._trouble = asyncio.get_running_loop().create_future()

    def note(self, kind: str, words: str) -> None:
        """Something is wrong; the first of it counts."""
        if kind not in self._ignored and not self._trouble.done():
            self._trouble.set_result(Trouble(kind, words))

    def check(self) -> None:
        """Raises Failed if anything was noted."""
        if self._trouble.done():
            trouble = self._trouble.result()
            raise Failed(trouble.kind, trouble.words)

    async def until(self, what: Awaitable[_T], within: float | None = None) -> _T:
        """The result of something that is waited for. Raises Failed at the first trouble, TimeoutError."""
        task = asyncio.ensure_future(what)
        waits: set[asyncio.Future[Any]] = {task, self._trouble}
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
        """A stream begins."""
        self.calls += 1

    def told(self, message: PlayResponse, *, lost: bool) -> None:
        """Note requests, and why answers are refused."""
        if message.HasField("decision_request") and not lost:
            self.transcript.asks(message.decision_request, monotonic())
        elif message.HasField("match_over") and lost:
            self.owed.append(message.SerializeToString())
            self.paid.clear()
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
        """The stream's end is our doing."""
        self.letting_go = True

    def turned_away(self, code: grpc.StatusCode, why: str) -> None:
        """The bot was not let in."""
        if code is not grpc.StatusCode.UNAVAILABLE:
            self.note(_TURNED_AWAY.get(code, "bad-hello" if "Hello." in why else "no-hello"),
                      f"it was not let in: {why}")
