"""The process that shows the pages of a tournament while a run plays it; `run_pages` starts it, `main` is the process.

The order names the ledger, which may hold a password, so it does not stand on a command line.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from typing import Final

from msgspec import convert, to_builtins

from lawspeaker_referee.host.process.child import ChildProcess
from lawspeaker_referee.host.process.child_side import fail, first_order, orders, report

COMMAND: Final = (sys.executable, "-m", "lawspeaker_referee.competition.pages.process")
END_WITHIN: Final = 5.0
"""Seconds for the process to end by itself."""


@dataclass(frozen=True, slots=True)
class PagesOrder:
    """The tournament whose pages are shown, the address, and what `Access` has."""

    ledger: str
    name: str
    address: str
    hosts: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()


class CannotShow(OSError):
    """Pages that cannot be shown; one line that says why."""


@asynccontextmanager
async def run_pages(order: PagesOrder) -> AsyncIterator[int]:
    """Show the pages as long as the block lasts; give the port. Raises CannotShow, and OSError without a process."""
    child = await ChildProcess.start(COMMAND, to_builtins(order))
    try:
        answer = await child.report()
        if answer is None or "failure" in answer:
            raise CannotShow(answer["failure"] if answer else "its process has ended")
        yield answer["port"]
    finally:
        await child.end(END_WITHIN)


def main() -> None:
    """Show the pages until the run has ended."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # the run ends it, when its matches have ended
    order = convert(first_order(), PagesOrder)
    from lawspeaker_referee.competition.ledger.queries import LedgerQueries
    from lawspeaker_referee.competition.pages.site import EventSite, SiteSettings, step_back
    from lawspeaker_referee.config.validation import BadConfig
    from lawspeaker_referee.server.addresses import why_not_listening
    from lawspeaker_referee.web.server import Access

    step_back()
    with closing(LedgerQueries.open_to_read(order.ledger)) as ledger:
        try:
            site = EventSite(ledger, order.name, SiteSettings(Access(order.hosts, order.proxies)), _complain)
        except (OSError, BadConfig) as error:
            fail(error)
        try:
            site.start(order.address)
        except OSError as error:
            report({"failure": why_not_listening(order.address, error)})
            sys.exit(1)
        report({"port": site.port})
        for _ in orders():
            pass
        site.close()


def _complain(words: str) -> None:
    sys.stderr.write(f"lawspeaker: {words}\n")


if __name__ == "__main__":
    main()
