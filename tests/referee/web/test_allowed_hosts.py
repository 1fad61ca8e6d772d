"""The hosts that a request may name."""

from __future__ import annotations

import pytest

from lawspeaker_referee.config.addresses import BadAddress, parse_host
from lawspeaker_referee.web.allowed_hosts import AllowedHosts

LOCAL = ["localhost", "localhost:8484", "LOCALHOST.", "127.0.0.1", "127.0.0.1:1", "[::1]", "[::1]:8484", ""]
STRANGE = ["evil.example", "evil.example:8484", "localhost.evil.example", "127.0.0.1.evil.example", "x y", ":", "::",
           "]", "[", "[]", "[evil.example]", "a" * 300, "\x00", "localhost:8484:8484", "127.0.0.1, evil.example",
           "\u0130"]


@pytest.mark.parametrize("address", ["127.0.0.1:8484", "[::1]:8484", "192.0.2.7:80", "0.0.0.0:80", "[::]:80", "a:1"])
def test_local_names_are_always_allowed_and_names_of_others_never(address):
    hosts = AllowedHosts(address)
    assert [each for each in LOCAL if not hosts.allow(each)] == []
    assert [each for each in STRANGE if hosts.allow(each)] == []


def test_the_host_that_a_server_listens_at_is_allowed():
    assert AllowedHosts("192.0.2.7:80").allow("192.0.2.7:80")
    assert not AllowedHosts("192.0.2.7:80").allow("192.0.2.8:80")
    assert AllowedHosts("Club:80").allow("club:8080")


@pytest.mark.parametrize("address", ["0.0.0.0:80", "[::]:80"])
def test_at_all_addresses_any_address_is_allowed_since_only_names_can_be_turned(address):
    hosts = AllowedHosts(address)
    assert all(map(hosts.allow, ("192.0.2.7:80", "10.1.2.3", "[2001:db8::1]:80")))


def test_what_an_operator_adds_is_allowed():
    hosts = AllowedHosts("127.0.0.1:80", ["Ladder.example", "[2001:db8::1]"])
    assert all(map(hosts.allow, ("ladder.example", "LADDER.example.:443", "[2001:db8::1]:80")))
    assert not hosts.allow("more.ladder.example")


@pytest.mark.parametrize("text", ["", "*", "a:80", "http://a", "[a]", "a/b", "a b", "[::1]:80", "-"])
def test_what_is_no_host_is_told(text):
    with pytest.raises(BadAddress, match="is no host; give a name"):
        parse_host(text)
