"""A real browser without a window: Chromium, by Selenium and Debian's packages chromium and chromium-driver."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from selenium import webdriver

from tests.programs import need

FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage")

SCHEMES = ("light", "dark")
LEAST_CONTRAST = 4.5
"""The least contrast of text at level AA of WCAG 2."""
UNDERSIZED = """return [...document.querySelectorAll('figure svg, svg.track')].filter(each => {
    const {width, height} = each.getBoundingClientRect();
    return width < 12 || height < 12;
}).length"""
"""How many pictures cannot be seen."""
OUTSIDE = """return [...document.querySelectorAll('.track rect, .track circle, .track line')].filter(each => {
    const mark = each.getBoundingClientRect(), track = each.closest('svg').getBoundingClientRect();
    return mark.left < track.left - 6 || mark.right > track.right + 6;
}).length"""
"""How many marks stick out of their plot."""
OVERLAPPING = """return [...document.querySelectorAll('.axis')].filter(axis => {
    const labels = [...axis.querySelectorAll('text')].map(each => each.getBoundingClientRect())
        .filter(each => each.width).sort((a, b) => a.left - b.left);
    return labels.some((each, i) => i && each.left < labels[i - 1].right + 2);
}).length"""
"""How many axes have labels that run into each other."""
COLLIDING = """
    const words = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
        const each = node.parentElement, range = document.createRange();
        if (!node.data.trim() || each.closest('script, style, svg, .skip') || !each.checkVisibility()) continue;
        range.selectNodeContents(node);
        for (const {left, top, right, bottom} of range.getClientRects())
            words.push({left, top, right, bottom, text: node.data.trim()});
    }
    // What stands before a cell by its style is no node of its own, but its box begins there.
    for (const each of document.querySelectorAll('td')) {
        const {left, top, right, bottom} = each.getBoundingClientRect();
        if (getComputedStyle(each, '::before').content.startsWith('"'))
            words.push({left, top, right, bottom, text: each.className, own: each.textContent.trim()});
    }
    words.sort((one, other) => one.top - other.top);
    return words.flatMap((one, i) => words.slice(i + 1).filter(other =>
        one.text !== other.own && other.text !== one.own
        && Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 3)
        .map(other => [one.text, other.text]));"""
"""Pairs of words that are written over each other."""
_COLOURS = """
    const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
    const seen = colour => { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
                             return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3); };
    const paper = getComputedStyle(document.body).backgroundColor;
    return [...document.querySelectorAll(arguments[0])].map(each => {
        const style = getComputedStyle(each), clear = style.backgroundColor === 'rgba(0, 0, 0, 0)';
        return [seen(style.color), seen(clear ? paper : style.backgroundColor)];
    })"""


def browser_programs() -> tuple[str, str]:
    """Return where the browser and its driver are; the calling test is skipped where there is none."""
    program, driver = need("chromium", "chromedriver")
    return program, driver


@contextmanager
def chromium(folder: Path, *, notes_requests: bool = True) -> Iterator[webdriver.Chrome]:
    """With a new profile in this folder; for `asked_of` it notes all that is asked of the network, which takes time."""
    program, driver = browser_programs()
    from selenium import webdriver  # most tests that import this file start no browser

    options = webdriver.ChromeOptions()
    options.binary_location = program
    for flag in (*FLAGS, f"--user-data-dir={folder}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {
        "browser": "ALL", "performance": "ALL" if notes_requests else "OFF"})
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    try:
        yield browser
    finally:
        browser.quit()


def resized(browser: webdriver.Chrome, width: int) -> None:
    """Make its window that wide, in pixels."""
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})


def asked_of(browser: webdriver.Chrome) -> list[str]:
    """The addresses that pages other than its own have asked for since this was called last."""
    events = [json.loads(each["message"])["message"] for each in browser.get_log("performance")]
    sent = [each["params"] for each in events if each["method"] == "Network.requestWillBeSent"]
    return [each["request"]["url"] for each in sent if not each["documentURL"].startswith("chrome:")]


def contrasts_of(browser: webdriver.Chrome, scheme: str, selector: str) -> list[float]:
    """Return the contrast of words to what they are written on, by element, by day (`light`) or night (`dark`)."""
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-color-scheme", "value": scheme}]})
    return [_contrast(*pair) for pair in browser.execute_script(_COLOURS, selector)]


def _contrast(one: list[int], other: list[int]) -> float:
    lights = sorted(0.05 + sum(weight * _linear(part / 255) for weight, part in zip(
        (0.2126, 0.7152, 0.0722), colour, strict=True)) for colour in (one, other))
    return lights[1] / lights[0]


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
