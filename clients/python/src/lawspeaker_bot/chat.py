"""A bot that asks a language model behind any endpoint of the common chat-completions form: `lawspeaker-bot chat`.

Each decision is one request of its own: the match's text as the system's message, which the endpoint may keep in its
cache, and the decision's text as the user's. What is no legal answer is told to the model once more; if that does not
help, or the endpoint fails, the bot answers the default and says so.
"""

from __future__ import annotations

import json
import logging
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPException
from time import monotonic
from typing import Any, Final
from urllib.parse import urlsplit

from lawspeaker_bot.addresses import is_loopback
from lawspeaker_bot.bot import Bot
from lawspeaker_bot.decision import Decision
from lawspeaker_bot.errors import BotError, WrongAnswer
from lawspeaker_bot.model_answer import ANSWER_SCHEMA, instruction, parse_answer

MOST_TRIES: Final = 2
"""Requests for one decision."""
SPARE: Final = 0.5
"""Seconds of a decision's time that are left for everything but the model."""
MOST_BYTES: Final = 1 << 20
"""The longest response that is read."""
_SHOWN: Final = 200
"""Characters of an endpoint's error that are shown."""

log = logging.getLogger("lawspeaker_bot")


class ChatFailed(BotError):
    """The endpoint did not answer, or not in its form."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The address of the model, and how it is asked."""

    url: str
    """Up to what comes before `/chat/completions`, such as `http://127.0.0.1:8000/v1`."""
    model: str
    key: str = ""
    """The key of the endpoint; empty if it asks for none."""
    timeout: float = 120.0
    """Seconds for a response, if the clock of the match allows as many."""
    schema: bool = False
    """True if the endpoint takes a JSON schema, to which it then holds the model."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer of the endpoint."""

    said: str
    tokens: tuple[int, int]
    """Read and written; 0 where the endpoint does not say."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, which would hand the key to whoever it points to."""

    def redirect_request(self, *_: Any) -> None:
        """Return None: the response is an error."""


class ChatBot(Bot):
    """Asks a model for every decision that leaves a choice."""

    name = "chat"
    version = "1"
    text = True

    def __init__(self, endpoint: Endpoint, name: str = "", max_matches: int = 1) -> None:
        self._endpoint, self.max_matches = endpoint, max_matches
        self.name = name or endpoint.model[:64] or type(self).name
        no_proxy = [urllib.request.ProxyHandler({})] if is_loopback(urlsplit(endpoint.url).hostname or "") else []
        self._opener = urllib.request.build_opener(_NoRedirect, *no_proxy)

    def decide(self, decision: Decision) -> Sequence[int]:
        """Return the model's picks; its reason and tokens go with them. The default if there is no usable answer."""
        if decision.option_count == decision.least and not decision.ordered:
            return decision.default
        until = None if decision.time_left is None else monotonic() + decision.time_left - SPARE
        messages = [{"role": "system", "content": decision.match.text},
                    {"role": "user", "content": f"{decision.text}\n\n{instruction(decision)}"}]
        why = ""
        for _ in range(MOST_TRIES):
            try:
                reply = self._ask(messages, until)
            except ChatFailed as error:
                why = str(error)
                break
            decision.tokens = decision.tokens[0] + reply.tokens[0], decision.tokens[1] + reply.tokens[1]
            try:
                answer = parse_answer(decision, reply.said)
            except WrongAnswer as error:
                why = str(error)
                messages += [{"role": "assistant", "content": reply.said},
                             {"role": "user", "content": f"{why} {instruction(decision)}"}]
            else:
                decision.annotation = answer.reason
                return answer.picks
        log.warning("%s, %s: the default is answered: %s", decision.match_id, decision.prompt, why)
        decision.annotation = f"the default: {why}"
        return decision.default

    def _ask(self, messages: Sequence[dict[str, str]], until: float | None) -> Reply:
        """Return the endpoint's reply, before a moment of the monotonic clock. Raises ChatFailed."""
        left = self._endpoint.timeout if until is None else min(self._endpoint.timeout, until - monotonic())
        if left <= 0:
            raise ChatFailed("no time is left to ask the model")
        body: dict[str, Any] = {"model": self._endpoint.model, "messages": list(messages)}
        if self._endpoint.schema:
            body["response_format"] = {"type": "json_schema", "json_schema": {
                "name": "answer", "strict": True, "schema": ANSWER_SCHEMA}}
        request = urllib.request.Request(  # noqa: S310 - the address is the user's own, checked to be http or https
            f"{self._endpoint.url.rstrip('/')}/chat/completions", json.dumps(body).encode(),
            {"Content-Type": "application/json"} | (
                {"Authorization": f"Bearer {self._endpoint.key}"} if self._endpoint.key else {}))
        ends = monotonic() + left
        try:
            with self._opener.open(request, timeout=left) as response:
                return _reply_of(_read(response, ends))
        except urllib.error.HTTPError as error:
            with error:
                raise ChatFailed(f"the endpoint answered {error.code}: {_shown(error.read(MOST_BYTES))}") from None
        except TimeoutError:
            raise ChatFailed(f"the endpoint did not answer within {left:.1f} s") from None
        except (OSError, HTTPException) as error:
            reason = getattr(error, "reason", error)
            if isinstance(reason, TimeoutError):
                raise ChatFailed(f"the endpoint did not answer within {left:.1f} s") from None
            raise ChatFailed(f"the endpoint cannot be asked: {' '.join(str(reason).split())}") from None


def _read(response: Any, ends: float) -> bytes:
    """Return the body of a response. Raises TimeoutError if it is not complete in time, and ChatFailed."""
    parts, size = [], 0
    while part := response.read1(1 << 16):
        parts.append(part)
        size += len(part)
        if size > MOST_BYTES:
            raise ChatFailed(f"the endpoint's response is longer than {MOST_BYTES >> 20} MiB")
        if monotonic() > ends:
            raise TimeoutError
    return b"".join(parts)


def _reply_of(data: bytes) -> Reply:
    """Return the reply in a response. Raises ChatFailed."""
    body: Any = None
    said: Any = None
    try:
        body = json.loads(data)
        said = body["choices"][0]["message"]["content"]
    except (ValueError, RecursionError, LookupError, TypeError):
        said = None
    if not isinstance(said, str):
        raise ChatFailed(f"the endpoint's response has no message: {_shown(data)}")
    usage = body.get("usage") if isinstance(body, dict) else None
    counts = [usage.get(name) if isinstance(usage, dict) else 0 for name in ("prompt_tokens", "completion_tokens")]
    read, written = (count if type(count) is int and 0 <= count < 1 << 30 else 0 for count in counts)
    return Reply(said, (read, written))


def _shown(data: bytes) -> str:
    """Return the beginning of a response as one line."""
    return repr(" ".join(data[:_SHOWN].decode(errors="replace").split()))
