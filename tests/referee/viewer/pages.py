"""A page in a real browser, asked what it shows: the `data-*` attributes of its parts, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.support.wait import WebDriverWait

from lawspeaker_referee.record.file import Record, read_record
from lawspeaker_referee.record.verify.replay import open_record, replay
from lawspeaker_referee.viewer.document import ALL, SPECTATOR, document, every_eye
from lawspeaker_referee.viewer.page import file_page

EVERY = 20
"""Of so many steps one is looked at, besides those that begin a chapter."""
_SHOWN = """
    const [eye, steps, selectors, done] = arguments;
    const change = (element, value, kind) => {
        element.value = value;
        element.dispatchEvent(new Event(kind, {bubbles: true}));
    };
    const drawn = () => new Promise(next => requestAnimationFrame(() => setTimeout(next)));
    (async () => {
        const found = [];
        change(document.querySelector('select.eyes'), eye, 'change');
        for (const step of steps) {
            change(document.querySelector('input[type=range]'), step, 'input');
            await drawn();
            const main = document.querySelector('main').dataset;
            found.push([main.step, main.eye, selectors.map(
                selector => [...document.querySelectorAll(selector)].map(each => ({...each.dataset})))]);
        }
        done(found);
    })();
"""
"""The finds of each selector at each step; the slider moves, because browsers slow down changes of the address."""

Parts = list[list[dict[str, str]]]
"""By selector, then by element: its `data-*` attributes."""


def written(record: Record, folder: Path, eyes: Sequence[int] | None = None) -> Path:
    """Write the page of a record."""
    page = folder / "match.html"
    page.write_text(file_page(document(record, eyes or every_eye(record.header.setup.players))), encoding="utf-8")
    return page


def opened(browser: webdriver.Chrome, page: Path) -> None:
    """Open a page and wait until it shows its match."""
    browser.get(page.as_uri())
    WebDriverWait(browser, 20).until(lambda it: it.find_elements("css selector", "main[data-step]"))


def shown(browser: webdriver.Chrome, eye: int, steps: Sequence[int], selectors: Sequence[str]) -> Iterator[Parts]:
    """Yield what the open page shows of these steps by this eye."""
    browser.set_script_timeout(120)
    found = browser.execute_async_script(_SHOWN, eye, list(steps), list(selectors))
    for step, (at, by, parts) in zip(steps, found, strict=True):
        assert (int(at), int(by)) == (step, eye), (at, by, step, eye)
        yield parts


def check_page(
    browser: webdriver.Chrome, path: Path, folder: Path, selectors: Sequence[str],
    told: Callable[[Any], Sequence[Sequence[Mapping[str, object]]]],
) -> None:
    """Compare the page of a record with the engine's views, by those of everybody, nobody and a seat and at every
    20th step.

    `told` returns for a view what each selector's elements have to say, in any order; what they say more is not looked
    at.
    """
    record = read_record(path)
    game, setup = open_record(record)
    found = document(record, every_eye(setup.players))
    opened(browser, written(record, folder))
    steps = sorted({*range(EVERY, record.step_count + 1, EVERY), record.step_count,
                    *(each["step"] for each in found["chapters"] if each["step"])})
    views: dict[int, list[Any]] = {eye: [] for eye in (ALL, SPECTATOR, setup.players - 1)}
    for played in replay(record):
        game.pending(played.state)
        if played.number in steps:
            state = game.copy(played.state)
            for eye, seen in views.items():
                seen.append(game.full_view(state) if eye == ALL else game.view(
                    state, None if eye == SPECTATOR else eye))
    for eye, seen in views.items():
        for step, view, parts in zip(steps, seen, shown(browser, eye, steps, selectors), strict=True):
            for selector, right, drawn in zip(selectors, told(view), parts, strict=True):
                texts = [{name: text(value) for name, value in each.items()} for each in right]
                keys = list(texts[0]) if texts else []
                assert sorted(texts, key=str) == sorted(
                    ({name: each.get(name, "") for name in keys} for each in drawn), key=str), (eye, step, selector)
    assert [line for line in browser.get_log("browser") if line["level"] == "SEVERE"] == []


def text(value: object) -> str:
    """Return a value as an attribute has it: lists with blanks between, booleans as in JavaScript."""
    if isinstance(value, bool):
        return str(value).lower()
    return " ".join(map(text, value)) if isinstance(value, list | tuple) else str(value)
