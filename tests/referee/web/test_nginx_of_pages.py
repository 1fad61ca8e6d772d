"""Pages behind the nginx of deploy/: half requests, floods of one address, addresses of clients."""

from __future__ import annotations

import socket
import subprocess
from contextlib import closing, contextmanager, suppress
from time import monotonic, sleep
from urllib.request import urlopen

import pytest

from lawspeaker_referee.web.events import PageEvents
from lawspeaker_referee.web.server import Access, Route
from measure.nginx import kept_port, nginx_command
from tests.programs import need
from tests.referee.server.proxies import DEPLOY
from tests.referee.web.test_strangers import ATTACKER, PATIENCE, READER, get, half_requests, served

pytestmark = pytest.mark.slow


@contextmanager
def behind_nginx(folder, rate="10r/s", more=None):
    """Serve a page that names its client's address, and more routes, behind nginx; yield the port of nginx."""
    need("nginx")
    with served(Access(proxies=("127.0.0.1",)), more) as pages, kept_port() as unused, kept_port() as port:
        command = nginx_command(DEPLOY / "nginx", folder, unused, "127.0.0.1:1", {
            "# include pages.conf": "include pages.conf", "127.0.0.1:8484": f"127.0.0.1:{pages}",
            "listen 8085": f"listen 127.0.0.1:{port}", "rate=10r/s": f"rate={rate}"})
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            until = monotonic() + PATIENCE
            while True:
                assert process.poll() is None and monotonic() < until, "nginx does not listen"
                with suppress(ConnectionRefusedError), closing(socket.create_connection(("127.0.0.1", port))):
                    break
                sleep(0.02)
            yield port
        finally:
            process.terminate()
            process.wait(PATIENCE)


def test_nginx_tells_the_clients_address_and_a_browser_cannot_forge_it(tmp_path):
    with behind_nginx(tmp_path) as port:
        assert get(port) == (200, READER)
        assert get(port, source=ATTACKER, X_Forwarded_For=READER, Host="cup.example") == (200, ATTACKER)


def test_half_requests_and_floods_of_an_address_keep_only_itself_out(tmp_path):
    with behind_nginx(tmp_path, "1r/m") as port, half_requests(port, 200, ATTACKER):
        assert get(port) == (200, READER)
        flood = [get(port, source=ATTACKER) for _ in range(60)]
        assert [status for status, _ in flood] == [200] * 51 + [503] * 9
        assert flood[-1][1].startswith("too many requests from your address")
        assert get(port) == (200, READER)


def test_events_come_through_nginx_at_once(tmp_path):
    events = PageEvents()
    events.tell("1")
    with (behind_nginx(tmp_path, more={"/events": Route(events.answer, "the news")}) as port,
          urlopen(f"http://127.0.0.1:{port}/events", timeout=PATIENCE) as answer):
        for version in ("1", "2", "3"):
            events.tell(version)
            while (line := answer.readline()) != f"data: {version}\n".encode():
                assert line, "the events have ended"


def test_what_is_no_question_is_refused_by_nginx(tmp_path):
    with behind_nginx(tmp_path) as port, socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        connection.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nConnection: close\r\n\r\nab")
        assert b" 403 " in connection.recv(1 << 16).partition(b"\r\n")[0]
