"""Built-in bots that are forked from a process which has loaded them, beside ones that are programs of their own."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.host.process import warm
from lawspeaker_referee.host.process.bot import BotProcess, running
from lawspeaker_referee.host.process.usage import descendants
from lawspeaker_referee.host.process.warm import WarmServer
from tests.referee.host.script_bots import PATIENCE

pytestmark = pytest.mark.skipif(not warm.IS_POSSIBLE, reason="a system without pidfd_open")
PROC = Path("/proc")
BOT = SeatSpec.parse("random")
STATUS = ("CapInh", "CapPrm", "CapEff", "CapBnd", "NoNewPrivs", "Seccomp", "Groups")


@asynccontextmanager
async def bots(server: WarmServer | None, number: int = 1) -> AsyncIterator[tuple[list[BotProcess], list[int]]]:
    """Bots that dial in vain, and the numbers of their processes; nothing of them is left, nor of the server."""
    before = set(descendants(os.getpid()))
    async with asyncio.timeout(PATIENCE):
        try:
            async with running([BOT] * number, "unix:/nowhere", [f"secret{each}" for each in range(number)],
                               Sandbox(grace=0.2), warm=server) as processes:
                ours = [each for each in descendants(os.getpid()) if each not in before]
                yield processes, [each for each in ours if not descendants(each)]
                for process in processes:
                    process.end()
        finally:
            if server is not None:
                server.close()
                await server.ended()
    assert set(descendants(os.getpid())) <= before


def state(pid: int) -> dict[str, object]:
    """What limits a process."""
    lines = dict(line.split(":", 1) for line in (PROC / str(pid) / "status").read_text().splitlines())
    limits = [line for line in (PROC / str(pid) / "limits").read_text().splitlines()
              if not line.startswith("Max processes")]  # which root has beside what the user runs already
    own = {name: (PROC / str(pid) / "ns" / name).readlink() != (PROC / "self" / "ns" / name).readlink()
           for name in ("pid", "net", "ipc", "mnt", "user")}
    return {name: lines[name].strip() for name in STATUS} | {
        "limits": limits, "own": own, "nice": os.getpriority(os.PRIO_PROCESS, pid),
        "root": sorted(path.name for path in (PROC / str(pid) / "root").iterdir())}


def sockets(pid: int) -> list[str]:
    """The sockets of a process."""
    found = [str(path.readlink()) for path in (PROC / str(pid) / "fd").iterdir()]
    return [each for each in found if each.startswith("socket:")]


def test_a_forked_bot_is_cut_off_and_limited_as_one_that_is_a_program():
    async def test():
        async with bots(None) as ([program], [pid]):
            told, right = (program.not_enforced, program.not_hidden), state(pid)
        async with bots(WarmServer()) as ([forked], [pid]):
            assert (forked.not_enforced, forked.not_hidden) == told
            assert state(pid) == right
        assert forked.ending is not None and forked.ending.asked and not forked.ending.left

    asyncio.run(test())


def test_a_forked_bot_has_nothing_of_its_server_or_of_another_bot():
    async def test():
        server = WarmServer()
        async with bots(server, 2) as (_, pids):
            parent = server.pid
            [control] = sockets(parent)
            assert not any(control in sockets(pid) for pid in pids)
            assert "secret" not in (PROC / str(parent) / "environ").read_text()
            assert "cygrpc" in (PROC / str(parent) / "maps").read_text()
            assert len(list((PROC / str(parent) / "task").iterdir())) == 1
            assert len({os.getsid(pid) for pid in pids}) == 2

    asyncio.run(test())


def test_a_bot_starts_as_a_program_if_there_is_no_server_any_more():
    async def test():
        server = WarmServer()
        async with bots(server):
            os.kill(server.pid, signal.SIGKILL)
            async with running([BOT], "unix:/nowhere", ["secret"], Sandbox(grace=0.2), warm=server) as [process]:
                assert process.ending is None
                process.end()

    asyncio.run(test())


def test_who_is_cancelled_while_a_bot_is_forked_leaves_no_process_and_no_descriptor(monkeypatch):
    ask = warm._ask

    async def test() -> None:
        loop, server, asked = asyncio.get_running_loop(), WarmServer(), asyncio.Event()

        def telling(*arguments):
            loop.call_soon_threadsafe(asked.set)
            return ask(*arguments)

        monkeypatch.setattr(warm, "_ask", telling)
        starting = asyncio.create_task(server.start("random", dict(os.environ), {}, {}, 1 << 20))
        await asked.wait()
        starting.cancel()
        await asyncio.wait({starting})
        assert starting.cancelled()
        server.close()
        await server.ended()

    def descriptors() -> list[str]:
        return sorted(str(path.readlink()).partition(":")[0] for path in (PROC / "self/fd").iterdir() if path.exists())

    before, processes = descriptors(), set(descendants(os.getpid()))
    asyncio.run(test())
    assert descriptors() == before
    assert set(descendants(os.getpid())) <= processes


def test_a_forked_bot_that_is_killed_is_reported_as_any_other():
    async def test():
        async with bots(WarmServer()) as ([process], [pid]):
            os.kill(pid, signal.SIGSEGV)
            ending = await process.wait()
        assert (ending.evidence, ending.crashed) == ("killed by SIGSEGV", True)

    asyncio.run(test())
