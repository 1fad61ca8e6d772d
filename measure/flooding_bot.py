"""A started bot that plays, floods the referee's socket with HTTP/2 frames, and answers some questions late.

`python flooding_bot.py KIND WHERE`; KIND is one of `flood.KINDS` or `none`, WHERE is `other` for two connections of its
own besides the bot's, or `same` for the connection on which it plays. It says in the annotation of a late answer how
many seconds it has thought.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from lawspeaker_bot import Bot, run
from measure.flood import AGAIN_AFTER, KINDS, OPENING, READ

THINKS: Final = (0.3, 0.6, 1.2, 2.4, 4.8, 9.0)
"""Seconds that it takes for late answers, one after the other."""
LATE_EVERY: Final = 8
"""One of so many answers is late."""
CONNECTIONS: Final = 2
BEGINS: Final = 3
"""The question at which the flood begins."""
PREFACE_BYTES: Final = 24
_HEADER: Final = 9


class FloodingBot(Bot):
    """Takes the default of every question."""

    name = "flooding"

    def __init__(self, floods: Sequence[subprocess.Popen[bytes]]) -> None:
        self._asked, self._late, self._floods = count(1), count(), floods

    def decide(self, decision):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - as every bot does
        """Answer at once, or late."""
        asked = next(self._asked)
        for process in self._floods if asked == BEGINS else ():
            assert process.stdin is not None
            process.stdin.close()
        if asked % LATE_EVERY:
            return decision.default
        began, thinks = monotonic(), THINKS[next(self._late) % len(THINKS)]
        sleep(thinks)
        decision.annotation = f"{monotonic() - began:.3f}"
        return decision.default


def flood(path: str, kind: str) -> None:
    """Once stdin is closed send frames on one connection after another; none says Hello."""
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.read()
    while True:
        with suppress(OSError), socket.socket(socket.AF_UNIX) as line:
            line.connect(path)
            Thread(target=_discard, args=(line,), daemon=True).start()
            line.sendall(OPENING)
            for block in count():
                line.sendall(KINDS[kind](block))
        sleep(AGAIN_AFTER)


def _discard(line: socket.socket) -> None:
    with suppress(OSError):
        while line.recv(READ):
            pass


def relay(listener: socket.socket, path: str, kind: str) -> None:
    """Pass connections on to the referee, with frames of the flood between those of the bot."""
    while True:
        near, _ = listener.accept()
        far = socket.socket(socket.AF_UNIX)
        far.connect(path)
        Thread(target=_back, args=(far, near), daemon=True).start()
        with suppress(OSError, EOFError):
            _inject(near, far, kind)
        near.close()
        far.close()


def _back(far: socket.socket, near: socket.socket) -> None:
    with suppress(OSError):
        while data := far.recv(READ):
            near.sendall(data)
        near.shutdown(socket.SHUT_RDWR)


def _inject(near: socket.socket, far: socket.socket, kind: str) -> None:
    far.sendall(_exactly(near, PREFACE_BYTES))
    near.settimeout(0.0)
    blocks, messages = count(1), 0
    while True:
        try:
            head = near.recv(_HEADER)
            if not head:
                return
            near.settimeout(None)
            head += _exactly(near, _HEADER - len(head))
            far.sendall(head + _exactly(near, int.from_bytes(head[:3], "big")))
            messages += head[3] == 0
            near.settimeout(0.0)
        except BlockingIOError:
            if messages >= BEGINS:  # Hello and answers
                far.sendall(KINDS[kind](next(blocks)))
            else:
                sleep(0.001)


def _exactly(line: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        if not (more := line.recv(size - len(data))):
            raise EOFError
        data += more
    return data


def main(kind: str, where: str) -> None:
    """Start the processes that flood, wait until they are ready, and play."""
    floods: list[subprocess.Popen[bytes]] = []
    path = os.environ["LAWSPEAKER_ADDRESS"].removeprefix("unix:")
    if kind != "none" and where == "same":
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(f"{tempfile.mkdtemp()}/relay")
            listener.listen()
            os.environ["LAWSPEAKER_ADDRESS"] = f"unix:{listener.getsockname()}"
            subprocess.Popen([sys.executable, __file__, kind, "relay", path, str(listener.fileno())],
                             pass_fds=[listener.fileno()])
    elif kind != "none":
        floods = [subprocess.Popen([sys.executable, __file__, kind, "flood", path], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE) for _ in range(CONNECTIONS)]
    for process in floods:
        assert process.stdout is not None
        process.stdout.readline()
    run(FloodingBot(floods))


if __name__ == "__main__":
    if sys.argv[2] == "flood":
        flood(sys.argv[3], sys.argv[1])
    elif sys.argv[2] == "relay":
        relay(socket.socket(fileno=int(sys.argv[4])), sys.argv[3], sys.argv[1])
    else:
        main(*sys.argv[1:])
