"""Tests of how far a tournament is, in figures, in lines and on a terminal."""

from __future__ import annotations

import io
from dataclasses import replace
from time import time

import pytest
from rich.console import Console

from lawspeaker_engine.games import GAMES
from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.ledger.ledger import Ledger
from lawspeaker_referee.competition.ratings import sequential
from lawspeaker_referee.competition.tournament.progress import Leader, Snapshot, Watch
from lawspeaker_referee.competition.tournament.progress_display import LineDisplay, format_time_left, line_of
from lawspeaker_referee.competition.tournament.terminal_display import drawn
from tests.games.parley import PARLEY
from tests.referee.competition.quick_tournaments import terms_of
from tests.referee.competition.small_ledger import details, played

NOW = Snapshot(counted=30, scheduled=100, given_up=2, voids=6, playing=2, faults=1, refused=3, speed=2.0, left=34.0,
               standings=(Leader(1, "best", 0.75, 15), Leader(2, "worst", 0.25, 15)))


@pytest.mark.parametrize(("seconds", "text"), [
    (0.4, "0 s"), (59, "59 s"), (61, "1 min 01 s"), (3599, "59 min 59 s"), (3 * 3600 + 300, "3 h 05 min"),
])
def test_times_are_told_as_people_tell_them(seconds, text):
    assert format_time_left(seconds) == text


def test_a_line_leaves_out_what_is_not_there():
    assert line_of(NOW) == ("30/100 matches, 2.00/s, 34 s left, 2 being played, 1 decisions taken by the referee, "
                            "3 answers refused, 6 void, 2 given up")
    calm = replace(NOW, given_up=0, voids=0, playing=0, faults=0, refused=0, speed=0.0, left=None)
    assert line_of(calm) == "30/100 matches"


TEST = sequential.TestState("continue", 1.5, -3.0, 3.0, 10, 0, 0.6, ((0.25, 2), (0.5, 3), (0.75, 5)))


def test_the_test_is_told_with_its_bounds_its_counts_and_the_time_that_it_needs():
    shown = replace(NOW, left=600.0).with_test(TEST)
    assert shown.left_by_test == 30 / 2.0, "half of the way took 30 matches, and two are played a second"
    assert ("10 min 00 s left, about 15 s until the test decides, LLR 1.50 (-3.00 to 3.00) after 10 blocks: "
            "2 of 25 %, 3 of 50 %, 5 of 75 %") in line_of(shown)
    assert NOW.with_test(None) == NOW
    assert shown.as_dict()["test"]["llr"] == 1.5
    for unknown in (replace(TEST, llr=0.0), replace(TEST, verdict="H1"), replace(TEST, llr=0.01)):
        assert replace(NOW, left=600.0).with_test(unknown).left_by_test is None, "or all is played before"
    assert replace(NOW, speed=0.0).with_test(TEST).left_by_test is None


def test_a_terminal_shows_line_bar_and_standings_below_each_other():
    file = io.StringIO()
    Console(file=file, width=140, no_color=True).print(drawn("cup", NOW))
    lines = [line.strip() for line in file.getvalue().splitlines() if line.strip()]
    assert lines[0] == f"cup: {line_of(NOW)}"
    assert set(lines[1]) <= set("━╸╺ ")
    assert [line.split() for line in lines[2:]] == [
        ["bot", "points", "matches"], ["1.", "best", "75", "%", "15"], ["2.", "worst", "25", "%", "15"]]
    file = io.StringIO()
    Console(file=file, width=120, no_color=True).print(drawn("cup", replace(NOW, standings=())))
    assert "bot" not in file.getvalue(), "no heading over nothing"


def test_what_several_workers_find_out_is_told_once_also_when_quiet(capsys):
    lines = LineDisplay("cup", quiet=True)
    for _ in range(2):
        lines.heard({"say": "bots see the machine's /proc"})
        lines.heard({"quarantined": "a", "why": "bot a cannot be started"})
        lines.heard({"counted": "cup/r1/1", "new": True, "faults": 0})
    lines.look(NOW)
    assert capsys.readouterr().err == ("cup: bots see the machine's /proc\n"
                                       "cup: bot a cannot be started; bot a plays no more\n")


def test_speed_and_time_left_follow_from_the_last_minute(tmp_path, monkeypatch):
    monkeypatch.setitem(GAMES, PARLEY.name, PARLEY)
    terms = terms_of(tmp_path, format={"kind": "round-robin", "rounds": 300})
    ledger = Ledger.open(f"sqlite:///{tmp_path}/ledger.db")
    ledger.begin("cup", terms.as_dict())
    schedule = entries(terms)
    ledger.schedule("cup", schedule)
    now = 1000.0
    watch = Watch(ledger, "cup", lambda: now)
    for entry in schedule[:10]:
        now += 20
        ledger.count("cup", played(entry), "x", details())
        watch.heard({"counted": entry.match_id, "new": True, "faults": 3})
    watch.heard({"counted": "again", "new": False, "faults": 5})
    seen = watch.snapshot()
    assert (seen.counted, seen.scheduled, seen.faults, seen.open) == (10, 600, 30, 590)
    assert seen.speed == pytest.approx(1 / 20)
    assert seen.left == pytest.approx(590 * 20)
    assert {leader.bot for leader in seen.standings} == {"a", "b"}
    now += 600
    assert (watch.snapshot().speed, watch.snapshot().left) == (0, None), "nothing is played any more"


@pytest.mark.slow
def test_speed_is_right_also_where_matches_are_counted_in_bursts_and_from_when_somebody_plays(tmp_path, monkeypatch):
    monkeypatch.setitem(GAMES, PARLEY.name, PARLEY)
    terms = terms_of(tmp_path, format={"kind": "round-robin", "rounds": 60})
    ledger = Ledger.open(f"sqlite:///{tmp_path}/ledger.db")
    ledger.begin("cup", terms.as_dict())
    ledger.schedule("cup", entries(terms))
    now = 0.0
    watch = Watch(ledger, "cup", lambda: now)
    now += 5000
    assert watch.snapshot().speed == 0
    for burst in range(1, 6):
        leased = ledger.lease("cup", "w", 10, time(), 60, whole_blocks=True)
        assert (watch.snapshot().playing, watch.snapshot().leased) == (10, 20), "a block's matches wait for each other"
        now += 300
        slow = watch.snapshot()
        for entry in leased:
            ledger.count("cup", played(entry), "x", details())
            watch.heard({"counted": entry.match_id, "new": True, "faults": 0})
        if burst > 1:
            assert 1 / 2 <= slow.speed / (20 / 300) <= 1
        assert watch.snapshot().speed == pytest.approx(20 / 300)
        assert watch.snapshot().left == pytest.approx((120 - 20 * burst) * 15)
