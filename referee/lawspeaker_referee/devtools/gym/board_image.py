"""Pictures of a game: the board of match pages, drawn by a browser without a window."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any, Final
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from lawspeaker.v1.record_pb2 import RecordHeader, RecordSeat
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Seat, Setup
from lawspeaker_referee.codec.game_codec import setup_message
from lawspeaker_referee.host.process.socket_folder import temporary_folder
from lawspeaker_referee.viewer.document import SPECTATOR, MatchFrames, live_document
from lawspeaker_referee.viewer.page import file_page

Image = NDArray[np.uint8]
"""Shape (height, width, 3): red, green and blue from 0 to 255."""

WIDTH: Final = 1600
HEIGHT: Final = 1200
"""The window, in pixels; the board in it has a size of its own in each game."""
FLAGS: Final = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-sync",
                "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
                f"--window-size={WIDTH},{HEIGHT}")
"""Without its sandbox the browser runs as any user, root too; it opens nothing but pages made here."""
_ONLY_THE_BOARD: Final = "document.querySelectorAll('.board .taken, .board details').forEach(each => each.remove())"
"""Takes away the line on the last step, and what unfolds."""
PATIENCE: Final = 20
"""Seconds that a page may take."""
_SOCKET: Final = "org.chromium.Chromium.123456/SingletonSocket"
"""The socket that the browser makes in the folder for temporary files; it ends at once if it cannot."""


class BoardCamera:
    """Takes pictures of games of one setup, with a browser that it starts when the first one is taken."""

    def __init__(self, game: Game[Any], setup: Setup) -> None:
        """Raise ModuleNotFoundError if a package or the browser is missing, with what to install."""
        if missing := missing_for_pictures():
            raise ModuleNotFoundError(missing)
        self._game, self._setup = game, setup
        self._browser: Any = None
        self._folder: TemporaryDirectory[str] | None = None
        self._end: finalize[..., Any] | None = None
        """Ends the browser, and then removes the folder in which it writes: when asked, or with this camera."""

    def picture(self, state: Any, seat: Seat | None, match_id: str) -> Image:
        """Return the board as a seat sees it, or a spectator for None."""
        header = RecordHeader(match_id=match_id, setup=setup_message(self._game, self._setup),
                              seats=[RecordSeat(bot=f"seat {each}") for each in range(self._setup.players)])
        frames = MatchFrames(self._game, self._setup, header, (SPECTATOR if seat is None else seat,), state)
        browser = self._opened()
        assert self._folder is not None
        page = Path(self._folder.name, "board.html")
        page.write_text(file_page(live_document(header, frames, None)), encoding="utf-8")
        browser.get(page.as_uri())
        from selenium.webdriver.support.wait import WebDriverWait

        shown = WebDriverWait(browser, PATIENCE).until(lambda it: it.find_elements("css selector", "main .board"))
        browser.execute_script(_ONLY_THE_BOARD)
        from PIL import Image as Picture

        with Picture.open(BytesIO(shown[0].screenshot_as_png)) as drawn:
            return np.asarray(drawn.convert("RGB"))

    def __reduce__(self) -> tuple[Any, ...]:
        return BoardCamera, (self._game, self._setup)

    def close(self) -> None:
        """End the browser."""
        if self._end is not None:
            self._end()
        self._browser = self._folder = self._end = None

    def _opened(self) -> Any:
        if self._browser is None:
            from selenium import webdriver

            self._folder = TemporaryDirectory(prefix="lawspeaker-board-", ignore_cleanup_errors=True)
            options = webdriver.ChromeOptions()
            options.binary_location = which("chromium") or ""
            for flag in (*FLAGS, f"--user-data-dir={self._folder.name}/profile"):
                options.add_argument(flag)
            environment = os.environ | {"TMPDIR": temporary_folder(_SOCKET)}
            service = webdriver.ChromeService(which("chromedriver"), env=environment)
            self._browser = webdriver.Chrome(options=options, service=service)
            self._end = finalize(self, _end, self._browser, self._folder)
        return self._browser


def _end(browser: Any, folder: TemporaryDirectory[str]) -> None:
    browser.quit()
    folder.cleanup()


def missing_for_pictures() -> str | None:
    """Return what this machine lacks for pictures, and where it comes from; None if they can be made."""
    if not all(map(_is_installed, ("selenium", "PIL"))):
        return "pictures need Selenium and Pillow: pip install 'lawspeaker-referee[render]'"
    if not all(map(which, ("chromium", "chromedriver"))):
        return ("pictures need the programs chromium and chromedriver, which Debian's packages chromium and "
                "chromium-driver have")
    return None


def _is_installed(package: str) -> bool:
    from importlib.util import find_spec

    return find_spec(package) is not None
