"""A model behind an endpoint of the common chat-completions form: one request, and what became of it."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC
from email.message import Message
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from math import inf
from ssl import SSLCertVerificationError
from time import time
from typing import Any, Final
from urllib.parse import urlsplit
from zlib import MAX_WBITS, decompressobj
from zlib import error as zlib_error

from lawspeaker_bot.addresses import is_loopback
from lawspeaker_bot.chat_reply import ProviderFailed, Reply, failure, reply_in, shown_line
from lawspeaker_bot.errors import BotError
from lawspeaker_bot.hidden_key import HiddenKey
from lawspeaker_bot.http_deadline import HttpInTime, HttpsInTime

AUTHORIZATION: Final = "Authorization"
MOST_BYTES: Final = 1 << 20
"""The longest response that is read."""
_SHOWN: Final = 200
"""Characters that are shown of what a connection failed with, which may be a response that is no HTTP."""
_COMPRESSED: Final = frozenset({"gzip", "x-gzip", "deflate"})
_ANY_HEADER: Final = MAX_WBITS + 32
"""Tells zlib to find out by itself which of these it has."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The address of a model, and how it is asked."""

    url: str
    """Up to what comes before `/chat/completions`, such as `http://127.0.0.1:8000/v1`."""
    model: str
    name: str = ""
    """Its name in transcripts; the model's name if empty."""
    key: str = field(default="", repr=False)
    """The key of the endpoint; empty if it asks for none."""
    key_header: str = AUTHORIZATION
    """The header that has the key: `Authorization` with `Bearer` before it, any other without."""
    timeout: float = 120.0
    """Seconds for a response, if the clock of the match allows as many."""
    schema: bool = False
    """True if the endpoint takes a JSON schema, to which it then holds the model."""
    body: Mapping[str, Any] = field(default_factory=dict)
    """More keys of a request, such as `temperature`."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Headers of a request besides those of its form and the key."""
    input_price: float = 0.0
    """Money for a million tokens that the model reads."""
    output_price: float = 0.0
    """Money for a million tokens that it writes."""
    cached_input_price: float | None = None
    """Money for a million tokens read that the endpoint had in its cache; None if they cost what others do."""
    limit: int = 0
    """Requests at once, of all processes that share its places; 0 for no limit."""

    def money(self, tokens: tuple[float, float], cached: float = 0) -> float:
        """Return what these tokens cost, read and written; so many of those read came from the cache."""
        cached_price = self.input_price if self.cached_input_price is None else self.cached_input_price
        return ((tokens[0] - cached) * self.input_price + cached * cached_price
                + tokens[1] * self.output_price) / 1_000_000


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, which would hand the key to whoever it points to."""

    def redirect_request(self, *_: Any) -> None:
        """Return None: the response is an error."""


class ChatClient:
    """Asks one endpoint; it may be used by several threads."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        no_proxy = [urllib.request.ProxyHandler({})] if is_loopback(urlsplit(endpoint.url).hostname or "") else []
        self._opener = urllib.request.build_opener(HttpInTime, HttpsInTime, _NoRedirect, *no_proxy)
        self._key = HiddenKey(endpoint.key)

    def body(self, messages: Sequence[Mapping[str, str]], schema: Mapping[str, Any]) -> dict[str, Any]:
        """Return the request that puts these messages to the model."""
        body: dict[str, Any] = {"model": self.endpoint.model, "messages": list(messages)}
        if self.endpoint.schema:
            body["response_format"] = {"type": "json_schema", "json_schema": {
                "name": "answer", "strict": True, "schema": schema}}
        return body | dict(self.endpoint.body)

    def ask(self, body: Mapping[str, Any], within: float) -> Reply:
        """Return the reply to a request. Raises ProviderFailed and ModelRefused."""
        endpoint = self.endpoint
        left = min(endpoint.timeout, within)
        request = urllib.request.Request(  # noqa: S310 - the address is the user's own, checked to be http or https
            f"{endpoint.url.rstrip('/')}/chat/completions", json.dumps(body).encode(),
            {"Content-Type": "application/json", **endpoint.headers, **_authorization(endpoint)})
        try:
            with self._opener.open(request, timeout=left) as response:
                return self._reply(_text_of(_read(response), response.headers))
        except urllib.error.HTTPError as error:
            with error:
                raise self._failed(error) from None
        except TimeoutError:
            raise ProviderFailed(f"the endpoint did not answer within {left:.1f} s") from None
        except (OSError, HTTPException) as error:
            reason = getattr(error, "reason", error)
            if isinstance(reason, TimeoutError):
                raise ProviderFailed(f"the endpoint did not answer within {left:.1f} s") from None
            why = " ".join(self._key.out_of(str(reason))[:_SHOWN].split()) or type(reason).__name__
            raise ProviderFailed(f"the endpoint cannot be asked: {why}",
                                 again=not isinstance(reason, SSLCertVerificationError)) from None

    def _reply(self, text: str) -> Reply:
        """Return the reply in a response, without the key. Raises ProviderFailed and ModelRefused."""
        found = reply_in(self._key.out_of_answer(text), self._key.out_of)
        if (said := self._key.out_of_answer(found.said)) == found.said:
            return found
        raw = json.dumps({"choices": [{"message": {"content": said}}]})  # the parts of a stream had it in parts
        return replace(found, said=said, raw=raw)

    def _failed(self, error: urllib.error.HTTPError) -> BotError:
        """Return what a response with another status than 200 means."""
        try:
            said = self._key.out_of(_text_of(error.read(MOST_BYTES), error.headers))
        except (OSError, HTTPException, ProviderFailed):
            said = ""
        if 300 <= error.code < 400 and (to := error.headers.get("Location")):
            return ProviderFailed(
                f"the endpoint answered {error.code} and names {shown_line(self._key.out_of(to))} in its place, which "
                "is not asked, as it would get the key; if it is right, write it as url", again=False)
        return failure(f"the endpoint answered {error.code}", _error_in(said), shown_line(said), error.code,
                       _wait_of(error.headers.get("Retry-After", "")))


def _authorization(endpoint: Endpoint) -> dict[str, str]:
    if not endpoint.key:
        return {}
    bearer = "Bearer " if endpoint.key_header.lower() == AUTHORIZATION.lower() else ""
    return {endpoint.key_header: f"{bearer}{endpoint.key}"}


def _error_in(said: str) -> Any:
    """Return the error in the text of a response: an object where it has one, or else the text."""
    try:
        found = json.loads(said)
        return found.get("error") or found
    except (ValueError, RecursionError, AttributeError):
        return said


def _wait_of(said: str) -> float:
    """Return the seconds of a Retry-After, which is a number or a date; 0 if it is neither."""
    try:
        wait = float(said)
    except ValueError:
        try:
            at = parsedate_to_datetime(said)
        except (ValueError, OverflowError):
            return 0.0
        wait = (at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp() - time()
    return wait if 0 < wait < inf else 0.0


def _read(response: Any) -> bytes:
    """Return the body of a response. Raises TimeoutError if it is not complete in time, and ProviderFailed."""
    parts, size = [], 0
    while part := response.read1(1 << 16):
        parts.append(part)
        size += len(part)
        if size > MOST_BYTES:
            raise _too_long()
    if response.length:  # fewer bytes came than were announced
        raise ConnectionResetError(f"the response ended {response.length} bytes early")
    return b"".join(parts)


def _too_long() -> ProviderFailed:
    return ProviderFailed(f"the endpoint's response is longer than {MOST_BYTES >> 20} MiB", again=False)


def _text_of(data: bytes, headers: Message) -> str:
    """Return the text of a response, also of one that was compressed though nobody asked for that.

    What is no UTF-8, such as half a character at which an answer was cut off, is replaced. Raises ProviderFailed.
    """
    if (coding := headers.get("Content-Encoding", "identity").strip().lower()) in _COMPRESSED:
        unpacking = decompressobj(_ANY_HEADER)
        try:
            data = unpacking.decompress(data, MOST_BYTES + 1)
        except zlib_error as error:
            raise ProviderFailed(f"the endpoint's response is no {coding}: {error}") from None
        if len(data) > MOST_BYTES:
            raise _too_long()
        if not unpacking.eof:
            raise ProviderFailed(f"the endpoint's response is only the beginning of a {coding}")
    return data.decode("utf-8-sig", errors="replace")
