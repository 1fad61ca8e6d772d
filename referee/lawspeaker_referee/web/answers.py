"""The input and the output of a page's handler: plain data, so that another process can make the answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from http import HTTPStatus
from typing import Final

NO_CONTENT_POLICY: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""The Content-Security-Policy of what is no page: nothing runs and nothing is loaded."""
_PLAIN: Final = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Request:
    """A request, as far as pages depend on it: GET or HEAD, or a POST to a route that takes it. Every field is a
    stranger's.
    """

    path: str
    """Without the query; percent signs are decoded."""
    query: str = ""
    """The part after the question mark, not decoded."""
    tags: tuple[str, ...] = ()
    """The ETags that the client has already."""
    gzip: bool = False
    """True if the client reads bodies that are compressed with gzip."""
    source: str = ""
    """The address that limits count, of the client or of its network; empty where nobody knows it."""
    cookies: str = ""
    """The header of cookies, not decoded."""
    posted: bytes | None = None
    """The body of a POST; None for GET and HEAD."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: a page, a file, or a line that says why there is none."""

    status: int
    data: bytes
    kind: str
    """Its media type with the character set."""
    tag: str = ""
    """Its ETag, equal for equal data only; empty for none. A client that has it already gets 304 and no data."""
    policy: str = NO_CONTENT_POLICY
    """Its Content-Security-Policy."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Further headers; they go before those that all answers have."""

    @property
    def refuses(self) -> bool:
        """Return whether it is a line that says why there is nothing else."""
        return self.status >= HTTPStatus.BAD_REQUEST and self.kind == _PLAIN

    @classmethod
    def of(cls, data: bytes, kind: str, policy: str = NO_CONTENT_POLICY) -> Answer:
        """Return UTF-8 text of a media type, with an ETag made of its hash."""
        return cls(HTTPStatus.OK, data, f"{kind}; charset=utf-8", tag_of(data), policy)

    @classmethod
    def line(cls, status: HTTPStatus, text: str, **headers: str) -> Answer:
        """Return one line of plain text, which people in a browser get as a page if it is an error."""
        return cls(status, f"{text}\n".encode(), _PLAIN, headers=headers)


def tag_of(data: bytes) -> str:
    """Return an ETag made of the hash of data."""
    return f'"{sha256(data).hexdigest()[:32]}"'
