"""One decision of a match that was played, which a bot is asked again."""

from __future__ import annotations

from dataclasses import dataclass

from lawspeaker_engine.model import Picks, Seat
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
    origin: int = 0
    """Why a stand-in gave the answer, as the bot says; 0 if none did."""

    @property
    def own_picks(self) -> Picks | None:
        """Return the picks of the bot's own; None if it left the decision open, or a stand-in gave them."""
        return None if self.origin else self.picks


@dataclass(frozen=True, slots=True)
class OneDecision:
    """A decision of `seat` that is asked again, in a match that ends `until` this seat has answered.

    Join every seat that plays, the others without a bot behind them: their answers are not waited for.
    """

    match: Match
    seat: Seat

    @property
    def answer(self) -> BotAnswer | None:
        """Return what the bot answered; None before it was asked."""
        decisions = self.match.open_decisions
        each = next((each for each in decisions.open if each.decision.seat == self.seat), None)
        if each is None:
            return None
        lost = next((lost for lost in decisions.forfeits if lost.seat == self.seat), None)
        fault, evidence = (lost.fault, lost.evidence) if lost else (each.fault, each.evidence)
        return BotAnswer(None if each.fault else each.picks, fault, evidence or decisions.void_reason, each.think,
                         each.annotation, each.refusals, each.origin)
