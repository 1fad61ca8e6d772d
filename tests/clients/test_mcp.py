"""An agent takes a seat by tools of the Model Context Protocol: a real client, our server and a real referee."""

from __future__ import annotations

import asyncio
import re
import sys
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from lawspeaker_bot import aio
from lawspeaker_bot.random_bot import RandomBot
from lawspeaker_engine.games import GAMES
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.record.file import read_record
from tests.referee.server.live_server import queue_server

if TYPE_CHECKING:
    from mcp import Client

pytestmark = pytest.mark.slow


@asynccontextmanager
async def agent(address: str):
    """A client of a server of the command line, which is a bot of the referee at that address."""
    from mcp import Client, StdioServerParameters  # takes a second, also where these tests are only left out

    server = StdioServerParameters(command=sys.executable, args=["-m", "lawspeaker_bot", "mcp", "--name", "agent"],
                                   env={"LAWSPEAKER_ADDRESS": address})
    async with Client(server, read_timeout_seconds=60.0) as client:
        yield client


async def call(client: Client, tool: str, **arguments) -> tuple[str, bool]:
    """Return the text that a tool gives, and True if it is an error."""
    result = await client.call_tool(tool, arguments)
    return "".join(part.text for part in result.content if part.type == "text"), bool(result.is_error)


async def until_asked(client: Client) -> str:
    while "Nothing yet" in (said := (await call(client, "wait_for_decision", seconds=5))[0]):
        pass
    return said


async def play(client: Client, said: str) -> list[str]:
    """Take the first options until the match is over, after two wrong answers; return what was heard."""
    heard, wrong = [said], 0
    while "The match is over" not in said:
        asked = re.search(r"(?m)^Call answer with decision_id (\d+)\. .* picks has (?:exactly )?(no|\d+)", said)
        if asked is not None:
            number, picks = int(asked[1]), list(range(int(asked[2].replace("no", "0"))))
            if wrong < 2:  # both leave the decision open
                other, pick = [(number, 999), (number + 999, 0)][wrong]
                told, error = await call(client, "answer", decision_id=other, picks=[pick])
                assert error
                assert ("There is no option 999", f"Decision {other} is over")[wrong] in told
                wrong += 1
            assert await call(client, "answer", decision_id=number, picks=picks, reason="as asked") == (
                "Sent. Call wait_for_decision.", False)
        said = await until_asked(client)
        heard.append(said)
    return heard


def test_an_agent_learns_the_rules_plays_a_match_and_hears_how_it_ended(tmp_path):
    async def test() -> list[str]:
        async with AsyncExitStack() as open_clients:
            async with queue_server(tmp_path, game=GAMES["northgard"], matches=1) as place:
                client = await open_clients.enter_async_context(agent(place.address))
                tools = {tool.name: tool for tool in (await client.list_tools()).tools}
                assert tools.keys() == {"rules", "wait_for_decision", "answer"}
                assert all(tool.description for tool in tools.values())
                assert (await call(client, "wait_for_decision", seconds=0)) == (
                    "Nothing yet: the others are thinking. Call wait_for_decision again.", False)
                assert (await call(client, "answer", decision_id=1, picks=[0]))[1]
                other = asyncio.create_task(aio.run(RandomBot(), place.address))
                said = await until_asked(client)
                rules, _ = await call(client, "rules")
                assert rules.startswith("You play Northgard")
                assert rules.endswith(("; seat 0 is another player.\n", "; seat 1 is another player.\n"))
                heard = await play(client, said)
            await other
            assert await until_asked(client) == "The referee has ended the session; there is nothing more to play."
            return heard

    heard = asyncio.run(test())
    assert len(heard) > 20
    assert re.search(r"^The match is over \(\w+\): seat 0 is placed \d with -?\d+, seat 1 ", heard[-1], re.MULTILINE)
    [path] = tmp_path.glob("*.lsr")
    record = read_record(path)
    seat = [who.bot for who in record.header.seats].index("agent")
    own = [(act, timing) for step in record.steps for act, timing in zip(step.acts, step.timing, strict=False)
           if act.seat == seat]
    assert {timing.annotation for _, timing in own} == {"as asked"}
    assert not any(act.fault for act, _ in own)


def test_an_agent_that_lets_the_time_pass_is_told_and_the_match_goes_on(tmp_path):
    async def test() -> str:
        async with queue_server(tmp_path, matches=1, clock=Clock(1.0)) as place, agent(place.address) as client:
            other = asyncio.create_task(aio.run(RandomBot(), place.address))
            assert "You have " in await until_asked(client)
            heard = ""
            while "The match is over" not in heard:
                heard += (await call(client, "wait_for_decision", seconds=0.2))[0]
            other.cancel()
            return heard

    assert re.search(r"Decision \d+ \([a-z.]+\) was not answered in time: the default is taken\.", asyncio.run(test()))


def test_an_agent_without_a_referee_is_told_so():
    async def test() -> str:
        async with agent("127.0.0.1:1") as client:
            return await until_asked(client)

    assert asyncio.run(test()).startswith("The seat is lost: no referee answers at 127.0.0.1:1")
