"""Matches and decisions of a bot in the referee's process: messages are made only if it looks at them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from time import monotonic
from typing import Any, TypeVar

from lawspeaker.v1.referee_service_pb2 import DecisionRequest, MatchStarted, PlayResponse
from lawspeaker_bot.decision import AnswerOrigin, Decision, Match
from lawspeaker_bot.seat import written_down
from lawspeaker_engine.model import Seat
from lawspeaker_referee.match.events import NO_TOKENS, Answered, AskInProcess

T = TypeVar("T")


class RefereeFailed(BaseException):
    """The game or the referee has raised its cause while a bot looked at a decision.

    It is no Exception, so that a bot that handles its own does not answer as if nothing were wrong.
    """


class LocalMatch(Match):
    """A match of a bot that reads the engine's own values."""

    def __init__(self, message: MatchStarted, catalogue: Any) -> None:
        super().__init__(message)
        self._own_catalogue = catalogue

    @cached_property
    def catalogue(self) -> Any:
        """The engine's own catalogue."""
        return self._own_catalogue


class LocalDecision(Decision):
    """A question to a bot in this process."""

    def __init__(self, asked: AskInProcess, match: Match) -> None:  # what the base reads from a message is here already
        decision = asked.decision
        self.match, self.match_id, self.seat = match, match.match_id, match.seat
        self.decision_id, self.prompt, self.option_count = asked.decision_id, decision.prompt, len(decision.options)
        self.least, self.most, self.ordered = decision.least, decision.most, decision.ordered
        self.annotation, self.tokens, self.origin, self.resign = "", NO_TOKENS, AnswerOrigin.OWN, False
        self._clock = (0, 0, monotonic())
        self._default = decision.default
        self._asked: AskInProcess | None = asked

    def close(self) -> None:
        """Note that the decision is over: what was not looked at before is gone."""
        self._asked = None

    @property
    def asked(self) -> AskInProcess:
        """Return the question of the referee. Raises RuntimeError once the decision is over."""
        if self._asked is None:
            raise RuntimeError(f"decision {self.decision_id} is over; look at its view, options and events before")
        return self._asked

    @cached_property
    def message(self) -> DecisionRequest:  # type: ignore[override] # made when it is looked at, and then kept
        """The request as it would come over the wire."""
        return PlayResponse.FromString(_made(self.asked.data)).decision_request

    @property
    def default(self) -> list[int]:
        """The picks that the referee takes if no answer comes."""
        return list(self._default)


class OwnValuesDecision(LocalDecision):
    """A question to a built-in bot: classes of the engine, which have the names and fields of the messages."""

    @cached_property
    def options(self) -> list[Any]:
        """The engine's own options."""
        return list(self.asked.decision.options)

    @cached_property
    def view(self) -> Any:
        """The engine's own view of the seat."""
        return _made(self.asked.view)


def answer_of(seat: Seat, decision: Decision, picks: Any) -> Answered:
    """Return the answer of a seat's bot. Raises WrongPicks or WrongBot for values of a wrong type."""
    # Nearly every answer is a list of picks and nothing else. The message would only say that it is right.
    if (type(picks) is list and decision.tokens is NO_TOKENS and decision.origin is AnswerOrigin.OWN
            and decision.resign is False and type(decision.annotation) is str and not decision.annotation):
        count = decision.option_count
        for pick in picks:
            if type(pick) is not int or not 0 <= pick < count:
                break
        else:
            return Answered(seat, decision.decision_id, tuple(picks))
    answer = written_down(decision, picks)
    return Answered(seat, answer.decision_id, answer.picks, answer.annotation,
                    (answer.input_tokens, answer.output_tokens), answer.origin, answer.resign)


def _made(make: Callable[[], T]) -> T:
    """Return what the referee makes for a bot that looks at it. Raises RefereeFailed."""
    try:
        return make()
    except Exception as error:
        raise RefereeFailed from error
