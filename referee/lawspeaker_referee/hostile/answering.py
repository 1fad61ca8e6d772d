"""Hostile bots that follow the protocol but give wrong answers."""

from __future__ import annotations

from collections.abc import Iterable

from lawspeaker.v1.referee_service_pb2 import DecisionRequest, RejectReason
from lawspeaker_referee.hostile.raw import ILLEGAL, REFUSALS, TIMEOUT, Hostile, answer, neighbours, other_picks


class NeverAnswers(Hostile):
    """Joins, listens, and never answers."""

    name = "never-answers"
    faults = (TIMEOUT,)

    def decide(self, _: DecisionRequest) -> Iterable[bytes]:
        """Send nothing."""
        return ()


class Late(Hostile):
    """Answers each decision when the next one is asked, and the last one when the match is over."""

    name = "late"
    faults = (TIMEOUT,)
    refusal = RejectReason.REJECT_REASON_STALE

    def __init__(self) -> None:
        super().__init__()
        self._kept: list[bytes] = []

    def decide(self, request: DecisionRequest) -> Iterable[bytes]:
        """Answer the previous decision."""
        late, self._kept = self._kept, [answer(request, other_picks(request))]
        return late

    def over(self) -> Iterable[bytes]:
        """Send the last answer, to a match that is over."""
        return self._kept


class Twice(Hostile):
    """Answers each decision, and then once more and otherwise."""

    name = "twice"
    refusal = RejectReason.REJECT_REASON_STALE

    def decide(self, request: DecisionRequest) -> Iterable[bytes]:
        """Send two answers."""
        return [answer(request, request.default_picks), answer(request, other_picks(request))]


class OldDecision(Hostile):
    """Answers the decision before once more and otherwise, before it answers the new one."""

    name = "old-decision"
    refusal = RejectReason.REJECT_REASON_STALE

    def __init__(self) -> None:
        super().__init__()
        self._old: list[bytes] = []

    def decide(self, request: DecisionRequest) -> Iterable[bytes]:
        """Send two answers, from the second decision on."""
        old, self._old = self._old, [answer(request, other_picks(request))]
        return [*old, answer(request, request.default_picks)]


class OtherSeat(Hostile):
    """Answers what the other seats are asked or will be asked, before it answers what it is asked itself."""

    name = "other-seat"
    refusal = RejectReason.REJECT_REASON_UNKNOWN_DECISION

    def decide(self, request: DecisionRequest) -> Iterable[bytes]:
        """Answer the decisions before and after its own, then its own."""
        around = [request.decision_id + step for step in (-1, 1, 2)]
        others = [each for each in around if each > 0 and each not in self.asked]
        return [*(answer(request, [0], each) for each in others), answer(request, request.default_picks)]


class OtherMatch(Hostile):
    """Answers in the matches of others, before it answers in its own."""

    name = "other-match"
    refusal = RejectReason.REJECT_REASON_UNKNOWN_MATCH

    def decide(self, request: DecisionRequest) -> Iterable[bytes]:
        """Answer in the matches before and after its own, in one that never was, then in its own."""
        matches = [*neighbours(request.match_id), "no such match"]
        others = [answer(request, [0], request.decision_id + step, match) for match in matches for step in (0, 1)]
        return [*others, answer(request, request.default_picks)]


class OutOfRange(Hostile):
    """Takes options that there are not."""

    name = "out-of-range"
    faults = (ILLEGAL,)
    refusal = RejectReason.REJECT_REASON_OUT_OF_RANGE

    def decide(self, request: DecisionRequest) -> Iterable[bytes]:
        """Send as many picks as asked for, all beyond the last option."""
        count = max(1, request.least)
        return [answer(request, [request.option_count + pick for pick in range(count)])] * REFUSALS


class Duplicates(Hostile):
    """Takes one option as often as it may take options; where it may take but one, it takes one too many."""

    name = "duplicates"
    faults = (ILLEGAL,)
    refusal = RejectReason.REJECT_REASON_DUPLICATE_PICK

    def decide(self, request: DecisionRequest) -> Iterable[bytes]:
        """Send the same pick at least twice."""
        return [answer(request, [0] * max(2, request.most))] * REFUSALS


class WrongCount(Hostile):
    """Takes more options than it may."""

    name = "wrong-count"
    faults = (ILLEGAL,)
    refusal = RejectReason.REJECT_REASON_WRONG_COUNT

    def decide(self, request: DecisionRequest) -> Iterable[bytes]:
        """Send one pick too many and, if possible, one too few."""
        counts = [request.most + 1, request.least - 1 if request.least else request.most + 1]
        return [answer(request, range(count)) for count in counts] * (REFUSALS // 2)
