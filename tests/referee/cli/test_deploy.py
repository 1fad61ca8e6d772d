"""Tests of what the container of deploy/ is made of and no engine is needed to try."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

from lawspeaker_referee.server.tokens import FileTokens
from tests.referee.server.live_server import queue_server

DEPLOY = Path(__file__).parents[3] / "deploy"


async def healthy(place) -> tuple[int | None, str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(DEPLOY / "healthy.py"), place.address, stderr=asyncio.subprocess.PIPE)
    _, error = await process.communicate()
    return process.returncode, error.decode()


def test_a_container_is_healthy_while_its_referee_takes_bots_and_not_while_it_drains():
    async def test():
        async with queue_server() as place:
            assert await healthy(place) == (0, "")
            await place.server.refuse_more()
            assert await healthy(place) == (1, "NOT_SERVING\n")

    asyncio.run(test())


def test_the_bots_of_the_demo_have_tokens_that_its_referee_knows():
    given = re.findall(r'LAWSPEAKER_TOKEN: "(.*?)"', (DEPLOY / "compose.yaml").read_text())
    assert len(given) == 2
    known = FileTokens(DEPLOY / "tokens" / "tokens.txt", print)
    assert [grant.name for grant in map(known.admit, given) if grant] == ["greedy", "random"]


def test_in_containers_bots_reach_the_referee_through_the_proxy_that_it_trusts():
    text = (DEPLOY / "compose.yaml").read_text()
    services = dict(re.findall(r"(?ms)^  (\w+):(.*?)(?=^  \w|^\w)", text))
    assert "50051:50051" in services["proxy"] and "50051:50051" not in services["referee"]
    trusted, = re.findall(r'"--trusted-proxy", "(.*?)"', services["referee"])
    assert f"ipv4_address: {trusted}" in services["proxy"]
    assert set(re.findall(r'LAWSPEAKER_ADDRESS: "(.*?)"', text)) == {"proxy:50051"}
    assert "/etc/lawspeaker-nginx/nginx.conf" in services["proxy"] and (DEPLOY / "nginx" / "nginx.conf").exists()
    assert "server referee:50051" in (DEPLOY / "nginx" / "nginx.conf").read_text()
