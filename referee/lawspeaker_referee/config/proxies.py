"""Addresses of peers as gRPC and the kernel write them, and of clients behind trusted proxies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import unquote

from lawspeaker_referee.config.addresses import UNIX, parse_network

FORWARDED_FOR: Final = "x-forwarded-for"

Peer = tuple[str, int]
"""Address and port of the other end of a connection; `(UNIX, 0)` by a Unix socket, where a peer has no address."""


def peer_of(text: str) -> Peer:
    """Return the peer of gRPC's text: `ipv4:192.0.2.1:5000`, `ipv6:%5B2001:db8::1%5D:5000`, `unix:`."""
    kind, _, rest = unquote(text).partition(":")
    host, _, port = rest.rpartition(":")
    if kind not in {"ipv4", "ipv6"} or not port.isdecimal():
        return UNIX, 0
    return normal(host.strip("[]")), int(port)


def normal(host: str) -> str:
    """Return an address in its normal form, IPv4 also if it is mapped into IPv6. Raises ValueError for no address."""
    address = ip_address(host.partition("%")[0])
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return str(address)


def source_of(host: str) -> str:
    """Return the address that limits count: of IPv6, where one host has very many, the first 64 bits."""
    if ":" not in host:
        return host
    return str(IPv6Address(int(IPv6Address(host)) >> 64 << 64))


class Proxies:
    """Trusted proxies: their `x-forwarded-for` is believed."""

    def __init__(self, trusted: Iterable[str] = ()) -> None:
        """Take networks such as `10.0.0.0/8`, single addresses, and `unix`. Raises ValueError."""
        names = set(trusted)
        self._unix = UNIX in names
        self._networks: list[IPv4Network | IPv6Network] = [parse_network(name) for name in sorted(names - {UNIX})]

    def __bool__(self) -> bool:
        return self._unix or bool(self._networks)

    def trusts(self, host: str) -> bool:
        """Return True if a peer is a trusted proxy."""
        if host == UNIX:
            return self._unix
        address = ip_address(host)
        return any(address in network for network in self._networks)

    def client(self, peer: str, metadata: Iterable[tuple[str, str | bytes]]) -> str:
        """Return the client's address: the peer's own, or the one that a trusted proxy names.

        Each proxy appends its peer, so the list is read from its end, and the first address that is no trusted proxy
        is the client; the client itself may have written what stands before it.
        """
        return self.behind(peer_of(peer)[0], _forwarded(metadata))

    def behind(self, host: str, forwarded: Sequence[str]) -> str:
        """Return the client's address, given the peer's and the entries of all `x-forwarded-for`, in their order."""
        if not self.trusts(host):
            return host
        for told in reversed(forwarded):
            try:
                said = normal(told)
            except ValueError:
                break
            host = said
            if not self.trusts(host):
                break
        return host


def _forwarded(metadata: Iterable[tuple[str, str | bytes]]) -> Sequence[str]:
    """Return all entries, in the order in which they were added."""
    return [entry.strip() for key, value in metadata if key == FORWARDED_FOR and isinstance(value, str)
            for entry in value.split(",")]
