"""A seat's desk tells its pages the end of the match, and waits until they have it."""

from __future__ import annotations

from contextlib import ExitStack, closing
from http.client import HTTPConnection
from threading import Thread
from time import sleep

import pytest

from lawspeaker_referee.web.seat_desk import SeatDesk
from lawspeaker_referee.web.seat_page import SEAT, SeatPages
from lawspeaker_referee.web.server import WebServer

PATIENCE = 60.0


def test_the_end_is_waited_for_until_no_page_listens_any_more():
    desk, web = SeatDesk(), WebServer(lambda text: None)
    web.start("127.0.0.1:0", SeatPages([desk]).routes())
    cookie = {}

    def asked(method: str, part: str) -> HTTPConnection:
        connection = HTTPConnection("127.0.0.1", web.port, timeout=PATIENCE)
        connection.request(method, f"{SEAT}{desk.token}/{part}", body="{}" if method == "POST" else None, headers={
            "Content-Type": "application/json", "Origin": f"http://127.0.0.1:{web.port}", **cookie})
        return connection

    with closing(web), ExitStack() as pages:
        with closing(asked("POST", "claim")) as connection:
            cookie["Cookie"] = connection.getresponse().headers["Set-Cookie"].partition(";")[0]
        one, other = (pages.enter_context(asked("GET", "events").getresponse()) for _ in range(2))
        assert one.status == other.status == 200
        desk.end({"void": "", "rank": 1})
        waiting = Thread(target=desk.let_pages_see_the_end, args=(PATIENCE,))
        waiting.start()
        one.close()
        while desk.events.listening != 1:
            sleep(0.01)
        assert waiting.is_alive()
        other.close()
        waiting.join(PATIENCE / 2)
        assert not waiting.is_alive()


@pytest.mark.parametrize("last", [lambda desk: desk.follow_with("/seat/another/"), SeatDesk.close])
def test_after_one_of_many_matches_all_is_told_with_the_next_one_or_when_the_referee_ends(last):
    desk = SeatDesk(one_of_many=True)
    desk.end({"void": "", "rank": 1})
    assert not desk.shown()["complete"]
    last(desk)
    assert desk.shown()["complete"]


def test_after_a_single_match_all_is_told_with_its_end():
    desk = SeatDesk()
    assert not desk.shown()["complete"]
    desk.end({"void": "", "rank": 1})
    assert desk.shown()["complete"]
