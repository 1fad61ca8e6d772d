"""The standings' web server over real connections, of friendly clients and of strangers."""

import base64
import hashlib
import json
import re
import socket
import threading
import time
from contextlib import contextmanager
from dataclasses import replace
from http.client import HTTPConnection

import pytest

from lawspeaker_referee.competition.ladder.page import html, policy
from lawspeaker_referee.competition.ladder.standings import as_data
from lawspeaker_referee.competition.ladder.web_server import StandingsServer
from lawspeaker_referee.web import connection as web_connection
from lawspeaker_referee.web import server as web_server
from tests.referee.competition.html_page import Page
from tests.referee.competition.ladder.standings_server import standings

EVIL = '<script>alert("x")</script>&\u202e'
PATIENCE = 100.0
"""Seconds after which a test that waits has failed."""


class Shown:
    """A server, the standings that it shows, and its complaints."""

    def __init__(self):
        self.standings = standings()
        self.complaints = []
        self.wait = lambda: None
        self.web = StandingsServer(self.complaints.append)
        self.web.start("127.0.0.1:0", self.look)

    def look(self):
        self.wait()
        if isinstance(self.standings, Exception):
            raise self.standings
        return self.standings

    def get(self, path="/", method="GET", **headers):
        """Send a request; return the answer and its body."""
        connection = HTTPConnection("127.0.0.1", self.web.port, timeout=PATIENCE)
        try:
            connection.request(method, path, headers={name.replace("_", "-"): each for name, each in headers.items()})
            answer = connection.getresponse()
            return answer, answer.read()
        finally:
            connection.close()

    def dial(self):
        """Return a bare connection."""
        return socket.create_connection(("127.0.0.1", self.web.port), timeout=PATIENCE)


@contextmanager
def opened():
    shown = Shown()
    try:
        yield shown
    finally:
        shown.web.close()


@pytest.fixture
def shown():
    with opened() as found:
        yield found


def all_of(connection):
    """Return the bytes that come until the other side closes the connection."""
    found = b""
    try:
        while data := connection.recv(1 << 16):
            found += data
    except ConnectionResetError:
        pass
    return found


# --- what is told ---


def test_the_page_and_its_data_tell_the_standings_of_now(shown):
    answer, body = shown.get("/standings.json")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "application/json; charset=utf-8")
    assert json.loads(body) == json.loads(json.dumps(as_data(shown.standings)))
    answer, body = shown.get("/?from=somewhere")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert Page.of(body.decode()).told("matches") == "120"
    shown.standings = replace(shown.standings, matches=121)
    while json.loads(shown.get("/standings.json")[1])["matches"] != 121:
        pass  # what was made before is good for a moment
    assert shown.complaints == []


@pytest.mark.parametrize("path", ["/", "/standings.json"])
def test_who_knows_the_page_already_is_told_so(shown, path):
    answer, body = shown.get(path)
    tag = answer.headers["ETag"]
    for known in (tag, f'"other", W/{tag}'):
        again, nothing = shown.get(path, If_None_Match=known)
        assert (again.status, nothing, again.headers["ETag"]) == (304, b"", tag)
    for other in ('"other"', "", tag.strip('"')):
        assert shown.get(path, If_None_Match=other)[1] == body


def test_head_is_get_without_the_body(shown):
    for path in ("/", "/standings.json", "/nothing"):
        (got, body), (head, nothing) = shown.get(path), shown.get(path, "HEAD")
        assert nothing == b""
        assert head.status == got.status
        assert head.headers["Content-Length"] == str(len(body)) == got.headers["Content-Length"]


@pytest.mark.parametrize(("method", "path", "status", "words"), [
    ("GET", "/nothing", 404, "there is nothing here but / and /standings.json"),
    ("GET", "/../etc/passwd", 404, "there is nothing here but"),
    ("GET", f"/{'x' * 2_000}", 404, "there is nothing here but"),
    ("POST", "/", 405, "only GET and HEAD are answered"),
    ("DELETE", "/standings.json", 405, "only GET and HEAD are answered"),
    ("BREW", "/", 501, "Not Implemented"),
    ("GET /x", "/", 400, "Bad Request"),
])
def test_all_else_is_answered_in_a_line_without_the_strangers_words(shown, method, path, status, words):
    with shown.dial() as connection:
        connection.sendall(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        connection.shutdown(socket.SHUT_WR)
        head, _, body = all_of(connection).decode().partition("\r\n\r\n")
    assert head.split()[1] == str(status)
    assert body.startswith(words) and body.count("\n") == 1 and body.endswith("\n")
    assert "xx" not in head + body and "passwd" not in head + body and "BREW" not in head + body
    assert ("\r\nallow: get, head" in head.lower()) is (status == 405)
    assert "\r\ncontent-type: text/plain; charset=utf-8" in head.lower()


def test_no_answer_is_stored_or_taken_for_what_it_is_not_or_framed(shown):
    for path in ("/", "/standings.json", "/nothing"):
        headers = shown.get(path)[0].headers
        assert headers["Cache-Control"] == "no-store"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Content-Security-Policy"].startswith("default-src 'none'; ")
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert "Python" not in headers["Server"]


def test_standings_that_cannot_be_had_are_complained_of_once_and_the_server_goes_on(shown):
    good, shown.standings = shown.standings, RuntimeError("the ledger is away")
    for _ in range(3):
        answer, body = shown.get()
        assert (answer.status, body) == (500, b"the standings cannot be shown; the referee's log says why\n")
    assert shown.complaints == ["the standings cannot be shown: RuntimeError('the ledger is away')"]
    shown.standings = good
    assert shown.get()[0].status == 200


# --- the page ---


@pytest.mark.parametrize("bots", [0, 1, 3, 12])
def test_every_tag_is_closed_and_every_id_is_there_once(bots):
    page = Page.of(html(standings(bots)))
    assert page.left_open == [] and page.closed_wrongly == []
    assert len(page.ids) == len(set(page.ids))
    assert page.links == ["standings.json"]
    pictures = [attributes for tag, attributes in page.tags if tag == "svg"]
    assert all(attributes.get("aria-label") or attributes.get("aria-hidden") == "true" for attributes in pictures)


def test_the_page_tells_each_bot_with_what_is_not_known_of_it():
    each = standings(5)
    page = Page.of(html(each))
    rows = [[" ".join(cell.split()) for cell in row] for row in page.table("standings-table").rows]
    assert [row[0] for row in rows] == [
        "1bot-0 playing", f"2{each.rows[1].bot} waiting", "3bot-2 away",
        "4bot-3 quarantined until 2023-11-14 22:14:20 UTC: it crashed in 3 matches in a row",
        "\N{EN DASH}bot-4 on probation, new"]
    assert rows[0][1:3] == ["2000", "1970 or more"] and rows[0][4:] == ["25 %", "75 %", "4", "0"]
    assert rows[3][1:3] == ["1460", "1500 or less"] and rows[3][4:] == ["25 %", "80 %", "34", "9"]
    assert rows[4][1:] == ["not rated yet", "", "", "", "", "0", "12"]
    assert (page.told("rated"), page.told("playing"), page.told("connected")) == (
        "118", "2", "3 of 5, and 1 in quarantine")
    assert each.notes[0] in html(each)
    _, *bars = re.findall("<svg.*?</svg>", html(each), re.DOTALL)
    assert [bar.count("whisker") - 1 for bar in bars] == [1, 2, 2, 1], "an end that is open has no mark"
    assert page.told("commitment") == each.commitment


def test_names_and_words_are_never_more_than_text():
    row = replace(standings(1).rows[0], bot=EVIL, why=EVIL)
    evil = html(standings(1, rows=(row,), ladder=EVIL, game=EVIL, options=EVIL, clock=EVIL, notes=(EVIL,)))
    assert [tag for tag, _ in Page.of(evil).tags].count("script") == 1
    assert "alert" in evil and "<script>alert" not in evil


def test_the_policy_allows_the_pages_own_style_and_script_and_nothing_else():
    page = html(standings())
    hashes = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for tag in ("style", "script")
              for text in re.findall(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL)]
    assert re.findall(r"'sha256-([^']+)'", policy()) == hashes
    assert "unsafe" not in policy()
    assert not re.findall(r"\s(?:style|on\w+)=", page), "the policy forbids them"


# --- strangers ---


def test_who_says_nothing_or_too_slowly_is_cut_off(monkeypatch):
    monkeypatch.setattr(web_connection, "HEAD_WITHIN", 0.2)
    with opened() as shown, shown.dial() as silent, shown.dial() as slow:
        slow.sendall(b"GET / HTTP/1.1\r\n")
        assert all_of(silent) == b""
        assert b" 200 " not in all_of(slow).partition(b"\r\n")[0]


@pytest.mark.slow
def test_who_does_not_read_is_cut_off(monkeypatch):
    cut_off, lost = threading.Event(), web_connection.LimitedConnection.connection_lost

    def noted(connection, error):
        lost(connection, error)
        cut_off.set()

    monkeypatch.setattr(web_connection.LimitedConnection, "connection_lost", noted)
    monkeypatch.setattr(web_connection, "WITHIN", 0.2)
    with opened() as shown, shown.dial() as deaf:
        shown.standings = standings(1, notes=("x" * (16 << 20),))  # more than buffers hold
        deaf.sendall(b"GET /standings.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert cut_off.wait(PATIENCE)
        assert len(all_of(deaf)) < 16 << 20


def test_one_request_too_many_is_told_to_come_again_and_is_let_in_later(monkeypatch):
    monkeypatch.setattr(web_connection, "MOST_AN_ADDRESS", 1)
    asked, go = threading.Event(), threading.Event()
    with opened() as shown:
        shown.wait = lambda: (asked.set(), go.wait(PATIENCE))
        with shown.dial() as one:
            one.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert asked.wait(PATIENCE)
            answer, body = shown.get()
            assert (answer.status, answer.headers["Retry-After"], body.count(b"\n")) == (503, "2", 1)
            go.set()
            assert b" 200 " in all_of(one)
        while shown.web.connections:
            time.sleep(0.001)  # until the server has noticed
        assert shown.get()[0].status == 200


def test_more_connections_than_the_rate_have_to_wait_for_their_turn(monkeypatch):
    waits = []

    async def sleep(seconds):
        waits.append(seconds)

    monkeypatch.setattr(web_server, "BURST", 2)
    monkeypatch.setattr(web_server, "RATE", 1e-3)
    monkeypatch.setattr(web_server, "sleep", sleep)
    with opened() as shown:
        for _ in range(3):
            assert shown.get()[0].status == 200
    assert waits[:2] == [0, 0]
    assert waits[2] == pytest.approx(1000, rel=0.1)


@pytest.mark.parametrize("line", [b"GET / HTTP/1.1\r\n", b"GET /"])
def test_a_request_that_is_too_long_is_not_answered(shown, line):
    with shown.dial() as connection:
        connection.sendall(line + b"X: yyy\r\n" * (web_connection.MOST_RECEIVED // 8))
        assert all_of(connection) == b""


def test_closing_hangs_up_on_everybody_and_lets_go_of_the_port():
    threads = threading.enumerate()
    with opened() as shown, shown.dial() as silent:
        silent.sendall(b"GET")
        shown.get()  # so that the first one was taken in
        port = shown.web.port
        shown.web.close()
        assert all_of(silent) == b""
        assert threading.enumerate() == threads
        StandingsServer(shown.complaints.append).close()  # one that never began
        again = StandingsServer(shown.complaints.append)
        again.start(f"127.0.0.1:{port}", shown.look)
        again.close()


def test_a_port_that_is_taken_is_an_error(shown):
    with pytest.raises(OSError, match="in use"):
        StandingsServer(print).start(f"127.0.0.1:{shown.web.port}", shown.look)
    with pytest.raises(OSError, match=r"(?i)name"):
        StandingsServer(print).start("nowhere.invalid:0", shown.look)


def test_a_body_that_is_too_long_ends_the_connection(shown):
    with shown.dial() as connection:
        connection.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n")
        assert b" 405 " in connection.recv(1 << 16)
        assert shown.get()[0].status == 200


def test_what_strangers_say_is_not_logged(shown, capfd, caplog):
    for request in (b"GET /secret-word HTTP/1.1\r\nHost: localhost\r\n\r\n", b"secret-word\r\n\r\n",
                    b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: secret-word\r\n\r\n"):
        with shown.dial() as connection:
            connection.sendall(request)
            assert b"secret-word" not in all_of(connection)
    assert "secret-word" not in "".join([*capfd.readouterr(), caplog.text])
    assert shown.complaints == []
