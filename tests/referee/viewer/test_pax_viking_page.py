"""The page of Pax Viking as a browser shows it: what is drawn says what the engine's view says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from math import hypot
from pathlib import Path
from typing import Any

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.pax_viking.board import (
    BORDERS,
    COSTS,
    GATES,
    HOMES,
    NOWHERE,
    POST_REGION,
    REGION,
    REGIONS,
    WIND_OF,
    duchy_node,
)
from lawspeaker_engine.games.pax_viking.phases import end
from lawspeaker_engine.games.pax_viking.rows import JARL_HOMES, METRICS, VICTORIES
from lawspeaker_engine.games.pax_viking.state import NOBODY, State
from lawspeaker_engine.games.pax_viking.text.prompts import TEXT
from lawspeaker_engine.games.pax_viking.view import BundleView, PlayerView, View
from lawspeaker_referee.cli import lawspeaker
from lawspeaker_referee.cli.errors import exit_code
from lawspeaker_referee.record.file import Record, read_record
from lawspeaker_referee.record.verify.replay import open_record, replay
from lawspeaker_referee.viewer.document import ALL, SPECTATOR
from tests.referee.browser import LEAST_CONTRAST, SCHEMES, contrasts_of, resized
from tests.referee.viewer.pages import check_page, opened, shown, written

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parents[2] / "golden"
RECORDS = sorted(GOLDEN.glob("pax_viking-*.lsr"))
SMALL, LARGE = (GOLDEN / f"pax_viking-{players}.lsr" for players in (2, 6))
WIDTHS = (360, 700, 1400)
SELECTORS = (
    "[data-border]", "[data-harbor]", ".pv-map [data-region]", ".pv-map [data-post]", ".pv-map [data-home]",
    "[data-ships]", ".pv-box", ".pv-table", ".pv-track [data-space]", "[data-marker]", "[data-vote]", ".pv-offer",
    "[data-promise]", "[data-look]")
ALL_CARDS = [word for name in ("novice", "standard", "advanced", "eklundian")
             for word in ("--option", f"{name}_cards=5")]


def told(view: View) -> list[list[dict[str, Any]]]:
    """Return what each selector's elements have to say."""
    borders = [sorted(REGION[region] for region in border.between) for border in BORDERS]
    return [
        [{"border": border} for border in borders],
        [{"harbor": post} for post, gate in enumerate(GATES) if gate != POST_REGION[post]],
        [{"region": number, "wind": WIND_OF[number], "kind": region.kind} for number, region in enumerate(REGIONS)],
        [{"post": post, "tile": tile, "owner": view.owners[post], "follower": view.followers[post],
          "cost": COSTS[post]} for post, tile in enumerate(view.tiles)],
        homes(view), fleets(view), [seat(player) for player in view.players], [table(view)],
        [{"space": space, "tile": tile} for space, tile in enumerate(view.track)],
        [{"marker": kind, "holder": holder} for kind, holder in enumerate(view.influence)],
        [{"vote": view.althing.tile, "first": view.althing.first, "votes": view.althing.votes}] if view.althing else [],
        offer(view),
        [{"promise": (each.seat, each.to, each.kind, each.value, each.turns, each.result)} for each in view.promises],
        [{"look": (each.seat, each.rival), "tiles": each.tiles} for each in view.looks],
    ]


def homes(view: View) -> list[dict[str, Any]]:
    """Return the HOMES on the map: those of all Jarls, and those of DUCHIES that there are."""
    jarls = {JARL_HOMES[player.jarl]: player.seat for player in view.players if player.jarl >= 0}
    duchies = [{"home": duchy_node(region), "owner": player.seat}
               for player in view.players for region in player.duchies]
    return [{"home": home, "owner": jarls.get(home, NOBODY)} for home in range(len(HOMES))] + duchies


def fleets(view: View) -> list[dict[str, Any]]:
    """Return the Longships, those together that stand at one place and can do the same."""
    groups: dict[tuple[int, int, int, bool], list[int]] = {}
    for number, ship in enumerate(view.longships):
        groups.setdefault((ship.seat, ship.kind, ship.node, ship.exhausted), []).append(number)
    return [{"ships": ships, "seat": seat, "kind": kind, "node": node, "exhausted": exhausted}
            for (seat, kind, node, exhausted), ships in groups.items()]


def seat(player: PlayerView) -> dict[str, Any]:
    on_board = {name: [f"{each.tile}:{str(each.established).lower()}:{each.counts_as}" for each in tiles]
                for name, tiles in (("advocates", player.advocates), ("gods", player.gods))}
    return on_board | {
        "jarl": player.jarl, "silver": player.silver, "hand": player.hand, "handSize": player.hand_size,
        "known": player.known, "handLimit": player.hand_limit, "supply": player.supply, "influence": player.influence,
        "duchies": player.duchies,
    }


def table(view: View) -> dict[str, Any]:
    return {
        "turn": view.turn, "phase": view.phase, "active": view.active, "first": view.first, "markers": view.markers,
        "journeys": view.journeys, "pile": view.pile, "top": view.top, "track": view.track, "discard": view.discard,
        "removed": view.removed, "taken": view.taken, "influence": view.influence, "spent": view.influence_spent,
        "faceUp": view.face_up, "faceDown": view.face_down, "peace": view.peace, "event": view.event,
    }


def offer(view: View) -> list[dict[str, Any]]:
    if view.offer is None:
        return []
    return [{
        "offerSeat": view.offer.seat, "offerPartner": view.offer.partner, "give": bundle(view.offer.give),
        "want": bundle(view.offer.want), "named": bundle(view.offer.named), "countered": view.offer.countered,
        "complete": view.offer.complete, "proposals": view.offer.proposals,
    }]


def bundle(what: BundleView) -> str:
    lists = (what.tiles, what.kinds, what.posts, what.longships, what.promises)
    return ";".join([str(what.silver), *(",".join(map(str, each)) for each in lists)])


def states(record: Record) -> Iterator[State]:
    """Yield the position after each step; it changes with the next one."""
    game, setup = open_record(record)
    for state in chain([game.setup(setup)], (played.state for played in replay(record))):
        game.pending(state)  # what follows by itself has happened too
        yield state


@pytest.mark.parametrize("path", [SMALL, GOLDEN / "pax_viking-3-strict.lsr", LARGE],
                         ids=lambda path: path.stem)
def test_the_picture_says_what_the_view_says(browser, tmp_path, path):
    check_page(browser, path, tmp_path, SELECTORS, told)


def test_no_two_pieces_of_the_map_overlap(browser, tmp_path):
    opened(browser, written(SMALL, tmp_path, [SPECTATOR]))
    regions, posts, home_places = browser.execute_script("""
        const place = (each, radius) => {
            const {e, f} = each.transform.baseVal.consolidate().matrix;
            return {x: e, y: f, radius, of: each.dataset.region ?? each.dataset.post ?? each.dataset.home};
        };
        return [['[data-region]', each => each.querySelector('circle').r.baseVal.value],
                ['[data-post]', each => each.querySelector('circle').r.baseVal.value],
                ['[data-home]', () => 10]].map(([what, radius]) =>
            [...document.querySelectorAll(`.pv-map ${what}`)].map(each => place(each, radius(each))));""")

    def gap(one: dict[str, float], other: dict[str, float]) -> float:
        return hypot(one["x"] - other["x"], one["y"] - other["y"]) - one["radius"] - other["radius"]

    for apart in (regions + home_places, posts + home_places):
        assert min(gap(one, other) for one, other in combinations(apart, 2)) > 0
    for post in posts:
        region = regions[POST_REGION[int(post["of"])]]
        assert hypot(post["x"] - region["x"], post["y"] - region["y"]) + post["radius"] < region["radius"]


def test_no_longship_outside_of_a_post_hides_the_name_of_a_place(browser, tmp_path):
    """One Longship of each seat fits beside a POST; here each POST gets the first of those that are drawn."""
    opened(browser, written(SMALL, tmp_path, [SPECTATOR]))
    hidden = browser.execute_script("""
        const ring = 30, half = 11, hit = (one, other) => one.left < other.right && other.left < one.right
            && one.top < other.bottom && other.top < one.bottom;
        const map = document.querySelector('.pv-map'), names = [...map.querySelectorAll(
            '.pv-river > text, .pv-harbor > text, [data-home] > text')];
        const toScreen = (each, x, y) => new DOMPoint(x, y).matrixTransform(each.ownerSVGElement.getScreenCTM());
        const at = each => each.transform.baseVal.consolidate().matrix;
        const regions = [...map.querySelectorAll('[data-region]')].map(at);
        return [...map.querySelectorAll('[data-post]')].flatMap((post, number) => {
            const {e, f} = at(post), middle = regions[arguments[0][number]];
            const far = Math.hypot(e - middle.e, f - middle.f);
            const [x, y] = [e + ring * (e - middle.e) / far, f + ring * (f - middle.f) / far];
            const [one, other] = [toScreen(post, x - half, y - half), toScreen(post, x + half, y + half)];
            const ship = {left: one.x, top: one.y, right: other.x, bottom: other.y};
            return names.filter(name => hit(ship, name.getBoundingClientRect())).map(name => name.textContent);
        });""", list(POST_REGION))
    assert hidden == []


def test_every_victory_condition_is_counted_as_the_engine_counts_it(browser, tmp_path):
    path = tmp_path / "game.lsr"
    assert exit_code(lawspeaker, ["play", "pax_viking", *["--bot", "greedy"] * 3, "--seed", "11", *ALL_CARDS,
                                  "--in-process", "--record", str(path)]) == 0
    record = read_record(path)
    counted = {name: set() for name in METRICS}
    right = []
    for state in states(record):
        lines = []
        for card in state.face_up:
            counts = [[end.count(state, seat, each.count) for each in VICTORIES[card].all_of] for seat in range(3)]
            lines.append({"victory": str(card), "counts": " ".join(",".join(map(str, each)) for each in counts)})
            for each, *amounts in zip(VICTORIES[card].all_of, *counts, strict=True):
                counted[each.count].update(amounts)
        right.append(lines)
    assert all(counted.values())
    assert sum(len(amounts) > 1 for amounts in counted.values()) > len(METRICS) / 2, "most numbers have changed"
    opened(browser, written(record, tmp_path, [ALL]))
    steps = range(len(right))
    for lines, [drawn] in zip(right, shown(browser, ALL, steps, ["[data-victory]"], painted=False), strict=True):
        assert drawn == lines


def test_a_longship_that_has_sailed_leaves_an_arrow(browser, tmp_path):
    record = read_record(LARGE)
    sailed: list[set[tuple[str, str, str]]] = []
    nodes = [[ship.node for ship in state.longships] for state in states(record)]
    for before, after in zip([nodes[0], *nodes], nodes, strict=False):
        sailed.append({(str(number), str(old), str(new))
                       for number, (old, new) in enumerate(zip(before, after, strict=True))
                       if old != new and NOWHERE not in (old, new)})
    assert sum(map(bool, sailed)) > 10
    opened(browser, written(LARGE, tmp_path, [SPECTATOR]))
    found = shown(browser, SPECTATOR, range(len(sailed)), ["[data-moved]"], painted=False)
    for arrows, [drawn] in zip(sailed, found, strict=True):
        assert {(each["moved"], each["from"], each["to"]) for each in drawn} == arrows


def test_a_trade_is_shown_to_its_two_parties_and_hidden_from_others(browser, tmp_path):
    found = [(path, step, view) for path in RECORDS for step, view in _trades(path)]
    assert found
    path, step, view = found[0]
    opened(browser, written(path, tmp_path))
    [[known]] = shown(browser, view.seat, [step], [".pv-offer"])
    assert _offered(browser) == TEXT.said(view)["offer"]
    [[hidden]] = shown(browser, SPECTATOR, [step], [".pv-offer"])
    assert _offered(browser) == [f"Seats {view.offer.seat} and {view.offer.partner} are trading."]
    assert known[0]["give"] == bundle(view.offer.give)
    assert {hidden[0]["give"], hidden[0]["want"]} == {bundle(BundleView(0, [], [], [], [], []))}


def _offered(browser: Any) -> list[str]:
    return [each.text for each in browser.find_elements("css selector", ".pv-offer p")]


def _trades(path: Path) -> Iterator[tuple[int, Any]]:
    """Yield the steps of a record after which something is offered, with the view of who offers it."""
    game = GAMES["pax_viking"]
    for step, state in enumerate(states(read_record(path))):
        if state.offer is not None and state.offer.give:
            yield step, game.view(state, state.offer.seat)


@pytest.mark.parametrize("path", [SMALL, LARGE], ids=lambda path: path.stem)
def test_nothing_sticks_out_of_the_page(browser, tmp_path, path):
    record = read_record(path)
    opened(browser, written(path, tmp_path, [ALL]))
    for width in WIDTHS:
        resized(browser, width)
        for step in (1, record.step_count // 2, record.step_count):
            list(shown(browser, ALL, [step], []))
            page, left, right = browser.execute_script("""
                const map = document.querySelector('.pv-scroll').getBoundingClientRect();
                return [document.documentElement.scrollWidth, map.left, map.right]""")
            assert page <= width, (width, step)
            assert 0 <= left < right <= width, (width, step)


def test_words_stand_out_by_day_and_by_night(browser, tmp_path):
    record = read_record(LARGE)
    opened(browser, written(LARGE, tmp_path, [ALL]))
    resized(browser, WIDTHS[-1])
    list(shown(browser, ALL, [record.step_count - 5], []))
    browser.execute_script("document.querySelectorAll('.pv details').forEach(each => { each.open = true; })")
    for scheme in SCHEMES:
        contrasts = contrasts_of(
            browser, scheme, ".pv li, .pv p, .pv h3, .pv summary, .pv b, .pv th, .pv td, .pv-word")
        assert len(contrasts) > 150
        assert min(contrasts) >= LEAST_CONTRAST, scheme


def test_the_map_is_as_wide_as_its_height_lets_it_be_on_every_window(browser, tmp_path):
    opened(browser, written(SMALL, tmp_path, [ALL]))
    for width in WIDTHS[:-1]:
        resized(browser, width)
        list(shown(browser, ALL, [1], []))
        drawn, whole = browser.execute_script("""
            const map = document.querySelector('.pv-map'), box = map.getBoundingClientRect();
            return [box.width / box.height, map.viewBox.baseVal.width / map.viewBox.baseVal.height]""")
        assert drawn == pytest.approx(whole, rel=0.01), width


@pytest.mark.parametrize("path", [SMALL, LARGE], ids=lambda path: path.stem)
def test_the_track_and_the_victory_cards_are_seen_without_scrolling_on_a_wide_window(browser, tmp_path, path):
    record = read_record(path)
    opened(browser, written(path, tmp_path, [ALL]))
    resized(browser, WIDTHS[-1])
    for step in (record.step_count // 4, record.step_count // 2, record.step_count * 3 // 4, record.step_count):
        list(shown(browser, ALL, [step], []))
        within = browser.execute_script("""
            const table = document.querySelector(".table").getBoundingClientRect();
            return [...document.querySelectorAll(".pv-track [data-space], [data-victory]")].map((each) => {
              const { top, bottom, left, right } = each.getBoundingClientRect();
              return [top - table.top, table.bottom - bottom, left - table.left, table.right - right,
                      innerHeight - bottom];
            });""")
        assert len(within) > 5
        assert all(gap >= 0 for each in within for gap in each), step


def test_turns_are_chapters_and_every_post_has_a_label_of_its_own_in_its_region(browser, tmp_path):
    opened(browser, written(SMALL, tmp_path))
    labels = browser.execute_script("""
        return [...document.querySelectorAll(".pv-map [data-post]")].map((post) =>
          [Number(post.dataset.post), post.querySelector(".pv-label").textContent]);""")
    assert len({(POST_REGION[post], label) for post, label in labels}) == len(POST_REGION) == len(labels)
    turns = [tick.get_attribute("textContent") for tick in browser.find_elements("css selector", ".chapters title")]
    shown_turns = sorted({int(title.split()[1]) for title in turns if title.startswith("Turn ")})
    assert shown_turns == list(range(1, shown_turns[-1] + 1))
    assert len(shown_turns) > 5
