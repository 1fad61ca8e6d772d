"""`lawspeaker watch`."""

from __future__ import annotations

import asyncio
import os
import webbrowser
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.options import Duration, Listen, access_options, refuse_given
from lawspeaker_referee.cli.tournament import check_packages
from lawspeaker_referee.cli.tournament_pages import url_of
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.open_files import SERVER_FILES, need_files
from lawspeaker_referee.server.addresses import why_not_listening
from lawspeaker_referee.server.watch_service import NICE, WatchLimits, watch_server
from lawspeaker_referee.viewer.live_matches import DELAY, LiveMatches

if TYPE_CHECKING:
    from lawspeaker_referee.web.matches import MatchSite
    from lawspeaker_referee.web.server import Access

LIMITS: Final = WatchLimits()


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--http", "address", type=Listen(8484), default="127.0.0.1:8484", show_default=True,
              help="Address for browsers; port 0 takes a free one.")
@access_options("--http")
@click.option("--eyes", default="all", show_default=True, metavar="EYES",
              help="Whose knowledge is shown: all, spectator or seat:N, or several with commas between them. Without "
                   "all the records themselves are not handed out.")
@click.option("--delay", type=Duration(zero="at once"), default=f"{DELAY:g}s", show_default=True,
              help="How far behind running matches are shown, and their ends.")
@click.option("--grpc", "service", type=Listen(), metavar="HOST:PORT",
              help="Address of WatchService, for programs that follow running matches.  [default: none]")
@click.option("--most-watchers", type=click.IntRange(1, 100_000), default=LIMITS.watchers, show_default=True,
              help="Streams of WatchService at once.")
@click.option("--watchers-an-address", type=click.IntRange(1, 100_000), default=LIMITS.watchers_an_address,
              show_default=True, help="Such streams from one address.")
@click.option("--open", "browse", is_flag=True, help="Open the page in a browser.")
def watch(
    *, folder: Path, address: str, hosts: tuple[str, ...], proxies: tuple[str, ...], eyes: str, delay: float,
    service: str | None, most_watchers: int, watchers_an_address: int, browse: bool,
) -> None:
    """Show the matches of a FOLDER of records to browsers until Ctrl-C.

    The page lists the matches of FOLDER and the folders in it, newest first, and draws each step by step. Running
    matches of any referee that writes there are shown as spectators see them, some time later. A report.html in FOLDER
    is shown too, and its links lead to the matches. The process has a low priority, so that matches come first.

    \b
      lawspeaker watch records
      lawspeaker watch records/cup --open
      lawspeaker watch records --http 0.0.0.0:8484 --eyes spectator
      lawspeaker watch records --grpc 127.0.0.1:50052 --delay 1m
    """  # noqa: D301 - click looks for the control character
    check_packages("match pages", ("jinja2", "uvicorn"))
    from lawspeaker_referee.record.bounds import MOST_SEATS
    from lawspeaker_referee.viewer.eyes import BadEyes, parse_eyes
    from lawspeaker_referee.web.matches import MatchSite
    from lawspeaker_referee.web.server import Access

    if service is None:
        refuse_given("bounds the streams of --grpc HOST:PORT; give that too", "most_watchers", "watchers_an_address")
    if not folder.is_dir():
        raise WrongInput(f"there is no folder {folder}; give one that holds records, such as records")
    try:
        parse_eyes(eyes, MOST_SEATS)
    except BadEyes as error:
        raise WrongInput(f"--eyes: {error}") from None
    site = MatchSite(folder, folder.resolve().name or str(folder), eyes, delay_s=delay)
    need_files(SERVER_FILES)
    with suppress(OSError):  # somebody has a reason to let it be
        os.nice(NICE)
    asyncio.run(_serve(site, address, Access(hosts, proxies), service,
                       WatchLimits(most_watchers, watchers_an_address), browse=browse))


async def _serve(site: MatchSite, address: str, access: Access, service: str | None, limits: WatchLimits, *,
                 browse: bool) -> None:
    """Serve until a signal comes. Raises OSError if the folder cannot be read, and WrongInput for an address in use."""
    from lawspeaker_referee.config.formatting import format_count
    from lawspeaker_referee.event_loop import stop_signals
    from lawspeaker_referee.record.folder_index import FolderIndex
    from lawspeaker_referee.web.match_routes import ThreadedMatches, threaded
    from lawspeaker_referee.web.matches import MatchPages
    from lawspeaker_referee.web.server import WebServer

    stop, _ = stop_signals()
    web = WebServer(lambda text: click.echo(f"lawspeaker: {text}", err=True), "the line that `lawspeaker watch` prints",
                    access)
    async with AsyncExitStack() as stack:
        workers = stack.enter_context(ThreadPoolExecutor(2, "matches"))
        follower = stack.enter_context(ThreadPoolExecutor(1, "running"))
        index = FolderIndex(site.folder)
        live = ThreadedMatches(LiveMatches(site.folder, site.delay_s, index=index), follower)
        pages = MatchPages(site, index)
        found = await asyncio.to_thread(pages.count)
        try:
            web.start(address, threaded(pages, workers, live).routes("/", "/matches"))
        except OSError as error:
            why = why_not_listening(address, error)
            raise WrongInput(f"cannot listen on {address}: {why}; give another --http HOST:PORT") from None
        stack.push_async_callback(asyncio.to_thread, web.close)
        url = url_of(address, web.port)
        more = ""
        if service is not None:
            port = await stack.enter_async_context(watch_server(live, service, limits, make_log()))
            more = f", WatchService at {_host(service)}:{port}"
        click.echo(f"{format_count(found, 'match')} of {site.folder} at {url}{more} until Ctrl-C")
        if browse and not await asyncio.to_thread(webbrowser.open, url):
            click.echo(f"lawspeaker: no browser can be opened here; open {url} yourself", err=True)
        await stop.wait()


def _host(address: str) -> str:
    return address.rpartition(":")[0]
