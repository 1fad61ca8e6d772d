"""The names by which browsers may call a web server.

A page of somebody else can let its own name point to 127.0.0.1 or to a private network, and then read what a server
there answers, because for the browser both have one origin (DNS rebinding). The request still names that host, and no
browser lets a page change it.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final

from lawspeaker_referee.config.addresses import BadAddress, is_everywhere, parse_host

LOCAL: Final = ("localhost", "127.0.0.1", "::1")
"""Always allowed: no resolver answers for them with another machine's address."""


class AllowedHosts:
    """The hosts that a request may name: local ones, the one that the server listens at, and what its operator adds."""

    def __init__(self, address: str, more: Iterable[str] = ()) -> None:
        """Take the HOST:PORT at which the server listens, and further hosts. Raises BadAddress for one that is none."""
        listening = address.rpartition(":")[0].strip("[]").lower()
        self._everywhere = is_everywhere(address)
        self._names = {*LOCAL, listening, *(parse_host(each).lower() for each in more)}

    def allow(self, header: str) -> bool:
        """Return True if a request with this header `Host` may be answered; it is empty if there is none.

        A server that listens at all addresses of the machine may be called by any address, since only names can be
        made to point elsewhere. A request without the header is no browser's.
        """
        if not header:
            return True
        try:
            host = parse_host(header if _has_no_port(header) else header.rpartition(":")[0]).lower().removesuffix(".")
        except BadAddress:
            return False
        return host in self._names or (self._everywhere and _is_address(host))


def _has_no_port(header: str) -> bool:
    return ":" not in header or header.endswith("]")


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
