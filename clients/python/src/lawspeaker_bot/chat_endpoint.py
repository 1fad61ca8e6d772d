"""A model behind an endpoint of the common chat-completions form: one request, and what became of it."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from time import monotonic, time
from typing import Any, Final
from urllib.parse import urlsplit

from lawspeaker_bot.addresses import is_loopback
from lawspeaker_bot.errors import BotError

MOST_BYTES: Final = 1 << 20
"""The longest response that is read."""
_STREAM: Final = "text/event-stream"
_SHOWN: Final = 200
"""Characters of an endpoint's error that are shown."""
_TRIED_AGAIN: Final = frozenset({408, 409, 425, 429})
"""Statuses besides 5xx that another try may change."""
_LEAST_SECRET: Final = 8
"""Characters of the shortest key that is taken out of responses; a shorter one, such as `none`, is no secret."""


class ProviderFailed(BotError):
    """The endpoint did not answer, or not in its form."""

    def __init__(self, why: str, *, again: bool = True, wait: float = 0.0, busy: bool = False) -> None:
        """`again` is False where no other try would help; before it the endpoint wants `wait` seconds to pass.

        `busy` is True if the endpoint is there and says that it cannot answer now.
        """
        super().__init__(why)
        self.again, self.wait, self.busy = again, wait, busy


class ModelRefused(BotError):
    """The model refuses to answer, as its endpoint says."""


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
    limit: int = 0
    """Requests at once, of all processes that share its places; 0 for no limit."""

    def money(self, tokens: tuple[int, int]) -> float:
        """Return what these tokens cost, read and written."""
        return (tokens[0] * self.input_price + tokens[1] * self.output_price) / 1_000_000


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer of the endpoint."""

    said: str
    tokens: tuple[int, int]
    """Read and written; 0 where the endpoint does not say."""
    raw: str
    """The response as it came."""
    spent: tuple[int, int] = (0, 0)
    """The tokens that count, estimated where the endpoint does not say."""
    seconds: float = 0.0
    """How long the endpoint took."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, which would hand the key to whoever it points to."""

    def redirect_request(self, *_: Any) -> None:
        """Return None: the response is an error."""


class ChatClient:
    """Asks one endpoint; it may be used by several threads."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        no_proxy = [urllib.request.ProxyHandler({})] if is_loopback(urlsplit(endpoint.url).hostname or "") else []
        self._opener = urllib.request.build_opener(_NoRedirect, *no_proxy)

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
            {"Content-Type": "application/json", **endpoint.headers} | (
                {"Authorization": f"Bearer {endpoint.key}"} if endpoint.key else {}))
        ends = monotonic() + left
        try:
            with self._opener.open(request, timeout=left) as response:
                return _reply_of(self._without_key(_read(response, ends)), response.headers.get_content_type())
        except urllib.error.HTTPError as error:
            with error:
                raise self._failed(error) from None
        except TimeoutError:
            raise ProviderFailed(f"the endpoint did not answer within {left:.1f} s") from None
        except (OSError, HTTPException) as error:
            reason = getattr(error, "reason", error)
            if isinstance(reason, TimeoutError):
                raise ProviderFailed(f"the endpoint did not answer within {left:.1f} s") from None
            why = " ".join(str(reason).split()) or type(reason).__name__
            raise ProviderFailed(f"the endpoint cannot be asked: {why}") from None

    def _failed(self, error: urllib.error.HTTPError) -> ProviderFailed:
        """Return what a response with another status than 200 means."""
        try:
            said = self._without_key(error.read(MOST_BYTES))
        except (OSError, HTTPException):
            said = b""
        again = error.code in _TRIED_AGAIN or error.code >= 500
        return ProviderFailed(f"the endpoint answered {error.code}: {_shown(said)}", again=again, busy=again,
                              wait=_wait_of(error.headers.get("Retry-After", "")))

    def _without_key(self, data: bytes) -> bytes:
        """Return a response without the key, which some endpoints repeat: records and logs hold what they say."""
        key = self.endpoint.key.encode()
        return data.replace(key, b"(the key)") if len(key) >= _LEAST_SECRET else data


def _wait_of(said: str) -> float:
    """Return the seconds of a Retry-After, which is a number or a date; 0 if it is neither."""
    try:
        return max(0.0, float(said) if said.strip().isdecimal() else parsedate_to_datetime(said).timestamp() - time())
    except (ValueError, OverflowError):
        return 0.0


def _read(response: Any, ends: float) -> bytes:
    """Return the body of a response. Raises TimeoutError if it is not complete in time, and ProviderFailed."""
    parts, size = [], 0
    while part := response.read1(1 << 16):
        parts.append(part)
        size += len(part)
        if size > MOST_BYTES:
            raise ProviderFailed(f"the endpoint's response is longer than {MOST_BYTES >> 20} MiB", again=False)
        if monotonic() > ends:
            raise TimeoutError
    if response.length:  # fewer bytes came than were announced
        raise ConnectionResetError(f"the response ended {response.length} bytes early")
    return b"".join(parts)


def reply_in(raw: str) -> Reply:
    """Return the reply in a response that a transcript has kept. Raises ProviderFailed and ModelRefused."""
    return _reply_of(raw.encode(errors="replace"), _STREAM if raw.lstrip().startswith("data:") else "")


def _reply_of(data: bytes, kind: str) -> Reply:
    """Return the reply in a response of this content type. Raises ProviderFailed and ModelRefused."""
    try:
        body = _whole(data) if kind == _STREAM else json.loads(data)
        choice = body["choices"][0]
        message = choice["message"]
        said, refusal = message.get("content"), message.get("refusal")
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        raise ProviderFailed(f"the endpoint's response has no message: {_shown(data)}") from None
    if refusal or choice.get("finish_reason") == "content_filter":
        raise ModelRefused(f"the model refuses to answer: {_shown(str(refusal or said or '').encode())}")
    if not isinstance(said, str):
        raise ProviderFailed(f"the endpoint's response has no message: {_shown(data)}")
    usage = body.get("usage")
    counts = [usage.get(name) if isinstance(usage, dict) else 0 for name in ("prompt_tokens", "completion_tokens")]
    read, written = (count if type(count) is int and 0 <= count < 1 << 30 else 0 for count in counts)
    return Reply(said, (read, written), data.decode(errors="replace"))


def _whole(data: bytes) -> dict[str, Any]:
    """Return the parts of a streamed response as one. Raises what reading JSON of another form raises."""
    said, refusal, reason, usage = "", "", None, None
    for line in data.decode(errors="replace").splitlines():
        if not line.startswith("data:") or (part := line[5:].strip()) == "[DONE]":
            continue
        piece = json.loads(part)
        usage = piece.get("usage") or usage
        for choice in piece["choices"][:1]:
            delta = choice.get("delta", {})
            said += delta.get("content") or ""
            refusal += delta.get("refusal") or ""
            reason = choice.get("finish_reason") or reason
    return {"choices": [{"message": {"content": said, "refusal": refusal}, "finish_reason": reason}], "usage": usage}


def _shown(data: bytes) -> str:
    """Return the beginning of a response as one line."""
    return repr(" ".join(data[:_SHOWN].decode(errors="replace").split()))
