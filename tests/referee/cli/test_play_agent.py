"""`lawspeaker play --bot mcp`: an agent takes a seat by streamable HTTP, or by a command on stdin and stdout."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from lawspeaker_bot.errors import BotError
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.clocks import PRESETS, clock_of
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from tests.clients.test_mcp import call, play, until_asked


class Play:
    """A running `lawspeaker play`, which waits for an agent."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.record = folder / "match.lsr"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "lawspeaker_referee", "play", "northgard", "--seed", "1", "--option", "years=7",
             "--bot", "mcp", "--bot", "random", "--record", str(self.record), "--json", *words],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        assert "seat 0 waits for an agent" in self.process.stderr.readline()
        self.http, self.stdio = (json.loads(self.process.stderr.readline())["mcpServers"]["lawspeaker"]
                                 for _ in range(2))
        assert "Ctrl-C ends this" in self.process.stderr.readline()

    def result(self) -> dict[str, Any]:
        out, err = self.process.communicate(timeout=60)
        assert self.process.returncode == 0, err
        found: dict[str, Any] = json.loads(out)
        return found


@contextmanager
def playing(folder: Path, *words: str) -> Iterator[Play]:
    found = Play(folder, *words)
    try:
        yield found
    finally:
        found.process.kill()
        found.process.communicate()


def status_of(url: str, **headers: str) -> int:
    body = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    request = urllib.request.Request(url, json.dumps(body).encode(), {
        "Content-Type": "application/json", "Accept": "application/json, text/event-stream",
        **{name.replace("_", "-"): value for name, value in headers.items()}})
    try:
        with urllib.request.urlopen(request) as response:
            return response.status
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


@pytest.mark.slow
@pytest.mark.parametrize("transport", ["http", "stdio"])
def test_an_agent_takes_a_seat_in_one_command(tmp_path, transport):
    from mcp import Client, StdioServerParameters

    async def agent(place: Any) -> list[str]:
        async with Client(place, read_timeout_seconds=60.0) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert tools.keys() == {"rules", "wait_for_decision", "answer"}
            assert all(tool.description for tool in tools.values())
            said = await until_asked(client)
            rules, error = await call(client, "rules")
            assert rules.startswith("You play Northgard") and not error
            if transport == "http":
                [resource] = (await client.list_resources()).resources
                [text] = (await client.read_resource(resource.uri)).contents
                assert getattr(text, "text", "") == rules
            return await play(client, said)

    with playing(tmp_path) as match:
        place = match.http["url"] if transport == "http" else StdioServerParameters(
            command=match.stdio["command"], args=match.stdio["args"])
        heard = asyncio.run(agent(place))
        result = match.result()
    assert "The match is over" in heard[-1]
    asked = [said for said in heard if "Call answer with decision_id" in said]
    assert len(asked) > 5, "options stand in numbered lines"
    assert all(re.search(r"(?m)^\W*0\W", said) or "picks has no numbers" in said for said in asked)
    record = read_record(match.record)
    assert verify(record).ok and result["bots"] == ["agent", "random"]
    assert result["faults"] == [{}, {}] and result["stand_ins"] == [0, 0]
    assert clock_of(record.header) == PRESETS["llm"]


@pytest.mark.slow
def test_who_has_no_token_comes_from_a_page_or_names_another_host_is_refused(tmp_path):
    with playing(tmp_path) as match:
        url = match.http["url"]
        assert url.startswith("http://127.0.0.1:") and len(url.rpartition("/")[2]) >= 20
        assert status_of(url, Origin="https://elsewhere.example") == 403
        assert status_of(url, Host="elsewhere.example") == 421
        assert status_of(url.rpartition("/")[0]) == 404
        assert status_of(f"{url}x") == 404
        assert status_of(url) not in {403, 404, 421}


@pytest.mark.slow
def test_ctrl_c_ends_the_wait_without_a_match(tmp_path):
    with playing(tmp_path) as match:
        match.process.send_signal(signal.SIGINT)
        _, err = match.process.communicate(timeout=30)
    assert match.process.returncode == 130 and "no agent has come to seat 0" in err
    assert not list(tmp_path.iterdir())


def test_an_agent_plays_in_play_alone_and_not_in_process(run):
    with pytest.raises(Exception, match="no bot 'mcp' here: an agent plays with `lawspeaker play` only"):
        SeatSpec.parse("mcp")
    assert SeatSpec.parse("mcp", people=True).is_agent
    result = run("play", "northgard", "--bot", "mcp", "random", "--in-process")
    assert result.code == 2 and "an agent does not play --in-process" in result.err


def test_nobody_at_an_address_is_told_in_one_line():
    from lawspeaker_bot.mcp_endpoint import connect

    with pytest.raises(BotError, match=r"no match waits for an agent at http://127.0.0.1:1/mcp/x: "):
        asyncio.run(connect("http://127.0.0.1:1/mcp/x"))
