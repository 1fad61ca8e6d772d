"""A request that is not answered: people in a browser get a page that says why, and programs a line."""

from __future__ import annotations

from contextlib import contextmanager
from http import HTTPStatus
from http.client import HTTPConnection

import pytest

from lawspeaker_referee.web.answers import Answer
from lawspeaker_referee.web.error_page import error_page
from lawspeaker_referee.web.server import Route, WebServer, accepts
from tests.referee.competition.html_page import Page

CHROMIUM = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
UNKNOWN = "there is nothing here but /, /busy and /deep/..."
BUSY = "as many as may are here; try again"


async def busy(_):
    return Answer.line(HTTPStatus.SERVICE_UNAVAILABLE, BUSY, **{"Retry-After": "5"})


async def fine(_):
    return Answer.line(HTTPStatus.OK, "all is well")


@contextmanager
def served():
    """Serve a few routes; yield what asks them."""
    complaints = []
    web = WebServer(complaints.append)
    web.start("127.0.0.1:0", {"/": Route(fine, "it"), "/busy": Route(busy, "it"), "/deep/": Route(busy, "it")})

    def ask(path, accept, method="GET"):
        connection = HTTPConnection("127.0.0.1", web.port, timeout=60)
        try:
            connection.request(method, path, headers={"Accept": accept})
            answer = connection.getresponse()
            return answer, answer.read().decode()
        finally:
            connection.close()

    try:
        yield ask
    finally:
        web.close()
    assert complaints == []


@pytest.mark.parametrize(("path", "status", "why", "home"), [
    ("/nowhere", "404 Not Found", UNKNOWN, "./"), ("/a/b/<i>", "404 Not Found", UNKNOWN, "../../"),
    ("/a%2Fb", "404 Not Found", UNKNOWN, "./"),
    ("/busy", "503 Service Unavailable", BUSY, "./"), ("/deep/er", "503 Service Unavailable", BUSY, "../"),
])
def test_a_browser_gets_the_line_as_a_page_that_leads_to_the_first_one(path, status, why, home):
    with served() as ask:
        answer, text = ask(path, CHROMIUM)
        head, _ = ask(path, CHROMIUM, "HEAD")
        line, plain = ask(path, "*/*")
    page = Page.of(text)
    assert f"{answer.status} {answer.reason}" == status and f"<title>{status}</title>" in text
    assert (page.left_open, page.closed_wrongly, page.links, page.told("why")) == ([], [], [home], why)
    assert answer.headers["Content-Type"] == head.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "script-src" not in answer.headers["Content-Security-Policy"] and "<i>" not in text
    assert (line.status, line.headers["Content-Type"], plain) == (
        answer.status, "text/plain; charset=utf-8", f"{why}\n")
    assert answer.headers["Retry-After"] == line.headers["Retry-After"]


def test_a_line_that_is_no_error_stays_one():
    with served() as ask:
        answer, text = ask("/", CHROMIUM)
    assert (answer.headers["Content-Type"], text) == ("text/plain; charset=utf-8", "all is well\n")


def test_the_line_is_never_more_than_text():
    page = error_page(Answer.line(HTTPStatus.NOT_FOUND, "<script>alert(1)</script>\u202e"), "")
    text = page.data.decode()
    assert "<script>" not in text and "\u202e" not in text and Page.of(text).links == []


@pytest.mark.parametrize(("accept", "wanted"), [
    (CHROMIUM, True), ("TEXT/HTML", True), ("application/json, text/html;q=0.1", True), ("text/html;q=0", False),
    ("", False), ("*/*", False),
    ("application/json", False), ("text/html2", False), ("text/*", False), (",;,", False),
])
def test_only_who_names_html_wants_a_page(accept, wanted):
    assert accepts(accept, "text/html") is wanted
