"""HTTP whose whole response, headers included, comes within one time; the timeout of a socket is one of each read."""

from __future__ import annotations

import urllib.request
from functools import partial
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from io import BufferedReader, RawIOBase
from socket import socket
from time import monotonic
from typing import Any, Final

_DAY: Final = 86400.0


class _Reads(RawIOBase):
    """The bytes of a socket; a read raises TimeoutError after `ends`."""

    def __init__(self, sock: socket, ends: float) -> None:
        self._sock, self._ends = sock, ends
        self._file = sock.makefile("rb", buffering=0)  # keeps the socket open until the response is read

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        if (left := self._ends - monotonic()) <= 0:
            raise TimeoutError
        self._sock.settimeout(left)
        return self._file.readinto(buffer)

    def close(self) -> None:
        self._file.close()
        super().close()


class _Response(HTTPResponse):
    def __init__(self, sock: socket, *args: Any, ends: float, **options: Any) -> None:
        super().__init__(sock, *args, **options)
        self.fp.close()
        self.fp = BufferedReader(_Reads(sock, ends))


class _Connection(HTTPConnection):
    def __init__(self, host: str, *, timeout: float = _DAY, **options: Any) -> None:
        super().__init__(host, timeout=timeout, **options)
        self.response_class = partial(_Response, ends=monotonic() + timeout)  # type: ignore[assignment]  # called only


class _TlsConnection(_Connection, HTTPSConnection):
    """The same over TLS: HTTPSConnection comes behind, and makes the connection."""


class HttpInTime(urllib.request.HTTPHandler):
    """Opens http: the timeout of a request is that of its whole response."""

    def http_open(self, req: urllib.request.Request) -> HTTPResponse:
        """Open a request."""
        return self.do_open(_Connection, req)


class HttpsInTime(urllib.request.HTTPSHandler):
    """Opens https, with certificates that hold: the timeout of a request is that of its whole response."""

    def https_open(self, req: urllib.request.Request) -> HTTPResponse:
        """Open a request."""
        return self.do_open(_TlsConnection, req)
