"""A scripted person at the page of its seat in a real browser: by mouse, by touch and by keys."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import time
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from lawspeaker_bot.bot import Bot
from lawspeaker_bot.decision import Decision
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.setups import make_setup_for
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.host.person_in_browser import PersonInBrowser
from lawspeaker_referee.host.single_match import MatchResult, play_match
from lawspeaker_referee.viewer.seat_match import SeatMatch
from lawspeaker_referee.web.seat_desk import SeatDesk
from lawspeaker_referee.web.seat_page import SEAT, SeatPages
from lawspeaker_referee.web.server import WebServer

PATIENCE = 30.0
SEED = b"7" * 32
STATE = """
    const panel = document.querySelector('.panel'), main = document.querySelector('main');
    if (!panel) return null;
    return {decision: panel.dataset.decision, over: Boolean(panel.querySelector('[data-over]')),
            taken: [...panel.querySelectorAll('.panel-taken li')].length};"""
AT = """
    const [pick, before, done] = arguments;
    const element = [...document.querySelectorAll('[data-options]')].find(
        each => each.dataset.options.split(' ').includes(pick) && each.dataset.options !== before);
    if (!element) { done(null); return; }
    element.scrollIntoView({block: 'center', inline: 'center'});
    requestAnimationFrame(() => setTimeout(() => {
        const {left, top, width, height} = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const found = document.elementFromPoint(x, y)?.closest('.can-take');
        done(found === element ? {x, y, options: element.dataset.options} : null);
    }));"""
"""Where an element is whose options have the pick; null if there is none that can be hit there."""
ROW = """
    const [pick, done] = arguments;
    const rows = [...document.querySelectorAll('.panel-options .option')];
    const element = rows.find(each => each.dataset.option === pick);
    if (!element) { done(null); return; }
    element.scrollIntoView({block: 'center'});
    requestAnimationFrame(() => setTimeout(() => {
        const {left, top, width, height} = element.getBoundingClientRect();
        done({x: left + width / 2, y: top + height / 2});
    }));"""
DRAWN = "const done = arguments[0]; requestAnimationFrame(() => setTimeout(done))"
CLICKS = "return window.clicks ??= (addEventListener('click', () => { window.clicks++; }, true), 0)"
"""How many clicks the page has had since this was asked for the first time."""

ENOUGH = 3
"""So many answers to a prompt with options of the same classes are given on the page; the others need no browser."""

Look = Callable[[int], object]
"""Called with the number of a decision that is open on the page, now and then."""


def planned(chance: random.Random, least: int, most: int, options: int) -> list[int]:
    """Picks at random, few of them where there is a choice how many."""
    return chance.sample(range(options), chance.randint(least, min(most, least + 2)))


class Planned(Bot):
    """A bot that picks what the scripted person picks."""

    name = "human"

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def decide(self, decision: Decision) -> Sequence[int]:
        if not decision.ordered and decision.least == decision.option_count:
            return range(decision.least)
        return planned(self._chance, decision.least, decision.most, decision.option_count)


def play(game: str, people: Mapping[int, Bot], record: Path | None = None, clock: Clock | None = None,
         options: Mapping[str, str] | None = None, others: str = "random") -> MatchResult:
    """Play a match of two, or of as many as there are people."""
    rules = GAMES[game]
    seats = ["human" if seat in people else others for seat in range(max(2, len(people)))]
    return play_match(rules, make_setup_for(rules, len(seats), dict(options or {})),
                      [SeatSpec.parse(each, people=True) for each in seats], seed=SEED, match_id=f"{game}-7",
                      people=people, record_path=record, clock=clock, tell=lambda _: None)


class Table:
    """A match that runs in a thread, with a desk for each person."""

    def __init__(self, game: str, folder: Path, people: int = 1, *, one_of_many: bool = False, **terms: Any) -> None:
        record = folder / "match.lsr"
        self.desks = [SeatDesk(SeatMatch(record, seat), one_of_many=one_of_many) for seat in range(people)]
        self.result: MatchResult | None = None
        self._web = WebServer(lambda text: None)
        self._web.start("127.0.0.1:0", SeatPages(self.desks).routes())
        self._port = self._web.port
        bots = {seat: PersonInBrowser(desk) for seat, desk in enumerate(self.desks)}

        def run() -> None:
            self.result = play(game, bots, record, **terms)

        self._thread = Thread(target=run)
        self._thread.start()

    def stop_serving(self) -> None:
        """Let pages find no server; the match goes on."""
        self._web.close()

    def serve_again(self) -> None:
        """Let pages find their server again."""
        self._web = WebServer(lambda text: None)
        self._web.start(f"127.0.0.1:{self._port}", SeatPages(self.desks).routes())

    def address(self, seat: int = 0) -> str:
        return f"http://127.0.0.1:{self._web.port}{SEAT}{self.desks[seat].token}/"

    def ended(self) -> MatchResult:
        self._thread.join(PATIENCE)
        assert self.result is not None
        return self.result

    def close(self) -> None:
        for desk in self.desks:
            desk.close()
        self._thread.join(PATIENCE)
        self._web.close()


@contextmanager
def table(game: str, folder: Path, people: int = 1, **terms: Any) -> Iterator[Table]:
    found = Table(game, folder, people, **terms)
    try:
        yield found
    finally:
        found.close()


class AtPage:
    """The person: `way` is mouse, touch or keys."""

    def __init__(self, browser: webdriver.Chrome, desk: SeatDesk, way: str, seed: int) -> None:
        self.browser, self._desk, self._way = browser, desk, way
        self._chance = random.Random(seed)
        self._answered, self._touched = "", time()
        self.pointed = self.listed = 0
        """How many options were taken by way of the drawings, and how many of the list alone."""

    def play(self, look: Look, every: int = 6) -> None:
        """Answer everything to the end of the match, on the page or, with `ENOUGH` of a kind, without it."""
        given, answered = Counter[tuple[str, ...]](), 0
        while (asked := self._next_question()) is not None:
            picks = planned(self._chance, asked["least"], asked["most"], len(asked["options"]))
            kind = (asked["prompt"], *(each for pick in picks for each in asked["options"][pick]["does"]))
            given[kind] += 1
            if given[kind] > ENOUGH:
                assert self._desk.answer(asked["decision"], picks) == ""
                self._answered = str(asked["decision"])
                continue
            self._until_the_page_shows(asked)
            if answered % every == 3:
                look(asked["decision"])
            self.answer(asked, picks)
            answered += 1
        WebDriverWait(self.browser, PATIENCE, 0.02).until(lambda it: (it.execute_script(STATE) or {}).get("over"))

    def _next_question(self) -> dict[str, Any] | None:
        """Wait for an open question; None at the end."""
        def known(_: object) -> object:
            shown = self._desk.shown()
            asked = shown.get("question")
            if asked is None:
                return shown["over"] is not None and "over"
            return asked if str(asked["decision"]) != self._answered else False

        found: Any = WebDriverWait(self.browser, PATIENCE, 0.005).until(known)
        return None if found == "over" else found

    def _until_the_page_shows(self, asked: Mapping[str, Any]) -> None:
        WebDriverWait(self.browser, PATIENCE, 0.02).until(
            lambda it: (it.execute_script(STATE) or {}).get("decision") == str(asked["decision"]))

    def answer(self, asked: dict[str, Any], picks: Sequence[int]) -> None:
        for pick in picks:
            self.take(pick)
        self.browser.execute_async_script(DRAWN)
        state = self.browser.execute_script(STATE)
        assert state["taken"] == len(picks), (asked["prompt"], picks, state)
        self._answered = str(asked["decision"])
        self.send()

    def take(self, pick: int) -> None:
        """Take one option: on the drawings as far as it is there, then in the list."""
        taken = self.browser.execute_script(STATE)["taken"]
        by = self._point_by_keys if self._way == "keys" else self._point
        before = ""
        for _ in range(4):
            if not (hit := by(pick, before)):
                break
            before = hit
            self.browser.execute_async_script(DRAWN)
            state = self.browser.execute_script(STATE)
            if self._is_taken(pick):
                self.pointed += 1
                return
            assert state["taken"] == taken
        self.pointed += bool(before)
        self.listed += not before
        if self._way == "keys":
            self._press("o", *str(pick), Keys.ENTER)
        else:
            if (place := self.browser.execute_async_script(ROW, str(pick))) is None:
                self._look_for(pick)
                place = self.browser.execute_async_script(ROW, str(pick))
            self._hit(place)
        self.browser.execute_async_script(DRAWN)

    def send(self) -> None:
        if self._way == "keys":
            # The focus may be in the field, on an option or on the board; from the heading Enter sends.
            self.browser.execute_script("document.activeElement.blur()")
            self._press(Keys.ENTER)
        else:
            self._hit(self.browser.execute_async_script("""
                const done = arguments[0], element = document.querySelector('[data-send]');
                element.scrollIntoView({block: 'center'});
                requestAnimationFrame(() => setTimeout(() => {
                    const {left, top, width, height} = element.getBoundingClientRect();
                    done({x: left + width / 2, y: top + height / 2});
                }));"""))

    def _point(self, pick: int, before: str) -> str:
        """Hit the element that the pick names next; return its options, '' if there is none."""
        place = self.browser.execute_async_script(AT, str(pick), before)
        if place is None:
            return ""
        self._hit(place)
        return str(place["options"])

    def _point_by_keys(self, pick: int, before: str) -> str:
        """Go through the marks of the drawings to the one of a pick, and press Enter."""
        marks = self.browser.execute_script("""return [...document.querySelectorAll('[data-options]')].filter(
            each => each.dataset.options.split(' ').includes(arguments[0]) && each.dataset.options !== arguments[1]
            ).length""", str(pick), before)
        if not marks:
            return ""
        self.browser.execute_script("document.activeElement.blur()")
        self._press("b")
        for _ in range(80):
            options = str(self.browser.execute_script("return document.activeElement.dataset.options ?? ''"))
            if str(pick) in options.split() and options != before:
                self._press(Keys.ENTER)
                return options
            self._press(Keys.ARROW_RIGHT)
        raise AssertionError(f"no key reaches the mark of option {pick}")

    def _is_taken(self, pick: int) -> bool:
        return bool(self.browser.execute_script("""
            return [...document.querySelectorAll('.option[aria-pressed=true]')].some(
                each => each.dataset.option === arguments[0])""", str(pick)))

    def _look_for(self, pick: int) -> None:
        """Let the row with a stepper show this option."""
        for button in range(200):
            shown = self.browser.execute_script("""
                const wanted = Number(arguments[0]);
                const rows = [...document.querySelectorAll('.panel-options .option[data-steps]')];
                if (rows.some(each => Number(each.dataset.option) === wanted)) return true;
                const buttons = rows.flatMap(each => [...each.parentElement.querySelectorAll('.stepper button')]);
                const on = buttons.filter((_, i) => i % 2).find(each => !each.ariaDisabled && !each.dataset.tried);
                if (on) { on.click(); return false; }
                return null;""", str(pick))
            self.browser.execute_async_script(DRAWN)
            if shown:
                return
            if shown is None or button == 199:
                raise AssertionError(f"no row shows option {pick}")

    def _hit(self, place: Mapping[str, float]) -> None:
        if self._way == "touch":
            at, before = {"x": place["x"], "y": place["y"]}, self.browser.execute_script(CLICKS)
            self._touched += 1  # a second later than the last touch: no double tap
            for kind, points in (("touchStart", [at]), ("touchEnd", [])):
                self.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {
                    "type": kind, "touchPoints": points, "timestamp": self._touched})
            # The browser makes the click out of the touch some time later.
            WebDriverWait(self.browser, PATIENCE, 0.01).until(lambda it: it.execute_script(CLICKS) > before)
            self.browser.execute_async_script(DRAWN)
            return
        for kind, button, buttons in (("mouseMoved", "none", 0), ("mousePressed", "left", 1),
                                      ("mouseReleased", "left", 0)):
            self.browser.execute_cdp_cmd("Input.dispatchMouseEvent", {
                "type": kind, "x": place["x"], "y": place["y"], "button": button, "buttons": buttons,
                "clickCount": int(button == "left")})

    def _press(self, *keys: str) -> None:
        ActionChains(self.browser, duration=0).send_keys(*keys).perform()
        self.browser.execute_async_script(DRAWN)
