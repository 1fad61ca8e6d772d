"""A file that is taken home over real connections: all of it or an end that is told, and places for others."""

from __future__ import annotations

import asyncio
from contextlib import closing, suppress
from http.client import HTTPConnection, IncompleteRead
from pathlib import Path
from types import SimpleNamespace

import pytest

from lawspeaker_referee.web.allowed_hosts import AllowedHosts
from lawspeaker_referee.web.answers import Request
from lawspeaker_referee.web.downloads import PART, FileDownload
from lawspeaker_referee.web.server import Access, Route, WebApp, WebServer
from lawspeaker_referee.web.streams import Stream

PATIENCE = 60.0
LARGE = bytes(range(256)) * 4 * (PART // 256) * 40
"""More than what the buffers of a connection take."""


class Served:
    """A server with one file, which believes what a client says of its address."""

    def __init__(self, path: Path) -> None:
        self.path, self.complaints = path, list[str]()
        self.web = WebServer(self.complaints.append, access=Access(proxies=("127.0.0.1",)))
        download = FileDownload(path, "application/x-tar", most=3, an_address=2)
        self.web.start("127.0.0.1:0", {"/archive": Route(download.answer, "the archive")})

    def ask(self, source: str = "10.0.0.1", method: str = "GET") -> HTTPConnection:
        connection = HTTPConnection("127.0.0.1", self.web.port, timeout=PATIENCE)
        connection.request(method, "/archive", headers={"X-Forwarded-For": source})
        return connection


@pytest.fixture
def served(tmp_path):
    found = Served(tmp_path / 'spring "cup".tar')
    yield found
    found.web.close()


def test_all_bytes_come_with_their_number_and_a_harmless_name(served):
    served.path.write_bytes(LARGE)
    with closing(served.ask()) as connection:
        answer = connection.getresponse()
        assert (answer.status, answer.headers["Content-Type"]) == (200, "application/x-tar")
        assert answer.headers["Content-Length"] == str(len(LARGE))
        assert answer.headers["Content-Disposition"] == 'attachment; filename="springcup.tar"'
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.read() == LARGE
    assert served.complaints == []


def test_head_tells_the_size_and_sends_nothing(served):
    served.path.write_bytes(LARGE)
    with closing(served.ask(method="HEAD")) as connection:
        answer = connection.getresponse()
        assert (answer.status, answer.headers["Content-Length"], answer.read()) == (200, str(len(LARGE)), b"")
    assert served.complaints == []


def test_a_file_that_is_replaced_while_it_is_sent_comes_as_it_was(served):
    served.path.write_bytes(LARGE)
    with closing(served.ask()) as connection:
        answer = connection.getresponse()
        start = answer.read(PART)
        other = served.path.with_name("other")
        other.write_bytes(b"new")
        other.replace(served.path)
        assert start + answer.read() == LARGE
    with closing(served.ask()) as connection:
        assert connection.getresponse().read() == b"new"


def test_a_file_that_becomes_shorter_ends_the_connection_early_and_is_complained_of(served):
    served.path.write_bytes(LARGE)
    with closing(served.ask()) as connection:
        answer = connection.getresponse()
        with served.path.open("r+b") as file:
            file.truncate(PART)
        with pytest.raises(IncompleteRead):
            answer.read()
    [words] = served.complaints
    assert "are gone" in words


def test_while_there_is_no_file_nothing_is_sent(served):
    for place in (None, served.path):
        if place:
            place.mkdir()
        with closing(served.ask()) as connection:
            answer = connection.getresponse()
            assert (answer.status, answer.read()) == (404, b"this file is not there yet\n")
    assert served.complaints == []


def test_so_many_downloads_run_fewer_of_one_address_and_one_that_is_given_up_leaves_its_place(served):
    served.path.write_bytes(LARGE)
    first = served.ask()
    answer = first.getresponse()
    with closing(served.ask()) as second, closing(served.ask("10.0.0.2")) as third:
        answers = [each.getresponse() for each in (second, third)]  # they are kept, or their connections would end
        assert {each.status for each in answers} == {200}
        for source in ("10.0.0.1", "10.0.0.3"):
            with closing(served.ask(source)) as refused:
                assert refused.getresponse().status == 503
        answer.close()
        first.close()
        for _ in range(200):
            with closing(served.ask("10.0.0.3")) as fourth:
                if fourth.getresponse().status == 200:
                    break
        else:
            raise AssertionError("its place is never free")
    assert served.complaints == []


def test_one_that_is_stopped_twice_lets_go_of_its_file_and_its_place(tmp_path):
    (tmp_path / "archive").write_bytes(LARGE)
    download = FileDownload(tmp_path / "archive", "application/x-tar", most=1)
    app = WebApp({"/archive": Route(download.answer, "the archive")}, print, "the log", AllowedHosts("127.0.0.1:0"))
    connection = SimpleNamespace(begin=lambda told: "10.0.0.1", limit=lambda seconds: None, endless=False)
    scope = {"path": "/archive", "method": "GET", "query_string": b"", "headers": [],
             "state": {"connection": connection}}

    async def run() -> None:
        began, ending = asyncio.Event(), asyncio.Event()

        async def send(message) -> None:
            if message["type"] == "http.response.body":
                began.set()
                await asyncio.Future()

        async def receive():
            try:
                await asyncio.Future()
            finally:
                ending.set()
                await asyncio.Future()

        sending = asyncio.ensure_future(app(scope, receive, send))
        await began.wait()
        sending.cancel()
        await ending.wait()
        sending.cancel()
        with suppress(asyncio.CancelledError):
            await sending
        again = await download.answer(Request("/archive", source="10.0.0.1"))
        assert isinstance(again, Stream)
        again.end()

    asyncio.run(run())
