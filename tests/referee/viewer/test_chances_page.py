"""The curve of chances and the mistakes of an analysis, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver.common.by import By

from lawspeaker_referee.devtools.analysis.page import add_chances
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.viewer.document import ALL, SPECTATOR, document, every_eye
from lawspeaker_referee.viewer.page import file_page
from tests.referee.browser import LEAST_CONTRAST, SCHEMES, contrasts_of, resized
from tests.referee.devtools.analysis.judged import judged
from tests.referee.viewer.pages import opened, shown

pytestmark = pytest.mark.slow

RECORD = read_record(Path(__file__).parents[2] / "golden" / "clansmen-3.lsr")
STEPS = [next(number for number, step in enumerate(RECORD.steps, 1) if number > after and step.acts[0].seat == seat)
         for seat, after in ((0, 20), (1, 60), (2, 100))]


@pytest.fixture
def page(tmp_path):
    found, (zero, one, two) = document(RECORD, every_eye(3)), STEPS
    add_chances(found, [judged(zero, 0, loss=0.21), judged(one, 1, value=0.75), judged(two, 2, loss=0.34)],
                list(RECORD.footer.outcome.ranks))
    path = tmp_path / "match.html"
    path.write_text(file_page(found), encoding="utf-8")
    return path


@pytest.mark.parametrize("width", [360, 700, 1400])
def test_chances_and_mistakes_are_told_at_every_width(browser, page, width):
    resized(browser, width)
    opened(browser, page)
    zero, one, two = STEPS
    parts = list(shown(browser, ALL, [zero - 1, zero, one, two], [".chance-now", ".curve", "[data-mistake]"]))
    assert [[each.get("chance") for each in found[0]] for found in parts] == [
        [None, None, None], ["0.4", None, None], ["0.4", "0.75", None], ["0.4", "0.75", "0.4"]]
    assert [len(found[1]) for found in parts] == [3, 3, 3, 3]
    assert [[each["mistake"] for each in found[2]] for found in parts] == [[], [str(zero)], [], [str(two)]]
    assert len(browser.find_elements(By.CSS_SELECTOR, ".mark.mistake")) == 2
    browser.find_element(By.CSS_SELECTOR, ".mistakes summary").click()
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    listed = browser.find_elements(By.CSS_SELECTOR, ".mistakes li button")
    assert [each.text for each in listed] == [f"step {two}", f"step {zero}"]
    listed[1].click()
    assert browser.execute_async_script(
        "const done = arguments[0]; requestAnimationFrame(() => setTimeout(() => "
        "done(document.querySelector('main').dataset.step)))") == str(zero)
    resized(browser, 1400)


def test_a_seat_sees_its_own_chances_only_and_a_spectator_none(browser, page):
    opened(browser, page)
    for eye, seats in ((0, ["0"]), (2, ["2"]), (SPECTATOR, []), (ALL, ["0", "1", "2"])):
        [[curves]] = shown(browser, eye, [STEPS[0]], [".curve"])
        assert [each["seat"] for each in curves] == seats


@pytest.mark.parametrize("scheme", SCHEMES)
def test_its_text_stands_out_by_day_and_by_night(browser, page, scheme):
    opened(browser, page)
    list(shown(browser, ALL, [STEPS[0]], []))
    browser.execute_script("document.querySelector('.mistakes').open = true")
    contrasts = contrasts_of(browser, scheme, ".chances p, .chances span:not(.badge), .chances summary, "
                                              ".chances button, .chances strong")
    assert len(contrasts) > 10
    assert min(contrasts) >= LEAST_CONTRAST
