"""The referee's side of the warm server (`warm_server.py`), from which built-in bots are forked."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from asyncio.subprocess import Process
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, cast

from lawspeaker_referee.host.process.cgroup import prepare
from lawspeaker_referee.host.process.child import ChildProcess

MODULE: Final = "lawspeaker_referee.host.process.warm_server"
IS_POSSIBLE: Final = hasattr(os, "pidfd_open") and hasattr(socket, "SOCK_SEQPACKET") and sys.platform == "linux"
"""True where one can wait for a process that another one has started."""


class WarmServer:
    """Starts supervisors of built-in bots by a process that has loaded these bots; it is started with the first one.

    All of its bots have the same variables but their addresses and tokens, which the server never sees.
    """

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._control: socket.socket | None = None
        self._process: Process | None = None

    async def start(self, bot: str, environment: Mapping[str, str], own: Mapping[str, str], order: Any,
                    most: int) -> ChildProcess:
        """Start the supervisor of a built-in bot with its order and its `own` variables. Raises OSError."""
        child = await ChildProcess.of(self._forked(bot, environment, most), most)
        child.order(own)
        child.order(order)
        return child

    async def _forked(self, bot: str, environment: Mapping[str, str], most: int) -> Process:
        """Return a supervisor that waits for its orders. Raises OSError."""
        async with self._turn:
            if self._control is None:
                await self._begin(environment)
            assert self._control is not None
            ours, theirs = _pipes()
            try:
                pid, handle = await asyncio.to_thread(_ask, self._control, bot.encode(), theirs)
            except BaseException:
                for pipe in ours:
                    os.close(pipe)
                self.close()
                raise
            finally:
                for pipe in theirs:
                    os.close(pipe)
        return cast("Process", await _ForkedProcess.of(pid, handle, *ours, most))

    @property
    def pid(self) -> int:
        """Return the number of the server's process. It has begun."""
        assert self._process is not None
        return self._process.pid

    async def _begin(self, environment: Mapping[str, str]) -> None:
        prepare()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", MODULE, str(theirs.fileno()), stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL, env=environment, pass_fds=[theirs.fileno()], start_new_session=True)
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        self._control = ours

    def close(self) -> None:
        """End the server; what it has forked plays on."""
        if self._control is not None:
            self._control.close()
            self._control = None

    async def ended(self) -> None:
        """Wait until the server has ended, after `close`."""
        if self._process is not None:
            await self._process.wait()


def _pipes() -> tuple[tuple[int, int], tuple[int, int]]:
    """Return our ends of the pipes to stdin and from stdout of a process, and the other ends."""
    stdin, to_stdin = os.pipe()
    from_stdout, stdout = os.pipe()
    return (to_stdin, from_stdout), (stdin, stdout)


def _ask(control: socket.socket, request: bytes, pipes: tuple[int, int]) -> tuple[int, int]:
    """Have a process forked; return its number and a handle of it. Raises OSError."""
    socket.send_fds(control, [request], pipes)
    answer, handles, *_ = socket.recv_fds(control, 64, 1)
    if not answer or not handles:
        raise ConnectionResetError("the process from which bots are forked has ended")
    return int(answer), handles[0]


class _Output(asyncio.StreamReaderProtocol):
    """Reads a pipe to its end, and then closes it, which uvloop does not by itself."""

    def eof_received(self) -> bool:
        super().eof_received()
        return False


class _ForkedProcess:
    """A process that another one has started, as far as `ChildProcess` needs it to be one of asyncio's."""

    def __init__(self, pid: int, handle: int, stdin: asyncio.WriteTransport, stdout: asyncio.StreamReader) -> None:
        self.pid, self.stdin, self.stdout = pid, stdin, stdout
        self._handle = handle
        self._ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().add_reader(handle, self._end)

    @classmethod
    async def of(cls, pid: int, handle: int, stdin: int, stdout: int, most: int) -> _ForkedProcess:
        loop, reader = asyncio.get_running_loop(), asyncio.StreamReader(limit=most)
        await loop.connect_read_pipe(lambda: _Output(reader), os.fdopen(stdout, "rb"))
        writing, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, os.fdopen(stdin, "wb"))
        return cls(pid, handle, writing, reader)

    def _end(self) -> None:
        asyncio.get_running_loop().remove_reader(self._handle)
        os.close(self._handle)
        self._handle = -1
        self.stdin.close()
        self._ended.set_result(0)  # only its parent could know more, and nobody asks

    def kill(self) -> None:
        """Kill it if it has not ended."""
        if self._handle >= 0:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)

    async def communicate(self) -> None:
        """Read what it writes until it has ended."""
        while await self.stdout.read(1 << 16):
            pass
        await self.wait()

    async def wait(self) -> int:
        """Wait until it has ended."""
        return await asyncio.shield(self._ended)
