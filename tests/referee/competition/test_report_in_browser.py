"""The page as a browser shows it."""

import pytest

from lawspeaker_referee.competition.report import collect_facts, html
from tests.referee.browser import (
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
from tests.referee.competition.planted_results import failure, ledger_of

pytestmark = pytest.mark.slow

WIDTHS = (400, 800, 1400)


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    folder = tmp_path_factory.mktemp("browser")
    ledger = ledger_of(folder / "ledger.db", most=-3,
                       stop={"bot": "greedy", "against": "mine", "elo0": 0.0, "elo1": 20.0})
    failure(ledger)
    page = folder / "report.html"
    page.write_text(html(collect_facts(ledger, "cup")), encoding="utf-8")
    with chromium(folder / "profile") as opened:
        opened.get(page.as_uri())
        yield opened


def test_the_page_asks_nothing_of_anybody_and_complains_of_nothing(browser):
    asked = asked_of(browser)
    assert browser.current_url in asked
    assert {url.partition(":")[0] for url in asked} <= {"file", "data"}
    assert browser.get_log("browser") == []


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_sticks_out_of_the_page(browser, width):
    resized(browser, width)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", WIDTHS)
def test_all_plots_have_size_and_hold_their_marks_and_labels_are_apart(browser, width):
    resized(browser, width)
    assert browser.execute_script("return document.querySelectorAll('figure').length") == 6
    assert browser.execute_script(UNDERSIZED) == 0
    assert browser.execute_script(OUTSIDE) == 0
    assert browser.execute_script(OVERLAPPING) == 0


@pytest.mark.parametrize("scheme", SCHEMES)
def test_words_stand_out_from_the_paper_by_day_and_by_night(browser, scheme):
    contrasts = contrasts_of(browser, scheme, "p, td, th, caption, a, dd, dt, .label")
    assert len(contrasts) > 200
    assert min(contrasts) >= LEAST_CONTRAST
