"""The page of the standings as a browser shows it."""

from dataclasses import replace

import pytest

from lawspeaker_referee.competition.ladder.web_server import StandingsServer
from lawspeaker_referee.web import cache
from tests.referee.browser import (
    COLLIDING,
    LEAST_CONTRAST,
    OUTSIDE,
    OVERLAPPING,
    SCHEMES,
    UNDERSIZED,
    asked_of,
    chromium,
    contrasts_of,
    resized,
)
from tests.referee.competition.ladder.standings_server import standings

pytestmark = pytest.mark.slow

EVIL = "<img src=x onerror=document.title='evil'><script>document.title='evil'</script>"
LOOK = "const done = arguments[0]; look().then(() => done(''), error => done(String(error)));"
AGAIN = "const done = arguments[0]; again().then(() => done(document.getElementById('lost').hidden));"


class Opened:
    """A browser, and what the server shows it."""

    def __init__(self, browser):
        self.browser, self.standings = browser, standings()
        self.web = StandingsServer(pytest.fail)
        self.web.start("127.0.0.1:0", lambda: self.standings)

    def show(self, each):
        self.standings = each
        self.browser.get(f"http://127.0.0.1:{self.web.port}/")

    def run(self, script):
        return self.browser.execute_script(script)


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch, chromium(tmp_path_factory.mktemp("browser") / "profile") as browser:
        patch.setattr(cache, "SHARE", 1e9)  # every change is seen at once
        found = Opened(browser)
        try:
            yield found
        finally:
            found.web.close()


def test_the_page_asks_nothing_of_others_and_complains_of_nothing(opened):
    opened.show(standings())
    assert opened.browser.execute_async_script(LOOK) == ""
    own = f"http://127.0.0.1:{opened.web.port}/"
    assert {url for url in asked_of(opened.browser) if not url.startswith("data:")} == {own}
    assert opened.browser.get_log("browser") == []


@pytest.mark.parametrize("bots", [0, 3, 12, 60])
@pytest.mark.parametrize("width", [320, 360, 700, 1400])
def test_nothing_sticks_out_and_bars_and_labels_can_be_seen(opened, bots, width):
    resized(opened.browser, width)
    opened.show(standings(bots))
    assert opened.run("return document.documentElement.scrollWidth") <= width
    assert opened.run("return document.querySelectorAll('.track').length") == bots  # a scale, and all but the last
    for wrong in (UNDERSIZED, OUTSIDE, OVERLAPPING):
        assert opened.run(wrong) == 0
    assert opened.run(COLLIDING) == []


@pytest.mark.parametrize("width", [390, 800, 1200])
def test_labels_of_an_axis_with_many_ticks_do_not_run_into_each_other(opened, width):
    resized(opened.browser, width)
    first, second = standings(2).rows
    first, second = (replace(first, rating=2245.0, low=2165.0, high=2326.0),
                     replace(second, rating=1450.0, low=1125.0, high=1680.0))
    opened.show(standings(rows=(first, second)))
    assert len(opened.run("return [...document.querySelectorAll('.axis text')]")) >= 6
    assert opened.run(OVERLAPPING) == 0


@pytest.mark.parametrize("width", [360, 1400])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_words_stand_out_from_the_paper_by_day_and_by_night(opened, width, scheme):
    resized(opened.browser, width)
    opened.show(standings(12))
    contrasts = contrasts_of(opened.browser, scheme, "p, td, th, small, a, dd, dt, code")
    assert len(contrasts) > 100
    assert min(contrasts) >= LEAST_CONTRAST


def test_new_standings_come_without_a_new_page(opened):
    opened.show(standings())
    opened.run("window.same = 'page'; window.scrollTo(0, 40)")
    opened.standings = standings(matches=777, unix_ms=1_800_000_000_000)
    assert opened.browser.execute_async_script(LOOK) == ""
    assert opened.run("return document.getElementById('matches').textContent") == "777"
    assert "2027-01-15" in opened.run("return document.getElementById('lead').textContent")
    assert opened.run("return window.same") == "page"
    opened.run("window.cell = document.getElementById('matches')")
    assert opened.browser.execute_async_script(LOOK) == ""
    assert opened.run("return window.cell.isConnected"), "what has not changed is left as it is"


def test_a_referee_that_is_gone_is_told_and_so_is_its_return(opened):
    opened.show(standings())
    assert opened.browser.execute_async_script(AGAIN) is True
    port = opened.web.port
    opened.web.close()
    assert opened.browser.execute_async_script(AGAIN) is False
    assert "does not answer" in opened.run("return document.getElementById('lost').textContent")
    assert opened.run("return document.getElementById('matches').textContent") == "120"
    opened.web.start(f"127.0.0.1:{port}", lambda: opened.standings)
    assert opened.browser.execute_async_script(AGAIN) is True


def test_words_of_strangers_run_nothing(opened):
    row = replace(standings(1).rows[0], bot=EVIL, why=EVIL)
    opened.show(standings(1, rows=(row,), notes=(EVIL,)))
    opened.standings = replace(opened.standings, ladder=EVIL, matches=121)
    assert opened.browser.execute_async_script(LOOK) == ""
    assert opened.browser.title == "cup: standings"
    assert opened.run("return [document.images.length, document.scripts.length]") == [0, 1]
    assert EVIL in opened.run("return document.getElementById('standings').textContent")


def test_without_its_script_the_page_is_loaded_anew_every_few_seconds(opened):
    opened.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        opened.show(standings())
        source = opened.browser.page_source
    finally:
        opened.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert '<noscript><meta http-equiv="refresh" content="10"' in source
