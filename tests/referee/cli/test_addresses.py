"""Addresses that people write, and what is told if nobody can listen there."""

import socket

import pytest

from lawspeaker_referee.config.addresses import BadAddress, parse_address
from lawspeaker_referee.server.addresses import why_not_listening
from tests.referee.referee_file import referee_file


@pytest.mark.parametrize(("text", "found"), [
    ("127.0.0.1:50051", ("127.0.0.1", 50051)), ("localhost:0", ("localhost", 0)), ("[::1]:65535", ("::1", 65535)),
    ("[fe80::1%eth0]:80", ("fe80::1%eth0", 80)), ("my_service-1.example.org.:80", ("my_service-1.example.org.", 80)),
])
def test_host_and_port_are_read(text, found):
    assert parse_address(text) == found


@pytest.mark.parametrize(("text", "words"), [
    ("http://127.0.0.1:80/x", "is a URL, not HOST:PORT; give 127.0.0.1:80"),
    ("grpc://example.org", "is a URL, not HOST:PORT; give example.org:50051"),
    ("https://ann:pw@[::1]:7?a=1", "is a URL, not HOST:PORT; give [::1]:7"),
    ("http://", "is a URL, not HOST:PORT; give 127.0.0.1:50051"),
    ("localhost", "is not HOST:PORT: it has no port; give localhost:50051"),
    ("[::1]", "is not HOST:PORT: it has no port; give [::1]:50051"),
    ("fe80::1", "an IPv6 address stands in brackets before the port, as in [::1]:50051"),
    ("", "is not HOST:PORT: it has no port; give 127.0.0.1:50051"),
    ("50052", "is not HOST:PORT: it has no host; give 127.0.0.1:50052"),
    (":50052", "is not HOST:PORT: it has no host; give 127.0.0.1:50052"),
    ("localhost:70000", "is not HOST:PORT: the port is '70000'; give a number up to 65535, such as localhost:50051"),
    ("localhost:-1", "is not HOST:PORT: the port is '-1'"), ("localhost:http", "is not HOST:PORT: the port is 'http'"),
    ("localhost:", "is not HOST:PORT: the port is ''"), (f"localhost:{'9' * 5000}", "is not HOST:PORT: the port is "),
    ("localhost:\u0665", "is not HOST:PORT: the port is "),
    ("localhost:50051/", "is not HOST:PORT: the port is '50051/'"),
    ("1::g:50051", "is not HOST:PORT: '1::g' is no IPv6 address in brackets, such as [::1]:50051"),
    ("[127.0.0.1]:1", "is not HOST:PORT: '[127.0.0.1]' is no name of a host; give one such as 127.0.0.1:1"),
    ("a..b:1", "'a..b' is no name of a host"), ("two words:1", "'two words' is no name of a host"),
    ("*:50051", "'*' is no name of a host"), ("unix:/tmp/x", "is a Unix socket, which cannot be given here"),
])
def test_what_is_no_address_is_told_with_what_would_be_right(text, words):
    with pytest.raises(BadAddress) as error:
        parse_address(text)
    assert words in str(error.value)
    assert (repr(text) in str(error.value)) is ("is a URL" not in words), "a URL may hold a password"


def test_it_is_told_why_nobody_can_listen():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert why_not_listening(f"127.0.0.1:{taken.getsockname()[1]}") == "the port is taken"
    assert why_not_listening("192.0.2.1:0") == "this machine has no such address"
    assert why_not_listening("nowhere.invalid:0") == "the host 'nowhere.invalid' cannot be resolved to an address"
    assert why_not_listening("127.0.0.1:0", PermissionError(13, "no")) == "this user may not listen on that port"
    assert why_not_listening("127.0.0.1:0", OSError(12, "No memory")) == "No memory"


@pytest.mark.parametrize(("command", "option"), [
    (("serve", "parley"), "--listen"), (("serve", "parley"), "--standings"),
    (("watch", "."), "--http"), (("watch", "."), "--grpc"), (("certify", "--dial"), "--listen"),
    (("engine",), "--listen"), (("standings",), ""),
])
def test_all_commands_refuse_a_url_in_one_line(run, command, option):
    done = run(*command, *filter(None, (option, "http://127.0.0.1:50051/")))
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "this is a URL, not HOST:PORT; give 127.0.0.1:50051\n" in done.err


@pytest.mark.parametrize("command", [
    ("serve", "open.toml", "--listen"),
    ("watch", ".", "--http"), ("watch", ".", "--http", "127.0.0.1:0", "--grpc"), ("certify", "--dial", "--listen"),
    ("standings",),
], ids=" ".join)
def test_all_commands_tell_a_host_that_cannot_be_resolved(run, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    referee_file(tmp_path / "open.toml", game="parley", records=False, anybody=True)
    done = run(*command, "nowhere.invalid:50051")
    assert (done.code, done.out, done.err.splitlines()[-1].count("cannot be resolved to an address")) == (2, "", 1)
