"""Requests of open decisions: made once, sent again as they were, and made anew when they would say something else."""

from __future__ import annotations

from itertools import count

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_referee.codec.game_codec import GameCodec
from lawspeaker_referee.match.events import Away, BotInfo, Joined, Returned, Tick
from lawspeaker_referee.match.game_run import GameRun
from lawspeaker_referee.match.text import TextWriter
from tests.referee.match.match_driver import Drive, by_decision

ALL = BotInfo("all", "1", "test", text=True, positions=True)
PLAIN = BotInfo("plain", "1", "test")


@pytest.fixture
def made(monkeypatch):
    """What was made so far: texts, positions and encoded requests, by name."""
    found: dict[str, int] = {}

    def counted(owner, name):
        inner = getattr(owner, name)

        def call(*args, **kwargs):
            found[name] = found.get(name, 0) + 1
            return inner(*args, **kwargs)

        monkeypatch.setattr(owner, name, call)

    for owner, name in ((TextWriter, "text"), (GameRun, "_position"), (GameCodec, "request_bytes")):
        counted(owner, name)
    return found


def begun(game=None, **options) -> Drive:
    drive = Drive(2, start=False, **({"game": game} if game else {}), **options)
    for seat in drive.match.manned:
        drive.tell(Joined(seat, ALL if seat == 0 else PLAIN))
    return drive


def came_back(drive: Drive, bot: BotInfo = ALL, after: float = 0.25) -> None:
    drive.tell(Away(0))
    drive.tell(Returned(0, bot), after)


def test_a_decision_that_is_asked_again_is_made_once_and_says_the_same_but_for_the_time_left(made):
    drive = begun()
    first, made_first = drive.request(0), dict(made)
    assert made_first == {"request_bytes": 2, "text": 1, "_position": 1}
    for number in range(1, 4):
        came_back(drive)
        again = drive.request(0)
        assert again.time_left_ms == first.time_left_ms - 250 * number
        again.time_left_ms = first.time_left_ms
        assert again == first
    assert made == made_first


def test_a_bot_that_comes_back_with_other_wishes_gets_what_it_wants_now(made):
    drive = begun()
    came_back(drive, PLAIN)
    assert not drive.request(0).position
    assert not drive.request(0).HasField("text")
    came_back(drive, BotInfo("all", "1", "test", text=True, text_in_full=True))
    assert drive.request(0).HasField("text")
    assert made == {"request_bytes": 4, "text": 2, "_position": 1}


def test_a_bot_that_comes_back_learns_of_what_happened_while_it_left_decisions_open(made):
    drive = begun(rounds=3)
    drive.answer(1, 0)
    for _ in range(4):
        drive.tell(Tick(), 10.0)
    first = drive.request(0)
    came_back(drive)
    again = drive.request(0)
    assert again.decision_id == first.decision_id > 2
    assert len(again.text.events) >= len(first.text.events) > 0


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_requests_of_all_games_that_are_sent_again_are_the_same(game):
    drive = begun(game)
    for _ in range(25):
        seats = [each.decision.seat for each in drive.match.open_decisions.waiting]
        if not seats:
            break
        if 0 in seats:
            first = drive.request(0)
            came_back(drive, after=0.0)
            assert drive.request(0) == first
        for seat in seats:
            drive.answer(seat, *by_decision(seat, drive.request(seat)))


def test_what_texts_and_positions_take_is_measured_and_costs_nothing_again():
    drive = Drive(2, start=False)
    ticks = count()
    drive.match.meter(lambda: float(next(ticks)))
    for seat in range(2):
        drive.tell(Joined(seat, ALL if seat == 0 else PLAIN))
    came_back(drive)
    spent = [(send.seat, send.cpu) for send in drive.order if getattr(send, "cpu", 0.0)]
    assert spent == [(0, 1.0)], "one reading before and one after, once"
