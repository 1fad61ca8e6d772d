"""A worker: a process with a referee of its own that plays whole seed blocks, verifies each record and counts it.

It is told what to do by the first line on stdin, which no other process sees, and tells what it does as lines of JSON
on stdout. With another line on stdin it lets its matches end, and when stdin is closed, so also when the runner dies,
it breaks them off.
"""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from pathlib import Path

from lawspeaker_referee.event_loop import settle
from lawspeaker_referee.logs import stderr_that_never_fails
from lawspeaker_referee.tournament.hall import House, opened
from lawspeaker_referee.tournament.leaseholder import Leaseholder
from lawspeaker_referee.tournament.ledger.ledger import Ledger
from lawspeaker_referee.tournament.ledger.nouns import BadLedger
from lawspeaker_referee.tournament.pipes import fail, first_line, tell, while_open
from lawspeaker_referee.tournament.playing import HallTables, Trouble, signer_at
from lawspeaker_referee.tournament.shares import at_once
from lawspeaker_referee.tournament.terms import parse_terms
from lawspeaker_referee.tournament.worker_name import name_of


@dataclass(frozen=True, slots=True)
class Order:
    """What a worker is told."""

    ledger: str
    tournament: str
    number: int
    """Which of the runner's workers it is, from 1."""
    workers: int
    """How many there are."""
    hide: tuple[str, ...] = ()
    """Files that are there and that bots must not see, besides the records."""
    key: str = ""
    """The file of the key that signs the records; empty to sign none."""


async def _run(order: Order) -> None:
    ledger, drain = Ledger.open(order.ledger), asyncio.Event()
    try:
        await while_open(_work(order, ledger, drain), lambda _: drain.set())
    finally:
        ledger.close()


async def _work(order: Order, ledger: Ledger, drain: asyncio.Event) -> None:
    """Play until `drain`, or until this task is cancelled. Raises Trouble, BadLedger and CannotListen."""
    terms = parse_terms(ledger.terms(order.tournament), "the ledger")
    house = House(f"w{order.number}-{os.getpid()}", terms.sandbox, (terms.records, *map(Path, order.hide)),
                  terms.records, lambda words: tell({"say": words}), signer=signer_at(order.key))
    async with opened(terms, house) as hall:
        settle()
        tables = HallTables(terms, hall, at_once(terms, order.workers), order.workers)
        await Leaseholder(name_of(os.getpid()), terms, ledger, tables, drain, tell).work()


def main() -> None:
    """Work as stdin says."""
    values = first_line()
    try:
        with stderr_that_never_fails():
            asyncio.run(_run(Order(**values | {"hide": tuple(values["hide"])})))
    except (Trouble, BadLedger) as error:
        fail(error)


if __name__ == "__main__":
    main()
