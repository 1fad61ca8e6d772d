"""The page of Clansmen as a browser shows it: what is drawn says what the engine's view says."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.clansmen.cards.tales import TALES
from lawspeaker_engine.games.clansmen.phases.events import EVENTS
from lawspeaker_engine.games.clansmen.state import SEASONS
from lawspeaker_engine.games.clansmen.view import PlayerView, View
from lawspeaker_referee.record.file import Record, read_record
from lawspeaker_referee.record.verify.replay import open_record, replay
from lawspeaker_referee.viewer.deltas import plain
from lawspeaker_referee.viewer.document import ALL, SPECTATOR, every_eye
from tests.referee.browser import LEAST_CONTRAST, SCHEMES, contrasts_of, resized
from tests.referee.viewer.pages import golden_page

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

GOLDEN = Path(__file__).parents[2] / "golden"
VIEWER = Path(__file__).parents[3] / "viewer"
WIDTHS = (360, 700, 1400)
EVERY = 20
"""Of so many steps one is looked at, besides all that begin a chapter."""

DRAWN = """
    const data = each => ({...each.dataset}), texts = (each, what) => [...each.querySelectorAll(what)].map(
        found => found.textContent.trim());
    const pips = each => each.querySelectorAll('circle').length;
    const all = (what, read) => [...document.querySelectorAll(what)].map(read);
    return {
        tiles: all('.cl-map [data-tile]', each => ({...data(each),
            tokens: [...each.querySelectorAll('.cl-person')].map(token => token.getAttribute('class'))})),
        settlements: all('.cl-map [data-home]', data),
        seats: all('.cl-box', each => ({...data(each), stock: texts(each, '.cl-stock b'),
            faces: texts(each, '.cl-face')})),
        table: all('.cl-table', data), track: all('.cl-track .cl-now', each => each.dataset.space),
        raid: all('.cl-raid', data), offer: all('.cl-offer', data), promises: all('[data-promise]',
            each => each.dataset.promise),
        pips: all('.cl-raiders .cl-die', pips), dice: all('.cl-tile-die', each => [each.dataset.die, pips(each)]),
        gate: all('.cl-gate b', each => each.textContent), event: all('.cl-status > p b', each => each.textContent),
        season: all('.cl-seasons .cl-now title', each => each.textContent),
    }"""
"""The parts of a position that the page shows: data attributes, and some of what people read."""
SHOWN = """
    const [eye, steps, script, done] = arguments, read = new Function(script), found = [];
    const go = step => {
        const slider = document.querySelector('input[type=range]');
        slider.value = step;
        slider.dispatchEvent(new Event('input', {bubbles: true}));
    };
    const look = () => {
        const main = document.querySelector('main');
        if (main?.dataset.eye === `${eye}`) {
            if (main.dataset.step === `${steps[found.length]}`) found.push(read());
            if (found.length === steps.length) { done(found); return; }
            go(steps[found.length]);
        }
        requestAnimationFrame(look);
    };
    location.hash = `#eye=${eye}`;
    look();"""
"""Moves the slider to positions, one after the other, and returns what a script returns of each once it is drawn."""


def joined(numbers: Any) -> str:
    return " ".join(map(str, numbers))


def flag(value: bool) -> str:
    return "true" if value else "false"


def expected(view: View) -> dict[str, Any]:
    """Return what the page must show of a view."""
    owners = {player.home: str(player.seat) for player in view.players if player.home >= 0}
    raid, offer = view.raid, view.offer
    return {
        "tiles": [tile_of(view, tile, terrain) for tile, terrain in enumerate(view.map.terrain)],
        "settlements": [{"home": str(home), "owner": owners.get(home, "")} for home in range(len(view.players))],
        "seats": [seat_of(player) for player in view.players],
        "table": [{"year": str(view.year), "season": str(view.season), "phase": view.phase, "gate": str(view.gate),
                   "event": str(view.event), "counter": str(view.counter), "tales": str(view.tales_left)}],
        "track": [str(view.counter)],
        "raid": [] if raid is None else [{
            "raiders": joined(raid.raiders), "opened": flag(raid.opened), "committed": joined(raid.committed),
            "defeated": joined(raid.defeated),
            "dice": joined(":".join(str(value) for name, value in plain(die).items() if name != "warrior")
                           for die in raid.dice)}],
        "offer": [] if offer is None else [{
            "offerSeat": str(offer.seat), "offerPartner": str(offer.partner), "give": joined(offer.give),
            "want": joined(offer.want), "refused": flag(offer.refused)}],
        "pips": [] if raid is None else list(raid.raiders),
        "dice": [] if raid is None else [[str(die.tile), die.pips] for die in raid.dice],
        "gate": [str(sum(player.respect for player in view.players)), str(view.gate)],
        "event": [EVENTS[view.event].name] if view.event >= 0 else [],
        "season": [SEASONS[view.season].capitalize()] if view.year and view.phase != "over" else [],
        "promises": [joined((each.seat, each.kind, each.first, each.second)) for each in view.promises],
    }


def tile_of(view: View, tile: int, terrain: int) -> dict[str, Any]:
    people = [(player.seat, each) for player in view.players for each in player.people if each.tile == tile]
    seat, person = people[0] if people else (None, None)
    return {
        "tile": str(tile), "terrain": str(terrain),
        "person": str(person.kind) if person else "", "personSeat": str(seat) if person else "",
        "weakened": flag(person is not None and person.weakened),
        "structures": joined(each.building for player in view.players for each in player.structures
                             if each.tile == tile),
        "cards": joined(each.card for player in view.players for each in player.attached if each.tile == tile),
        "tokens": [f"cl-person seat-{seat}{' cl-weak' if person.weakened else ''}"] if person else [],
    }


def seat_of(player: PlayerView) -> dict[str, Any]:
    stock = [str(amount) for amount in (player.food, player.wood, player.stone, player.goods, player.respect)]
    return dict(zip(("food", "wood", "stone", "goods", "respect"), stock, strict=True)) | {
        "blessings": str(player.blessings), "hand": joined(player.hand),
        "handSize": str(player.hand_size), "actions": str(player.actions), "passed": flag(player.passed),
        "built": joined(player.built), "stock": stock, "faces": [TALES[card].name for card in player.hand],
    }


def expected_of(record: Record, eyes: Sequence[int], steps: Collection[int]) -> dict[int, dict[int, dict[str, Any]]]:
    """Return what the page must show, by eye and step."""
    game, setup = open_record(record)
    found: dict[int, dict[int, dict[str, Any]]] = {eye: {} for eye in eyes}
    states = chain([(0, game.setup(setup))], ((played.number, played.state) for played in replay(record)))
    for step, state in states:
        game.pending(state)  # a view shows what follows by itself too
        if step in steps:
            for eye in eyes:
                view = game.full_view(state) if eye == ALL else game.view(state, None if eye == SPECTATOR else eye)
                found[eye][step] = expected(view)
    return found


def shown(browser: Chrome, eye: int, steps: Iterable[int], script: str = "") -> list[Any]:
    """Return what a script returns of each of these positions; without one only go there."""
    return browser.execute_async_script(SHOWN, eye, list(steps), script)


def opened(browser: Chrome, players: int, folder: Path, eyes: Sequence[int]) -> tuple[Record, frozenset[int]]:
    """Open the page of the golden game of so many players with these eyes; return its record, and the steps that begin
    chapters.
    """
    path, page = GOLDEN / f"clansmen-{players}.lsr", folder / f"{players}.html"
    text, chapters = golden_page(path, tuple(eyes))
    page.write_text(text, encoding="utf-8")
    browser.get(page.as_uri())
    return read_record(path), chapters


def compare(browser: Chrome, record: Record, eyes: Sequence[int], steps: Collection[int]) -> None:
    browser.execute_script("document.body.style.display = 'none'")  # attributes and texts need nothing of a layout
    for eye, positions in expected_of(record, eyes, steps).items():
        for (step, wanted), drawn in zip(positions.items(), shown(browser, eye, positions, DRAWN), strict=True):
            assert (eye, step, drawn) == (eye, step, wanted)


def test_the_hexes_that_the_viewers_tests_draw_are_those_of_the_catalogue():
    boards = json.loads((VIEWER / "test" / "clansmen-boards.json").read_text(encoding="utf-8"))
    assert boards == plain(GAMES["clansmen"].catalogue)["boards"]


@pytest.mark.slow
def test_the_page_of_a_game_of_two_shows_spectators_their_view(browser, tmp_path):
    record, _ = opened(browser, 2, tmp_path, [SPECTATOR])
    compare(browser, record, [SPECTATOR], range(0, record.step_count + 1, EVERY))


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 6])
def test_the_page_shows_every_eye_its_view(browser, tmp_path, players):
    record, chapters = opened(browser, players, tmp_path, every_eye(players))
    steps = {*range(0, record.step_count, EVERY), *chapters, record.step_count}
    compare(browser, record, every_eye(players), steps)


@pytest.mark.slow
def test_a_raid_is_sealed_until_all_have_answered_and_then_shows_its_dice(browser, tmp_path):
    record, _ = opened(browser, 6, tmp_path, [SPECTATOR])
    [commit, *_] = [number for number, step in enumerate(record.iter_steps(), 1)
                    if step.acts[0].prompt == "raid.commit"]
    before, after = shown(browser, SPECTATOR, [commit - 1, commit], """
        return ['.cl-seal', '.cl-defender', '.cl-map [data-die]'].map(
            each => document.querySelectorAll(each).length)""")
    assert before == [2, 0, 0]  # beside the map, and where the dice are listed
    seals, defenders, dice = after
    assert seals == 0
    assert defenders == dice > 0


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 6])
def test_nothing_sticks_out_of_the_page(browser, tmp_path, players):
    opened(browser, players, tmp_path, [ALL])
    for width in WIDTHS:
        resized(browser, width)
        for page, left, right in shown(browser, ALL, (0, 100, 200), """
                const map = document.querySelector('.cl-map').getBoundingClientRect();
                return [document.documentElement.scrollWidth, map.left, map.right]"""):
            assert page <= width, width
            assert 0 <= left < right <= width, width


@pytest.mark.slow
def test_words_stand_out_by_day_and_by_night(browser, tmp_path):
    opened(browser, 6, tmp_path, [ALL])
    shown(browser, ALL, [300])
    browser.execute_script("document.querySelectorAll('.cl details').forEach(each => { each.open = true; })")
    for scheme in SCHEMES:
        contrasts = contrasts_of(browser, scheme, ".cl li, .cl p, .cl h3, .cl summary, .cl b, .cl .cl-word")
        assert len(contrasts) > 200
        assert min(contrasts) >= LEAST_CONTRAST, scheme
