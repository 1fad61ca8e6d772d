"""The people of `lawspeaker play`: at the terminal, or each at a page of this process."""

from __future__ import annotations

import sys
import webbrowser
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Final

import click

from lawspeaker_bot.bot import Bot
from lawspeaker_engine.model import Seat
from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.terminal import Terminal

SEE_THE_END_WITHIN: Final = 5.0
"""Seconds that the command waits at the end for open pages to fetch the finished match."""


@contextmanager
def at_terminal(seats: Sequence[Seat], *, err: bool, may_resign: bool) -> Iterator[Mapping[Seat, Bot]]:
    """Yield by seat the bots that ask people at the terminal, on stderr if `err`. Raises WrongInput without stdin."""
    if not seats:
        yield {}
        return
    from lawspeaker_referee.cli.human import Human

    try:
        terminal = Terminal(sys.stderr if err else sys.stdout)
    except (AttributeError, OSError, ValueError):
        raise WrongInput("a person plays at standard input, which is closed") from None
    try:
        yield {seat: Human(terminal, alone=len(seats) == 1, may_resign=may_resign) for seat in seats}
    finally:
        terminal.close()


@contextmanager
def kept(record: Path | None) -> Iterator[Path]:
    """Yield where the record of a match for pages is kept: pages are made from it, so without one for a while only."""
    if record is not None:
        yield record
        return
    with TemporaryDirectory(prefix="lawspeaker-") as folder:
        yield Path(folder) / "match.lsr"


@contextmanager
def at_pages(seats: Sequence[Seat], record: Path, address: str, *, show: bool) -> Iterator[Mapping[Seat, Bot]]:
    """Yield by seat the bots that ask people at pages, whose addresses are printed; with `show` a browser opens them.

    Raises WrongInput if nothing can listen at the address, HOST:PORT.
    """
    from lawspeaker_referee.host.person_in_browser import PersonInBrowser
    from lawspeaker_referee.viewer.seat_match import SeatMatch
    from lawspeaker_referee.web.seat_desk import SeatDesk
    from lawspeaker_referee.web.seat_page import SEAT, SeatPages
    from lawspeaker_referee.web.server import WebServer

    desks = {seat: SeatDesk(SeatMatch(record, seat)) for seat in seats}
    web = WebServer(lambda text: click.echo(f"lawspeaker: {text}", err=True), "the terminal")
    try:
        web.start(address, SeatPages(desks.values()).routes())
    except (OSError, OverflowError) as error:
        raise WrongInput(f"cannot listen on {address}: {error}; give another --http HOST:PORT") from None
    host = address.rpartition(":")[0]
    try:
        for seat, desk in desks.items():
            url = f"http://{host}:{web.port}{SEAT}{desk.token}/"
            click.echo(f"lawspeaker: seat {seat} plays at {url}", err=True)
            if show:  # a browser of the terminal would not return
                Thread(target=webbrowser.open, args=(url,), daemon=True).start()
        yield {seat: PersonInBrowser(desk) for seat, desk in desks.items()}
        for desk in desks.values():
            desk.let_pages_see_the_end(SEE_THE_END_WITHIN)
    finally:
        for desk in desks.values():
            desk.close()
        web.close()
