"""An agent that calls a tool wrongly is told so in one line that says what would be right."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.clients.test_mcp import call

ANSWER = "answer takes decision_id (a whole number), picks (a list of whole numbers), reason (a text, optional); "


class Seat:
    """Refuses every call as the seat itself would."""

    async def rules(self) -> str:
        return self._refused()

    async def wait_for_decision(self, seconds: float = 1.0) -> str:
        return f"waited {seconds:g} s"

    async def answer(self, decision_id: int, picks: list[int], reason: str = "") -> str:
        return self._refused()

    def _refused(self) -> str:
        from mcp.server.mcpserver.exceptions import ToolError

        raise ToolError("No match has begun.")


def told(tool: str, through: int, **arguments: object) -> str:
    """Return the error of a call that passes so many servers on its way, as `lawspeaker-bot mcp --connect` is one."""
    from mcp import Client

    from lawspeaker_bot.mcp_endpoint import DistantSeat
    from lawspeaker_bot.mcp_server import made_server

    async def asked() -> str:
        async with Client(made_server(Seat())) as near, Client(made_server(DistantSeat(near))) as far:
            said, error = await call((near, far)[through], tool, **arguments)
            assert error
            return said

    return asyncio.run(asked())


@pytest.mark.parametrize("through", [0, 1])
@pytest.mark.parametrize(("tool", "arguments", "error"), [
    ("rules", {}, "No match has begun."),
    ("answer", {"decision_id": 1, "picks": [0]}, "No match has begun."),
    ("answer", {}, f"{ANSWER}decision_id is missing, picks is missing."),
    ("answer", {"decision_id": "one", "picks": [0]}, f'{ANSWER}decision_id is "one".'),
    ("answer", {"decision_id": 1, "picks": "x" * 100}, f'{ANSWER}picks is "{"x" * 40}...".'),
    ("answer", {"decision_id": 1, "picks": [0, "none"], "reason": 3}, f'{ANSWER}picks.1 is "none", reason is "3".'),
    ("wait_for_decision", {"seconds": "soon"},
     'wait_for_decision takes seconds (a number, optional); seconds is "soon".'),
    ("anwser", {}, 'There is no tool "anwser"; there are rules, wait_for_decision, answer.'),
])
def test_a_wrong_call_is_told_in_one_line_that_says_what_would_be_right(through, tool, arguments, error):
    assert told(tool, through, **arguments) == error


def test_the_rules_as_a_resource_say_why_they_are_not_there():
    from mcp import Client
    from mcp.shared.exceptions import MCPError

    from lawspeaker_bot.mcp_server import RULES, made_server

    async def read() -> None:
        async with Client(made_server(Seat())) as client:
            with pytest.raises(MCPError, match=r"^No match has begun\.$"):
                await client.read_resource(RULES)

    asyncio.run(read())


ASKED = """
import asyncio
from mcp import Client
from lawspeaker_bot.mcp_endpoint import AgentEndpoint

async def ask(url):
    async with Client(url) as client:
        await client.list_tools()

with AgentEndpoint("agent") as endpoint:
    asyncio.run(ask(endpoint.url))
"""


def test_requests_do_not_fill_the_terminal_of_the_match():
    done = subprocess.run([sys.executable, "-c", ASKED], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


SERVING = """
import sys
from lawspeaker_bot.mcp_endpoint import AgentEndpoint

with AgentEndpoint("agent") as endpoint:
    print(endpoint.url, flush=True)
    sys.stdin.read()
"""


@contextmanager
def match() -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """With the address of a seat and the process that serves it."""
    with subprocess.Popen([sys.executable, "-c", SERVING], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip(), process
        finally:
            process.kill()


@pytest.mark.parametrize("asked_before", [True, False])
def test_a_call_ends_when_the_match_it_waits_for_is_gone(asked_before):
    from mcp.server.mcpserver.exceptions import ToolError

    from lawspeaker_bot.mcp_endpoint import distant_seat

    async def ask(url: str, process: subprocess.Popen[str]) -> None:
        async with distant_seat(url) as seat:
            waiting = asyncio.ensure_future(seat.wait_for_decision(600))
            if asked_before:
                with pytest.raises(ToolError, match="No match has begun"):  # so the first has been heard, too
                    await seat.rules()
            process.kill()
            process.wait()
            for asked in (waiting, asyncio.ensure_future(seat.rules())):
                with pytest.raises(ToolError, match="The match cannot be reached: "):
                    await asyncio.wait_for(asked, 60)

    with match() as (url, process):
        asyncio.run(asyncio.wait_for(ask(url, process), 120))


@pytest.mark.slow
def test_an_agent_on_stdin_hears_that_its_match_is_gone_and_the_program_ends_with_it():
    from mcp import Client, StdioServerParameters

    async def ask(url: str, process: subprocess.Popen[str]) -> list[tuple[str, bool]]:
        place = StdioServerParameters(command=sys.executable, args=["-m", "lawspeaker_bot", "mcp", "--connect", url])
        async with Client(place, read_timeout_seconds=60.0) as client:
            before = await call(client, "rules")
            waiting = asyncio.ensure_future(call(client, "wait_for_decision", seconds=600))
            await call(client, "rules")
            process.kill()
            process.wait()
            return [before, await waiting, await call(client, "wait_for_decision", seconds=600)]

    with match() as (url, process):
        (begun, error), *after = asyncio.run(asyncio.wait_for(ask(url, process), 120))
    assert (begun, error) == ("No match has begun; call wait_for_decision first.", True)
    assert all(said.startswith("The match cannot be reached: ") and error
               for said, error in after)


def test_after_a_match_nobody_is_said_to_think():
    from lawspeaker_bot.mcp_server import AgentSeat

    async def heard() -> list[str]:
        seat = AgentSeat("agent")
        first = await seat.wait_for_decision(0)
        seat._over = True
        return [first, await seat.wait_for_decision(0)]

    assert asyncio.run(heard()) == [
        "Nothing yet: the others are thinking. Call wait_for_decision again.",
        "Nothing yet: the match is over, and no other has begun. Call wait_for_decision again."]
