"""A match that is taken up at one step, to ask one seat for its decision again; then it is void."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lawspeaker.v1.referee_service_pb2 import DecisionText
from lawspeaker_engine.model import Decision, Picks, Seat
from lawspeaker_referee.match.decisions import OpenDecision
from lawspeaker_referee.match.match import Match


@dataclass(frozen=True, slots=True)
class BotAnswer:
    """The answer of a bot to a decision, or the reason why there is none."""

    picks: Picks | None
    """None if it left the decision open."""
    fault: int
    """Why it did; 0 for an answer."""
    evidence: str
    seconds: float
    """From the moment at which the request left."""
    annotation: str
    refusals: int
    """Answers that were refused before."""


class OneDecision(Match):
    """A match whose steps are repeated up to a decision of `seat`; the answer to it, or the lack of one, ends it.

    Join every seat that plays, the others without a bot behind them: their answers are not waited for.
    """

    def __init__(self, *arguments: Any, seat: Seat, **settings: Any) -> None:
        """Take what Match takes, and the seat that will be asked."""
        super().__init__(*arguments, **settings)
        self.seat = seat
        self._asked: OpenDecision | None = None

    @property
    def decision(self) -> Decision | None:
        """Return what the seat is asked next; None if that step asks it nothing, or if its bot has left the match."""
        question = self._run.pending()
        if not isinstance(question, tuple) or not self._seats.states[self.seat].plays:
            return None
        return next((each for each in question if each.seat == self.seat), None)

    def in_words(self, decision: Decision) -> DecisionText:
        """Return the decision as text, with what happened since the seat's request before."""
        return self._run.text(decision, self._seats.states[self.seat].events)

    @property
    def answer(self) -> BotAnswer | None:
        """Return what the bot answered; None before it was asked."""
        each = self._asked
        if each is None:
            return None
        lost = next((lost for lost in self.open_decisions.forfeits if lost.seat == self.seat), None)
        fault, evidence = (lost.fault, lost.evidence) if lost else (each.fault, each.evidence)
        return BotAnswer(
            None if each.fault else each.picks, fault, evidence or self.open_decisions.void_reason, each.think,
            each.annotation, each.refusals)

    def _go_on(self, now: float) -> None:
        """End as soon as the seat has answered, or will not."""
        decisions = self.open_decisions
        self._asked = self._asked or next((each for each in decisions.open if each.decision.seat == self.seat), None)
        if self.over or self._asked is None:
            return
        if self._asked.picks is not None or decisions.forfeits or decisions.void_reason:
            self._void("one decision was asked")
