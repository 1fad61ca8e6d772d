"""A bot's seat in one match, which handles its messages one after another, over any number of streams.

The seat keeps the last answer. If a decision is asked again, because the connection or the referee was lost, it sends
the same answer without asking the bot again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from lawspeaker.v1.referee_service_pb2 import Answer, AnswerRejected, DecisionRequest, MatchOver, PlayResponse
from lawspeaker_bot.bot import Bot
from lawspeaker_bot.decision import AnswerOrigin, Decision, Match, Rejection, Result
from lawspeaker_bot.errors import WrongBot, WrongPicks
from lawspeaker_bot.printable import printable
from lawspeaker_bot.stream import Stream

Ask = Callable[..., Awaitable[Any]]
"""Calls a method of the bot with these arguments and awaits the result."""

ANNOTATION_BYTES = 4096
"""The longest remark that a record keeps. A longer one is cut before it is sent, as it could exceed a message."""
_QUESTION = ("prompt", "least", "most", "ordered", "default_picks", "option_count", "options", "view")
"""Fields that identify a question. After a loss of data the referee may reuse a decision's id."""


class Seat:
    """A seat in a match, as the SDK keeps it."""

    def __init__(self, match: Match, bot: Bot, ask: Ask) -> None:
        self.match = match
        self.away = False
        """True after a lost connection, until the referee says that the match goes on."""
        self.latest = 0
        """The id of the newest decision. Earlier ones are over, because a seat has at most one open."""
        self._bot, self._ask = bot, ask
        self._inbox: asyncio.Queue[tuple[PlayResponse, Stream] | None] = asyncio.Queue()
        self._decision: Decision | None = None
        self._answer: Answer | None = None
        """The answer to the decision; None while the bot thinks."""
        self._lost = ""

    def take(self, message: PlayResponse, stream: Stream) -> None:
        """Queue a message."""
        if message.HasField("decision_request"):
            request, decision = message.decision_request, self._decision
            self.latest = request.decision_id
            if decision is not None and _same(request, decision.message):
                decision.asked_again(request)  # now, because the bot may be thinking
        self._inbox.put_nowait((message, stream))

    def end(self, lost: str = "") -> None:
        """End the match after the queued messages; `lost` says why if it was not over."""
        self._lost = lost
        self._inbox.put_nowait(None)

    async def play(self) -> None:
        """Handle messages to the end of the match. Raises whatever the bot raises."""
        bot = self._bot
        await self._call(bot.started, self.match)
        while (item := await self._inbox.get()) is not None:
            message, stream = item
            kind = message.WhichOneof("message")
            if kind == "match_over":
                await self._call(bot.over, Result(message.match_over, self.match))
                return
            if kind == "match_started":
                await self._call(bot.resumed, self.match)
            elif kind == "answer_rejected":
                await self._rejected(message.answer_rejected, stream)
            elif message.decision_request.decision_id == self.latest:
                await self._decide(message.decision_request, stream)
        if self._lost:
            await self._call(bot.over, Result(MatchOver(match_id=self.match.match_id), self.match, self._lost))

    async def _call(self, method: Callable[..., Any], subject: Decision | Match | Rejection | Result) -> Any:
        """Call a method of the bot; note on its exceptions where in the match they happened."""
        try:
            return await self._ask(method, subject)
        except Exception as error:
            where = (_named(subject) if isinstance(subject, Decision)
                     else f"{method.__name__}() of {self.match.match_id}")
            error.add_note(printable(f"the bot failed at {where}, seat {self.match.seat}"))
            raise

    async def _decide(self, request: DecisionRequest, stream: Stream) -> None:
        decision = self._decision
        if decision is None or not _same(request, decision.message):
            self._answer = None
            self._decision = decision = Decision(request, self.match)
        if self._answer is None:
            self._answer = written_down(decision, await self._call(self._bot.decide, decision))
        await stream.answer(self._answer)

    async def _rejected(self, message: AnswerRejected, stream: Stream) -> None:
        """Tell the bot; answer the default if the decision is still open."""
        decision = self._decision
        if decision is not None and decision.decision_id != message.decision_id:
            decision = None
        rejection = Rejection.of(message, decision)
        await self._call(self._bot.rejected, rejection)
        if decision is not None and rejection.open:
            decision.origin, decision.resign = AnswerOrigin.UNPARSABLE, False  # it is the SDK that answers
            self._answer = written_down(decision, decision.default)
            await stream.answer(self._answer)


def written_down(decision: Decision, picks: Any) -> Answer:
    """Return the answer as a message. Raises WrongPicks or WrongBot for values of a wrong type."""
    answer = Answer(match_id=decision.match_id, decision_id=decision.decision_id)
    try:
        answer.annotation = decision.annotation.encode()[:ANNOTATION_BYTES].decode(errors="ignore")
    except (AttributeError, TypeError, ValueError):
        said = f"{decision.annotation!r:.200}"
        raise WrongBot(f"the annotation of {_named(decision)} is {said}; it must be text") from None
    try:
        answer.input_tokens, answer.output_tokens = decision.tokens
    except (TypeError, ValueError):
        raise WrongBot(f"the tokens of {_named(decision)} are {decision.tokens!r}; they must be two numbers") from None
    try:
        answer.origin = decision.origin  # type: ignore[assignment] # the same numbers
    except (TypeError, ValueError):
        raise WrongBot(f"the origin of {_named(decision)} is {decision.origin!r}; it must be an AnswerOrigin") from None
    if decision.resign:
        answer.resign = True
        return answer
    try:
        answer.picks.extend(list(picks))
    except (TypeError, ValueError):
        raise WrongPicks(f"decide() returned {picks!r} for {_named(decision)}; it must return a list of option "
                         f"indices, each 0 to {decision.option_count - 1}") from None
    return answer


def _named(decision: Decision) -> str:
    return f"{decision.prompt}, decision {decision.decision_id} of {decision.match_id}"


def _same(one: DecisionRequest, other: DecisionRequest) -> bool:
    return one.decision_id == other.decision_id and all(
        getattr(one, field) == getattr(other, field) for field in _QUESTION)
