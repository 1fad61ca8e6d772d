"""Addresses at which servers listen; those of their clients are in `config.proxies`."""

from __future__ import annotations

import errno
import socket
from typing import Final

from lawspeaker_referee.config.addresses import UNIX, parse_address

_WHY: Final = {
    errno.EADDRINUSE: "the port is taken",
    errno.EADDRNOTAVAIL: "this machine has no such address",
    errno.EACCES: "this user may not listen on that port",
}


def why_not_listening(address: str, error: OSError | None = None) -> str:
    """Return in words why nobody can listen on an address; without the system's `error`, try it to find out."""
    return trouble_with(address, error) or "the port was taken just now"


def trouble_with(address: str, error: OSError | None = None) -> str:
    """Return in words why nobody can listen on an address, empty if one can: by the system's `error`, or by a try."""
    if address.startswith(f"{UNIX}:"):
        return "there is no such folder, or something else has this name"
    host, port = parse_address(address)
    try:
        if error is not None:
            raise error
        for family, _, _, _, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            with socket.socket(family) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(place)
                probe.listen()
    except socket.gaierror:
        return f"the host {host!r} cannot be resolved to an address"
    except OSError as found:
        return _WHY.get(found.errno or 0, found.strerror or str(found))
    return ""
