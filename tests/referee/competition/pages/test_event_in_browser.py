"""The pages of a tournament as a browser shows them, from a phone to a wall."""

from __future__ import annotations

import pytest

from lawspeaker_referee.competition.pages import watch
from lawspeaker_referee.competition.tournament.state import QUARANTINED
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
from tests.referee.competition.pages.event import Event, quick_terms

pytestmark = pytest.mark.slow

WIDTHS = (320, 400, 900, 1400, 1760, 1920)
PAGES = ("", "bot/Brynhild-of-the-long-shield-2.html")
BOTS = "Brynhild-of-the-long-shield-2 bob cy dan eve"
LISTENS = """const done = arguments[0];
const wait = () => events?.readyState === 1 ? done(1) : setTimeout(wait, 20); wait()"""
TOLD = """const [id, words, done] = arguments;
const wait = () => document.getElementById(id).textContent.startsWith(words) ? done(1) : setTimeout(wait, 20); wait()"""
CUT = """return [...document.querySelectorAll('h1, h2, .facts dd, .tables li, .latest li, .state')].filter(
    each => each.scrollWidth > each.clientWidth + 1).length"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with chromium(tmp_path_factory.mktemp("browser") / "profile") as found:
        found.set_script_timeout(30)
        yield found


@pytest.fixture
def event(tmp_path, monkeypatch):
    """A knockout whose first table is decided, and that looks when it is told to."""
    monkeypatch.setattr(watch, "PAUSE", 1e6)
    found = Event(quick_terms(tmp_path, BOTS, format={"kind": "knockout"}))
    every = found.grow()
    found.play(*every)
    found.count(*every)
    found.ledger.decide("cup", QUARANTINED, {"bot": "eve", "public": "it did not join " * 4, "why": ""})
    found.site.watch.look()
    yield found
    found.close()


def show(browser, event, path="", width=1400):
    resized(browser, width)
    browser.get(f"http://127.0.0.1:{event.site.port}/{path}")


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_sticks_out_or_is_cut_at_any_width(browser, event, path, width):
    show(browser, event, path, width)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    for wrong in (UNDERSIZED, OUTSIDE, OVERLAPPING, CUT):
        assert browser.execute_script(wrong) == 0
    assert browser.execute_script(COLLIDING) == []


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_words_stand_out_by_day_and_by_night(browser, event, path, scheme):
    show(browser, event, path, 400)
    contrasts = contrasts_of(browser, scheme, "p, td, th, small, a, dd, dt, code, li, h2, .how")
    assert len(contrasts) > 20
    assert min(contrasts) >= LEAST_CONTRAST


def test_the_page_asks_its_own_server_only_and_complains_of_nothing(browser, event):
    browser.get("about:blank")
    asked_of(browser), browser.get_log("browser")  # those of earlier tests, whose servers are gone
    show(browser, event)
    browser.execute_async_script(LISTENS)
    own = f"http://127.0.0.1:{event.site.port}/"
    assert {url for url in asked_of(browser) if not url.startswith("data:")} <= {own, own + "events"}
    assert browser.get_log("browser") == []


def test_what_somebody_has_unfolded_stays_so_when_there_is_something_new(browser, tmp_path, monkeypatch):
    monkeypatch.setattr(watch, "PAUSE", 1e6)
    event = Event(quick_terms(tmp_path, " ".join(f"b{number}" for number in range(9))))
    try:
        show(browser, event)
        browser.execute_async_script(LISTENS)
        assert "other 12 tables" in browser.execute_script(
            "const more = document.getElementById('more-tables'); more.open = true; return more.textContent")
        event.ledger.decide("cup", QUARANTINED, {"bot": "b1", "public": "it did not join", "why": ""})
        event.site.watch.look()
        browser.execute_async_script(TOLD.replace("startsWith", "includes"), "event", "b1 plays no more")
        assert browser.execute_script("return document.getElementById('more-tables').open") is True
    finally:
        event.close()


def test_the_focus_and_a_scrolled_bracket_stay_when_there_is_something_new(browser, event):
    show(browser, event, width=400)
    browser.execute_async_script(LISTENS)
    look = """
        const link = document.activeElement, bracket = document.querySelector('.bracket').closest('.wide');
        return [link.textContent, bracket.scrollLeft]"""
    before = browser.execute_script("""
        document.querySelector('a[href="matches"]').focus();
        document.querySelector('.bracket').closest('.wide').scrollLeft = 60;""" + look)
    assert before == ["All matches", 60]
    event.ledger.decide("cup", QUARANTINED, {"bot": "bob", "public": "it did not join", "why": ""})
    event.site.watch.look()
    browser.execute_async_script(TOLD.replace("startsWith", "includes"), "event", "bob plays no more")
    assert browser.execute_script(look) == before


def test_a_match_that_is_counted_shows_without_a_new_page_and_a_server_that_is_gone_is_told(browser, event):
    show(browser, event)
    browser.execute_async_script(LISTENS)
    browser.execute_script("window.same = 'page'")
    left = event.grow()
    event.play(left[0])
    before = len(event.ledger.results("cup"))
    event.count(left[0])
    browser.execute_async_script(TOLD, "matches", f"{before + 1} ")
    assert browser.execute_script("return window.same") == "page"
    event.site._web.close()
    browser.execute_async_script("const done = arguments[0]; again().then(() => done(1))")
    assert browser.execute_script("return document.getElementById('lost').hidden") is False
