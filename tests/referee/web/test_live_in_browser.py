"""A running match in a browser: new steps come by themselves, some time later, and at its end the whole of it."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from selenium.webdriver.support.wait import WebDriverWait

from lawspeaker.v1.record_pb2 import RecordEntry
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.writer import RecordWriter
from lawspeaker_referee.viewer.live_matches import LiveMatches
from lawspeaker_referee.web.match_routes import ThreadedMatches, threaded
from lawspeaker_referee.web.matches import MatchPages, MatchSite
from lawspeaker_referee.web.server import WebServer
from tests.referee.browser import chromium

pytestmark = pytest.mark.slow
GOLDEN = Path(__file__).parents[2] / "golden" / "clansmen-2.lsr"
DELAY = 3.0
PATIENCE = 100.0


@pytest.fixture
def browser(tmp_path):
    with chromium(tmp_path / "profile") as found:
        yield found


@pytest.fixture
def address(tmp_path):
    folder = tmp_path / "records"
    folder.mkdir()
    web = WebServer(pytest.fail)
    with ThreadPoolExecutor(2) as workers, ThreadPoolExecutor(1) as follower:
        live = ThreadedMatches(LiveMatches(folder, DELAY), follower)
        pages = MatchPages(MatchSite(folder, "cup", delay_s=DELAY))
        web.start("127.0.0.1:0", threaded(pages, workers, live).routes("/", "/matches"))
        yield f"http://127.0.0.1:{web.port}/"
        web.close()


def state(browser):
    """Return (step, last step, eyes) of the page, None while it loads."""
    return browser.execute_script("""
        const main = document.querySelector('main[data-step]');
        return main && [Number(main.dataset.step), Number(main.dataset.steps),
            [...document.querySelectorAll('select.eyes option')].map(each => Number(each.value))];""")


def test_a_match_is_followed_to_its_end_some_time_later(browser, address, tmp_path):
    record = read_record(GOLDEN)
    steps = record.steps
    writer = RecordWriter(tmp_path / "records" / "cup-1.lsr")
    writer.write(RecordEntry(header=record.header))
    for step in steps[:40]:
        writer.write(RecordEntry(step=step))
    written = time.monotonic()
    browser.get(address)
    browser.find_element("link text", "cup-1").click()
    WebDriverWait(browser, PATIENCE).until(lambda it: state(it) is not None)
    shown = state(browser)
    assert shown[1] == 0 or time.monotonic() - written >= DELAY
    assert shown[2] == [-1]
    WebDriverWait(browser, PATIENCE).until(lambda it: state(it)[1] == 40)
    assert time.monotonic() - written >= DELAY
    assert state(browser)[0] == 40  # who stands at the end follows
    for step in steps[40:]:
        writer.write(RecordEntry(step=step))
    ended = time.monotonic()
    writer.finish(record.footer)
    WebDriverWait(browser, PATIENCE).until(lambda it: state(it) is not None and state(it)[1] == len(steps))
    assert time.monotonic() - ended >= DELAY
    WebDriverWait(browser, PATIENCE).until(lambda it: state(it) is not None and -2 in state(it)[2])
    assert browser.get_log("browser") == []
