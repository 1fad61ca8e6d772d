"""The event loop of a referee, its stop signals, and settings of garbage collection."""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from importlib import import_module
from typing import Any, Final, TypeVar

from lawspeaker_referee.garbage import collect_not_in_forks, collect_rarely
from lawspeaker_referee.open_files import SERVER_FILES, need_files

T = TypeVar("T")
_STOPS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def run_async(work: Coroutine[Any, Any, T]) -> T:
    """Run the work on the referee's event loop and return its result, as asyncio.run does.

    Raises OSError if the system allows too few open files.
    """
    try:
        need_files(SERVER_FILES)
    except OSError:
        work.close()
        raise
    collect_not_in_forks()
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(work)


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return uvloop's factory where it runs; None, for asyncio's own loop, elsewhere."""
    try:
        factory: Callable[[], asyncio.AbstractEventLoop] = import_module("uvloop").new_event_loop
    except ImportError:
        return None
    return factory


@asynccontextmanager
async def at_most(seconds: float) -> AsyncIterator[None]:
    """Give up what the block waits for after so many seconds, without an error, and go on behind the block.

    It also does so in a task that was cancelled before and now cleans up: there asyncio.timeout raises no TimeoutError
    in Python 3.11.0 to 3.11.2, but lets the cancellation by which it works pass on.
    """
    task = asyncio.current_task()
    assert task is not None
    cancelled, timeout = task.cancelling(), asyncio.timeout(seconds)
    try:
        async with timeout:
            yield
    except (TimeoutError, asyncio.CancelledError):
        if not timeout.expired() or task.cancelling() > cancelled:
            raise


def stop_signals() -> tuple[asyncio.Event, asyncio.Event]:
    """Return two events: the first SIGTERM or SIGINT sets one, the second sets the other."""
    stop, hurry = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, lambda: hurry.set() if stop.is_set() else stop.set())
    return stop, hurry


def hang_ups() -> asyncio.Event:
    """Return an event that each SIGHUP sets, which then does not end the process."""
    hung_up = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, hung_up.set)
    return hung_up


class Stop:
    """A request to stop what this process does, and the task that does it."""

    def __init__(self) -> None:
        self.happened = False
        self._task: tuple[asyncio.AbstractEventLoop, asyncio.Task[Any]] | None = None

    def set(self) -> None:
        """Request the stop; a second call changes nothing."""
        if not self.happened and self._task is not None:
            self._task[0].call_soon_threadsafe(self._cancel)
        self.happened = True

    def _cancel(self) -> None:
        if self._task is not None:
            self._task[1].cancel()

    @contextmanager
    def cancels(self) -> Iterator[None]:
        """Within this block a stop cancels the current task; a stop that has happened already cancels it at once."""
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
    """Yield a Stop that SIGTERM sets, and SIGINT and SIGHUP unless the process ignores them, as under `nohup`."""
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
    """Exempt all objects so far from garbage collection and collect less often, since every match waits meanwhile."""
    gc.collect()
    gc.freeze()
    collect_rarely()
