import json
import socket
from dataclasses import replace
from importlib import import_module

import pytest

from lawspeaker_referee.competition.ladder.rpc import LadderClient, LadderUnavailable
from lawspeaker_referee.competition.ladder.standings import as_data, text
from lawspeaker_referee.competition.ladder.web_server import StandingsServer
from lawspeaker_referee.config.server_keys import TlsFiles
from lawspeaker_referee.server.tls import ServerCertificates
from tests.referee.competition.ladder.standings_server import standings, standings_server
from tests.referee.server.certificates import make

command = import_module("lawspeaker_referee.cli.standings")


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch):
    for name in ("CA", "CERT", "KEY"):
        monkeypatch.delenv(f"LAWSPEAKER_TLS_{name}", raising=False)


def test_what_the_ladder_tells_is_printed_as_text_or_as_data(run):
    with standings_server(standings) as address:
        done = run("standings", address)
        assert (done.code, done.out, done.err) == (0, text(standings()) + "\n", "")
        done = run("standings", address, "--json")
        assert (done.code, done.err, done.out.count("\n")) == (0, "", 1)
        assert json.loads(done.out) == json.loads(json.dumps(as_data(standings())))


def test_who_watches_sees_every_change_until_told_to_stop(run, monkeypatch):
    shown, pauses = [standings()], []

    def pause(seconds):
        pauses.append(seconds)
        if len(pauses) == 3:
            raise KeyboardInterrupt
        shown[0] = replace(shown[0], matches=shown[0].matches + 1)

    monkeypatch.setattr(command, "sleep", pause)
    monkeypatch.setattr("lawspeaker_referee.web.cache.SHARE", 1e9)
    with standings_server(lambda: shown[0]) as address:
        done = run("standings", address, "--watch", "--json")
    assert (done.code, done.err.strip()) == (130, "lawspeaker: interrupted")
    assert [json.loads(line)["matches"] for line in done.out.splitlines()] == [120, 121, 122]
    assert pauses == [command.EVERY] * 3


def test_who_watches_is_told_once_that_the_ladder_is_gone_and_waits_for_it(run, monkeypatch):
    pauses = []

    def pause(_):
        pauses.append(1)
        if len(pauses) == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr(command, "sleep", pause)
    failing(monkeypatch, {2, 3})
    with standings_server(standings) as address:
        done = run("standings", address, "--watch")
    assert done.err.split("\n", 1)[0] == "lawspeaker: nobody is there; trying again"
    assert done.err.count("nobody is there") == 1
    assert done.out == 2 * (text(standings()) + "\n\n")


def failing(monkeypatch, which):
    """Let some of a spectator's questions fail, by their numbers from 1."""
    asked, ask = [], LadderClient.ask

    def sometimes(self):
        asked.append(1)
        if len(asked) in which:
            raise LadderUnavailable("nobody is there")
        return ask(self)

    monkeypatch.setattr(LadderClient, "ask", sometimes)


def refused(run, *arguments):
    """Return what is said in the one line of a failure."""
    done = run("standings", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    return done.err


def test_what_is_wrong_with_an_address_is_told_in_a_line(run):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
        assert f"nobody listens at {address}" in refused(run, address)
    assert "'50051' is not HOST:PORT" in refused(run, "50051")
    with standings_server(None) as address:
        assert f"{address} is a referee without a ladder" in refused(run, address)


@pytest.mark.parametrize(("changes", "words"), [
    ({"unix_ms": 1 << 62}, "a moment of them lies beyond the year 9999"),
    ({"rows": (replace(standings().rows[0], rating=float("nan")),)}, "a number of them is infinite or no number"),
    ({"rows": (replace(standings().rows[0], high=float("inf")),)}, "a number of them is infinite or no number"),
])
def test_numbers_and_moments_that_no_ladder_has_are_told_in_a_line(run, changes, words):
    with standings_server(lambda: standings(**changes)) as address:
        assert f"what {address} sends are no standings: {words}" in refused(run, address)


def test_an_address_that_says_nothing_is_given_up(run, monkeypatch):
    monkeypatch.setattr("lawspeaker_referee.competition.ladder.rpc.WITHIN", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert "does not answer within 0.3 s" in refused(run, f"127.0.0.1:{silent.getsockname()[1]}")


def test_the_address_of_the_page_is_told_from_that_of_the_ladder(run):
    web = StandingsServer(print)
    web.start("127.0.0.1:0", standings)
    try:
        assert "does not speak gRPC; give the address where bots dial in" in refused(run, f"127.0.0.1:{web.port}")
    finally:
        web.close()


def test_standings_come_encrypted_and_what_hinders_that_is_told(run, tmp_path, monkeypatch):
    authority, stranger = make(tmp_path, "authority"), make(tmp_path, "stranger")
    pair, own = make(tmp_path, "server", authority), make(tmp_path, "own", authority)
    files = TlsFiles(pair.cert, pair.key, authority.cert)
    with standings_server(standings, ServerCertificates(files, pytest.fail).credentials) as address:
        assert "if the referee speaks TLS, set LAWSPEAKER_TLS_CA or give --tls-ca FILE" in refused(run, address)
        good = ("--tls-ca", authority.cert, "--tls-cert", own.cert, "--tls-key", own.key)
        assert run("standings", address, *good).out == text(standings()) + "\n"
        for name, path in (("CA", authority.cert), ("CERT", own.cert), ("KEY", own.key)):
            monkeypatch.setenv(f"LAWSPEAKER_TLS_{name}", str(path))
        assert run("standings", address).code == 0
        assert "certificate is not accepted" in refused(run, address, "--tls-ca", stranger.cert)
    with standings_server(standings) as address:
        assert "no TLS is spoken there" in refused(run, address, *good)


def test_certificates_without_an_authority_are_refused(run):
    assert "need --tls-ca" in refused(run, "--tls-cert", "a", "--tls-key", "b")
    assert "a certificate and its key go together" in refused(run, "--tls-ca", "public", "--tls-cert", "a")
    assert "nowhere.pem: No such file" in refused(run, "--tls-ca", "nowhere.pem")
