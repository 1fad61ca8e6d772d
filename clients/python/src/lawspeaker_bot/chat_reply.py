"""The response of an endpoint of the common chat-completions form: what the model said, or why it said nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from lawspeaker_bot.errors import BotError

MOST_TOKENS: Final = 100_000_000
"""The most tokens of a response that are believed; records keep as many of an answer."""
_SHOWN: Final = 200
"""Characters of an endpoint's error that are shown."""
_EVENTS: Final = ("data:", "event:", "id:", "retry:", ":")
"""The beginnings of lines of a streamed response."""
_SPOKEN: Final = frozenset({"length", "tool_calls", "function_call"})
"""Ends of a message that its model has written, though there may be no text in it."""
_USED: Final = (("prompt_tokens", "input_tokens"), ("completion_tokens", "output_tokens"), ("total_tokens", ""))
"""The names of the tokens read, written and both."""
_APART: Final = ("cache_read_input_tokens", "cache_creation_input_tokens")
"""The names of tokens that were read from a cache, or into it."""
_TRIED_AGAIN: Final = frozenset({408, 409, 425, 429})
"""Statuses besides 5xx that another try may change."""
KEY_REFUSED: Final = frozenset({401, 402, 403, 404})
"""Statuses for a key that is wrong or has run out, a bill that is not paid, and a model that is not there."""
_UNPAID: Final = frozenset({
    "insufficient_quota", "exceeded_current_quota_error", "billing_not_active", "billing_hard_limit_reached"})
"""Codes of errors by a key that has run out; their status may be that of too many requests."""
_FILTERED: Final = frozenset({"content_filter", "content_policy_violation", "data_inspection_failed", "invalid_prompt"})
"""Codes of errors by a filter that has stopped a request."""
_PROMPT_REFUSED: Final = re.compile(
    r"\b(?:content|input|output|prompt)\b.{0,40}\b(?:flagged|violat\w+|blocked|filter\w*)", re.IGNORECASE)
"""Words for the same, for errors without such a code."""
_TOO_LONG: Final = re.compile(
    r"context[ _-]?(?:length|window|size|limit)"
    r"|\b(?:prompt|input|request)(?:\b.{0,60})?[ _](?<!took )too[ _](?:long|large)"
    r"|too many (?:input )?tokens|string too long|exceeds the max\w*.{0,40}\btokens", re.IGNORECASE)
"""Words for a request that does not fit into the model's context."""


class ProviderFailed(BotError):
    """The endpoint did not answer, or not in its form."""

    def __init__(self, why: str, *, again: bool = True, wait: float = 0.0, busy: bool = False,
                 refused: bool = False, too_long: bool = False, tokens: tuple[int, int] = (0, 0)) -> None:
        """`again` is False where no other try would help; before it the endpoint wants `wait` seconds to pass.

        `busy` is True if the endpoint is there and says that it cannot answer now, `refused` if it says that the key or
        the model is not one that it serves, `too_long` if what was sent does not fit into the model's context. `tokens`
        is what it counted all the same, read and written.
        """
        super().__init__(why)
        self.again, self.wait, self.busy, self.refused, self.tokens = again, wait, busy, refused, tokens
        self.too_long = too_long


class ModelRefused(BotError):
    """The model refuses to answer, as its endpoint says."""

    def __init__(self, why: str, tokens: tuple[int, int] = (0, 0), *, refused: bool = False) -> None:
        """`tokens` is what the endpoint counted, read and written.

        `refused` is True if the status is one of a key that is refused, as some endpoints have it for a prompt too.
        """
        super().__init__(why)
        self.tokens, self.refused = tokens, refused


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer of the endpoint."""

    said: str
    tokens: tuple[int, int]
    """Read and written; 0 where the endpoint does not say."""
    raw: str
    """The response as it came."""
    cut: bool = False
    """True if the endpoint ended the answer because it was too long."""
    cached: int = 0
    """Tokens of those read that the endpoint had in its cache."""
    spent: tuple[int, int] = (0, 0)
    """The tokens that count, estimated where the endpoint does not say."""
    seconds: float = 0.0
    """How long the endpoint took."""


def reply_in(raw: str, hide: Callable[[str], str] = str) -> Reply:
    """Return the reply in a response, which may have been streamed. Raises ProviderFailed and ModelRefused.

    `hide` takes out of an error's text what nobody may see.
    """
    def shown(text: str) -> str:
        return shown_line(hide(text))

    try:
        body = _whole(raw) if raw.lstrip().startswith(_EVENTS) else json.loads(raw)
        tokens = _tokens(body)
        choice = body["choices"][0] if body.get("choices") else {}
        if error := body.get("error") or choice.get("error"):
            raise failure("the endpoint's response is an error", error, shown(_words(error)), tokens=tokens)
        message = choice["message"]
        said, refusal, reason = _text(message.get("content")), message.get("refusal"), choice.get("finish_reason")
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        raise ProviderFailed(f"the endpoint's response has no message: {shown(raw)}") from None
    if refusal or reason == "content_filter":
        raise ModelRefused(f"the model refuses to answer: {shown(_words(refusal or said or ''))}", tokens)
    if reason == "error":
        raise ProviderFailed(f"the endpoint's response is an error: {shown(raw)}", tokens=tokens)
    if said is None and not (tokens[1] or reason in _SPOKEN):
        raise ProviderFailed(f"the endpoint's response has no message: {shown(raw)}", tokens=tokens)
    return Reply(said or "", tokens, raw, reason == "length", _cached(body, tokens[0]))


def failure(what: str, error: Any, shown: str, status: int = 0, wait: float = 0.0,
            tokens: tuple[int, int] = (0, 0)) -> ModelRefused | ProviderFailed:
    """Return what an endpoint's error means, by what it calls itself and the status; without one by its code.

    `what` says in words what came, `shown` what is told of the error, `wait` when the endpoint may be asked again.
    """
    names = {str(error.get(key)) for key in ("code", "type")} if isinstance(error, dict) else set()
    if not status and isinstance(error, dict) and 400 <= (code := _count(error.get("code"))) < 600:
        status = code
    if names & _UNPAID:
        status = 402
    again, refused = status in _TRIED_AGAIN or status >= 500, status in KEY_REFUSED
    if (status < 500 and names & _FILTERED) or (not again and _PROMPT_REFUSED.search(_words(error))):
        return ModelRefused(f"the model refuses to answer: {shown}", tokens, refused=refused)
    too_long = not again and not refused and (
        status == 413 or _TOO_LONG.search(" ".join([*names, _words(error)])) is not None)
    return ProviderFailed(f"{what}: {shown}", again=again or not (status or too_long), busy=again, refused=refused,
                          wait=wait, too_long=too_long, tokens=tokens)


def shown_line(text: str) -> str:
    """Return the beginning of a response as one line."""
    return repr(" ".join(text[:_SHOWN].split()))


def _words(found: Any) -> str:
    """Return an error or a refusal as text: its message, if it has one."""
    said = found.get("message") if isinstance(found, dict) else found
    return said if isinstance(said, str) else json.dumps(found)


def _text(content: Any) -> str | None:
    """Return the text of a message, also where it comes in parts beside others, such as thoughts; None if it has none.

    Raises TypeError.
    """
    if isinstance(content, list):
        content = "".join(part["text"] for part in content if part.get("type") == "text")
    if content is not None and not isinstance(content, str):
        raise TypeError
    return content


def _tokens(body: Mapping[str, Any]) -> tuple[int, int]:
    """Return the tokens read and written; 0 where the endpoint does not say.

    Where all are more than both, the others are thoughts, which some endpoints count apart. Where those of the cache
    are more than those read, they are counted apart as well.
    """
    usage = body.get("usage")
    if not isinstance(usage, dict):
        return 0, 0
    read, written, both = (_count(usage.get(name, usage.get(other))) for name, other in _USED)
    if (apart := sum(map(_count, map(usage.get, _APART)))) > read:
        read += apart
    return read, max(written, both - read) if read else written


def _cached(body: Mapping[str, Any], read: int) -> int:
    """Return how many of the tokens read came from the endpoint's cache, by the names that endpoints have for them."""
    usage = body.get("usage")
    if not isinstance(usage, dict):
        return 0
    details = usage.get("prompt_tokens_details")
    told = details.get("cached_tokens") if isinstance(details, dict) else None
    return min(read, max(map(_count, (told, usage.get(_APART[0]), usage.get("prompt_cache_hit_tokens")))))


def _count(found: Any) -> int:
    """Return a number of tokens, which may be written as a text or with a fraction; 0 if it is none."""
    if isinstance(found, str) and found.strip().isdecimal() and len(found) < 20:
        found = int(found)
    if isinstance(found, bool) or not isinstance(found, (int, float)) or not 0 <= found <= MOST_TOKENS:
        return 0
    return int(found)


def _whole(raw: str) -> dict[str, Any]:
    """Return the parts of a streamed response as one. Raises what reading JSON of another form raises."""
    said, refusal, reason, usage, error, ended = "", "", None, None, None, False
    for line in raw.replace("\r", "\n").split("\n"):
        if not line.startswith("data:"):
            continue
        if (part := line[5:].strip()) == "[DONE]":
            ended = True
            continue
        piece = json.loads(part)
        usage, error = piece.get("usage") or usage, error or piece.get("error")
        for choice in (piece.get("choices") or [])[:1]:
            delta = choice.get("delta") or {}
            said += _text(delta.get("content")) or ""
            refusal += delta.get("refusal") or ""
            reason, error = choice.get("finish_reason") or reason, error or choice.get("error")
    if not (ended or reason or error):
        error = "the stream broke off"
    return {"choices": [{"message": {"content": said, "refusal": refusal}, "finish_reason": reason}], "usage": usage,
            "error": error}
