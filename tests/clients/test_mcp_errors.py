"""An agent that calls a tool wrongly is told so in one line that says what would be right."""

from __future__ import annotations

import asyncio
import subprocess
import sys

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
