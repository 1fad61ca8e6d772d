"""The pages of a ladder's matches beside its standings: made in processes of lower priority."""

from __future__ import annotations

import asyncio
import io
import json
from dataclasses import replace
from http.client import HTTPConnection

import pytest

from lawspeaker_engine.games import find_game
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.competition.ladder import match_pages
from lawspeaker_referee.competition.ladder.page import html
from lawspeaker_referee.competition.ladder.results import LATEST, Job, Seen, news, opened
from lawspeaker_referee.competition.ladder.service import LadderService
from lawspeaker_referee.competition.ladder.standings import LatestMatch
from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.referee import LadderSettings
from lawspeaker_referee.host.queue_config import QueueConfig
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.match.seat_marks import SeatMarks
from lawspeaker_referee.viewer.page import served_page
from tests.referee.competition import small_ledger
from tests.referee.competition.html_page import Page
from tests.referee.competition.ladder.ladder_bots import played
from tests.referee.competition.ladder.standings_server import standings
from tests.referee.competition.small_ledger import NAME, TERMS, begun, details, ids, schedule
from tests.referee.web.small_records import golden

PATIENCE = 60.0
EVIL = '<script>alert("x")</script>&'


def got(port, path, **headers):
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", path, headers={name.replace("_", "-"): each for name, each in headers.items()})
        answer = connection.getresponse()
        return answer, answer.read()
    finally:
        connection.close()


@pytest.mark.slow
def test_a_ladder_shows_its_matches_and_this_process_makes_none_of_their_pages(tmp_path, monkeypatch):
    def unmade(*_):
        raise AssertionError("the processor time of this process belongs to matches")

    monkeypatch.setattr(match_pages, "_shown", unmade)
    northgard, logged = find_game("northgard"), io.StringIO()
    config = QueueConfig(northgard, make_setup(northgard, 2, {}), Clock(2.0), tmp_path, bytes(32), "cup")
    data = golden(tmp_path, to="game").read_bytes()

    async def test():
        hosting = LadderService(config, LadderSettings(standings="127.0.0.1:0"), make_log(logged))
        hosting.start()
        try:
            port = hosting._web.port
            return [await asyncio.to_thread(got, port, path, Accept_Encoding="gzip") for path in (
                "/", "/matches?bot=greedy", "/match/game", "/match/game/record", "/match/game/frames", "/match/.secret",
                "/standings.json")]
        finally:
            await hosting.close()

    home, listed, viewer, record, frames, unknown, told = asyncio.run(test())
    assert [answer.status for answer, _ in (home, listed, viewer, record, frames, unknown, told)] == [
        200, 200, 200, 200, 200, 404, 200]
    page = Page.of(listed[1].decode())
    assert page.links[:2] == ["./", "matches"] and "match/game" in page.links
    assert viewer[1].decode() == served_page() and record[1] == data
    assert frames[0].headers["Content-Encoding"] == "gzip"
    assert "latest" not in json.loads(told[1])
    assert "cannot be shown" not in logged.getvalue()


def test_the_standings_lead_to_the_matches_of_each_bot_and_to_the_latest():
    latest = tuple(LatestMatch(played(f"cup-00000{number}", ("bob", "ann"), (2, 1)), marks)
                   for number, marks in ((9, SeatMarks(stood_in=(0,), resigned=(1,))),
                                         (8, SeatMarks(substituted=(0,), forfeited=(1,)))))
    shown = html(standings(5, latest=latest), matches=True)
    page = Page.of(shown)
    assert page.left_open == [] and page.closed_wrongly == []
    rows = standings(5).rows
    assert page.links == [f"matches?bot={row.bot}" for row in rows if row.matches] + [
        "match/cup-000009", "match/cup-000008", "matches", "standings.json"]
    words = " ".join(page._words["standings"].split())
    assert ("cup-000009: ann 0 (resigned), bob 0 (lost by stand-ins) cup-000008: ann 0 (forfeit), "
            "bob 0 (substitute)") in words
    assert Page.of(html(standings(5, latest=latest))).links == ["standings.json"], "nothing leads to pages not served"


def test_names_in_results_and_links_are_never_more_than_text():
    row = replace(standings(1).rows[0], bot=EVIL)
    evil = html(standings(1, rows=(row,), latest=(LatestMatch(played(EVIL, (EVIL, "bob"))),)), matches=True)
    assert [tag for tag, _ in Page.of(evil).tags].count("script") == 1
    assert "alert" in evil and "<script>alert" not in evil


def test_the_latest_matches_are_those_counted_last_the_newest_first_with_their_substitutes(tmp_path):
    url = f"sqlite:///{tmp_path}/ledger.db"
    ledger, usual = Ledger.open(url), details()
    lost = replace(usual, substituted=(1,), seats=(replace(usual.seats[0], forfeit="crashed"), *usual.seats[1:]))
    entries = schedule(rounds=2)
    begun(ledger, entries)
    for entry in reversed(entries):
        ledger.count(NAME, small_ledger.played(entry), entry.match_id, lost if entry is entries[1] else details())
    ledger.close()
    found = news(Job(url, NAME, TERMS, tmp_path, bytes(32)), Seen(), None).latest
    opened(url, None).close()
    assert [each.played.match_id for each in found] == ids(entries)[:LATEST]
    assert [each.marks for each in found] == [
        SeatMarks((1,)), SeatMarks((0, 1), (1,)), *[SeatMarks((1,))] * (LATEST - 2)]
