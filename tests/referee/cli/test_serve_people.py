"""`lawspeaker serve` with seats for people: links, whose they are, several people at one table, and the records."""

from __future__ import annotations

import json
import signal
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic, sleep
from typing import Any

import pytest
from selenium.webdriver.support.wait import WebDriverWait

import lawspeaker_bot
from lawspeaker_bots import make
from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from lawspeaker_referee.server.tokens import create
from tests.referee.browser import chromium
from tests.referee.cli.serving_people import WITHIN, Browser, records, serving


@pytest.mark.slow
def test_two_people_play_one_match_after_another_and_records_say_who_they_are(tmp_path):
    with serving(tmp_path) as place:
        for _ in range(2):
            links = place.links()
            with ThreadPoolExecutor(2) as both:
                ends = list(both.map(lambda url: Browser(url).play(), links.values()))
            assert sorted(end["over"]["rank"] for end in ends) in ([1, 1], [1, 2])
            following = place.links()
            base = next(iter(links.values())).partition("/seat/")[0]
            assert {base + end["next"] for end in ends} == set(following.values())
            assert not set(following.values()) & set(links.values())
        place.process.send_signal(signal.SIGTERM)
        place.wait_for("stopped")
        assert place.process.wait(WITHIN) == 0
        assert not (tmp_path / "seats.txt").exists()
    found = [read_record(path) for path in records(tmp_path)]
    assert len(found) == 2
    for record in found:
        assert verify(record).ok
        assert [(seat.bot, seat.identity, seat.person) for seat in record.header.seats] in (
            [("ann", "ann", True), ("bob", "bob", True)], [("bob", "bob", True), ("ann", "ann", True)])
    tokens = {link.rpartition("/seat/")[2].strip("/") for link in {**links, **following}.values()}
    assert not any(token in json.dumps(line) for token in tokens for line in place.lines)


def test_a_link_is_for_the_browser_that_came_first_and_only_its_owner_reads_the_file(tmp_path):
    with serving(tmp_path) as place:
        assert stat.S_IMODE((tmp_path / "seats.txt").stat().st_mode) == 0o600
        url = place.links()["ann"]
        mine, other = Browser(url), Browser(url)
        assert mine.status("question") == 403  # its script claims the seat first
        assert mine.post("claim") == 200
        assert mine.post("claim") == 200  # a second tab, or the page anew
        assert mine.status("question") == 200
        assert other.post("claim") == 403
        for part in ("question", "frames", "events"):
            assert other.status(part) == 403
        assert other.post("leave") == other.post("answer", {"decision": 1, "picks": []}) == 403
        assert other.status("") == 200  # who previews a link learns nothing and takes nothing
        assert Browser(url.replace("/seat/", "/seat/x")).post("claim") == 404


@pytest.mark.slow
def test_a_person_and_a_bot_play_and_a_bot_cannot_be_that_person(tmp_path):
    impostor, token = (create(tmp_path / "tokens", name) for name in ("ann", "robot"))
    with ThreadPoolExecutor(1) as bot, serving(tmp_path, 'names = ["ann"]\nclock = "5m"', 'tokens = "tokens"') as place:
        address = f"127.0.0.1:{place.port}"
        with pytest.raises(SystemExit, match="not known here"):
            lawspeaker_bot.run(make("random"), address, impostor)
        playing = bot.submit(lawspeaker_bot.run, make("random"), address, token, reconnect_within=0)
        end = Browser(place.links()["ann"]).play()
        assert end["over"]["rank"] in {1, 2}
    with pytest.raises(SystemExit):  # the referee was killed
        playing.result(WITHIN)
    record, = (read_record(path) for path in records(tmp_path))
    assert verify(record).ok
    assert {(seat.identity, seat.person, seat.HasField("clock")) for seat in record.header.seats} == {
        ("ann", True, True), ("robot", False, False)}


@pytest.mark.slow
def test_on_a_ladder_people_are_entrants_and_are_told_from_bots(tmp_path):
    token = create(tmp_path / "tokens", "robot")
    with ThreadPoolExecutor(1) as bot, serving(
            tmp_path, 'names = ["ann"]\nclock = "50s"', 'tokens = "tokens"', '[ladder]\nledger = "sqlite:///ledger.db"',
            "clansmen") as place:
        playing = bot.submit(lawspeaker_bot.run, make("random"), f"127.0.0.1:{place.port}", token, reconnect_within=0)
        Browser(place.links()["ann"]).play()
        place.process.send_signal(signal.SIGTERM)
        place.wait_for("stopped")
    with pytest.raises(SystemExit):
        playing.result(WITHIN)
    ledger = Ledger.open(f"sqlite:///{tmp_path}/ledger.db")
    try:
        result, = ledger.results_after("evening", 0)[0]
    finally:
        ledger.close()
    assert {bot.partition("@")[2] == "person" for bot in result.seats} == {True, False}
    assert "ann@person" in result.seats


@pytest.mark.slow
def test_who_closes_the_page_before_a_match_does_not_play_and_who_is_away_for_long_leaves_it(tmp_path):
    with serving(tmp_path, 'names = ["ann", "bob"]\naway = "2s"\nclock = "none"') as place:
        ann, bob = (Browser(url) for url in place.links().values())
        assert ann.post("claim") == 200
        sleep(20)  # more than GONE_AFTER
        assert bob.post("claim") == 200
        for _ in range(20):
            assert bob.get("frames") is None  # nobody to play against
            sleep(0.1)
        while ann.get("frames") is None:
            bob.get("frames")
            sleep(0.05)
        place.wait_for("a person is away and leaves its match")


@pytest.mark.slow
def test_a_match_goes_on_at_the_new_link_after_the_referee_was_killed(tmp_path):
    create(tmp_path / "tokens", "robot")
    with serving(tmp_path, more='tokens = "tokens"') as place:
        ann, bob = (Browser(url) for url in place.links().values())
        for each in (ann, bob):
            assert each.post("claim") == 200
        while ann.get("frames") is None or bob.get("frames") is None:
            sleep(0.05)
        while "question" not in (told := ann.get("question")):
            with suppress(KeyError):
                asked = bob.get("question")["question"]
                bob.post("answer", {"decision": asked["decision"], "picks": asked["default"]})
        assert ann.post("answer", {"decision": told["question"]["decision"],
                                   "picks": told["question"]["default"]}) == 200
        sleep(0.5)
    with serving(tmp_path, more='tokens = "tokens"') as place:
        with ThreadPoolExecutor(2) as both:
            ends = list(both.map(lambda url: Browser(url).play(), place.links().values()))
        assert all(end["over"]["rank"] for end in ends)
    record, = (read_record(path) for path in records(tmp_path))
    assert verify(record).ok
    assert [seat.person for seat in record.header.seats] == [True, True]


def test_what_cannot_be_is_one_line(run, tmp_path):
    for people, words in (("names = []", "it is a list of names"),
                          ('names = ["ann", "bob b"]', "each is a name: 1 to 30 letters, digits,"),
                          ('names = ["ann", "ann"]', "stands there twice"),
                          ('names = ["ann"]\nurl = "play.example.org"', "is no address such as https://"),
                          ('names = ["ann"]\nlisten = "0.0.0.0:8090"', "url is missing"),
                          ('names = ["ann"]\nname = "bob"', "did you mean")):
        (tmp_path / "referee.toml").write_text(f'game = "parley"\n[people]\n{people}\n')
        done = run("serve", tmp_path / "referee.toml", "--check")
        assert (done.code, done.err.count("\n")) == (2, 1), done.err
        assert words in done.err


@pytest.mark.slow
def test_in_a_browser_a_person_waits_plays_and_goes_on_to_the_next_match(tmp_path):
    def panel(script: str) -> Any:
        return WebDriverWait(browser, WITHIN).until(lambda it: it.execute_script(f"return {script}"))

    with serving(tmp_path) as place, ThreadPoolExecutor(1) as other, chromium(tmp_path / "browser") as browser:
        ann, bob = place.links().values()
        browser.get(ann)
        assert "all players are there" in panel("document.querySelector('[data-before]')?.textContent")
        playing = other.submit(Browser(bob).play)
        until = monotonic() + WITHIN
        while not browser.execute_script("return Boolean(document.querySelector('[data-over]'))"):
            browser.execute_script("for (const key of ['d', 'Enter']) "
                                   "document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}))")
            assert monotonic() < until
            sleep(0.05)
        assert playing.result(WITHIN)["over"]
        panel("document.querySelector('[data-next]')").click()
        assert "all players are there" in panel("document.querySelector('[data-before]')?.textContent")
        assert browser.current_url == place.links()["ann"]
        assert [line for line in browser.get_log("browser") if line["level"] == "SEVERE"] == []


@pytest.mark.slow
def test_a_page_in_the_background_waits_too_and_shows_the_match_at_once(tmp_path):
    """Browsers let the timers of such a page fire once a minute."""
    with serving(tmp_path) as place, chromium(tmp_path / "browser") as browser:
        ann, bob = place.links().values()
        browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
            for (const name of ['setTimeout', 'setInterval']) {
              const real = window[name];
              window[name] = (act, ms, ...more) => real(act, Math.max(ms ?? 0, 60_000), ...more);
            }"""})
        browser.get(ann)
        sleep(20)  # more than GONE_AFTER
        other = Browser(bob)
        assert other.post("claim") == 200
        assert other.asked()
        WebDriverWait(browser, 10).until(lambda it: it.execute_script(
            "return document.querySelectorAll('.panel-options .option').length"))
