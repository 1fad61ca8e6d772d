"""The page as a browser shows it."""

import json

import pytest

from lawspeaker_referee.tournament.report import gather, html
from tests.tournament.browser import chromium
from tests.tournament.reported import ledger_of, trouble

WIDTHS = (400, 800, 1400)
UNDERSIZED = """return [...document.querySelectorAll('figure svg')].filter(each => {
    const {width, height} = each.getBoundingClientRect();
    return width < 12 || height < 12;
}).length"""
OUTSIDE = """return [...document.querySelectorAll('.track rect, .track circle, .track line')].filter(each => {
    const mark = each.getBoundingClientRect(), track = each.closest('svg').getBoundingClientRect();
    return mark.left < track.left - 6 || mark.right > track.right + 6;
}).length"""
OVERLAPPING = """return [...document.querySelectorAll('.axis')].filter(axis => {
    const labels = [...axis.querySelectorAll('text')].map(each => each.getBoundingClientRect())
        .filter(each => each.width).sort((a, b) => a.left - b.left);
    return labels.some((each, i) => i && each.left < labels[i - 1].right + 2);
}).length"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    folder = tmp_path_factory.mktemp("browser")
    ledger = ledger_of(folder / "ledger.db", most=-3,
                       stop={"bot": "greedy", "against": "mine", "elo0": 0.0, "elo1": 20.0})
    trouble(ledger)
    page = folder / "report.html"
    page.write_text(html(gather(ledger, "cup")), encoding="utf-8")
    with chromium(folder / "profile") as opened:
        opened.get(page.as_uri())
        yield opened


def _resized(browser, width):
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})


def test_the_page_asks_nothing_of_anybody_and_complains_of_nothing(browser):
    events = [json.loads(each["message"])["message"] for each in browser.get_log("performance")]
    sent = [each["params"] for each in events if each["method"] == "Network.requestWillBeSent"]
    asked = [each["request"]["url"] for each in sent if not each["documentURL"].startswith("chrome:")]  # its own pages
    assert browser.current_url in asked
    assert {url.partition(":")[0] for url in asked} <= {"file", "data"}
    assert browser.get_log("browser") == []


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_sticks_out_of_the_page(browser, width):
    _resized(browser, width)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", WIDTHS)
def test_all_plots_have_size_and_hold_their_marks_and_labels_are_apart(browser, width):
    _resized(browser, width)
    assert browser.execute_script("return document.querySelectorAll('figure').length") == 6
    assert browser.execute_script(UNDERSIZED) == 0
    assert browser.execute_script(OUTSIDE) == 0
    assert browser.execute_script(OVERLAPPING) == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_stand_out_from_the_paper_by_day_and_by_night(browser, scheme):
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-color-scheme", "value": scheme}]})
    colours = browser.execute_script("""
        const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
        const seen = colour => { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
                                 return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3); };
        const paper = getComputedStyle(document.body).backgroundColor;
        return [...document.querySelectorAll('p, td, th, caption, a, dd, dt, .label')].map(each => {
            const style = getComputedStyle(each), clear = style.backgroundColor === 'rgba(0, 0, 0, 0)';
            return [seen(style.color), seen(clear ? paper : style.backgroundColor)];
        })""")
    contrasts = [_contrast(*pair) for pair in colours]
    assert len(contrasts) > 200
    assert min(contrasts) >= 4.5  # what WCAG 2 wants of text at level AA


def _contrast(one, other):
    lights = sorted(0.05 + sum(weight * _linear(part / 255) for weight, part in zip(
        (0.2126, 0.7152, 0.0722), colour, strict=True)) for colour in (one, other))
    return lights[1] / lights[0]


def _linear(part):
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
