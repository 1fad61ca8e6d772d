"""The pages of a tournament on a real port, from a real ledger: what is told, and what is kept back until when."""

from __future__ import annotations

import json
import os
import re
from contextlib import contextmanager
from dataclasses import replace
from itertools import groupby
from time import monotonic, sleep

import pytest

from lawspeaker_referee.competition.archive.writer import contents_of, write_archive
from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.kept_ratings import rounded
from lawspeaker_referee.competition.pages import watch
from lawspeaker_referee.competition.pages.release import dice_are_shared
from lawspeaker_referee.competition.ratings import rate
from lawspeaker_referee.competition.seeds import seed_of
from lawspeaker_referee.competition.tournament.state import EXTENDED, PAUSED, QUARANTINED, RESUMED, REVEALED, TROUBLED
from lawspeaker_referee.competition.tournament.worker_names import name_of
from lawspeaker_referee.config.validation import BadConfig
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.writer import RecordWriter
from lawspeaker_referee.viewer import live_matches
from lawspeaker_referee.viewer.document import SPECTATOR
from lawspeaker_referee.web import cache
from lawspeaker_referee.web.matches import match_link
from tests.referee.competition.html_page import Page
from tests.referee.competition.pages.event import Event, address, folder_archive, quick_terms
from tests.referee.competition.quick_tournaments import SECRET
from tests.referee.match.match_driver import Drive, by_decision

PUBLIC = ("/", "/matches", "/bot/ann.html", "/bot/bob.html", "/bot/cy.html", "/report.html")


@pytest.fixture
def begin(tmp_path, monkeypatch):
    """Begin a tournament; its pages look only when they are told to, and every change is seen at once."""
    monkeypatch.setattr(cache, "SHARE", 1e9)
    monkeypatch.setattr(live_matches, "_LISTED_FOR", 0.0)
    monkeypatch.setattr(watch, "PAUSE", 1e6)
    events = []

    def begun(bots="ann bob cy", delay=0.0, **changes):
        events.append(Event(quick_terms(tmp_path, bots, **changes), delay))
        return events[-1]

    yield begun
    for each in events:
        each.close()


def blocks(matches):
    return [list(block) for _, block in groupby(matches, key=lambda each: each.block)]


def seen(event, each):
    """Whether anything of a match is served: its page, its document, its record, and a link to it."""
    own = f"/match/{address(each)}"
    states = {event.get(own + more)[0].status for more in ("", "/frames", "/record")}
    linked = {match_link(address(each)) in event.page(path).links for path in ("/", "/matches")}
    assert (len(states), len(linked)) == (1, 1), "all of it or nothing"
    assert states == ({200} if linked == {True} else {404})
    return linked == {True}


def test_a_match_is_shown_once_its_whole_block_is_counted(begin):
    event = begin()
    every = event.grow()
    event.play(*every)
    assert not any(seen(event, each) for each in every), "records that are not counted are nobody's business"
    for nth, block in enumerate(blocks(every)):
        for each in block[:-1]:
            event.count(each)
            assert not seen(event, each)
            page = event.page()
            assert page.told("matches").startswith(f"{2 * nth + 1} of 6"), "that it is counted is told"
            assert page.told("kept-back") == "1 counted match can be seen once its block is over."
        event.count(block[-1])
        assert all(seen(event, each) for each in block)
        assert not any(seen(event, each) for each in every[2 * (nth + 1):])


def test_nothing_that_is_served_holds_a_seed_before_its_block_is_over_nor_the_secret(begin, tmp_path):
    event = begin()
    every = event.grow()
    event.play(*every)
    first, *others = blocks(every)
    event.count(*first, *(block[0] for block in others))
    secret = {SECRET, *(event.seed(block[0]) for block in others)}
    assert all(read_record(event.record(block[0])).footer.seed in secret for block in others)
    links = {link for path in PUBLIC if event.get(path)[0].status == 200 for link in event.page(path).links}
    told = b"\n".join(event.get(path)[1] for path in (
        *PUBLIC, *(f"/{link}" for link in links if link.startswith("match/")),
        *(f"/match/{address(each)}{more}" for each in every for more in ("", "/frames"))))
    for each in secret:
        assert each not in told and each.hex().encode() not in told.lower()
    records = {each: event.get(f"/match/{address(each)}/record") for each in every}
    assert [each for each, (answer, _) in records.items() if answer.status == 200] == first
    for _, (_, body) in zip(first, records.values(), strict=False):
        (tmp_path / "got.lsr").write_bytes(body)
        assert read_record(tmp_path / "got.lsr").footer.seed == event.seed(first[0])
    event.count(*(block[1] for block in others))
    event.ledger.decide("cup", REVEALED, {})
    event.site.watch.look()
    assert event.page().told("secret") == SECRET.hex()


def test_matches_with_dice_of_their_own_are_shown_as_they_are_counted(begin):
    event = begin("ann bob", format={"kind": "round-robin", "dice": "match"})
    one, two = event.grow()
    event.play(one, two)
    event.count(one)
    assert seen(event, one) and not seen(event, two)


def test_a_match_that_was_played_again_is_listed_once_as_the_newest(begin):
    event = begin("ann bob", format={"kind": "round-robin", "dice": "match", "rounds": 2})
    first, *others = every = event.grow()
    event.play(*every)
    event.count(*every)
    event.ledger.void_result("cup", first.match_id, "the bot read the clock", replay=True)
    again = replace(first, attempt=2)
    event.play(again)
    event.count(again)
    shown = [each.played.match_id for each in event.site.watch.shown.view.finished]
    assert shown == [each.match_id for each in (first, *others[::-1])]


def test_a_void_match_keeps_its_block_back_until_it_is_given_up(begin):
    event = begin("ann bob")
    one, two = event.grow()
    event.play(one, two)
    event.count(one)
    for attempt in range(3):
        assert not seen(event, one)
        event.ledger.void("cup", two.match_id, f"attempt {attempt}", "")
        event.site.watch.look()
    assert seen(event, one) and not seen(event, two)


def test_a_bot_that_joins_an_old_block_closes_it_again(begin):
    event = begin("ann bob", format={"kind": "seed-blocks"})
    every = event.grow()
    event.play(*every)
    event.count(*every)
    assert all(seen(event, each) for each in every)
    event.terms = quick_terms(event.terms.records.parent, "ann bob cy", format={"kind": "seed-blocks"})
    event.ledger.extend("cup", event.terms.as_dict())
    event.grow()
    event.site.watch.look()
    assert not any(seen(event, each) for each in every)


@contextmanager
def being_written(event, each):
    """A record of a match that has not ended."""
    writer = RecordWriter(event.record(each))
    for entry in Drive(2).play(by_decision).entries:
        writer.write(entry)
    event.ledger.lease("cup", name_of(os.getpid()), 2, 0.0, 2e12)
    try:
        while event.site.watch.look():
            pass
        yield event.page()
    finally:
        writer.leave()


def until_linked(event, each):
    """Look until the page leads to the match: a folder that took long to read is not read again at once."""
    until = monotonic() + 60
    while match_link(address(each)) not in event.page().links:
        assert monotonic() < until
        sleep(0.02)
        event.site.watch.look()


def test_running_matches_that_share_dice_are_named_and_not_shown(begin):
    event = begin("ann bob")
    one, two = event.grow()
    with being_written(event, one) as page:
        assert page.told("running-list").split(": ")[0] == "r1/1"
        assert page.told("playing") == "1", "the other match of the block waits"
        for path in ("/", "/matches"):
            assert not any(link.startswith("match/") for link in event.page(path).links)
        for path in (f"/match/{address(each)}{more}" for each in (one, two) for more in ("", "/frames", "/record")):
            assert event.get(path)[0].status == 404


@pytest.mark.parametrize("delay", [0.0, 3600.0])
def test_running_matches_with_dice_of_their_own_are_watched_as_spectators_may(begin, delay):
    event = begin("ann bob", delay, format={"kind": "round-robin", "dice": "match"})
    one, _ = event.grow()
    with being_written(event, one):
        until_linked(event, one)
        document = json.loads(event.get(f"/match/{address(one)}/frames")[1])
        assert [eye["eye"] for eye in document["eyes"]] == [SPECTATOR]
        assert bool(document["steps"]) == (not delay)
        assert event.get(f"/match/{address(one)}/record")[0].status == 404


def test_a_report_in_the_folder_is_shown_when_all_is_over(begin):
    event = begin("ann bob")
    every = event.grow()
    (event.terms.records / "report.html").write_text("all results")
    event.play(*every)
    event.count(every[0])
    assert event.get("/report.html")[0].status == 404
    event.count(every[1])
    assert event.get("/report.html")[1] == b"all results"


def test_the_page_tells_standings_pairings_and_bots(begin):
    event = begin()
    every = event.grow()
    rows = event.page().table("standings-table").rows
    assert [row[0].strip()[1:] for row in rows] == ["ann", "bob", "cy"], "a dash stands for the place"
    event.play(*every)
    event.count(*every)
    page = event.page()
    assert page.left_open == [] and page.closed_wrongly == [] and len(page.ids) == len(set(page.ids))
    assert page.told("state") == "complete"
    assert {row[0].split()[0] for row in page.table("standings-table").rows} == {"1ann", "2bob", "3cy"}
    assert page.told("tables").count("2 of 2") == 3
    bot = event.page("/bot/bob.html")
    assert bot.told("matches-counted") == "4" and bot.told("results").count("-") == 2
    assert len(bot.table("opponents-table").rows) == 2
    assert {link for link in bot.links if link.startswith("../match/")} == {
        f"../{match_link(address(each))}" for each in every if "bob" in each.seats}
    for nobody in ("/bot/dan.html", "/bot/", "/bot/..%2f..%2fetc", "/bot/ann"):
        assert event.get(nobody)[0].status == 404


def test_bots_have_a_curve_of_ratings_after_some_matches(begin):
    event = begin(format={"kind": "round-robin", "rounds": 3})
    every = event.grow()
    event.play(*every)
    event.count(*every)
    while event.site.watch.look():
        pass
    assert [each.matches for each in event.site.watch.shown.moments] == [4, 8, 12, 16]
    assert any("points" in each for tag, each in event.page("/bot/ann.html").tags if tag == "polyline")


def test_the_curve_of_a_bot_is_made_anew_without_a_result_that_is_voided(begin):
    event = begin(format={"kind": "round-robin", "rounds": 3})
    every = event.grow()
    event.play(*every)
    event.count(*every)
    for voided in every[:2]:
        while event.site.watch.look():
            pass
        known = rate(event.ledger.results_by_id("cup", 4))
        shown = next(each for each in event.site.watch.shown.moments if each.matches == 4)
        assert shown.elo == rounded(known.bots)
        event.ledger.void_result("cup", voided.match_id, "the bot read the clock", replay=False)


def test_decisions_are_told_without_what_only_the_organiser_may_know(begin):
    event = begin()
    event.ledger.decide("cup", PAUSED, {})
    event.ledger.decide("cup", RESUMED, {})
    event.ledger.decide("cup", TROUBLED, {"bot": "ann", "kind": "crash", "played": 3})
    event.ledger.decide("cup", QUARANTINED, {"bot": "ann", "public": "it <b>crashed</b>", "why": "cmd:hush"})
    event.ledger.decide("cup", EXTENDED, {"changes": ["bot bob is started by 'cmd:hush'"], "specs": {"bob": "hush"},
                                          "withdrawn": {"cy": "version 2 has replaced it"}})
    event.site.watch.look()
    answer, body = event.get()
    assert answer.status == 200 and b"hush" not in body and b"<b>crashed" not in body
    told = event.page().told("decision-list")
    words = [re.sub(r"[-\d]+ [\d:]+ UTC ", "", each.strip()) for each in re.split(r"(?=\d{4}-)", told) if each.strip()]
    assert words == ["extended; cy plays no more: version 2 has replaced it",
                     "ann plays no more: it <b>crashed</b>", "goes on; bots that were out may play again", "paused"]
    assert event.page("/bot/cy.html").told("out") == "It plays no more: version 2 has replaced it"


def test_a_request_makes_nothing_anew(begin, monkeypatch):
    event = begin()
    _, body = event.get()
    bot = event.get("/bot/ann.html")[1]
    monkeypatch.setattr(event.site.watch, "_ledger", None)  # whoever asked it would fail
    answer, again = event.get()
    assert again == body
    assert event.get("/bot/ann.html")[1] == bot
    assert event.get("/", If_None_Match=answer.headers["ETag"])[0].status == 304


def test_a_knockout_is_drawn_and_its_winner_named(begin):
    event = begin("ann bob cy dan", format={"kind": "knockout", "tiebreaks": 0})
    while left := event.grow():
        page = event.page()
        assert sum(tag == "rect" for tag, _ in page.tags) == 3, "two tables and the final, whoever comes there"
        event.play(*left)
        event.count(*left)
        event.grow()
        event.site.watch.look()
    page = event.page()
    assert page.told("winner").startswith("Winner: ")
    assert sum(tag == "path" for tag, _ in page.tags) == 2


def test_a_ladder_has_a_page_of_its_own(begin):
    event = begin()
    event.ledger.begin("open", {**event.terms.as_dict(), "name": "open", "format": {"kind": "ladder"}, "bots": []},
                       SECRET)
    with pytest.raises(BadConfig, match="is a ladder"):
        type(event.site)(event.ledger, "open", None, print)


@pytest.mark.parametrize(("form", "shared"), [
    ({"kind": "round-robin"}, True), ({"kind": "round-robin", "dice": "match"}, False),
    ({"kind": "round-robin", "seats": 1}, False), ({"kind": "seed-blocks", "seats": 1}, True),
    ({"kind": "seed-blocks", "dice": "match"}, False), ({"kind": "knockout"}, True), ({"kind": "swiss"}, True)])
def test_dice_are_shared_where_a_block_has_several_matches(tmp_path, form, shared):
    terms = quick_terms(tmp_path, "ann bob cy dan", format=form)
    several = any(len(block) > 1 for block in blocks(entries(terms)))
    assert dice_are_shared(terms) == shared == (several and terms.format.dice == "block")


def test_seeds_of_blocks_differ_so_that_an_old_one_tells_nothing_of_the_next(begin):
    event = begin()
    assert len({seed_of(SECRET, block[0], event.terms.format) for block in blocks(event.grow())}) == 3


def test_pages_are_plain_html(begin):
    event = begin()
    for path in PUBLIC[:-1]:
        page = event.page(path)
        assert page.left_open == [] and page.closed_wrongly == []
    assert isinstance(event.page(), Page)


def test_the_archive_can_be_taken_home_once_it_is_there(begin):
    event = begin()
    assert "archive" not in event.page().links
    assert event.get("/archive")[0].status == 404
    every = event.grow()
    event.play(*every)
    event.count(*every)
    file = folder_archive(event.terms)
    with file.open("wb") as out:
        write_archive(contents_of(event.ledger, event.terms.name), out)
    assert event.site.watch.look(), "its file is news"
    assert "archive" in event.page().links
    answer, body = event.get("/archive")
    assert (answer.headers["Content-Type"], body) == ("application/x-tar", file.read_bytes())
    assert not event.site.watch.look()
