"""A bot's session with its referee: its matches, over one or more streams."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from inspect import isawaitable, iscoroutinefunction
from time import monotonic
from typing import TypeVar

import grpc.aio

from lawspeaker.v1.referee_service_pb2 import Goodbye, GoodbyeReason, Hello, MatchStarted, PlayResponse
from lawspeaker_bot.backoff import Patience
from lawspeaker_bot.bot import Bot
from lawspeaker_bot.decision import Match
from lawspeaker_bot.errors import ConnectionLost, Refused, WrongBot
from lawspeaker_bot.seat import Seat
from lawspeaker_bot.stream import NoPlace, Stream
from lawspeaker_bot.threads import DaemonThreads
from lawspeaker_bot.version import PROTOCOL, sdk

MOST_THREADS = 64
TRY_WITHIN = 5.0
"""Seconds that one try to reconnect may take."""

_FRIENDLY = frozenset({GoodbyeReason.GOODBYE_REASON_UNSPECIFIED, GoodbyeReason.GOODBYE_REASON_DRAINING,
                       GoodbyeReason.GOODBYE_REASON_DONE})
"""Goodbyes that do not blame the bot; all others do, including unknown ones."""

log = logging.getLogger("lawspeaker_bot")

_T = TypeVar("_T")


class Session:
    """Introduces the bot, passes messages to its matches, and reconnects."""

    def __init__(self, connect: Callable[[], grpc.aio.Channel], bot: Bot, token: str, patience: Patience) -> None:
        """`connect` returns a new channel; the session closes it."""
        self.bot = bot
        self._connect, self._token, self._patience = connect, token, patience
        self._seats: dict[str, Seat] = {}
        self._goodbye: Goodbye | None = None
        self._progress = False
        """True if this stream has brought anything new."""
        self._giving_up: asyncio.TimerHandle | None = None
        self._threads = None if bot.quick else DaemonThreads(min(max(1, bot.max_matches), MOST_THREADS))

    async def play(self, channel: grpc.aio.Channel, welcome_within: float) -> None:
        """Play until the referee says goodbye, first on this channel. Raises BotError, and whatever the bot raises.

        Its first answer may take `welcome_within` seconds.
        """
        try:
            hello = self._hello()
            async with asyncio.TaskGroup() as tasks:
                stream = await self._introduced(channel, hello, welcome_within)
                while (loss := await self._listen(stream, tasks)) is not None:
                    stream = await self._come_back(hello, loss)
                for seat in self._seats.values():
                    seat.end("the connection was lost, and the match did not come back" if seat.away else "")
        except BaseExceptionGroup as group:
            raise group.exceptions[0] from None
        finally:
            if self._threads:
                self._threads.shutdown(cancel_futures=True)

    async def ask(self, method: Callable[..., Awaitable[_T] | _T], *args: object) -> _T:
        """Call a method of the bot (awaited, in a thread, or at once if the bot is quick) and return its result."""
        if self._threads and not iscoroutinefunction(method):
            result = await asyncio.get_running_loop().run_in_executor(self._threads, method, *args)
        else:
            result = method(*args)
        return await result if isawaitable(result) else result

    def _hello(self) -> Hello:
        """Return the Hello of every stream. Raises WrongBot."""
        bot = self.bot
        for what, text in (("name", bot.name), ("version", bot.version)):
            if not isinstance(text, str):
                raise WrongBot(f"the bot's {what} is {text!r}; it must be text")
        for what, names in (("games", bot.games), ("challengers", bot.challengers)):
            if isinstance(names, str):
                raise WrongBot(f"the bot's {what} are {names!r}; write a tuple of names, ({names!r},)")
        return Hello(protocol=PROTOCOL, token=self._token, bot=bot.name or type(bot).__name__, version=bot.version,
                     sdk=sdk(), games=bot.games, max_matches=bot.max_matches, text=bot.text,
                     text_in_full=bot.text_in_full, positions=bot.positions, batches=True,
                     challengers=bot.challengers)

    # --- streams ---

    async def _introduced(self, channel: grpc.aio.Channel, hello: Hello, within: float) -> Stream:
        """Return a stream on which the referee has welcomed the bot. Raises ConnectionLost and Refused."""
        stream = Stream(channel)
        try:
            async with asyncio.timeout(within):
                await stream.introduce(hello)
        except TimeoutError:
            await stream.close()
            raise ConnectionLost(f"no answer within {within:g} s") from None
        except BaseException:
            await stream.close()
            raise
        return stream

    async def _listen(self, stream: Stream, tasks: asyncio.TaskGroup) -> ConnectionLost | None:
        """Dispatch messages until the stream ends; return the loss if the session shall reconnect. Raises BotError."""
        self._goodbye, self._progress = None, False
        try:
            while (message := await self._next(stream)) is not None:
                self._dispatch(message, stream, tasks)
            self._check_goodbye()
        except ConnectionLost as loss:
            if not self._patience.within:
                raise
            now = monotonic()
            self._patience.lost(now, now - stream.since, progress=self._progress)
            return loss
        finally:
            if self._giving_up is not None:
                self._giving_up.cancel()
            await stream.close()
        return None

    async def _next(self, stream: Stream) -> PlayResponse | None:
        try:
            return await stream.read()
        except ConnectionLost:
            if self._goodbye is None:
                raise
            return None  # after a goodbye any end will do: an answer may have crossed it

    async def _come_back(self, hello: Hello, loss: ConnectionLost) -> Stream:
        """Reconnect and return the new stream. Raises ConnectionLost if the time is up, and Refused."""
        lost_at, within = monotonic(), self._patience.within
        log.warning("%s; trying again for up to %g s", loss, within)
        for seat in self._seats.values():
            seat.away = True
        last = ""
        while (delay := self._patience.wait(monotonic())) is not None:
            await asyncio.sleep(delay)
            try:
                stream = await self._introduced(self._connect(), hello, TRY_WITHIN)
            except (ConnectionLost, NoPlace) as error:
                last = str(error)
            else:
                log.warning("connected again after %.1f s", monotonic() - lost_at)
                self._giving_up = asyncio.get_running_loop().call_later(within, self._give_up_matches)
                return stream
        raise ConnectionLost(f"{loss}; it did not come back within {within:g} s" + (f": {last}" if last else ""))

    def _check_goodbye(self) -> None:
        """Raise Refused or ConnectionLost unless the stream ended as it should."""
        if self._goodbye is None:
            raise ConnectionLost("the referee closed the stream without a goodbye")
        if self._goodbye.reason not in _FRIENDLY:
            raise Refused(f"the referee ended the stream: {self._goodbye.message}")
        unfinished = len(self._seats)
        if self._goodbye.reason == GoodbyeReason.GOODBYE_REASON_DRAINING and unfinished and self._patience.within:
            raise ConnectionLost(f"the referee said goodbye with {unfinished} of the bot's matches unfinished: "
                                 f"{self._goodbye.message}")

    # --- matches ---

    def _dispatch(self, message: PlayResponse, stream: Stream, tasks: asyncio.TaskGroup) -> None:
        """Pass a message to its match, which handles its messages one after another."""
        kind = message.WhichOneof("message")
        if kind == "goodbye":
            self._goodbye = message.goodbye
        elif kind == "match_started":
            self._match_started(message, stream, tasks)
        elif kind in {"decision_request", "answer_rejected", "match_over"}:
            body = getattr(message, kind)
            seat = self._seats.get(body.match_id)
            if seat is None:
                return
            if kind == "match_over":
                del self._seats[body.match_id]
            if kind == "match_over" or (kind == "decision_request" and body.decision_id != seat.latest):
                self._progress = True
            seat.take(message, stream)

    def _match_started(self, message: PlayResponse, stream: Stream, tasks: asyncio.TaskGroup) -> None:
        started = message.match_started
        seat = self._seats.get(started.match_id)
        if seat is not None and _same_match(started, seat.match.message):
            seat.away = False
            seat.take(message, stream)
            return
        if seat is not None:
            self._give_up(seat, "the referee has begun another match under the same name")
        self._make_room()
        self._progress = True
        seat = self._seats[started.match_id] = Seat(Match(started), self.bot, self.ask)
        tasks.create_task(seat.play())

    def _make_room(self) -> None:
        """Give up matches that have not come back, if otherwise the bot would exceed its `max_matches`.

        The referee never exceeds that number, so these matches must be over.
        """
        away = [seat for seat in self._seats.values() if seat.away]
        for seat in away[:max(0, len(self._seats) + 1 - max(1, self.bot.max_matches))]:
            self._give_up(seat, "the connection was lost, and the match ended meanwhile")

    def _give_up_matches(self) -> None:
        """End the matches that have not come back."""
        for seat in [seat for seat in self._seats.values() if seat.away]:
            self._give_up(seat, f"the connection was lost, and the match did not come back within "
                                f"{self._patience.within:g} s")

    def _give_up(self, seat: Seat, why: str) -> None:
        log.warning("%s: %s", seat.match.match_id, why)
        del self._seats[seat.match.match_id]
        seat.end(why)


def _same_match(one: MatchStarted, other: MatchStarted) -> bool:
    """Return True if both are the same match: a referee that lost its records may use a name again."""
    return (one.seat, one.seed_commitment, one.setup) == (other.seat, other.seed_commitment, other.setup)
