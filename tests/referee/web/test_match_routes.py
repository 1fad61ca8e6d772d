"""The pages of matches over real connections, and how little strangers may make of them at once."""

from __future__ import annotations

import asyncio
import gzip
import json
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection

import pytest

from lawspeaker_referee.viewer.followed_matches import TooManyFollowed
from lawspeaker_referee.viewer.live_matches import CannotFollow, LiveUnavailable
from lawspeaker_referee.viewer.page import served_page
from lawspeaker_referee.web import connection, match_routes, turns
from lawspeaker_referee.web.answers import Answer, Request
from lawspeaker_referee.web.match_routes import MatchRoutes, threaded
from lawspeaker_referee.web.matches import MatchPages, MatchSite
from lawspeaker_referee.web.server import Route, WebServer
from lawspeaker_referee.web.turns import Turns
from tests.referee.web.small_records import golden, tiny

PATIENCE = 100.0
"""Seconds after which a test that waits has failed."""


class Shown:
    """A server of a folder's matches, and its complaints."""

    def __init__(self, routes):
        self.complaints = []
        self.web = WebServer(self.complaints.append, "the log")
        self.web.start("127.0.0.1:0", routes)

    def get(self, path="/", method="GET", **headers):
        """Send a request; return the answer and its body."""
        connection = HTTPConnection("127.0.0.1", self.web.port, timeout=PATIENCE)
        try:
            connection.request(method, path, headers={name.replace("_", "-"): each for name, each in headers.items()})
            answer = connection.getresponse()
            return answer, answer.read()
        finally:
            connection.close()

    def raw(self, request):
        """Send bytes; return all that comes."""
        with socket.create_connection(("127.0.0.1", self.web.port), timeout=PATIENCE) as connection:
            connection.sendall(request)
            found = b""
            while data := connection.recv(1 << 16):
                found += data
            return found


@contextmanager
def opened(routes):
    shown = Shown(routes)
    try:
        yield shown
    finally:
        shown.web.close()


ERRORS = {"old": CannotFollow("this match cannot be watched: it is of other rules"),
          "many": TooManyFollowed("16 matches are watched now"), "away": LiveUnavailable("try again in a few seconds")}


class Live:
    """Two running matches."""

    def __init__(self):
        self.asked = []

    async def matches(self):
        return ("cup-7", "cup/8")

    async def frames(self, match_id, first, source):
        assert source == "127.0.0.1"
        self.asked.append((match_id, first))
        if match_id in ERRORS:
            raise ERRORS[match_id]
        return json.dumps({"from": first}).encode() if match_id in await self.matches() else None


@contextmanager
def folder_shown(folder, live=None):
    with ThreadPoolExecutor(2) as workers, opened(
            threaded(MatchPages(MatchSite(folder, "cup")), workers, live).routes("/", "/matches")) as shown:
        yield shown


@pytest.fixture
def shown(tmp_path):
    golden(tmp_path, to="game")
    with folder_shown(tmp_path) as found:
        yield found
    assert found.complaints == []


# --- over connections ---


def test_the_list_a_match_its_document_and_its_record_are_there(shown, tmp_path):
    for path in ("/", "/matches", "/?page=1", "/matches?bot=greedy"):
        answer, body = shown.get(path)
        assert (answer.status, answer.headers["Cache-Control"]) == (200, "no-store")
        assert b'href="match/game"' in body
    answer, body = shown.get("/match/game")
    assert (answer.status, body.decode()) == (200, served_page())
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    answer, packed = shown.get("/match/game/frames", Accept_Encoding="br, gzip")
    assert (answer.headers["Content-Encoding"], answer.headers["Cache-Control"]) == ("gzip", "no-cache")
    answer, plain = shown.get("/match/game/frames")
    assert (answer.headers["Content-Encoding"], gzip.decompress(packed)) == (None, plain)
    assert json.loads(plain)["match"]["game"] == "northgard"
    assert shown.get("/match/game/record")[1] == (tmp_path / "game.lsr").read_bytes()
    for path in ("/match/game", "/match/game/frames", "/match/game/record", "/match/none"):
        assert shown.get(path)[0].headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(("accepted", "coding"), [
    ("GZIP", "gzip"), ("br;q=1.0, gzip;q=0.8, *;q=0.1", "gzip"), ("deflate,gzip ; q=0.001", "gzip"),
    ("gzip;q=0", None), ("gzip; q=0.000, identity", None), ("identity", None), ("x-notgzip", None), ("", None),
])
def test_only_who_takes_gzip_gets_it(shown, accepted, coding):
    assert shown.get("/match/game/frames", Accept_Encoding=accepted)[0].headers["Content-Encoding"] == coding


@pytest.mark.parametrize("path", ["/", "/match/game", "/match/game/frames", "/match/game/record"])
def test_who_knows_it_already_is_told_so_and_head_is_get_without_the_body(shown, path):
    answer, body = shown.get(path, Accept_Encoding="gzip")
    tag = answer.headers["ETag"]
    again, nothing = shown.get(path, Accept_Encoding="gzip", If_None_Match=f'"other", W/{tag}')
    assert (again.status, nothing, again.headers["ETag"]) == (304, b"", tag)
    assert again.headers["Vary"] == answer.headers["Vary"]
    assert not [name for name in again.headers if name.lower().startswith("content-") and "policy" not in name.lower()]
    assert shown.get(path, Accept_Encoding="gzip", If_None_Match='"other"')[1] == body
    head, nothing = shown.get(path, "HEAD", Accept_Encoding="gzip")
    assert (head.status, nothing, head.headers["Content-Length"]) == (200, b"", str(len(body)))


@pytest.mark.parametrize("path", [
    b"/match/../game.lsr", b"/match/%2e%2e/%2e%2e/etc/passwd", b"/match//etc/passwd", b"/match/game%00", b"/match/",
    b"/match/game.lsr", b"/match/%ff%fe", b"/match/..%5c..%5cx", b"/match/" + b"a/" * 4_000,
    b"/match/game/frames/frames", b"/match/%252e%252e%252fgame"])
def test_hostile_addresses_are_unknown_in_one_line(shown, path):
    head, _, body = shown.raw(b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\n\r\n").partition(b"\r\n\r\n")
    assert head.split()[1] == b"404"
    assert body == b"there is no finished match of this name here\n"


def test_a_folder_that_goes_away_is_complained_of_once_and_the_server_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr("lawspeaker_referee.record.folder_index.SHARE", 1e9)
    folder = tmp_path / "records"
    tiny(folder / "a.lsr")
    with folder_shown(folder) as found:
        assert found.get("/")[0].status == 200
        folder.rename(tmp_path / "away")
        for _ in range(2):
            answer, body = found.get("/")
            assert (answer.status, body) == (500, b"the list of matches cannot be shown; the log says why\n")
        assert len(found.complaints) == 1 and "FileNotFoundError" in found.complaints[0]
        (tmp_path / "away").rename(folder)
        assert found.get("/")[0].status == 200


def test_a_running_match_is_watched_by_what_is_told_of_it_alone(tmp_path):
    golden(tmp_path, to="cup-7").rename(tmp_path / "cup-7.lsr.part")
    golden(tmp_path, to="done")
    live = Live()
    with folder_shown(tmp_path, live) as found:
        body = found.get("/")[1].decode()
        assert 'href="match/cup-7"' in body and 'href="match/cup/8"' in body
        assert found.get("/match/cup-7")[1].decode() == found.get("/match/cup/8")[1].decode() == served_page()
        for asked, first in (("", 0), ("?from=12", 12), ("?from=-1", 0), ("?from=x", 0), ("?from=" + "9" * 40, 0)):
            answer, body = found.get(f"/match/cup-7/frames{asked}")
            assert (answer.status, json.loads(body)) == (200, {"from": first})
            assert answer.headers["Cache-Control"] == "no-store"
        tag = found.get("/match/cup-7/frames?from=12")[0].headers["ETag"]
        assert found.get("/match/cup-7/frames?from=12", If_None_Match=tag)[0].status == 304
        assert found.get("/match/cup-7/record")[0].status == 404
        assert found.get("/match/done/frames?from=3")[0].status == 200
        assert live.asked[-1] == ("done", 3)
        for match_id, status in (("old", 404), ("many", 503), ("away", 503)):
            answer, body = found.get(f"/match/{match_id}/frames")
            assert (answer.status, body.decode()) == (status, f"{ERRORS[match_id]}\n")
        assert found.complaints == []


# --- routes ---


def test_an_answer_that_takes_longer_than_its_route_allows_is_given_up(monkeypatch):
    never = asyncio.Event()

    async def answer(_):
        await never.wait()

    with opened({"/": Route(answer, "the page", 0.1)}) as found:
        assert found.get()[1] == b"the page took too long; try again\n"
        assert found.complaints == []


def test_the_time_in_which_an_answer_is_made_does_not_count_for_a_route_with_patience(monkeypatch):
    monkeypatch.setattr(connection, "WITHIN", 0.3)
    released = threading.Event()

    async def answer(_):
        await asyncio.to_thread(released.wait, PATIENCE)
        return Answer.of(b"x", "text/plain")

    threading.Timer(0.9, released.set).start()
    with opened({"/slow": Route(answer, "the page", PATIENCE), "/quick": Route(answer, "the page")}) as found:
        assert found.raw(b"GET /quick HTTP/1.1\r\nHost: localhost\r\n\r\n") == b""
        assert found.raw(b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n").endswith(b"\r\n\r\nx")


def test_pages_of_matches_have_patience_so_that_a_busy_machine_resets_no_first_list():
    routes = MatchRoutes(None, None).routes("/", "/matches")
    assert {route.patience for route in routes.values()} == {match_routes.PATIENCE}


def test_a_path_that_ends_with_a_slash_stands_for_all_that_begin_with_it():
    async def answer(request):
        return Answer.of(f"{request.path} {request.query}".encode(), "text/plain")

    with opened({"/": Route(answer, "it"), "/a/": Route(answer, "it")}) as found:
        assert found.get("/a/b%20c/d?e=%20")[1] == b"/a/b c/d e=%20"
        assert found.get("/a/")[0].status == found.get("/")[0].status == 200
        answer, body = found.get("/ab")
        assert (answer.status, body) == (404, b"there is nothing here but / and /a/...\n")


# --- documents ---


def test_one_document_is_made_at_a_time_and_only_so_many_wait(monkeypatch):
    monkeypatch.setattr(match_routes, "MOST_WAITING", 3)

    async def test():
        making, most, go = 0, 0, asyncio.Event()

        async def frames(_):
            nonlocal making, most
            making += 1
            most = max(most, making)
            await go.wait()
            making -= 1
            return Answer.of(b"x", "application/json")

        async def page(_, __):
            return Answer.of(b"page", "text/html")

        route = MatchRoutes(page, frames).routes("/matches")["/match/"]
        waiting = [asyncio.create_task(route.answer(Request("/match/a/frames"))) for _ in range(5)]
        refused = [await each for each in waiting[3:]]
        assert (await route.answer(Request("/match/a"))).data == b"page", "pages do not wait for documents"
        go.set()
        made = [await each for each in waiting[:3]]
        assert (await route.answer(Request("/match/a/frames"))).status == 200
        return most, made, refused

    most, made, refused = asyncio.run(test())
    assert most == 1 and [each.status for each in made] == [200] * 3
    assert [(each.status, each.headers) for each in refused] == [(503, {"Retry-After": "5"})] * 2
    assert refused[0].data == b"too much is asked for at once; try again in a few seconds\n"


def test_an_address_that_asks_for_much_keeps_nobody_out_and_addresses_take_turns():
    async def test():
        made, go, limited = [], asyncio.Event(), Turns(1.0, 6)

        def making(source):
            async def make():
                await go.wait()
                made.append(source)
                return Answer.of(b"x", "application/json")

            return asyncio.create_task(limited.call(make, source))

        async def begun(*sources):
            tasks = []
            for source in sources:
                tasks.append(making(source))
                await asyncio.sleep(0)
            return tasks

        many = await begun(*["many"] * 8)
        few = await begun("few", "other", "few", "few")
        go.set()
        return made, [(await each).status for each in many], [(await each).status for each in few]

    made, many, few = asyncio.run(test())
    assert few == [200, 200, 200, 503], "it would have as many waiting as the other"
    assert many == [200, 200, 200, 503, 503, 503, 503, 503]
    assert made == ["many", "many", "few", "other", "many", "few"]


def test_who_stops_waiting_leaves_the_turn_to_others():
    async def test():
        go, limited = asyncio.Event(), Turns(1.0, 8)

        async def make():
            await go.wait()
            return Answer.of(b"x", "application/json")

        tasks = [asyncio.create_task(limited.call(make, source)) for source in "abcd"]
        await asyncio.sleep(0)
        tasks[1].cancel()
        go.set()
        await asyncio.sleep(0)
        tasks[2].cancel()  # as its turn comes, or before it
        return await asyncio.gather(*tasks, return_exceptions=True)

    first, _, _, last = asyncio.run(test())
    assert (first.status, last.status) == (200, 200)


@pytest.mark.parametrize(("burst", "pauses"), [
    (0.0, [0, 6, 2, 6, 0]),  # the second one fails after a second
    (4.0, [0, 0, 0, 0, 0]),
])
def test_documents_take_no_more_than_their_share_of_the_time(monkeypatch, burst, pauses):
    now, slept = [100.0], []

    async def test():
        limited = Turns(0.25, 1, lambda: now[0])
        await limited.call(making(now, 2.0))
        with pytest.raises(OSError, match="gone"):
            await limited.call(making(now, 1.0, OSError("gone")))
        now[0] += 1.0
        await limited.call(making(now, 2.0))
        await limited.call(making(now, 2.0))
        now[0] += 60.0
        await limited.call(making(now, 2.0))

    monkeypatch.setattr(turns, "BURST", burst)
    monkeypatch.setattr(turns.asyncio, "sleep", sleeper(now, slept))
    asyncio.run(test())
    assert slept == pauses


def test_after_a_burst_calls_get_their_share_and_without_limit_all_the_time(monkeypatch):
    def shares(share, calls):
        now, slept = [100.0], []
        monkeypatch.setattr(turns.asyncio, "sleep", sleeper(now, slept))

        async def test():
            limited = Turns(share, 1, lambda: now[0])
            for _ in range(calls):
                await limited.call(making(now, 2.0))

        asyncio.run(test())
        return slept, 2.0 * calls / (now[0] - 100.0)

    slept, share = shares(0.25, 1_000)
    assert slept[:15] == [0.0] * 14 + [4.0], "20 s at once, and what is paid for meanwhile"
    assert share == pytest.approx(0.25, rel=0.02)
    assert shares(1.0, 100) == ([0.0] * 100, 1.0)


def making(now, seconds, error=None):
    async def make():
        now[0] += seconds
        if error is not None:
            raise error
        return Answer.of(b"x", "application/json")

    return make


def sleeper(now, slept):
    async def sleep(seconds):
        slept.append(seconds)
        now[0] += seconds

    return sleep
