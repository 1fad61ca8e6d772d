"""The page of any match in a real browser: strangers' words stay text, nothing is asked for, all can use it."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.viewer.document import ALL, SPECTATOR, document, every_eye
from lawspeaker_referee.viewer.page import file_page
from tests.golden.game_text import of_other_rules
from tests.referee.browser import LEAST_CONTRAST, SCHEMES, asked_of, resized
from tests.referee.viewer.pages import CONTRASTS, opened, shown, written
from tests.referee.web.small_records import tiny

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parents[2] / "golden"
RECORDS = (
    "northgard-5", "northgard-4-everything", "clansmen-6", "pax_viking-6")
WIDTHS = (360, 700, 1400)
HOSTILE = "<img src=x onerror=\"document.title='broken'\"></script><script>document.title='broken'</script>"


@pytest.fixture
def hostile(record):
    """A match of an unknown game, whose bots call themselves and remark what they like."""
    read = read_record(record)
    for who in read.header.seats:
        who.bot = who.version = who.sdk = who.identity = HOSTILE
    for step in read.steps:
        for timing in step.timing:
            timing.annotation = HOSTILE
    return read


def test_words_of_strangers_stay_text_and_nothing_is_asked_for(browser, hostile, tmp_path):
    found = document(hostile, every_eye(3))
    found["match"]["id"] = HOSTILE
    page = tmp_path / "match.html"
    page.write_text(file_page(found), encoding="utf-8")
    asked_of(browser)
    opened(browser, page)
    list(shown(browser, ALL, range(hostile.step_count + 1), ["main"]))
    assert browser.execute_script("return document.querySelectorAll('img').length") == 0
    assert "broken" not in browser.title.replace(HOSTILE, "")
    assert HOSTILE in browser.execute_script("return document.querySelector('.remark').textContent")
    assert HOSTILE in browser.execute_script("return document.querySelector('.seat .bot').textContent")
    assert [url for url in asked_of(browser) if not url.startswith(("data:", page.as_uri()))] == []
    assert browser.get_log("browser") == []


def test_a_version_stands_after_a_name_that_is_written_from_right_to_left(browser, record, tmp_path):
    read = read_record(record)
    read.header.seats[0].bot, read.header.seats[0].version = "مرحبا", "1.0"
    opened(browser, written(read, tmp_path))
    name, version = browser.execute_script("""
        return ['.bot', '.version'].map(
            each => document.querySelector(`.seat ${each}`).getBoundingClientRect().left)""")
    assert name < version


def test_a_game_without_drawings_is_shown_by_the_fields_of_its_view(browser, record, tmp_path):
    read = read_record(record)
    opened(browser, written(read, tmp_path))
    list(shown(browser, 1, [read.step_count], []))
    text = browser.execute_script("return document.querySelector('.board').textContent").lower()
    for word in ("points", "round", "hand"):
        assert word in text


def test_a_record_without_an_engine_has_its_log_and_says_why(browser, tmp_path):
    read = read_record(of_other_rules(GOLDEN / "northgard-2.lsr", tmp_path / "other.lsr"))
    opened(browser, written(read, tmp_path))
    text = browser.execute_script("return document.body.textContent")
    assert "cannot be replayed here: match northgard-2: this record is of northgard 99" in text
    browser.execute_script("const it = document.querySelector('input[type=range]'); it.value = 200;"
                           "it.dispatchEvent(new Event('input', {bubbles: true}))")
    browser.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => setTimeout(done))")
    assert browser.execute_script("return document.querySelectorAll('.log [data-step]').length") > 10


def test_the_page_of_a_challenge_says_that_it_counts_in_no_rating(browser, tmp_path):
    read = read_record(GOLDEN / "northgard-2.lsr")
    read.header.challenger = "ann"
    opened(browser, written(read, tmp_path))
    assert "of ann, counts in no rating" in browser.execute_script("return document.body.textContent")


def test_the_numbers_of_eight_seats_can_be_read(browser, tmp_path):
    names = [f"bot-{number}" for number in range(8)]
    opened(browser, written(read_record(tiny(tmp_path / "eight.lsr", names)), tmp_path))
    for scheme in SCHEMES:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        badges = [each for each in browser.execute_script(CONTRASTS) if "badge" in each[0]]
        assert {each[1] for each in badges} >= set("01234567")
        assert min(each[2] for each in badges) >= LEAST_CONTRAST


def test_a_page_can_be_used_by_keys_alone(browser, tmp_path):
    read = read_record(GOLDEN / "northgard-3.lsr")
    opened(browser, written(read, tmp_path))

    def press(*keys):
        for key in keys:
            ActionChains(browser).send_keys(key).perform()
        browser.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => setTimeout(done))")
        main = browser.execute_script("return {...document.querySelector('main').dataset}")
        return int(main["step"]), int(main["eye"])

    first, _ = press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert first == 3
    assert press(Keys.ARROW_LEFT)[0] == 2
    assert press(Keys.END)[0] == read.step_count
    assert press(Keys.HOME)[0] == 0
    chapter, _ = press(Keys.PAGE_DOWN)
    assert chapter > 1
    assert press(Keys.PAGE_UP)[0] == 0
    assert press("1")[1] == 1
    reached = set()
    for _ in range(60):
        ActionChains(browser).send_keys(Keys.TAB).perform()
        reached.add(browser.execute_script(
            "const at = document.activeElement; return at.getAttribute('aria-label') || at.className || at.tagName"))
    assert {"Step", "Play", "One step forward", "Seen by", "Log"} <= reached


@pytest.mark.parametrize("name", RECORDS)
def test_nothing_is_wider_than_the_window(browser, tmp_path, name):
    """The page is opened in the narrowest window, which then grows."""
    path = GOLDEN / f"{name}.lsr"
    read = read_record(path)
    for width in WIDTHS:
        resized(browser, width)
        if width == WIDTHS[0]:
            opened(browser, written(path, tmp_path))
        for step in (0, read.step_count // 2, read.step_count):
            list(shown(browser, ALL, [step], []))
            assert browser.execute_script("return document.documentElement.scrollWidth") <= width, (width, step)


@pytest.mark.parametrize("name", ["northgard-4-everything", "pax_viking-6"])
def test_words_of_tables_are_not_broken_on_a_phone(browser, tmp_path, name):
    path = GOLDEN / f"{name}.lsr"
    resized(browser, WIDTHS[0])
    opened(browser, written(path, tmp_path))
    list(shown(browser, ALL, [read_record(path).step_count], []))
    cells = browser.execute_script("""
        return [...document.querySelectorAll('.table :is(th, td)')].filter(each => each.checkVisibility()).map(each => {
            const before = each.getBoundingClientRect().height;
            each.style.overflowWrap = 'normal';
            const after = each.getBoundingClientRect().height;
            each.style.overflowWrap = '';
            return [each.textContent.trim(), before, after];
        })""")
    assert cells
    assert [each for each in cells if each[1] > each[2]] == []
    assert browser.execute_script("""
        const box = document.querySelector('.table');
        return box.scrollWidth - box.clientWidth""") <= 0


def test_the_timeline_leaves_most_of_a_low_window_to_the_match(browser, tmp_path):
    opened(browser, written(GOLDEN / "pax_viking-6.lsr", tmp_path))
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": 720, "height": 360, "deviceScaleFactor": 1, "mobile": True})
    list(shown(browser, ALL, [300], []))
    assert browser.execute_script("return document.querySelector('.timeline').offsetHeight") < 110
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 720


@pytest.mark.parametrize("name", RECORDS)
def test_text_stands_out_by_day_and_by_night(browser, tmp_path, name):
    path = GOLDEN / f"{name}.lsr"
    read = read_record(path)
    opened(browser, written(path, tmp_path))
    for scheme in SCHEMES:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        for step in (read.step_count // 2, read.step_count):
            list(shown(browser, ALL, [step], []))
            browser.execute_script("document.querySelectorAll('details').forEach(each => { each.open = true; })")
            poor = [each for each in browser.execute_script(CONTRASTS) if each[2] < LEAST_CONTRAST]
            assert poor == [], (scheme, step)


def test_paper_is_as_by_day_has_the_whole_log_and_nothing_to_press(browser, tmp_path):
    opened(browser, written(GOLDEN / "northgard-3.lsr", tmp_path))
    list(shown(browser, ALL, [200], []))
    look = """
        const log = document.querySelector('.log');
        return [getComputedStyle(document.body).color, getComputedStyle(document.body).printColorAdjust,
                document.querySelector('.timeline').checkVisibility(), log.scrollHeight <= log.clientHeight]"""
    features = [{"name": "prefers-color-scheme", "value": "light"}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    by_day, *_ = browser.execute_script(look)
    features[0]["value"] = "dark"
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": features})
    try:
        assert browser.execute_script(look) == [by_day, "exact", False, True]
    finally:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})


def test_nothing_moves_by_itself_where_motion_is_not_wanted(browser, tmp_path):
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
    opened(browser, written(GOLDEN / "clansmen-3.lsr", tmp_path))
    list(shown(browser, SPECTATOR, [100, 101, 102], []))
    assert browser.execute_script("return document.getAnimations().length") == 0
