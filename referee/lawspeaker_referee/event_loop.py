"""The loop that a referee runs on, what tells it to stop, and how little garbage may hold it up."""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

_STOPS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Where it is installed, uvloop's loop: a tenth faster, and never needed."""
    try:
        factory: Callable[[], asyncio.AbstractEventLoop] = import_module("uvloop").new_event_loop
    except ImportError:
        return None
    return factory


def stop_signals() -> tuple[asyncio.Event, asyncio.Event]:
    """Set by the first SIGTERM or SIGINT, and by the second."""
    stop, hurry = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, lambda: hurry.set() if stop.is_set() else stop.set())
    return stop, hurry


class Stop:
    """Whether a signal has told this process to stop what it does, and which task does it."""

    def __init__(self) -> None:
        self.happened = False
        self._task: tuple[asyncio.AbstractEventLoop, asyncio.Task[Any]] | None = None

    def set(self) -> None:
        """Stop; another time changes nothing."""
        if not self.happened and self._task is not None:
            self._task[0].call_soon_threadsafe(self._cancel)
        self.happened = True

    def _cancel(self) -> None:
        if self._task is not None:
            self._task[1].cancel()

    @contextmanager
    def cancels(self) -> Iterator[None]:
        """Until this is left, a stop cancels the task that entered it; so does one that has happened already."""
        task = asyncio.current_task()
        assert task is not None
        self._task = asyncio.get_running_loop(), task
        if self.happened:
            self._cancel()
        try:
            yield
        finally:
            self._task = None


@contextmanager
def stopped_by_signals() -> Iterator[Stop]:
    """Set by SIGTERM, and by SIGINT and SIGHUP unless the process was started to ignore them, as by `nohup`."""
    stop, before = Stop(), {}
    for number in _STOPS:
        if number == signal.SIGTERM or signal.getsignal(number) != signal.SIG_IGN:
            before[number] = signal.signal(number, lambda *_: stop.set())
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def settle() -> None:
    """Take what is loaded by now for lasting, and look for garbage less often: every match waits for it meanwhile."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 50)
