"""An nginx with a configuration such as `deploy/nginx`, on a port of this machine that nobody else gets."""

from __future__ import annotations

import asyncio
import os
import re
import socket
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

LISTENS_WITHIN: Final = 10.0
_REFEREE: Final = "referee:50051"
_LISTEN: Final = "listen 50051"
_SCRATCH: Final = "/tmp/nginx"  # noqa: S108 - what the configuration says, to be replaced


@contextmanager
def kept_port() -> Iterator[int]:
    """Yield a port of this machine that the kernel gives to nobody else, and on which one server may listen.

    A socket stays bound to it and never listens. Linux lets a server bind it too if both have SO_REUSEADDR, as servers
    do that may be started again; while none listens, connections are refused.
    """
    with closing(socket.socket()) as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        port: int = holder.getsockname()[1]
        yield port


def daemon(name: str) -> str | None:
    """Find a program that is a server, in folders too that only root has in PATH; None if there is none."""
    return which(name, path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/local/sbin", "/usr/sbin")))


def nginx_command(
    configuration: Path, folder: Path, port: int, referee: str, changes: Mapping[str, str] | None = None,
) -> list[str]:
    """Copy the configuration to a folder with other addresses and paths; return the command that starts nginx with it.

    `changes` are texts and what comes in their place.
    """
    told = {_SCRATCH: f"{folder}/nginx", _REFEREE: referee, _LISTEN: f"listen 127.0.0.1:{port}"} | dict(changes or {})
    for path in configuration.glob("*.conf"):
        text = path.read_text(encoding="utf-8")
        for old, new in told.items():
            text = re.sub(old, new, text, flags=re.MULTILINE)
        (folder / path.name).write_text(text, encoding="utf-8")
    return [daemon("nginx") or "nginx", "-c", str(folder / "nginx.conf"), "-e", "stderr", "-g", "daemon off;"]


@asynccontextmanager
async def nginx(configuration: Path, referee: str) -> AsyncIterator[str]:
    """Start nginx and yield its address. Raises OSError where there is none, or it does not start."""
    if daemon("nginx") is None:
        raise OSError("there is no nginx here; on Debian: apt-get install nginx")
    with TemporaryDirectory() as place, kept_port() as port:
        command = nginx_command(configuration, Path(place), port, referee)
        process = await asyncio.create_subprocess_exec(*command)
        try:
            await _listening(process, port)
            yield f"127.0.0.1:{port}"
        finally:
            if process.returncode is None:
                process.terminate()
                await process.wait()


async def _listening(process: asyncio.subprocess.Process, port: int) -> None:
    until = monotonic() + LISTENS_WITHIN
    while monotonic() < until and process.returncode is None:
        with suppress(ConnectionRefusedError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        await asyncio.sleep(0.02)
    raise OSError("nginx does not start; what it says stands above")
