"""Work on many files in several processes, with the results in the order of the files."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Final, TypeVar

import click

Result = TypeVar("Result")

AHEAD: Final = 4
"""Files that are begun or done for each process before their results are asked for: so few are in memory at once."""


@contextmanager
def results_in_order(
    work: Callable[[Path], Result], files: Sequence[Path], jobs: int, doing: str,
) -> Iterator[Iterator[Result]]:
    """Yield the results of all files in their order, made by so many processes at once; 1 is this process itself.

    When the block ends, what was not begun is given up, and so is, after an interruption, what is being done. `doing`
    says in an error what the processes did. `work` must be picklable if there are several.
    """
    jobs = min(jobs, len(files))
    if jobs <= 1:
        yield map(work, files)
        return
    # Spawned, not forked: the threads of this process would be missing in its copies.
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    try:
        yield _results(pool, work, files, jobs * AHEAD)
    except BaseException as error:
        for process in list((pool._processes or {}).values()):  # noqa: SLF001 - the pool would wait for them to finish
            process.terminate()
        if isinstance(error, BrokenProcessPool):
            raise click.ClickException(f"a process that {doing} has ended") from None
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _results(
    pool: ProcessPoolExecutor, work: Callable[[Path], Result], files: Sequence[Path], ahead: int,
) -> Iterator[Result]:
    waiting: deque[Future[Result]] = deque()
    for file in files:
        if len(waiting) == ahead:
            yield waiting.popleft().result()
        waiting.append(_submit(pool, work, file))
    while waiting:
        yield waiting.popleft().result()


def _submit(pool: ProcessPoolExecutor, work: Callable[[Path], Result], file: Path) -> Future[Result]:
    # A new process inherits that Ctrl-C is blocked: this process is told too, and ends it without a traceback.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(work, file)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
