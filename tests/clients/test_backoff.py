import random

import pytest

from lawspeaker_bot import ConnectionRefused
from lawspeaker_bot.backoff import Backoff, Patience, reconnect_within_of_environment


def test_tries_double_from_first_to_longest_and_are_cut_by_up_to_a_half():
    for draw, share in ((lambda: 0.0, 1.0), (lambda: 1.0, 0.5)):
        patience = Patience(60, Backoff(draw=draw))
        patience.lost(1000.0, 30.0, progress=True)
        waits = [patience.wait(1000.0) for _ in range(9)]
        assert waits == pytest.approx([share * each for each in (0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5, 5)])


def test_the_last_try_is_when_the_time_is_up():
    patience = Patience(10, Backoff(first=4, draw=lambda: 0.0))
    patience.lost(0.0, 0.0, progress=False)
    assert [patience.wait(now) for now in (0, 8, 9.5, 10)] == [4, 2, 0.5, None]


@pytest.mark.parametrize(("held", "progress", "fresh"), [(4.9, False, False), (5.1, False, True), (0.0, True, True)])
def test_a_stream_that_broke_soon_and_led_to_nothing_is_a_try_that_failed(held, progress, fresh):
    patience = Patience(10, Backoff(draw=lambda: 0.0))
    patience.lost(0.0, 100.0, progress=True)
    assert patience.wait(0.0) == 0.1
    patience.lost(9.95, held, progress=progress)
    assert patience.wait(9.95) == pytest.approx(0.1 if fresh else 0.05)
    assert (patience.wait(10.0) is None) == (not fresh)


def test_pauses_are_drawn_apart_from_the_numbers_that_bots_draw():
    waits = []
    for _ in range(2):
        random.seed(1)
        patience = Patience(10)
        patience.lost(0.0, 0.0, progress=True)
        waits.append(patience.wait(0.0))
    assert waits[0] != waits[1]
    random.seed(1)
    expected = random.random()
    random.seed(1)
    patience.wait(1.0)
    assert random.random() == expected


@pytest.mark.parametrize(("text", "seconds"), [(None, 60), ("", 60), ("0", 0), ("2.5", 2.5)])
def test_the_environment_says_how_long_a_lost_connection_is_tried_for(monkeypatch, text, seconds):
    monkeypatch.delenv("LAWSPEAKER_RECONNECT_WITHIN", raising=False)
    if text is not None:
        monkeypatch.setenv("LAWSPEAKER_RECONNECT_WITHIN", text)
    assert reconnect_within_of_environment() == seconds


@pytest.mark.parametrize("text", ["soon", "-1", "nan", "inf", "1m"])
def test_what_is_no_number_of_seconds_is_said_in_one_line(monkeypatch, text):
    monkeypatch.setenv("LAWSPEAKER_RECONNECT_WITHIN", text)
    with pytest.raises(ConnectionRefused, match=f"^LAWSPEAKER_RECONNECT_WITHIN is '{text}'; it must be a num"):
        reconnect_within_of_environment()
