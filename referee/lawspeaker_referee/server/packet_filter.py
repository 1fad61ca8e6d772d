"""A filter of packets in the kernel, by which a listener lets some addresses open no connection."""

from __future__ import annotations

import ctypes
import socket
from collections.abc import Sequence
from ipaddress import IPv4Address, ip_address
from struct import pack
from typing import Final

MOST: Final = 64
"""Addresses of either kind in a filter; jumps reach no further."""
_SO_ATTACH_FILTER, _SO_DETACH_FILTER = 26, 27
_LOAD_BYTE, _LOAD_WORD, _AND, _EQUAL, _RETURN = 0x30, 0x20, 0x54, 0x15, 0x06
_IP_HEADER: Final = 0xFFF00000
"""SKF_NET_OFF: offsets from here on are those in the header of IP, others in that of TCP."""
_FLAGS, _SYN, _SYN_AND_ACK = 13, 0x02, 0x12
_SOURCE_4, _SOURCE_6 = _IP_HEADER + 12, _IP_HEADER + 8
_PASS, _DROP = 0xFFFFFFFF, 0


def refuse_connections(listener: socket.socket, addresses: Sequence[str]) -> None:
    """Let these addresses open no connection, of IPv6 all that share their first 64 bits; every other may.

    Raises OSError where the system has no such filters, or not for this user. Of more than MOST of a kind
    the last ones count.
    """
    if not addresses:
        listener.setsockopt(socket.SOL_SOCKET, _SO_DETACH_FILTER, 0)
        return
    program = _program(addresses)
    code = ctypes.create_string_buffer(program, len(program))
    listener.setsockopt(socket.SOL_SOCKET, _SO_ATTACH_FILTER, pack("HL", len(program) // 8, ctypes.addressof(code)))


def _program(addresses: Sequence[str]) -> bytes:
    """Return the bytes for the kernel: classic BPF, see `Documentation/networking/filter.rst`."""
    parsed = [ip_address(address) for address in addresses]
    old = [address.packed for address in parsed if isinstance(address, IPv4Address)][-MOST:]
    new = [address.packed for address in parsed if not isinstance(address, IPv4Address)][-MOST:]
    of_old = _line(_LOAD_WORD, _SOURCE_4) + b"".join(
        _line(_EQUAL, _word(each, 0), no=1) + _line(_RETURN, _DROP) for each in old) + _line(_RETURN, _PASS)
    of_new = b"".join(
        _line(_LOAD_WORD, _SOURCE_6) + _line(_EQUAL, _word(each, 0), no=3)
        + _line(_LOAD_WORD, _SOURCE_6 + 4) + _line(_EQUAL, _word(each, 1), no=1) + _line(_RETURN, _DROP)
        for each in new) + _line(_RETURN, _PASS)
    return (
        _line(_LOAD_BYTE, _FLAGS) + _line(_AND, _SYN_AND_ACK) + _line(_EQUAL, _SYN, yes=1) + _line(_RETURN, _PASS)
        + _line(_LOAD_BYTE, _IP_HEADER) + _line(_AND, 0xF0) + _line(_EQUAL, 0x40, no=len(of_old) // 8)
        + of_old + of_new)


def _word(packed: bytes, number: int) -> int:
    return int.from_bytes(packed[4 * number:4 * number + 4], "big")


def _line(code: int, value: int, *, yes: int = 0, no: int = 0) -> bytes:
    """Return an instruction; `yes` and `no` are the instructions to skip after a comparison."""
    return pack("HBBI", code, yes, no, value)
