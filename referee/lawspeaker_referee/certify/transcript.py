"""What was asked of the bot in a trial and how it answered, stream after stream."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from lawspeaker.v1.referee_service_pb2 import Answer, DecisionRequest

MOST_OPEN: Final = 4
"""Open decisions that are named."""


@dataclass(slots=True)
class Asked:
    """A decision."""

    prompt: str
    ordered: bool
    at: float
    """When it was asked last, in monotonic seconds."""
    times: int = 1
    """How often it was asked."""
    picks: tuple[int, ...] | None = None
    """The answer that stands; None before there is one, and after it was refused."""
    given_to: int = 0
    """Which time of asking it answered."""
    think: float | None = None
    """Seconds from the request to its first answer."""


@dataclass(slots=True)
class Transcript:
    """See the module."""

    decisions: dict[tuple[str, int], Asked] = field(default_factory=dict)
    """By match and decision, in the order in which they were asked."""

    def asks(self, request: DecisionRequest, now: float) -> Asked:
        """A request is written."""
        name = (request.match_id, request.decision_id)
        found = self.decisions.get(name)
        if found is None:
            found = self.decisions[name] = Asked(request.prompt, request.ordered, now)
        else:
            found.at, found.times = now, found.times + 1
        return found

    def answers(self, answer: Answer, now: float) -> str:
        """An answer is read; returns in words how it contradicts an earlier one to the same question, or nothing."""
        found = self.decisions.get((answer.match_id, answer.decision_id))
        if found is None:
            return ""
        picks = tuple(answer.picks) if found.ordered else tuple(sorted(answer.picks))
        before, again = found.picks, found.times > found.given_to
        found.picks, found.given_to = picks, found.times
        if found.think is None:
            found.think = now - found.at
        if before is None or before == picks or not again:
            return ""
        return (f"{found.prompt} (decision {answer.decision_id}) was answered with {list(before)}, and when it was "
                f"asked again with {list(picks)}")

    def refuses(self, match_id: str, decision_id: int) -> None:
        """An answer was refused, so that another one may be given."""
        if (found := self.decisions.get((match_id, decision_id))) is not None:
            found.picks = None

    def answered(self, match_id: str) -> dict[int, Asked]:
        """The decisions of a match that have an answer, by id."""
        return {number: each for (match, number), each in self.decisions.items()
                if match == match_id and each.picks is not None}

    def open(self, over: Collection[str]) -> str:
        """In words where the bot is, the matches of these ids left aside: every decision that waits for its answer."""
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
        """The last decision of a match, in words."""
        mine = [(number, each) for (match, number), each in self.decisions.items() if match == match_id]
        if not mine:
            return "before anything was asked"
        return _told(match_id, *mine[-1])


def _told(match_id: str, decision_id: int, asked: Asked) -> str:
    return f"{asked.prompt} (decision {decision_id} of {match_id})"
