"""Which addresses are of this machine: they are reached without a proxy."""

from __future__ import annotations

from ipaddress import ip_address


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
