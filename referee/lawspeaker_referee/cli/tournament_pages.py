"""`lawspeaker tournament pages`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.options import Duration, Listen, access_options
from lawspeaker_referee.cli.tournament_ledger import ledger_option, meant, opened_to_read, tell, which_argument
from lawspeaker_referee.open_files import SERVER_FILES, need_files
from lawspeaker_referee.server.addresses import why_not_listening
from lawspeaker_referee.viewer.live_matches import DELAY

if TYPE_CHECKING:
    from lawspeaker_referee.competition.pages.site import EventSite


@click.command()
@which_argument
@ledger_option
@click.option("--listen", "address", type=Listen(8484), default="127.0.0.1:8484", show_default=True,
              help="Address for browsers; port 0 takes a free one.")
@access_options("--listen")
@click.option("--delay", type=Duration(zero="at once"), default=f"{DELAY:g}s", show_default=True,
              help="How far behind running matches are shown, where matches have dice of their own.")
@click.option("--archive", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Offer this file of `tournament archive` once it is there.")
def pages(which: str, url: str | None, address: str, hosts: tuple[str, ...], proxies: tuple[str, ...],
          delay: float, archive: Path | None) -> None:
    """Show a page of a tournament to browsers until Ctrl-C, whether it runs or not.

    It has standings, pairings or the bracket, matches and bots, and changes by itself. The ledger and the records are
    only read. Matches that share dice are shown once all of them are counted.
    """
    from lawspeaker_referee.competition.pages.site import EventSite, SiteSettings, step_back
    from lawspeaker_referee.web.server import Access

    found = meant(which, url)
    need_files(SERVER_FILES)
    step_back()
    with opened_to_read(found.url) as ledger:
        site = EventSite(ledger, found.name, SiteSettings(Access(hosts, proxies), delay, archive), tell)
        asyncio.run(_serve(site, found.name, address))


async def _serve(site: EventSite, name: str, address: str) -> None:
    """Serve until a signal comes. Raises WrongInput for an address in use."""
    from lawspeaker_referee.event_loop import stop_signals

    stop, _ = stop_signals()
    try:
        site.start(address)
    except OSError as error:
        raise WrongInput(f"cannot listen on {address}: {why_not_listening(address, error)}; give another --listen "
                         "HOST:PORT") from None
    try:
        click.echo(f"{name} at {url_of(address, site.port)} until Ctrl-C")
        await stop.wait()
    finally:
        await asyncio.to_thread(site.close)


def url_of(address: str, port: int) -> str:
    """Return the address of pages at HOST:PORT, which has this port."""
    return f"http://{address.rpartition(':')[0]}:{port}/"
