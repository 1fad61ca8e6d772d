"""The page of an evaluation: what it tells, and how a browser shows it."""

from __future__ import annotations

import json

import pytest

from lawspeaker_referee.competition.evaluation.page import format_money, html
from lawspeaker_referee.competition.evaluation.results import ANCHOR, Section, rated_scope
from lawspeaker_referee.competition.tournament.status import plain
from lawspeaker_referee.config.formatting import format_percent
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
from tests.referee.competition.evaluation.planted_evaluation import GAMES, STRENGTHS, planted

WIDTHS = (400, 800, 1400)


def test_the_page_tells_method_ratings_answers_costs_and_seeds_and_escapes_names():
    results = planted((Section("Regret", "Value lost.", ("Bot", "Lost"), (("large", "0.1"),)),))
    page = html(results)
    assert "<b>tiny" not in page and "&lt;b&gt;tiny" in page
    for game in GAMES:
        assert f"<h3>{game}</h3>" in page and f"<h3>{game}-2</h3>" in page
    for told in ("95.6 %", "93.3 %", "provider failure 30", "12.50", "temperature 0.5", "ab" * 32, "cd" * 32,
                 "Value lost.", "random is fixed at 1000", "0.1.0+gabc", "complete"):
        assert told in page, told
    best = results.ratings[0].ratings[0]
    assert f"<td>{format_percent(best.points / best.matches)}</td>" in page, "points are a share"
    assert "<script" not in page and "http://" not in page.replace("http://www.w3.org", "")
    assert html(results) == page


def test_ratings_find_the_order_that_was_planted_and_are_relative_to_the_yardstick():
    overall, *games = planted().ratings
    assert [each.bot for each in overall.ratings] == sorted(STRENGTHS, key=lambda bot: -STRENGTHS[bot])
    assert all(rating.elo == ANCHOR for scope in (overall, *games) for rating in scope.ratings
               if rating.bot == "random")
    widest = [each.high - each.low for each in overall.ratings if each.bot == "large"]
    narrower = [each.high - each.low for scope in games for each in scope.ratings if each.bot == "large"]
    assert widest[0] < min(narrower), "all games tell more than one"


def test_what_cannot_be_rated_says_why():
    scope = rated_scope("overall", [], [])
    assert scope.ratings == () and scope.notes == ("there are no matches to rate",)


def test_the_results_are_json():
    found = json.loads(json.dumps(plain(planted())))
    assert found["bots"][0]["legal_at_first"] == 812 and found["setups"][0]["commitment"] == "ab" * 32


@pytest.mark.parametrize(("amount", "text"), [(0, "0"), (0.00123, "0.0012"), (0.5, "0.5"), (12.345, "12.35")])
def test_money_has_the_digits_that_tell_something(amount, text):
    assert format_money(amount) == text


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    folder = tmp_path_factory.mktemp("browser")
    page = folder / "evaluation.html"
    page.write_text(html(planted((Section("Regret", "Value lost.", ("Bot", "Lost"), (("large", "0.1"),)),))),
                    encoding="utf-8")
    with chromium(folder / "profile") as opened:
        opened.get(page.as_uri())
        yield opened


@pytest.mark.slow
def test_the_page_asks_nothing_of_anybody_and_complains_of_nothing(browser):
    assert {url.partition(":")[0] for url in asked_of(browser)} <= {"file", "data"}
    assert browser.get_log("browser") == []


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_sticks_out_of_the_page_and_plots_are_whole(browser, width):
    resized(browser, width)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    assert browser.execute_script("return document.querySelectorAll('figure').length") == 1 + len(GAMES)
    for what in (UNDERSIZED, OUTSIDE, OVERLAPPING):
        assert browser.execute_script(what) == 0


@pytest.mark.slow
@pytest.mark.parametrize("scheme", SCHEMES)
def test_words_stand_out_from_the_paper_by_day_and_by_night(browser, scheme):
    contrasts = contrasts_of(browser, scheme, "p, td, th, caption, a, dd, dt, .label")
    assert len(contrasts) > 200
    assert min(contrasts) >= LEAST_CONTRAST
