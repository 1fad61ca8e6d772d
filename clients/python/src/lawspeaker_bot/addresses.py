"""Addresses that a bot can dial, and which of them are of this machine: they are reached without a proxy."""

from __future__ import annotations

import re
from ipaddress import ip_address
from typing import Final

from lawspeaker_bot.errors import ConnectionRefused

_URL: Final = re.compile(r"[a-z][a-z0-9+.-]*://+(?:[^/?#]*@)?(\[[^]/]*\]|[^:/?#]*)(:[0-9]+)?", re.IGNORECASE)
_DIALLED: Final = re.compile(r"unix:.+|(?:\[[^][\s]+\]|[^][:/\s]+):([0-9]{1,5})")
_MOST_PORT: Final = 65535


def check_address(address: str) -> None:
    """Raise ConnectionRefused if this is neither HOST:PORT nor unix:/PATH."""
    dialled = _DIALLED.fullmatch(address)
    if dialled and int(dialled[1] or 0) <= _MOST_PORT:
        return
    if url := _URL.match(address):
        raise ConnectionRefused("the referee's address is a URL, not HOST:PORT; "
                                f"give {url[1] or '127.0.0.1'}{url[2] or ':50051'}")
    raise ConnectionRefused(f"the referee's address is {address!r}; it must be HOST:PORT, such as 127.0.0.1:50051, or "
                            "unix:/PATH")


def is_loopback(host: str) -> bool:
    """Return True for localhost and for an IP address of the loopback, such as 127.0.0.1 or ::1."""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def is_local(address: str) -> bool:
    """Return True if HOST:PORT or unix:/PATH is reached on this machine only."""
    return address.startswith("unix:") or is_loopback(address.rpartition(":")[0].strip("[]"))


def proxy_options(address: str) -> list[tuple[str, int]]:
    """Return the options of a gRPC channel to this address that keep a local one from proxies.

    For others gRPC reads `http_proxy` and its like.
    """
    return [("grpc.enable_http_proxy", 0)] if is_local(address) else []
