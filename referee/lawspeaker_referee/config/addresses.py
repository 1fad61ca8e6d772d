"""Addresses that people write: HOST:PORT, where a server listens or is found, and networks of proxies."""

from __future__ import annotations

import re
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

UNIX: Final = "unix"
"""The beginning of the address of a Unix socket."""
MOST_PORT: Final = 65535
MOST_HOST: Final = 254
"""Characters of a host's name at most, with a full stop at its end."""

_URL: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://(?:[^/?#@]*@)?([^/?#]*)")
_HOST_NAME: Final = re.compile(r"(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?(?:\.|$))+")


class BadAddress(ValueError):
    """A text that is no address or network; one line that says why, and what would be right."""


def parse_address(text: str, port: int = 50051) -> tuple[str, int]:
    """Return the host, without brackets, and the port of HOST:PORT. Raises BadAddress; `port` is its example."""
    host, colon, digits = text.rpartition(":")
    if found := _URL.match(text):
        place = found[1] if ":" in found[1] else f"{found[1] or '127.0.0.1'}:{port}"
        raise BadAddress(f"this is a URL, not HOST:PORT; give {place}")
    if text.isdecimal() or (not host and colon):
        raise BadAddress(f"{text!r} is not HOST:PORT: it has no host; give 127.0.0.1:{digits}")
    if text.startswith(f"{UNIX}:"):
        raise BadAddress(f"{text!r} is a Unix socket, which cannot be given here; give HOST:PORT, as 127.0.0.1:{port}")
    if _is_ipv6(text):
        raise BadAddress(f"{text!r} is not HOST:PORT: an IPv6 address stands in brackets before the port, as in "
                         f"[::1]:{port}")
    if not colon or text.endswith("]"):
        raise BadAddress(f"{text!r} is not HOST:PORT: it has no port; give {text or '127.0.0.1'}:{port}")
    if not re.fullmatch("[0-9]{1,5}", digits) or int(digits) > MOST_PORT:
        raise BadAddress(f"{text!r} is not HOST:PORT: the port is {digits!r}; give a number up to {MOST_PORT}, such as "
                         f"{host}:{port}")
    if ":" in host:
        if not (host.startswith("[") and host.endswith("]") and _is_ipv6(host[1:-1])):
            raise BadAddress(f"{text!r} is not HOST:PORT: {host!r} is no IPv6 address in brackets, such as "
                             f"[::1]:{digits}")
        return host[1:-1], int(digits)
    if _HOST_NAME.fullmatch(host) is None:
        raise BadAddress(f"{text!r} is not HOST:PORT: {host!r} is no name of a host; give one such as "
                         f"127.0.0.1:{digits}")
    return host, int(digits)


def parse_host(text: str) -> str:
    """Return a host, an IPv6 address without its brackets. Raises BadAddress."""
    host = text[1:-1] if text.startswith("[") and text.endswith("]") else text
    if _is_ipv6(host) or (host == text and len(text) <= MOST_HOST and _HOST_NAME.fullmatch(text)):
        return host
    raise BadAddress(f"{text!r} is no host; give a name or an address without a port, such as ladder.example")


def is_everywhere(address: str) -> bool:
    """Return True if HOST:PORT is every address of the machine."""
    with suppress(ValueError):
        return ip_address(address.rpartition(":")[0].strip("[]")).is_unspecified
    return False


def parse_network(text: str) -> IPv4Network | IPv6Network:
    """Return the network of a trusted proxy, which may be a single address. Raises BadAddress."""
    try:
        return ip_network(text)
    except ValueError as error:
        raise BadAddress(f"{error}; write an address or a network such as 10.0.0.0/8, or {UNIX}") from None


def _is_ipv6(text: str) -> bool:
    with suppress(ValueError):
        return isinstance(ip_address(text), IPv6Address)
    return False
