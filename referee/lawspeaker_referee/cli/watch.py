"""`lawspeaker watch`."""

from __future__ import annotations

import asyncio
import webbrowser
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.options import Duration, Listen
from lawspeaker_referee.cli.tournament import check_packages
from lawspeaker_referee.viewer.live_matches import DELAY

if TYPE_CHECKING:
    from lawspeaker_referee.web.matches import MatchSite


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--http", "address", type=Listen(8484), default="127.0.0.1:8484", show_default=True,
              help="Address for browsers; port 0 takes a free one.")
@click.option("--eyes", default="all", show_default=True, metavar="EYES",
              help="Whose knowledge is shown: all, spectator or seat:N, or several with commas between them. Without "
                   "all the records themselves are not handed out.")
@click.option("--delay", type=Duration(zero="at once"), default=f"{DELAY:g}s", show_default=True,
              help="How far behind running matches are shown, and their ends.")
@click.option("--open", "browse", is_flag=True, help="Open the page in a browser.")
def watch(*, folder: Path, address: str, eyes: str, delay: float, browse: bool) -> None:
    """Show the matches of a FOLDER of records to browsers until Ctrl-C.

    The page lists the matches of FOLDER and the folders in it, newest first, and draws each step by step. Running
    matches of any referee that writes there are shown as spectators see them, some time later. A report.html in FOLDER
    is shown too, and its links lead to the matches.

    \b
      lawspeaker watch records
      lawspeaker watch records/cup --open
      lawspeaker watch records --http 0.0.0.0:8484 --eyes spectator
    """  # noqa: D301 - click looks for the control character
    check_packages("match pages", ("jinja2", "uvicorn"))
    from lawspeaker_referee.record.bounds import MOST_SEATS
    from lawspeaker_referee.viewer.eyes import BadEyes, parse_eyes
    from lawspeaker_referee.web.matches import MatchSite

    if not folder.is_dir():
        raise WrongInput(f"there is no folder {folder}; give one that holds records, such as records")
    try:
        parse_eyes(eyes, MOST_SEATS)
    except BadEyes as error:
        raise WrongInput(f"--eyes: {error}") from None
    site = MatchSite(folder, folder.resolve().name or str(folder), eyes, delay_s=delay)
    asyncio.run(_serve(site, address, browse=browse))


async def _serve(site: MatchSite, address: str, *, browse: bool) -> None:
    """Serve until a signal comes. Raises OSError if the folder cannot be read, and WrongInput for an address in use."""
    from lawspeaker_referee.config.formatting import format_count
    from lawspeaker_referee.event_loop import stop_signals
    from lawspeaker_referee.viewer.live_matches import LiveMatches
    from lawspeaker_referee.web.match_routes import ThreadedMatches, threaded
    from lawspeaker_referee.web.matches import MatchPages
    from lawspeaker_referee.web.server import WebServer

    stop, _ = stop_signals()
    web = WebServer(lambda text: click.echo(f"lawspeaker: {text}", err=True), "the line that `lawspeaker watch` prints")
    with ThreadPoolExecutor(2, "matches") as workers, ThreadPoolExecutor(1, "running") as follower:
        live = ThreadedMatches(LiveMatches(site.folder, site.delay_s), follower)
        pages = MatchPages(site)
        found = await asyncio.to_thread(pages.count)
        try:
            web.start(address, threaded(pages, workers, live).routes("/", "/matches"))
        except OSError as error:
            raise WrongInput(f"cannot listen on {address}: {error.strerror}; give another --http HOST:PORT") from None
        try:
            host, _, _ = address.rpartition(":")
            url = f"http://{host}:{web.port}/"
            click.echo(f"{format_count(found, 'match')} of {site.folder} at {url} until Ctrl-C")
            if browse and not await asyncio.to_thread(webbrowser.open, url):
                click.echo(f"lawspeaker: no browser can be opened here; open {url} yourself", err=True)
            await stop.wait()
        finally:
            await asyncio.to_thread(web.close)
