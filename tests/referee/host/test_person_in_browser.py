"""People at pages in a real browser: whole matches of all games, with the digest of a bot that picks the same."""

from __future__ import annotations

from threading import Event

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from lawspeaker_bot.decision import Result
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.host.person_in_browser import PersonInBrowser
from tests.referee.browser import LEAST_CONTRAST, chromium, resized
from tests.referee.host.bots_here import put_bots_here
from tests.referee.host.persons import DRAWN, PATIENCE, STATE, AtPage, Planned, play, table
from tests.referee.viewer.pages import CONTRASTS

pytestmark = pytest.mark.slow

SQUARE = [
    ("northgard", 360, "touch", "light"), ("northgard", 700, "keys", "dark"), ("northgard", 1400, "mouse", "light"),
    ("clansmen", 360, "mouse", "dark"), ("clansmen", 700, "touch", "light"), ("clansmen", 1400, "keys", "dark"),
    ("pax_viking", 360, "keys", "light"), ("pax_viking", 700, "mouse", "dark"), ("pax_viking", 1400, "touch", "dark"),
]
"""Each game once at each width and in each way."""
ON_DRAWINGS = {"northgard": 10, "clansmen": 15, "pax_viking": 3}
"""So many options at least are taken on drawings in a match."""


@pytest.fixture(scope="module")
def started(tmp_path_factory):
    with chromium(tmp_path_factory.mktemp("browser"), notes_requests=False) as found:
        found.set_script_timeout(30)
        yield found


@pytest.fixture
def browser(started):
    started.get("about:blank")
    started.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    started.get_log("browser")
    return started


@pytest.mark.parametrize(("game", "width", "way", "scheme"), SQUARE)
def test_a_person_plays_a_whole_match_and_it_is_that_of_a_bot_with_the_same_picks(
    browser, tmp_path, monkeypatch, game, width, way, scheme,
):
    put_bots_here(monkeypatch)
    resized(browser, width)
    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": way == "touch"})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-color-scheme", "value": scheme}]})
    faults: list[object] = []

    def look(decision: int) -> None:
        if browser.execute_script("return document.documentElement.scrollWidth") > width:
            faults.append((decision, "wider than the window"))
        faults.extend((decision, *each) for each in browser.execute_script(CONTRASTS) if each[2] < LEAST_CONTRAST)

    with table(game, tmp_path) as match:
        browser.get(match.address())
        person = AtPage(browser, match.desks[0], way, 5)
        person.play(look)
        result = match.ended()
        WebDriverWait(browser, PATIENCE).until(lambda it: it.execute_script(
            "return document.querySelectorAll('select.eyes option').length") == 4)  # the replay, with all hands
        match.desks[0].let_pages_see_the_end(PATIENCE)
    assert faults == []
    assert not result.faults[0]
    assert not result.refused[0]
    assert person.pointed >= ON_DRAWINGS[game]
    assert result.digest == play(game, {0: Planned(5)}).digest
    assert [line for line in browser.get_log("browser") if line["level"] == "SEVERE"] == []


CLICK = """
    const [place, count] = arguments;
    document.querySelector(place).dispatchEvent(new MouseEvent('click', {bubbles: true, detail: count}))"""
"""The first, second, ... click of a series of quick ones."""
FOCUSED = "return document.activeElement.id || document.activeElement.className"


def asked_after(browser, decision):
    """Wait until the page asks for another decision; return which."""
    def another(_):
        state = browser.execute_script(STATE)
        return state and state["decision"] not in {"", decision} and state["decision"]

    found = WebDriverWait(browser, PATIENCE, 0.02).until(another)
    browser.execute_async_script(DRAWN)
    return found


def test_a_double_click_and_a_held_key_answer_one_decision_only(browser, tmp_path, monkeypatch):
    put_bots_here(monkeypatch)
    with table("clansmen", tmp_path) as match:
        browser.get(match.address())
        first = asked_after(browser, "")
        browser.execute_script(CLICK, ".option", 1)
        browser.execute_script(CLICK, ".option", 2)
        second = asked_after(browser, first)
        for place in (".option", "[data-default]", "[data-send]"):
            browser.execute_script(CLICK, place, 3)
        browser.execute_async_script(DRAWN)
        assert browser.execute_script(STATE) == {"decision": second, "over": False, "taken": 0}
        ActionChains(browser).send_keys("o").perform()
        for _ in range(3):
            browser.execute_cdp_cmd("Input.dispatchKeyEvent", {
                "type": "keyDown", "key": "Enter", "windowsVirtualKeyCode": 13, "text": "\r", "autoRepeat": True})
        browser.execute_async_script(DRAWN)
        assert browser.execute_script(STATE) == {"decision": second, "over": False, "taken": 0}
        ActionChains(browser).send_keys(Keys.ENTER).perform()
        browser.execute_async_script(DRAWN)
        assert browser.execute_script(STATE)["taken"] == 1


def test_a_double_click_on_the_button_to_leave_asks_once(browser, tmp_path, monkeypatch):
    put_bots_here(monkeypatch)
    with table("clansmen", tmp_path) as match:
        browser.get(match.address())
        asked_after(browser, "")
        browser.execute_script(CLICK, "[data-leave]", 1)
        browser.execute_script(CLICK, "[data-leave]", 2)
        browser.execute_async_script(DRAWN)
        assert "Really leave" in browser.execute_script("return document.querySelector('[data-leave]').textContent")
        browser.execute_script(CLICK, "[data-leave]", 1)
        WebDriverWait(browser, PATIENCE).until(lambda _: match.desks[0].left)


def test_after_an_answer_the_focus_is_on_the_next_question_unless_it_is_elsewhere(browser, tmp_path, monkeypatch):
    put_bots_here(monkeypatch)
    with table("clansmen", tmp_path) as match:
        browser.get(match.address())
        decision = asked_after(browser, "")
        for keys in (["o", Keys.ENTER, Keys.ENTER], ["0", Keys.ENTER, Keys.ENTER]):
            ActionChains(browser).send_keys(*keys).perform()
            decision = asked_after(browser, decision)
            WebDriverWait(browser, PATIENCE, 0.02).until(lambda it: it.execute_script(FOCUSED) == "question")
        browser.execute_script("document.querySelector('.log').focus()")
        asked = match.desks[0].shown()["question"]
        assert match.desks[0].answer(asked["decision"], asked["default"]) == ""
        asked_after(browser, decision)
        assert browser.execute_script(FOCUSED) == "log"


@pytest.mark.parametrize("game", ["clansmen", "northgard", "pax_viking"])
def test_in_a_low_window_some_options_are_seen_and_every_question_begins_at_its_top(
    browser, tmp_path, monkeypatch, game,
):
    put_bots_here(monkeypatch)
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": 1280, "height": 640, "deviceScaleFactor": 1, "mobile": False})
    decision = ""
    with table(game, tmp_path, clock=Clock(600.0)) as match:
        browser.get(match.address())
        for _ in range(10):
            decision, (desk,) = asked_after(browser, decision), match.desks
            seen, scrolled = browser.execute_script("""
                const [panel, list] = ['.panel', '.panel-options'].map(each => document.querySelector(each));
                const bottom = Math.min(list.getBoundingClientRect().bottom, panel.getBoundingClientRect().bottom);
                const seen = bottom - list.getBoundingClientRect().top, at = [panel.scrollTop, list.scrollTop];
                for (const each of [panel, list]) each.scrollTop = 1000;
                return [[Math.round(seen), list.scrollHeight], at]""")
            assert seen[0] >= min(120, seen[1]), decision
            assert scrolled == [0, 0]
            asked = desk.shown()["question"]
            assert desk.answer(asked["decision"], asked["default"]) == ""


def test_a_tile_that_may_be_taken_is_marked_so_even_if_it_is_new(browser, tmp_path, monkeypatch):
    put_bots_here(monkeypatch)
    with table("pax_viking", tmp_path) as match:
        browser.get(match.address())
        asked_after(browser, "")
        lines = browser.execute_script("return [...document.querySelectorAll('.pv-track .pv-fresh.can-take')].map("
                                       "each => getComputedStyle(each).outlineStyle)")
        assert lines
        assert set(lines) == {"dashed"}


@pytest.mark.parametrize(("game", "prompt", "mark"), [
    ("clansmen", "migrants.place", ".cl-hex"), ("northgard", "setup.tile", ".ng-cell")])
def test_a_place_that_is_taken_has_its_own_line_and_no_frame_besides(
    browser, tmp_path, monkeypatch, game, prompt, mark,
):
    put_bots_here(monkeypatch)
    with table(game, tmp_path) as match:
        browser.get(match.address())
        decision, (desk,) = asked_after(browser, ""), match.desks
        while (asked := desk.shown()["question"])["prompt"] != prompt:
            assert desk.answer(asked["decision"], asked["default"]) == ""
            decision = asked_after(browser, decision)
        place = f"{mark}.can-take[data-options]"
        style = "return getComputedStyle(document.querySelector(arguments[0])).outlineStyle"
        assert browser.execute_script(style, place) == "none"
        browser.execute_script(CLICK, place, 1)
        browser.execute_async_script(DRAWN)
        if browser.execute_script(STATE)["taken"] == 0:  # several options are there: the first of the list
            browser.execute_script(CLICK, ".option", 1)
            browser.execute_async_script(DRAWN)
        assert browser.execute_script(STATE) == {"decision": decision, "over": False, "taken": 1}
        assert browser.execute_script(style, f"{place}.is-taken") == "none"


def test_what_was_said_of_a_lost_server_goes_when_it_is_back(browser, tmp_path, monkeypatch):
    put_bots_here(monkeypatch)
    with table("clansmen", tmp_path) as match:
        browser.get(match.address())
        asked_after(browser, "")
        text = "return document.getElementById('viewer').innerText"
        match.stop_serving()
        ActionChains(browser).send_keys("0", Keys.ENTER, Keys.ENTER).perform()
        for words in ("The server does not answer", "No news: the server does not answer"):
            WebDriverWait(browser, PATIENCE).until(lambda it, words=words: words in it.execute_script(text))
        assert browser.execute_script(STATE)["taken"] == 1
        match.serve_again()
        WebDriverWait(browser, PATIENCE).until(lambda it: "does not answer" not in it.execute_script(text))
        assert browser.execute_script(STATE)["taken"] == 1
        browser.get_log("browser")  # what could not be loaded


def test_an_end_that_is_told_after_the_record_is_finished_is_shown_too(browser, tmp_path, monkeypatch):
    put_bots_here(monkeypatch)
    told, show_end = Event(), PersonInBrowser.over

    def over(self: PersonInBrowser, result: Result) -> None:
        told.wait(PATIENCE)
        show_end(self, result)

    monkeypatch.setattr(PersonInBrowser, "over", over)
    with table("clansmen", tmp_path, clock=Clock(0.02)) as match:
        browser.get(match.address())
        WebDriverWait(browser, PATIENCE).until(lambda it: it.execute_script(
            "return document.querySelectorAll('select.eyes option').length") == 4)  # the record is finished
        assert not browser.execute_script(STATE)["over"]
        told.set()
        WebDriverWait(browser, PATIENCE).until(lambda it: it.execute_script(STATE)["over"])
        desk = match.desks[0]
        desk.let_pages_see_the_end(PATIENCE)
        assert not desk.events.listening


def test_a_page_that_shows_the_end_waits_for_the_address_of_the_next_match(browser, tmp_path, monkeypatch):
    put_bots_here(monkeypatch)
    with table("clansmen", tmp_path, clock=Clock(0.02), one_of_many=True) as match:
        browser.get(match.address())
        WebDriverWait(browser, PATIENCE).until(lambda it: it.execute_script(
            "return document.querySelectorAll('select.eyes option').length") == 4)  # the record is finished
        WebDriverWait(browser, PATIENCE).until(lambda it: it.execute_script(STATE)["over"])
        desk = match.desks[0]
        assert desk.events.listening and not browser.find_elements("css selector", "[data-next]")
        desk.follow_with("/seat/another/")
        WebDriverWait(browser, PATIENCE).until(lambda it: it.find_elements("css selector", "[data-next]"))
        desk.let_pages_see_the_end(PATIENCE)
        assert not desk.events.listening


def test_when_time_is_up_the_page_says_so_and_the_match_goes_on(browser, tmp_path, monkeypatch):
    put_bots_here(monkeypatch)
    with table("clansmen", tmp_path, clock=Clock(0.4)) as match:
        browser.get(match.address())
        browser.execute_script("""
            const look = () => { window.late ||= document.body.innerText.includes('Time is up'); };
            new MutationObserver(look).observe(document.body, {childList: true, subtree: true, characterData: true});
            look();""")
        WebDriverWait(browser, PATIENCE).until(lambda it: (it.execute_script(STATE) or {}).get("over"))
        assert browser.execute_script("return window.late")
        result = match.ended()
    assert result.faults[0]
