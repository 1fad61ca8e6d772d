"""The first order of a worker, which its runner gives without loading what a worker needs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WorkerOptions:
    """The first order of a worker."""

    ledger: str
    tournament: str
    number: int
    """The worker's number among those of the runner, from 1."""
    workers: int
    """The number of the runner's workers."""
    hide: tuple[str, ...] = ()
    """Files that are there and that bots must not see, besides the records."""
    key: str = ""
    """The file of the key that signs the records and what is written to the ledger; empty to sign nothing."""
    patience: float = 0.0
    """Seconds for which it waits for a ledger that is away."""
    places: str = ""
    """The folder of the matches that workers of several tournaments play at once; empty if nothing is shared."""
    most: int = 0
    """The number of these places."""
