"""The health check of the image of deploy/."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from tests.referee.server.live_server import queue_server

pytestmark = pytest.mark.slow

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
