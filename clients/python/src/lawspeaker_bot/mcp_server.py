"""A seat as a Model Context Protocol server, so that any agent can take it: `lawspeaker-bot mcp`.

The agent's program starts this one and calls its tools; this one is the bot that the referee sees. It needs the
official SDK: `pip install './clients/python[mcp]'` in a checkout.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from threading import Event
from typing import Any, Final, Protocol

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ToolError, UnexpectedToolError
from mcp.types import CallToolResult, InputRequiredResult
from pydantic import ValidationError

from lawspeaker_bot import aio
from lawspeaker_bot.bot import Bot
from lawspeaker_bot.decision import AnswerOrigin, Decision, Match, Rejection, Result
from lawspeaker_bot.errors import BotError, WrongAnswer
from lawspeaker_bot.model_answer import check_answer, instruction
from lawspeaker_bot.printable import quoted
from lawspeaker_bot.score_parts import parts_text
from lawspeaker_bot.version import __version__

LONGEST_WAIT: Final = 600.0
"""Seconds that one call of `wait_for_decision` may take; many clients give up on a tool after a minute."""
USUAL_WAIT: Final = 30.0
SPARE: Final = 0.3
"""Seconds before a time limit at which an open decision is given up, so that the agent hears of it."""
RULES: Final = "lawspeaker://rules"
INSTRUCTIONS: Final = (
    "You have a seat in a match of a board game. Call rules once, then wait_for_decision and answer in turn until the "
    "match is over."
)


class SeatTools(Protocol):
    """What an agent can call."""

    async def rules(self) -> str:
        """Return the rules."""

    async def wait_for_decision(self, seconds: float = USUAL_WAIT) -> str:
        """Wait, and return what happened."""

    async def answer(self, decision_id: int, picks: list[int], reason: str = "") -> str:
        """Answer a decision."""


class AgentSeat(Bot):
    """Hands decisions to whoever calls the tools, one match at a time."""

    quick = True
    text = True

    def __init__(self, name: str) -> None:
        self.name = name
        self._match: Match | None = None
        self._asked: Decision | None = None
        self._answered: asyncio.Future[tuple[int, ...]] | None = None
        self._news: list[str] = []
        """The news that the agent has not been told: results, lost decisions, the end."""
        self._changed = asyncio.Event()
        self._ended = ""
        self._over = False
        """True if the last match is over."""
        self.has_come, self.has_heard = Event(), Event()
        """Set once the agent has called a tool, and once it has heard the end; other threads may wait for them."""

    # --- what the referee says ---

    async def started(self, match: Match) -> None:
        """Remember the match."""
        self._match, self._over = match, False
        self._tell(f"A match has begun: {match.match_id}, seat {match.seat}. Its rules are new: call rules.")

    async def decide(self, decision: Decision) -> tuple[int, ...]:
        """Return what the agent answers; the default if it lets the time pass."""
        self._asked, self._answered = decision, asyncio.get_running_loop().create_future()
        self._changed.set()
        left = decision.time_left
        try:
            async with asyncio.timeout(None if left is None else max(0.0, left - SPARE)):
                return await self._answered
        except TimeoutError:
            self._tell(f"Decision {decision.decision_id} ({decision.prompt}) was not answered in time: the default is "
                       "taken.")
            decision.annotation = "the default: the agent did not answer in time"
            decision.origin = AnswerOrigin.PROVIDER_FAILURE
            return tuple(decision.default)
        finally:
            self._asked = self._answered = None

    async def rejected(self, rejection: Rejection) -> None:
        """Tell the agent that an answer did not count."""
        self._tell(f"Your answer to decision {rejection.decision_id} did not count: {rejection.message}")

    async def over(self, result: Result) -> None:
        """Tell the agent how the match ended."""
        self._over = True
        if result.lost or result.void_reason:
            # The reason may hold what another bot's process said.
            self._tell(f"The match is over without a result: {quoted(result.lost or result.void_reason)}")
        else:
            places = ", ".join(f"seat {seat} is placed {rank} with {score}" for seat, (rank, score) in enumerate(
                zip(result.ranks, result.scores, strict=True)))
            told = [f"The match is over ({result.reason}): {places}. You are seat {result.match.seat}."]
            parts = [parts_text(each.parts) for each in result.message.outcome.parts]
            told += [f"Points of seat {seat}: {text}." for seat, text in enumerate(parts) if text]
            self._tell(" ".join([*told, *result.decided]))

    def end(self, why: str) -> None:
        """Tell the agent that nothing more comes."""
        self._ended = why
        self._changed.set()

    def _tell(self, news: str) -> None:
        self._news.append(news)
        self._changed.set()

    # --- what the agent calls ---

    async def rules(self) -> str:
        """Return how the game is played, its components and your seat. Read it once a match."""
        self.has_come.set()
        if self._match is None:
            raise ToolError(self._ended or "No match has begun; call wait_for_decision first.")
        return self._match.text

    async def wait_for_decision(self, seconds: float = USUAL_WAIT) -> str:
        """Wait for the next decision of your seat, and return it with its numbered options; or return what happened, or
        that nothing has happened within so many seconds: then call this again.
        """
        self.has_come.set()
        with suppress(TimeoutError):
            async with asyncio.timeout(min(max(0.0, seconds), LONGEST_WAIT)):
                while not self._news and self._asked is None and not self._ended:
                    self._changed.clear()
                    await self._changed.wait()
        news, self._news = self._news, []
        if self._asked is not None:
            asked = self._asked
            left = asked.time_left
            limit = f" You have {left:.0f} s." if left is not None else ""
            return "\n".join([*news, f"Decision {asked.decision_id}.{limit}", "", str(asked.text), "",
                              f"Call answer with decision_id {asked.decision_id}. {instruction(asked)}"])
        if self._ended or self._over:
            self.has_heard.set()
        if news:
            return "\n".join([*news, self._ended] if self._ended else news)
        why = "the match is over, and no other has begun" if self._over else "the others are thinking"
        return self._ended or f"Nothing yet: {why}. Call wait_for_decision again."

    async def answer(self, decision_id: int, picks: list[int], reason: str = "") -> str:
        """Answer a decision with the numbers of the options that you take; the reason is kept in the match's record."""
        asked, answered = self._asked, self._answered
        if asked is None or answered is None or answered.done():
            raise ToolError("No decision waits for an answer; call wait_for_decision.")
        if asked.decision_id != decision_id:
            raise ToolError(f"Decision {decision_id} is over; decision {asked.decision_id} waits: call "
                            "wait_for_decision.")
        try:
            checked = check_answer(asked, {"picks": picks, "reason": reason})
        except WrongAnswer as error:
            raise ToolError(f"{error} The decision is still open.") from None
        asked.annotation = checked.reason
        self._asked = None
        answered.set_result(checked.picks)
        return "Sent. Call wait_for_decision."


class SeatServer(MCPServer):
    """A server whose errors are one line that says what would be right, also where the package has words of its own."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None,
                        ) -> CallToolResult | InputRequiredResult:
        """Call a tool. Raises ToolError, of a tool that there is not and of wrong arguments, too."""
        tools = {tool.name: tool.input_schema for tool in await self.list_tools()}
        if name not in tools:
            raise ToolError(f"There is no tool {quoted(name)}; there are {', '.join(tools)}.")
        try:
            return await super().call_tool(name, arguments, context)
        except UnexpectedToolError:
            raise
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(_wrong_arguments(name, tools[name], error.__cause__)) from error
            raise ToolError(str(error).removeprefix(f"Error executing tool {name}: ")) from error


def _wrong_arguments(tool: str, schema: Mapping[str, Any], error: ValidationError) -> str:
    wrong: dict[str, str] = {}
    for each in error.errors():
        name = str(each["loc"][0])
        wrong[name] = f"{name} is missing" if each["type"] == "missing" else (
            f"{'.'.join(map(str, each['loc']))} is {quoted(str(each['input']), 40)}")
    takes = [f"{name} ({_kind(each)}{'' if name in schema.get('required', ()) else ', optional'})"
             for name, each in schema["properties"].items()]
    return f"{tool} takes {', '.join(takes)}; {', '.join(wrong.values())}."


def _kind(schema: Mapping[str, Any]) -> str:
    if schema["type"] == "array":
        return f"a list of {_KINDS[schema['items']['type']][1]}"
    return _KINDS[schema["type"]][0]


_KINDS: Final = {"integer": ("a whole number", "whole numbers"), "number": ("a number", "numbers"),
                 "string": ("a text", "texts")}


def made_server(seat: SeatTools) -> MCPServer:
    """Return a server with the tools of a seat, and its rules as a resource; it logs errors alone."""
    server = SeatServer(name="lawspeaker", version=__version__, instructions=INSTRUCTIONS, log_level="ERROR")
    for tool in (seat.rules, seat.wait_for_decision, seat.answer):
        text = getattr(AgentSeat, tool.__name__).__doc__ or ""
        server.add_tool(tool, description=" ".join(text.split()), structured_output=False)

    @server.resource(RULES, name="rules", mime_type="text/plain", description="How the game of the match is played.")
    async def rules() -> str:
        try:
            return await seat.rules()
        except ToolError as error:
            raise ResourceError(str(error)) from error

    return server


async def serve(name: str) -> None:
    """Serve the seat on stdin and stdout until the agent's program closes them."""
    seat = AgentSeat(name)
    playing = asyncio.create_task(_play(seat))
    try:
        await made_server(seat).run_stdio_async()
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


async def _play(seat: AgentSeat) -> None:
    try:
        await aio.run(seat)
    except BotError as error:
        seat.end(f"The seat is lost: {error}")
    else:
        seat.end("The referee has ended the session; there is nothing more to play.")
