"""A process that has loaded the built-in bots and forks their supervisors, so that a new bot has nothing to load.

    referee -- warm server -- supervisor -- init -- bot

`WarmServer` in `warm.py` is the referee's side. What is forked is cut off and limited by the same supervisor as every
bot, which then goes on as the bot instead of becoming another program. Only built-in bots start this way: their code is
ours. This process sees no secret: addresses and tokens go to the supervisors directly. It loads gRPC and never uses it:
gRPC starts its threads, which no fork survives, with the first channel. It ends when the referee closes its socket or
dies.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Final, NoReturn

import lawspeaker_bots
from lawspeaker_bot import run
from lawspeaker_referee.garbage import collect_rarely
from lawspeaker_referee.host.process import supervisor

MOST_REQUEST: Final = 1 << 12
"""Bytes of a request."""
_SESSION: Final = "lawspeaker_bot.session"
"""The module that the SDK imports when it connects, with gRPC and its stubs."""
_FIRST_OWN: Final = 3
"""The first descriptor that is no standard one."""


def main() -> None:
    """Fork one supervisor for each request, which is the spec of a bot, until the referee has closed the socket."""
    collect_rarely()
    control = socket.socket(fileno=int(sys.argv[1]))
    loaded: set[str] = set()
    while True:
        data, pipes, *_ = socket.recv_fds(control, MOST_REQUEST, 2)
        if not data:
            return
        bot = data.decode()
        if bot not in loaded:
            loaded.add(bot)
            _load(bot)
        _reap()
        child = os.fork()
        if child == 0:
            _supervise(bot, pipes)
        for pipe in pipes:
            os.close(pipe)
        # Not reaped before the next request, so the number is still that of the child.
        handle = os.pidfd_open(child)
        socket.send_fds(control, [str(child).encode()], [handle])
        os.close(handle)


def _load(bot: str) -> None:
    """Import what a bot needs, and what it would import only when it connects or decides."""
    lawspeaker_bots.make(bot)
    for module in (_SESSION, *lawspeaker_bots.LATER.get(lawspeaker_bots.parse(bot)[0], ())):
        import_module(module)
    gc.collect()
    gc.freeze()  # or the first collection of each child would copy all pages


def _reap() -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _supervise(bot: str, pipes: Sequence[int]) -> NoReturn:
    """Be the supervisor of a bot."""
    try:
        os.setsid()
        for number, pipe in enumerate(pipes):
            os.dup2(pipe, number)
        os.closerange(_FIRST_OWN, os.sysconf("SC_OPEN_MAX"))
        supervisor.main(lambda: _play(bot))
    except SystemExit:  # of one whose referee is gone
        pass
    except BaseException:  # noqa: BLE001 - this process must not go on as a second server
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def _play(bot: str) -> NoReturn:
    """Be the bot, as a program would that had just begun."""
    os.closerange(_FIRST_OWN, os.sysconf("SC_OPEN_MAX"))
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    code: object = 1
    try:
        run(lawspeaker_bots.make(bot))
        code = 0
    except SystemExit as end:
        code = end.code
        if isinstance(code, str):
            sys.stderr.write(f"{code}\n")
            code = 1
    except BaseException:  # noqa: BLE001 - likewise
        traceback.print_exc()
    with suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code if isinstance(code, int) else 0)


if __name__ == "__main__":
    main()
