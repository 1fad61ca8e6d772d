"""Work on many things, mostly files, in several processes, with the results in their order."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sized
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Final, TypeVar

import click

from lawspeaker_referee.open_files import PROCESS_FILES, need_files

Item = TypeVar("Item")
Result = TypeVar("Result")

FILES: Final = 12
"""Open files of a process that has others work for it, besides those for each of them."""
AHEAD: Final = 4
"""Items that are begun or done for each process before their results are asked for: so few are in memory at once."""


@contextmanager
def results_in_order(
    work: Callable[[Item], Result], items: Iterable[Item], jobs: int, doing: str,
) -> Iterator[Iterator[Result]]:
    """Yield the results of all items in their order, made by so many processes at once; 1 is this process itself.

    When the block ends, what was not begun is given up, and so is, after an interruption, what is being done. `doing`
    says in an error what the processes did. `work` must be picklable if there are several.
    """
    if isinstance(items, Sized):
        jobs = min(jobs, len(items))
    if jobs <= 1:
        yield map(work, items)
        return
    need_files(FILES + PROCESS_FILES * jobs)
    # Spawned, not forked: the threads of this process would be missing in its copies.
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    try:
        yield _results(pool, work, items, jobs * AHEAD)
    except BaseException as error:
        for process in list((pool._processes or {}).values()):  # noqa: SLF001 - the pool would wait for them to finish
            process.terminate()
        if isinstance(error, BrokenProcessPool):
            raise click.ClickException(f"a process that {doing} has ended") from None
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _results(
    pool: ProcessPoolExecutor, work: Callable[[Item], Result], items: Iterable[Item], ahead: int,
) -> Iterator[Result]:
    waiting: deque[Future[Result]] = deque()
    for item in items:
        if len(waiting) == ahead:
            yield waiting.popleft().result()
        waiting.append(_submit(pool, work, item))
    while waiting:
        yield waiting.popleft().result()


def _submit(pool: ProcessPoolExecutor, work: Callable[[Item], Result], item: Item) -> Future[Result]:
    # A new process inherits that Ctrl-C is blocked: this process is told too, and ends it without a traceback.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(work, item)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
