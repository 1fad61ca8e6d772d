"""Events of a page over real connections: who may listen, what is told, and what it leaves to others."""

from __future__ import annotations

import asyncio
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException

import pytest

from lawspeaker_referee.web.answers import Answer, Request
from lawspeaker_referee.web.events import LISTENING_AN_ADDRESS, MOST_LISTENING, PageEvents
from lawspeaker_referee.web.places import MOST_AN_ADDRESS, MOST_OPEN
from lawspeaker_referee.web.server import Access, Route, WebServer
from lawspeaker_referee.web.streams import Stream

PATIENCE = 60.0


class Served:
    """A server with a page and its events, which believes what a client says of its address."""

    def __init__(self, **limits: int) -> None:
        self.events, self.complaints = PageEvents(**limits), list[str]()
        self.web = WebServer(self.complaints.append, access=Access(proxies=("127.0.0.1",)))
        self.events.tell("1")
        self.web.start("127.0.0.1:0", {"/": Route(self.page, "the page"), "/events": Route(self.events.answer, "news")})

    async def page(self, _: object) -> Answer:
        return Answer.of(b"words", "text/plain")

    def ask(self, path: str, source: str = "10.0.0.1", method: str = "GET") -> HTTPConnection:
        connection = HTTPConnection("127.0.0.1", self.web.port, timeout=PATIENCE)
        connection.request(method, path, headers={"X-Forwarded-For": source})
        return connection

    def status(self, path: str, source: str = "10.0.0.1") -> int:
        with closing(self.ask(path, source)) as connection:
            return connection.getresponse().status


@pytest.fixture
def served():
    found = Served(most=3, an_address=2)
    yield found
    found.web.close()
    assert found.complaints == []


def told(answer) -> str:
    """The next version that is told."""
    while not (line := answer.readline()).startswith(b"data: "):
        assert line, "the events have ended"
    return line.decode().removeprefix("data: ").strip()


def test_a_listener_is_told_the_version_of_now_and_each_new_one(served):
    with closing(served.ask("/events")) as connection:
        answer = connection.getresponse()
        assert (answer.status, answer.headers["Content-Type"]) == (200, "text/event-stream")
        assert (answer.headers["Cache-Control"], answer.headers["X-Accel-Buffering"]) == ("no-store", "no")
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert told(answer) == "1"
        served.events.tell("2")
        assert told(answer) == "2"
        served.events.tell("3")
        assert told(answer) == "3"


def test_so_many_listen_and_fewer_of_one_address_and_a_place_is_free_when_its_listener_is_gone(served):
    first = served.ask("/events")
    answer = first.getresponse()
    assert told(answer) == "1"
    with closing(served.ask("/events")) as second, closing(served.ask("/events", "10.0.0.2")) as third:
        answers = [each.getresponse() for each in (second, third)]  # they are kept, or their connections would end
        assert {each.status for each in answers} == {200}
        for source in ("10.0.0.1", "10.0.0.3"):
            with closing(served.ask("/events", source)) as refused:
                known = refused.getresponse()
                assert (known.status, known.headers["Retry-After"]) == (503, "60")
        assert served.status("/", "10.0.0.1") == 200, "pages are still answered"
        answer.close()
        first.close()
        while served.status("/events", "10.0.0.3") != 200:
            pass  # the server learns of it in a moment


def test_a_head_of_events_ends_at_once_and_takes_no_place(served):
    for _ in range(4):
        with closing(served.ask("/events", method="HEAD")) as connection:
            answer = connection.getresponse()
            assert (answer.status, answer.headers["Content-Type"], answer.read()) == (200, "text/event-stream", b"")


def test_a_server_that_closes_ends_its_listeners():
    found = Served()
    with closing(found.ask("/events")) as connection:
        answer = connection.getresponse()
        assert told(answer) == "1"
        found.web.close()
        with suppress(OSError, HTTPException):  # it may be cut off in the middle
            while answer.readline():
                pass
    assert found.complaints == []


@pytest.mark.parametrize("turns", range(6))
def test_a_listener_that_is_told_something_and_stopped_stops(turns):
    async def run() -> None:
        events = PageEvents()
        stream = await events.answer(Request("/events", source="10.0.0.1"))
        assert isinstance(stream, Stream)
        parts = aiter(stream.parts)
        assert [await anext(parts), await anext(parts)] == [b"retry: 3000\n\n", b":\n\n"]
        waiting = asyncio.ensure_future(anext(parts))
        await asyncio.sleep(0.01)
        events.tell("2")
        for _ in range(turns):
            await asyncio.sleep(0)
        if waiting.cancel():
            with pytest.raises(asyncio.CancelledError):
                await waiting
        else:
            assert waiting.result() == b"data: 2\n\n"
        stream.end()

    asyncio.run(run())


def test_listeners_leave_half_of_all_places_to_requests():
    assert 2 * MOST_LISTENING <= MOST_OPEN
    assert 2 * LISTENING_AN_ADDRESS <= MOST_AN_ADDRESS
