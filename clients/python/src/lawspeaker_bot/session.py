"""One stream to the referee and the matches on it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from inspect import isawaitable, iscoroutinefunction
from typing import Any, TypeVar

import grpc.aio

from lawspeaker.v1.referee_service_pb2 import (
    Answer,
    AnswerRejected,
    Goodbye,
    GoodbyeReason,
    Hello,
    PlayRequest,
    PlayResponse,
)
from lawspeaker.v1.referee_service_pb2_grpc import RefereeServiceStub
from lawspeaker_bot.bot import Bot
from lawspeaker_bot.decision import Decision, Match, Rejection, Result
from lawspeaker_bot.errors import BotError, ConnectionLost, Refused, WrongBot, WrongPicks
from lawspeaker_bot.version import PROTOCOL, SDK

MOST_THREADS = 64

_T = TypeVar("_T")


@dataclass(slots=True)
class _Seat:
    """A match being played, and what has come for it and was not worked off yet."""

    match: Match
    inbox: asyncio.Queue[PlayResponse | None] = field(default_factory=asyncio.Queue)
    """None at its end says that the stream is over."""
    latest: int = 0
    """The highest decision that has come: those before it are over, for a seat has at most one open."""


class Session:
    """Introduces the bot, hands messages to its matches, and writes their answers one at a time."""

    def __init__(self, channel: grpc.aio.Channel, bot: Bot, token: str) -> None:
        self.bot = bot
        self._call: Any = RefereeServiceStub(channel).Play()  # type: ignore[no-untyped-call]
        self._token = token
        self._writing = asyncio.Lock()
        self._seats: dict[str, _Seat] = {}
        self._goodbye: Goodbye | None = None
        self._threads = None if bot.quick else ThreadPoolExecutor(min(max(1, bot.max_matches), MOST_THREADS), "bot")

    async def play(self) -> None:
        """Play until the stream ends. Raises BotError, or what the bot raised."""
        try:
            async with asyncio.TaskGroup() as tasks:
                await self._introduce()
                while (message := await self._read()) is not None:
                    self._dispatch(message, tasks)
                self._check_goodbye()
                for seat in self._seats.values():
                    seat.inbox.put_nowait(None)
        except BaseExceptionGroup as group:
            raise group.exceptions[0] from None
        finally:
            self._call.cancel()
            if self._threads:
                self._threads.shutdown(wait=False, cancel_futures=True)

    async def ask(self, method: Callable[..., Awaitable[_T] | _T], *args: object) -> _T:
        """What a method of the bot returns: awaited, run in a thread, or called at once if it is quick."""
        if self._threads and not iscoroutinefunction(method):
            result = await asyncio.get_running_loop().run_in_executor(self._threads, method, *args)
        else:
            result = method(*args)
        return await result if isawaitable(result) else result

    async def answer(self, decision: Decision, picks: Sequence[int]) -> None:
        """Send picks. Raises WrongPicks if they cannot even be written down."""
        answer = Answer(match_id=decision.match_id, decision_id=decision.decision_id)
        try:
            answer.annotation = decision.annotation
        except (TypeError, ValueError):
            raise WrongBot(f"the annotation of {decision.prompt} is {decision.annotation!r}; it must be text") from None
        try:
            answer.picks.extend(list(picks))
        except (TypeError, ValueError):
            raise WrongPicks(f"decide() returned {picks!r} for {decision.prompt}; it must return a list of option "
                             f"indices, each 0 to {decision.option_count - 1}") from None
        await self._write(PlayRequest(answer=answer))

    async def _introduce(self) -> None:
        bot = self.bot
        for what, text in (("name", bot.name), ("version", bot.version)):
            if not isinstance(text, str):
                raise WrongBot(f"the bot's {what} is {text!r}; it must be text")
        if isinstance(bot.games, str):
            raise WrongBot(f"the bot's games are {bot.games!r}; write a tuple of names, ({bot.games!r},)")
        await self._write(PlayRequest(hello=Hello(
            protocol=PROTOCOL, token=self._token, bot=bot.name or type(bot).__name__, version=bot.version, sdk=SDK,
            games=bot.games, max_matches=bot.max_matches,
        )))
        welcome = await self._read()
        if welcome is None or not welcome.HasField("welcome"):
            if welcome is not None and welcome.HasField("goodbye"):
                raise Refused(f"the referee refused the bot: {welcome.goodbye.message}")
            raise Refused("the referee did not answer Hello with Welcome; is this a Lawspeaker referee?")

    def _dispatch(self, message: PlayResponse, tasks: asyncio.TaskGroup) -> None:
        """Hand a message to its match; a match's own messages are worked off one after the other."""
        kind = message.WhichOneof("message")
        if kind == "goodbye":
            self._goodbye = message.goodbye
        elif kind == "match_started":
            seat = self._seats[message.match_started.match_id] = _Seat(Match(message.match_started))
            tasks.create_task(_play_match(self, seat))
        elif kind in {"decision_request", "answer_rejected", "match_over"}:
            body = getattr(message, kind)
            seat_of_match = self._seats.get(body.match_id)
            if seat_of_match is None:
                return
            if kind == "decision_request":
                seat_of_match.latest = body.decision_id
            elif kind == "match_over":
                del self._seats[body.match_id]
            seat_of_match.inbox.put_nowait(message)

    async def _read(self) -> PlayResponse | None:
        try:
            message = await self._call.read()
        except grpc.aio.AioRpcError as error:
            raise _explained(error) from None
        return None if message is grpc.aio.EOF else message

    async def _write(self, request: PlayRequest) -> None:
        """One write at a time: two at once hang the peer."""
        # A stream that is gone is the reader's news: only it knows whether there was a goodbye.
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            async with self._writing:
                await self._call.write(request)

    def _check_goodbye(self) -> None:
        """Raises Refused or ConnectionLost unless the stream ended as it should."""
        if self._goodbye is None:
            raise ConnectionLost("the referee closed the stream without a goodbye")
        if self._goodbye.reason == GoodbyeReason.GOODBYE_REASON_PROTOCOL:
            raise Refused(f"the referee ended the stream: {self._goodbye.message}")


async def _play_match(session: Session, seat: _Seat) -> None:
    """Serve one match to its end, or to the stream's."""
    bot = session.bot
    decision: Decision | None = None
    await session.ask(bot.started, seat.match)
    while (message := await seat.inbox.get()) is not None:
        kind = message.WhichOneof("message")
        if kind == "match_over":
            await session.ask(bot.over, Result(message.match_over, seat.match))
            return
        if kind == "answer_rejected":
            await _rejected(session, message.answer_rejected, decision)
        elif message.decision_request.decision_id == seat.latest:
            decision = Decision(message.decision_request, seat.match)
            await session.answer(decision, await session.ask(bot.decide, decision))


async def _rejected(session: Session, message: AnswerRejected, latest: Decision | None) -> None:
    """Tell the bot; if the decision is still open, answer its default so that the game goes on."""
    decision = latest if latest is not None and latest.decision_id == message.decision_id else None
    rejection = Rejection.of(message, decision)
    await session.ask(session.bot.rejected, rejection)
    if decision is not None and not rejection.late:
        await session.answer(decision, decision.default)


def _explained(error: grpc.aio.AioRpcError) -> BotError:
    """A status of the call as one line."""
    details = error.details() or error.code().name
    if error.code() in {
        grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.INVALID_ARGUMENT,
        grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.RESOURCE_EXHAUSTED,
    }:
        return Refused(f"the referee refused the bot: {details}")
    return ConnectionLost(f"the connection to the referee broke ({error.code().name}): {details}")
