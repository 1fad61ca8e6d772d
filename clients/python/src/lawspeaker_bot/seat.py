"""A bot's place in one match: what comes for it is worked off one message after the other, over any number of streams.

What was answered last is kept. A decision that is asked again, because the connection or the referee was lost, is not
put to the bot again: it gets the very same answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from lawspeaker.v1.referee_service_pb2 import Answer, AnswerRejected, DecisionRequest, MatchOver, PlayResponse
from lawspeaker_bot.bot import Bot
from lawspeaker_bot.decision import Decision, Match, Rejection, Result
from lawspeaker_bot.errors import WrongBot, WrongPicks
from lawspeaker_bot.printable import printable
from lawspeaker_bot.stream import Stream

Ask = Callable[..., Awaitable[Any]]
"""Calls a method of the bot with these arguments and awaits what it returns."""

_QUESTION = ("prompt", "least", "most", "ordered", "default_picks", "option_count", "options", "view")
"""What makes a decision the same. After a loss of data the referee may ask another one under the same id."""


class Seat:
    """See the module."""

    def __init__(self, match: Match, bot: Bot, ask: Ask) -> None:
        self.match = match
        self.away = False
        """Whether the connection was lost and the referee has not said since that the match goes on."""
        self.latest = 0
        """The newest decision that has come: those before it are over, for a seat has at most one open."""
        self._bot, self._ask = bot, ask
        self._inbox: asyncio.Queue[tuple[PlayResponse, Stream] | None] = asyncio.Queue()
        self._decision: Decision | None = None
        self._answer: Answer | None = None
        """To the decision; None as long as the bot thinks about it."""
        self._lost = ""

    def take(self, message: PlayResponse, stream: Stream) -> None:
        """Queue a message."""
        if message.HasField("decision_request"):
            request, decision = message.decision_request, self._decision
            self.latest = request.decision_id
            if decision is not None and _same(request, decision.message):
                decision.asked_again(request)  # now, for the bot may be thinking about it
        self._inbox.put_nowait((message, stream))

    def end(self, lost: str = "") -> None:
        """No more will come; `lost` tells the bot why if the match was not over."""
        self._lost = lost
        self._inbox.put_nowait(None)

    async def play(self) -> None:
        """Serve the match to its end. Raises what the bot raises."""
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
        """What a method of the bot returns; the traceback of what it raises ends with where in the match that was."""
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
        """Tell the bot; if the decision is still open, answer its default so that the game goes on."""
        decision = self._decision
        if decision is not None and decision.decision_id != message.decision_id:
            decision = None
        rejection = Rejection.of(message, decision)
        await self._call(self._bot.rejected, rejection)
        if decision is not None and rejection.open:
            self._answer = written_down(decision, decision.default)
            await stream.answer(self._answer)


def written_down(decision: Decision, picks: Any) -> Answer:
    """An answer as a message. Raises WrongPicks or WrongBot if that cannot be."""
    answer = Answer(match_id=decision.match_id, decision_id=decision.decision_id)
    try:
        answer.annotation = decision.annotation
    except (TypeError, ValueError):
        raise WrongBot(f"the annotation of {_named(decision)} is {decision.annotation!r}; it must be text") from None
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
