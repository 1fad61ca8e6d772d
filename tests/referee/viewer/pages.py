"""A page in a real browser, asked what it shows: the `data-*` attributes of its parts, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lawspeaker_referee.record.file import Record, read_record
from lawspeaker_referee.record.verify.replay import open_record, replay
from lawspeaker_referee.viewer.document import ALL, SPECTATOR, document, every_eye
from lawspeaker_referee.viewer.page import file_page

if TYPE_CHECKING:
    from selenium import webdriver

EVERY = 20
"""Of so many steps one is looked at, besides those that begin a chapter."""
_SHOWN = """
    const [eye, steps, selectors, painted, done] = arguments;
    const change = (element, value, kind) => {
        element.value = value;
        element.dispatchEvent(new Event(kind, {bubbles: true}));
    };
    const drawn = () => new Promise(next => requestAnimationFrame(() => setTimeout(next)));
    (async () => {
        const found = [];
        document.body.style.display = painted ? '' : 'none';
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

CONTRASTS = """
    const light = colour => {
        const parts = colour.match(/[\\d.]+/g).map(Number);
        const linear = part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        const scale = colour.startsWith('color(') ? 1 : 255;
        return 0.05 + 0.2126 * linear(parts[0] / scale) + 0.7152 * linear(parts[1] / scale)
            + 0.0722 * linear(parts[2] / scale);
    };
    const contrast = (one, other) => {
        const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
        return high / low;
    };
    const clear = colour => colour === 'transparent' || /, 0\\)$/.test(colour);
    const behind = each => {
        for (let at = each; at; at = at.parentElement) {
            const colour = getComputedStyle(at).backgroundColor;
            if (!clear(colour)) return colour;
        }
        return 'rgb(255, 255, 255)';
    };
    const written = [...document.querySelectorAll('body *:not(script, style, svg *, option, :disabled)')].filter(each =>
        each.checkVisibility({opacityProperty: true}) && [...each.childNodes].some(
            node => node.nodeType === 3 && node.textContent.trim()));
    const poor = written.map(each => [each.className || each.tagName, each.textContent.trim().slice(0, 30),
        contrast(getComputedStyle(each).color, behind(each))]);
    const areas = [...new Set([...document.querySelectorAll('.ng-area')].map(each => getComputedStyle(each).fill))];
    const ids = [...document.querySelectorAll('.ng-id')].slice(0, 1).map(each => getComputedStyle(each).fill);
    for (const area of areas) for (const id of ids) poor.push(['number on an area', area, contrast(area, id)]);
    return poor;
"""
"""Each piece of visible text with its contrast to what it is written on."""

Parts = list[list[dict[str, str]]]
"""By selector, then by element: its `data-*` attributes."""


@lru_cache(maxsize=8)
def golden_page(path: Path, eyes: tuple[int, ...] | None = None) -> tuple[str, frozenset[int]]:
    """Return the page of a golden record and the steps that begin chapters; tests that look at one follow another."""
    record = read_record(path)
    found = document(record, eyes or every_eye(record.header.setup.players))
    return file_page(found), frozenset(each["step"] for each in found["chapters"])


def written(source: Record | Path, folder: Path, eyes: Sequence[int] | None = None) -> Path:
    """Write the page of a record, or of the golden one of this path."""
    page = folder / "match.html"
    if isinstance(source, Path):
        text, _ = golden_page(source, tuple(eyes) if eyes else None)
    else:
        text = file_page(document(source, eyes or every_eye(source.header.setup.players)))
    page.write_text(text, encoding="utf-8")
    return page


def opened(browser: webdriver.Chrome, page: Path) -> None:
    """Open a page and wait until it shows its match."""
    from selenium.webdriver.support.wait import WebDriverWait  # a quick test imports this file and starts no browser

    browser.get(page.as_uri())
    WebDriverWait(browser, 20).until(lambda it: it.find_elements("css selector", "main[data-step]"))


def shown(browser: webdriver.Chrome, eye: int, steps: Sequence[int], selectors: Sequence[str], *,
          painted: bool = True) -> Iterator[Parts]:
    """Yield what the open page shows of these steps by this eye.

    Where attributes are all that is looked at, the browser need not lay out and paint, which is half of its work.
    """
    browser.set_script_timeout(120)
    found = browser.execute_async_script(_SHOWN, eye, list(steps), list(selectors), painted)
    for step, (at, by, parts) in zip(steps, found, strict=True):
        assert (int(at), int(by)) == (step, eye), (at, by, step, eye)
        yield parts


def check_page(
    browser: webdriver.Chrome, path: Path, folder: Path, selectors: Sequence[str],
    told: Callable[[Any], Sequence[Sequence[Mapping[str, object]]]],
) -> None:
    """Compare the page of a golden record with the engine's views, by those of everybody, nobody and a seat, and at
    every 20th step.

    `told` returns for a view what each selector's elements have to say, in any order; what they say more is not looked
    at.
    """
    record = read_record(path)
    game, setup = open_record(record)
    _, chapters = golden_page(path)
    opened(browser, written(path, folder))
    steps = sorted({*range(EVERY, record.step_count + 1, EVERY), record.step_count, *chapters} - {0})
    views: dict[int, list[Any]] = {eye: [] for eye in (ALL, SPECTATOR, setup.players - 1)}
    for played in replay(record):
        game.pending(played.state)
        if played.number in steps:
            state = game.copy(played.state)
            for eye, seen in views.items():
                seen.append(game.full_view(state) if eye == ALL else game.view(
                    state, None if eye == SPECTATOR else eye))
    for eye, seen in views.items():
        for step, view, parts in zip(steps, seen, shown(browser, eye, steps, selectors, painted=False),
                                     strict=True):
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
