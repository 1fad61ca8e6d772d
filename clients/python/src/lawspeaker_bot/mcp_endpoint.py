"""A seat for an agent at an address of this machine, by streamable HTTP: for a program that plays a match itself.

The agent comes to the address, or starts `lawspeaker-bot mcp --connect ADDRESS`, which passes on what it says on stdin.
The address holds a token, and other hosts and origins than this machine's are refused, so that no page in a browser can
call the tools.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import socket
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from threading import Event, Thread
from typing import Any, Final, Self, TypeVar

import uvicorn
from mcp import Client
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings

from lawspeaker_bot.bot import Bot
from lawspeaker_bot.decision import Decision, Match, Rejection, Result
from lawspeaker_bot.errors import BotError
from lawspeaker_bot.mcp_server import USUAL_WAIT, AgentSeat, made_server

T = TypeVar("T")

HOST: Final = "127.0.0.1"
LAST_WORDS: Final = 10.0
"""Seconds in which an agent may ask how the match has ended."""
TOKEN_BYTES: Final = 18


class AgentBot(Bot):
    """The bot of a match that hands everything to a seat in another thread."""

    text = True

    def __init__(self, seat: AgentSeat, loop: asyncio.AbstractEventLoop) -> None:
        self._seat, self._loop = seat, loop
        self.name = seat.name

    async def started(self, match: Match) -> None:
        """Pass it on."""
        await self._there(self._seat.started(match))

    async def decide(self, decision: Decision) -> tuple[int, ...]:
        """Pass it on."""
        return await self._there(self._seat.decide(decision))

    async def rejected(self, rejection: Rejection) -> None:
        """Pass it on."""
        await self._there(self._seat.rejected(rejection))

    async def over(self, result: Result) -> None:
        """Pass it on."""
        await self._there(self._seat.over(result))

    async def _there(self, what: Coroutine[Any, Any, T]) -> T:
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(what, self._loop))


class AgentEndpoint:
    """Serves a seat's tools while the block lasts; at its end the agent may hear how the match has ended."""

    def __init__(self, name: str) -> None:
        self.seat = AgentSeat(name)
        self._socket = socket.socket()
        self._socket.bind((HOST, 0))
        self._socket.listen()  # so that who comes before the server is up waits for it
        port = self._socket.getsockname()[1]
        path = f"/mcp/{secrets.token_urlsafe(TOKEN_BYTES)}"
        self.url = f"http://{HOST}:{port}{path}"
        own = [f"{host}:{port}" for host in (HOST, "localhost")]
        application = made_server(self.seat).streamable_http_app(
            streamable_http_path=path, transport_security=TransportSecuritySettings(
                allowed_hosts=own, allowed_origins=[f"http://{each}" for each in own]))
        for noisy in ("mcp", "uvicorn.error"):
            logging.getLogger(noisy).setLevel(logging.ERROR)  # who asks wrongly is told; the terminal is the match's
        self._server = uvicorn.Server(uvicorn.Config(
            application, log_config=None, access_log=False, timeout_graceful_shutdown=1))
        self._server.install_signal_handlers = lambda: None  # type: ignore[attr-defined] # this is not the main thread
        self._loop = asyncio.new_event_loop()
        self._serving = Event()
        self._thread = Thread(target=self._run, daemon=True)

    @property
    def bot(self) -> Bot:
        """Return the bot that plays for the agent."""
        return AgentBot(self.seat, self._loop)

    def wait(self, seconds: float) -> bool:
        """Return whether an agent has called a tool, after so many seconds at most."""
        return self.seat.has_come.wait(seconds)

    def configuration(self, command: str) -> list[str]:
        """Return the lines with which an agent is configured: by HTTP, or by a command on stdin and stdout."""
        return [json.dumps({"mcpServers": {"lawspeaker": server}}) for server in (
            {"type": "http", "url": self.url}, {"command": command, "args": ["mcp", "--connect", self.url]})]

    def __enter__(self) -> Self:
        self._thread.start()
        self._serving.wait()
        return self

    def __exit__(self, *_: object) -> None:
        if self.seat.has_come.is_set():
            self._loop.call_soon_threadsafe(self.seat.end, "The match is over; there is nothing more to play.")
            self.seat.has_heard.wait(LAST_WORDS)
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        self._serving.set()
        await self._server.serve(sockets=[self._socket])
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)


class DistantSeat:
    """The tools of a seat that is served elsewhere."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def rules(self) -> str:
        """Pass the call on."""
        return await self._call("rules")

    async def wait_for_decision(self, seconds: float = USUAL_WAIT) -> str:
        """Pass the call on."""
        return await self._call("wait_for_decision", seconds=seconds)

    async def answer(self, decision_id: int, picks: list[int], reason: str = "") -> str:
        """Pass the call on."""
        return await self._call("answer", decision_id=decision_id, picks=picks, reason=reason)

    async def _call(self, tool: str, **arguments: Any) -> str:
        try:
            result = await self._client.call_tool(tool, arguments)
        except Exception as error:  # the client raises whatever its transport does
            raise ToolError(f"The match cannot be reached: {error}") from error
        said = "".join(part.text for part in result.content if part.type == "text")
        if result.is_error:
            raise ToolError(said)
        return said


async def connect(url: str) -> None:
    """Serve on stdin and stdout the tools of a seat at an address, until the agent's program closes them.

    Raises BotError if nobody is there.
    """
    for noisy in ("mcp", "httpx2"):
        logging.getLogger(noisy).setLevel(logging.CRITICAL)  # each request has the token of the match
    async with distant_seat(url) as seat:
        await made_server(seat).run_stdio_async()


@asynccontextmanager
async def distant_seat(url: str) -> AsyncIterator[DistantSeat]:
    """Yield the seat at an address, connected. Raises BotError if nobody is there."""
    opened: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
    left = asyncio.Event()
    # A connection that breaks cancels the task that has opened it; that task serves no agent.
    held = asyncio.ensure_future(_hold(url, opened, left))
    try:
        first: set[asyncio.Future[Any]] = {opened, held}
        await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
        if not opened.done():
            raise BotError(f"no match waits for an agent at {url}: {_cause(held.exception())}")
        yield DistantSeat(opened.result())
    finally:
        left.set()
        if not opened.done():
            held.cancel()
        await asyncio.gather(held, return_exceptions=True)  # the match may be over, and its address with it


def _cause(error: BaseException | None) -> BaseException | None:
    """Return the error itself where groups of errors hold it."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


async def _hold(url: str, opened: asyncio.Future[Client], left: asyncio.Event) -> None:
    async with Client(url) as client:
        opened.set_result(client)
        await left.wait()
