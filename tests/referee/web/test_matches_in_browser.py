"""Matches as one comes to them in a browser: from the list, from the standings, from a report."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.expected_conditions import staleness_of
from selenium.webdriver.support.wait import WebDriverWait

from lawspeaker_referee.competition.ladder.standings import LatestMatch
from lawspeaker_referee.competition.ladder.web_server import StandingsServer
from lawspeaker_referee.web.match_routes import threaded
from lawspeaker_referee.web.matches import MatchPages, MatchSite
from lawspeaker_referee.web.server import WebServer
from tests.referee.browser import COLLIDING, LEAST_CONTRAST, SCHEMES, asked_of, chromium, contrasts_of, resized
from tests.referee.competition.ladder.ladder_bots import played
from tests.referee.competition.ladder.standings_server import standings
from tests.referee.web.small_records import golden, tiny

pytestmark = pytest.mark.slow
PATIENCE = 60.0
LONG = "a-name-as-long-as-the-referee-lets-a-token-have.it-has-64-signs-"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("records")
    golden(folder, "northgard-3", to="cup-000001")
    for number in range(120):
        tiny(folder / f"old-{number}.lsr", (LONG, "bob", "cy", "<b>dan"), age=1000 + number)
    tiny(folder / "half.lsr", ended=False, age=10)
    tiny(folder / f"{LONG}.lsr.part")
    (folder / "report.html").write_text("<!DOCTYPE html><title>r</title><link rel=icon href='data:,'>"
                                        "<style>p { color: red }</style><p><a href='match/cup-000001'>cup/1</a></p>")
    return folder


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with chromium(tmp_path_factory.mktemp("browser") / "profile") as found:
        yield found


@pytest.fixture(scope="module")
def workers():
    with ThreadPoolExecutor(2) as found:
        yield found


@pytest.fixture(scope="module")
def address(folder, workers):
    web = WebServer(pytest.fail)
    web.start("127.0.0.1:0", threaded(MatchPages(MatchSite(folder, "cup")), workers).routes("/", "/matches"))
    yield f"http://127.0.0.1:{web.port}/"
    web.close()


def click(browser, words):
    browser.find_element(By.LINK_TEXT, words).click()


FRAMES = """const done = arguments[0];
    fetch(location.pathname + "/frames").then(answer => answer.json()).then(
        found => done(found.match.id), error => done(String(error)));"""


def check_viewer(browser, url):
    """Check that this is the viewer of the match, and that it may ask for its document and asks for nothing else."""
    assert page_of(browser) == url
    assert browser.find_element(By.ID, "viewer") is not None
    assert browser.execute_async_script(FRAMES) == "northgard-3"
    asked = {each for each in asked_of(browser) if not each.startswith("data:")}
    assert asked == {url, f"{url}/frames"}
    assert browser.get_log("browser") == []


def page_of(browser):
    """Return the address without what follows `#`, where the viewer notes its step."""
    return browser.current_url.partition("#")[0]


def test_a_click_in_the_list_leads_to_the_match(browser, address):
    browser.get(address)
    asked_of(browser)
    click(browser, "cup-000001")
    check_viewer(browser, f"{address}match/cup-000001")


def test_a_click_in_the_report_leads_to_the_match(browser, address):
    browser.get(address)
    click(browser, "Report")
    assert browser.execute_script("return getComputedStyle(document.querySelector('p')).color") == "rgb(255, 0, 0)"
    asked_of(browser)
    click(browser, "cup/1")
    check_viewer(browser, f"{address}match/cup-000001")


def test_a_click_in_the_standings_leads_to_the_match_and_to_those_of_a_bot(browser, folder, workers):
    row = standings(1).rows[0]
    shown = standings(1, rows=(row.__class__(*(LONG if name == "bot" else getattr(row, name)
                                               for name in row.__slots__)),),
                      latest=(LatestMatch(played("cup-000001")),))
    web = StandingsServer(pytest.fail)
    site = MatchSite(folder, "cup", home="Standings")
    web.start("127.0.0.1:0", lambda: shown, threaded(MatchPages(site), workers).routes("/matches"))
    try:
        address = f"http://127.0.0.1:{web.port}/"
        browser.get(address)
        asked_of(browser)
        click(browser, "cup-000001")
        check_viewer(browser, f"{address}match/cup-000001")
        browser.back()
        click(browser, LONG)
        assert browser.current_url == f"{address}matches?bot={LONG}"
        assert browser.find_element(By.ID, "lead").text == "120 finished, newest first."
        click(browser, "old-7")
        assert page_of(browser) == f"{address}match/old-7"
        browser.back()
        click(browser, "Standings")
        assert browser.current_url == address
        assert browser.get_log("browser") == []
    finally:
        web.close()


def test_the_form_finds_a_bot_and_pages_are_turned(browser, address):
    browser.get(address)
    click(browser, "Older")
    assert browser.current_url.endswith("?bot=&page=2")
    assert len(browser.find_elements(By.CSS_SELECTOR, "#matches-table tbody tr")) == 22
    field = browser.find_element(By.ID, "bot")
    field.send_keys("<b>dan")
    field.submit()
    WebDriverWait(browser, PATIENCE).until(staleness_of(field))  # it does not wait for the next page by itself
    assert browser.find_element(By.ID, "lead").text == "120 finished, newest first."
    click(browser, "All matches")
    assert browser.current_url == f"{address}matches"
    assert browser.get_log("browser") == []


@pytest.mark.parametrize("width", [320, 360, 700, 1400])
def test_nothing_is_wider_than_the_window_and_no_words_lie_on_others(browser, address, width):
    resized(browser, width)
    browser.get(address)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    assert browser.execute_script(COLLIDING) == []


def test_a_score_stands_after_a_name_that_is_written_from_right_to_left(browser, address):
    browser.get(address)
    name, score = browser.execute_script("""
        const [name, score] = document.querySelector('.result li').querySelectorAll('a, .score');
        name.textContent = 'مرحبا';
        return [name, score].map(each => each.getBoundingClientRect().left)""")
    assert name < score


@pytest.mark.parametrize("scheme", SCHEMES)
def test_words_stand_out_from_the_paper_by_day_and_by_night(browser, address, scheme):
    browser.get(address)
    contrasts = contrasts_of(browser, scheme, "h1, p, a, th, td, small, li, label, input, button, .score")
    assert len(contrasts) > 100 and min(contrasts) >= LEAST_CONTRAST
