"""Threads for bots that are not coroutines; they do not keep a process alive that shall end."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from queue import Empty, SimpleQueue
from threading import Semaphore, Thread
from typing import Any, ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")


class DaemonThreads(Executor):
    """A pool of at most `most` threads that starts one more whenever none is idle.

    The interpreter waits at its end for the standard library's pool, so Ctrl-C would do nothing while a bot thinks.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._threads = 0
        self._idle = Semaphore(0)
        self._work: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Call a function in a thread, in the order of submission. Call this from one thread only."""
        future: Future[_T] = Future()
        self._work.put((future, lambda: fn(*args, **kwargs)))
        if not self._idle.acquire(blocking=False) and self._threads < self._most:
            self._threads += 1
            Thread(target=self._run, name=f"bot_{self._threads}", daemon=True).start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - Executor's
        """Let the threads end after their current call, and cancel calls that have not begun. Never waits."""
        while True:
            try:
                work = self._work.get_nowait()
            except Empty:
                break
            if work is not None:
                work[0].cancel()
        for _ in range(self._threads):
            self._work.put(None)

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            future, call = work
            if future.set_running_or_notify_cancel():
                try:
                    result = call()
                except BaseException as error:  # noqa: BLE001 - whoever waits for the future gets it
                    future.set_exception(error)
                else:
                    future.set_result(result)
            del work, future, call  # or an idle thread would keep the last decision alive
            self._idle.release()
