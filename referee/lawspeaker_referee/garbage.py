"""How often this process collects garbage. It imports gc and os alone, since it is called before all other imports."""

from __future__ import annotations

import gc
import os


class _Forks:
    """The forks under way, and whether garbage was collected before them."""

    under_way = 0
    collected = True
    watched = False


def collect_rarely() -> None:
    """Look for garbage less often; call it before imports, which make hundreds of thousands of objects that stay."""
    gc.set_threshold(20_000, 10, 50)


def leave_garbage() -> None:
    """Look for garbage no more, when the process ends: Python would look through all objects several times."""
    gc.freeze()


def collect_not_in_forks() -> None:
    """Look for no garbage from before a fork until it is done in both processes; a second call changes nothing.

    A new process may free none of gRPC's objects: those wait for threads and locks that only its parent has. uvloop
    waits for the program to start, so that its whole loop would stand still with the new process.
    """
    if not _Forks.watched:
        _Forks.watched = True
        os.register_at_fork(before=_begin, after_in_parent=_end, after_in_child=_end_here)


def _begin() -> None:
    if not _Forks.under_way:
        _Forks.collected = gc.isenabled()
        gc.disable()
    _Forks.under_way += 1


def _end() -> None:
    _Forks.under_way -= 1
    if not _Forks.under_way and _Forks.collected:
        gc.enable()


def _end_here() -> None:
    _Forks.under_way = 1  # what other threads had begun is not here
    _end()
