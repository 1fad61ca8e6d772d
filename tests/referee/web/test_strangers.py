"""Web servers under attack, each beside a control: half requests, foreign hosts, forged addresses."""

from __future__ import annotations

import asyncio
import gc
import socket
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from threading import Event
from urllib.parse import urlsplit

import pytest

from lawspeaker.v1.record_pb2 import RecordEntry
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.writer import RecordWriter
from lawspeaker_referee.viewer import followed_matches
from lawspeaker_referee.viewer.followed_matches import MOST_FOLLOWED
from lawspeaker_referee.web import connection as web_connection
from lawspeaker_referee.web import server
from lawspeaker_referee.web.answers import Answer
from lawspeaker_referee.web.places import MOST_OPEN
from lawspeaker_referee.web.server import Access, Route, WebServer
from tests.referee.cli.test_watch import watching
from tests.referee.web.small_records import golden, tiny

PATIENCE = 100.0
ATTACKER, READER = "127.0.0.9", "127.0.0.10"
"""Two machines."""


async def told_source(request):
    return Answer.of(request.source.encode(), "text/plain")


@contextmanager
def served(access=None, more=None):
    """Serve a page that names the address that limits count, and more routes; yield its port."""
    complaints = []
    web = WebServer(complaints.append, "the log", access)
    web.start("127.0.0.1:0", {"/": Route(told_source, "it"), **(more or {})})
    try:
        yield web.port
    finally:
        web.close()
    assert complaints == []


def get(port, path="/", source=READER, **headers):
    """Send a request from an address of this machine; return the status and the body."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE, source_address=(source, 0))
    try:
        connection.request("GET", path, headers={name.replace("_", "-"): each for name, each in headers.items()})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


@contextmanager
def half_requests(port, number, source, head=b"GET / HTTP/1.1\r\nHost: localhost\r\n"):
    """Hold connections open that never end their requests."""
    with ExitStack() as stack:
        for _ in range(number):
            each = stack.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE, (source, 0)))
            each.sendall(head)
        yield


# --- half requests ---


def test_as_many_half_requests_as_there_are_places_keep_nobody_out(monkeypatch):
    monkeypatch.setattr(web_connection, "MOST_OPEN", 8)
    monkeypatch.setattr(web_connection, "MOST_AN_ADDRESS", 4)
    monkeypatch.setattr(web_connection, "HEAD_WITHIN", PATIENCE)
    with served() as port, ExitStack() as stack:
        for number in range(4):
            stack.enter_context(half_requests(port, 4, f"127.0.1.{number + 1}"))
        assert get(port) == (200, READER)
        assert get(port, source="127.0.1.1") == (200, "127.0.1.1")


@pytest.mark.slow
@pytest.mark.parametrize("head", [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n"])
def test_half_requests_do_not_lock_anybody_out_of_watch(tmp_path, head):
    tiny(tmp_path / "a.lsr")
    with watching(tmp_path) as (_, _, url):
        port = urlsplit(url).port
        assert get(port)[0] == 200, "control"
        with half_requests(port, MOST_OPEN, ATTACKER, head):
            assert [get(port)[0] for _ in range(5)] == [200] * 5
            assert "a" in get(port)[1]


# --- foreign hosts ---


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:80", "192.0.2.1"])
def test_a_page_of_somebody_else_that_turns_its_name_to_this_machine_gets_nothing(host):
    with served() as port:
        assert get(port)[0] == 200, "control"
        status, body = get(port, Host=host)
        assert (status, body.count("\n"), host in body) == (421, 1, False)
        assert "--allow-host" in body


def test_hosts_that_were_allowed_are_answered():
    with served(Access(("ladder.example",))) as port:
        assert get(port, Host="ladder.example")[0] == 200
        assert get(port, Host="other.example")[0] == 421


@pytest.mark.slow
def test_watch_answers_its_own_names_and_those_of_its_option(tmp_path):
    tiny(tmp_path / "a.lsr")
    with watching(tmp_path, "--allow-host", "cup.example") as (_, _, url):
        port = urlsplit(url).port
        found = [get(port, Host=host)[0] for host in ("cup.example", f"localhost:{port}", f"127.0.0.1:{port}", "[::1]")]
        assert found == [200] * 4
        assert [get(port, path, Host="evil.example")[0] for path in ("/", "/match/a", "/match/a/record")] == [421] * 3


# --- addresses behind proxies ---


@pytest.mark.parametrize(("proxies", "forwarded", "source"), [
    ((), "192.0.2.1", READER),
    (("192.0.2.0/24",), "192.0.2.1", READER),
    ((READER,), "192.0.2.1", "192.0.2.1"),
    ((READER,), "198.51.100.1, 192.0.2.1", "192.0.2.1"),
    ((READER, "192.0.2.0/24"), "198.51.100.1, 192.0.2.1", "198.51.100.1"),
    ((READER,), "nonsense", READER),
    ((READER,), "", READER),
    ((READER,), "2001:db8::1:2:3:4", "2001:db8::"),
])
def test_only_trusted_proxies_are_believed_about_addresses(proxies, forwarded, source):
    with served(Access(proxies=proxies)) as port:
        assert get(port, X_Forwarded_For=forwarded) == (200, source)


def test_behind_a_proxy_the_limit_counts_its_clients(monkeypatch):
    monkeypatch.setattr(web_connection, "MOST_AN_ADDRESS", 0)
    with served(Access(proxies=(READER,))) as port:
        assert get(port, X_Forwarded_For="192.0.2.1")[0] == 503
        assert get(port, source=ATTACKER, X_Forwarded_For="192.0.2.1")[0] == 503
    monkeypatch.setattr(web_connection, "MOST_AN_ADDRESS", 1)
    with served(Access(proxies=(READER,))) as port:
        assert get(port, X_Forwarded_For="192.0.2.1")[0] == 200


def test_an_address_that_connects_too_fast_is_told_so_and_others_are_served(monkeypatch):
    monkeypatch.setattr(web_connection, "AddressRates", lambda: OneOf(ATTACKER))
    with served() as port:
        assert get(port, source=ATTACKER)[0] == 503
        assert get(port)[0] == 200


class OneOf:
    """Rates of which one address has none left."""

    def __init__(self, fast):
        self.fast = fast

    def spare(self, source, _):
        return source != self.fast


# --- places of running matches ---


@pytest.mark.slow
def test_an_address_that_asks_for_all_running_matches_keeps_others_out_of_none(tmp_path):
    record = read_record(golden(tmp_path / "old"))
    for number in range(MOST_FOLLOWED + 2):
        writer = RecordWriter(tmp_path / "records" / f"cup-{number}.lsr")
        writer.write(RecordEntry(header=record.header))
        for step in record.steps[:3]:
            writer.write(RecordEntry(step=step))
        writer.leave()
    with watching(tmp_path / "records", "--delay", "0") as (_, _, url):
        port = urlsplit(url).port
        taken = [get(port, f"/match/cup-{number}/frames", ATTACKER)[0] for number in range(MOST_FOLLOWED)]
        assert taken.count(200) == followed_matches.MOST_AN_ADDRESS
        assert [get(port, f"/match/cup-{number}/frames")[0] for number in (0, 16, 17)] == [200] * 3


def test_a_connection_that_waits_for_its_turn_is_closed_with_the_server(monkeypatch):
    """Warnings are errors here, also those of sockets that are collected."""
    waits = Event()

    async def wait_for_ever(_seconds):
        waits.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(server, "sleep", wait_for_ever)
    web = WebServer(pytest.fail)
    web.start("127.0.0.1:0", {})
    with socket.create_connection(("127.0.0.1", web.port), PATIENCE) as stranger:
        assert waits.wait(PATIENCE)
        web.close()
        gc.collect()
        assert stranger.recv(1) == b""
