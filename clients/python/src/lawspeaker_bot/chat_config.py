"""The file of a chat bot: endpoints by name, how they are asked, budgets and memory. It holds no key.

    [endpoints.small]
    url = "https://models.example/v1"
    model = "small-3"
    key_variable = "MODELS_KEY"

docs/text.md has all keys.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from lawspeaker_bot.chat_budget import SpendingLimits
from lawspeaker_bot.chat_endpoint import AUTHORIZATION, Endpoint
from lawspeaker_bot.chat_memory import KINDS, Remembering
from lawspeaker_bot.errors import BotError
from lawspeaker_bot.renaming import BadNames, Renaming, read_names
from lawspeaker_bot.suggestions import did_you_mean

_NUMBER: Final = (int, float)
_SAMPLING: Final[Mapping[str, tuple[type, ...]]] = {
    "temperature": _NUMBER, "top_p": _NUMBER, "seed": (int,), "max_tokens": (int,), "reasoning_effort": (str,),
}
"""Keys that go into the request as they are."""
_ENDPOINT: Final[Mapping[str, tuple[type, ...]]] = {
    "url": (str,), "model": (str,), "key_variable": (str,), "key_header": (str,), "timeout": _NUMBER, "schema": (bool,),
    "body": (dict,), "headers": (dict,), "input_price": _NUMBER, "output_price": _NUMBER,
    "cached_input_price": _NUMBER, "limit": (int,), "slots": (str,), "without_options": (bool,), "names": (str,),
    **_SAMPLING,
}
_BUDGET: Final[Mapping[str, tuple[type, ...]]] = {
    "match_tokens": (int,), "match_money": _NUMBER, "tokens": (int,), "money": _NUMBER, "file": (str,),
}
_MEMORY: Final[Mapping[str, tuple[type, ...]]] = {"kind": (str,), "turns": (int,), "bytes": (int,)}
_SECRETS: Final = frozenset({
    "authorization", "proxy-authorization", "cookie", "x-api-key", "api-key", "api_key", "apikey", "key",
    "x-goog-api-key", "ocp-apim-subscription-key", "x-auth-token", "auth-token", "access-token", "access_token",
    "token", "secret", "password"})
"""Names under which a key would stand in a file that is shared."""
_OUR_HEADERS: Final = frozenset({"content-length", "transfer-encoding", "connection"})
_NO_KEY: Final = _OUR_HEADERS | {"host", "content-type"}
"""Headers of a request in which no key can stand."""
_OUR_BODY: Final = ("model", "messages")
_MOST: Final[Mapping[str, float]] = {
    "timeout": 86_400, "input_price": 1e9, "output_price": 1e9, "cached_input_price": 1e9, "limit": 1000,
    "tokens": 10**12, "match_tokens": 10**12, "money": 1e12, "match_money": 1e12,
}
"""The greatest values."""
_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_HEADER_NAME: Final = re.compile(r"[-!#$%&'*+.^_`|~0-9A-Za-z]+")
_HEADER_VALUE: Final = re.compile(r"[\t\x20-\x7e\xa0-\xff]*")


class BadChatFile(BotError):
    """A file of endpoints that cannot be used; one line that says what would be right."""


@dataclass(frozen=True, slots=True)
class ChatConfig:
    """The settings of one endpoint in the file of a chat bot."""

    endpoint: Endpoint
    budget: SpendingLimits = field(default_factory=SpendingLimits)
    spent: Path | None = None
    """The file in which all processes count what they spend."""
    remembering: Remembering = field(default_factory=Remembering)
    slots: Path | None = None
    """The folder of the places of the endpoint's limit, which processes share; None without a limit."""
    names: Mapping[str, Renaming] = field(default_factory=dict)
    """By game what its things are called, in place of their own names."""
    without_options: bool = False
    """True if the model is not told its options, and writes its moves in words."""


def read_chat_file(path: Path, name: str, environment: Mapping[str, str]) -> ChatConfig:
    """Return the configuration of an endpoint; without a name of the only one. Raises BadChatFile."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
        return chat_config(found, name, environment, path.parent)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, BadChatFile) as error:
        raise BadChatFile(f"{path}: {error}") from None


def chat_config(file: Mapping[str, Any], name: str, environment: Mapping[str, str], folder: Path) -> ChatConfig:
    """Return the configuration that the tables of a file mean. Raises BadChatFile."""
    _check("the file", file, {"endpoints": (dict,), "budget": (dict,), "memory": (dict,)})
    endpoints = file.get("endpoints", {})
    if not endpoints:
        raise BadChatFile("there is no endpoint; write one as [endpoints.NAME] with url and model")
    if not name and len(endpoints) > 1:
        raise BadChatFile(f"there are several endpoints; say which by --endpoint: {', '.join(endpoints)}")
    name = name or next(iter(endpoints))
    if name not in endpoints:
        raise BadChatFile(f"there is no endpoint {name!r}{did_you_mean(name, endpoints)}; there are "
                          f"{', '.join(endpoints)}")
    budget, memory = file.get("budget", {}), file.get("memory", {})
    _check("[budget]", budget, _BUDGET)
    _check("[memory]", memory, _MEMORY)
    if (kind := memory.get("kind", "none")) not in KINDS:
        raise BadChatFile(f"[memory] kind is {kind!r}; it is one of {', '.join(KINDS)}")
    endpoint = endpoint_of(name, endpoints[name], environment)
    if (budget.get("money") or budget.get("match_money")) and not (endpoint.input_price or endpoint.output_price):
        raise BadChatFile(f"[budget] limits money, but [endpoints.{name}] has no input_price and output_price")
    return ChatConfig(
        endpoint,
        SpendingLimits(**{key: value for key, value in budget.items() if key != "file"}),
        folder / budget["file"] if "file" in budget else None, Remembering(**memory),
        folder / endpoints[name].get("slots", f".{name}.slots") if endpoint.limit else None,
        _names(folder / endpoints[name]["names"]) if "names" in endpoints[name] else {},
        endpoints[name].get("without_options", False))


def _names(path: Path) -> Mapping[str, Renaming]:
    try:
        return read_names(path)
    except BadNames as error:
        raise BadChatFile(str(error)) from None


def endpoint_of(name: str, table: Any, environment: Mapping[str, str]) -> Endpoint:
    """Return the endpoint of a table, with its key from the environment. Raises BadChatFile."""
    where = f"[endpoints.{name}]"
    if not isinstance(table, dict):
        raise BadChatFile(f"{where} is {table!r}; it must be a table")
    _check(where, table, _ENDPOINT)
    for needed in ("url", "model"):
        if not table.get(needed):
            raise BadChatFile(f"{where} has no {needed}")
    check_url(f"{where} url", table["url"])
    headers = table.get("headers", {})
    _check_headers(where, headers)
    variable = table.get("key_variable", "")
    key = key_of(where, variable, environment)
    if variable and not key:
        raise BadChatFile(f"{where} takes its key from {variable}, which is not set; leave key_variable out if the "
                          "endpoint asks for none")
    key_header = _key_header(where, table)
    check_timeout(f"{where} timeout", table.get("timeout", 1))
    body = {each: table[each] for each in _SAMPLING if each in table} | table.get("body", {})
    _check_body(where, table.get("body", {}))
    return Endpoint(
        table["url"], table["model"], name, key, key_header, float(table.get("timeout", 120)),
        table.get("schema", False), body, headers, float(table.get("input_price", 0)),
        float(table.get("output_price", 0)), table.get("cached_input_price"), table.get("limit", 0))


def key_of(where: str, variable: str, environment: Mapping[str, str]) -> str:
    """Return the key in a variable, empty without one. Raises BadChatFile for what no header can hold, and without
    printing it for a name that no variable has: it may be the key.
    """
    if variable and not _VARIABLE.fullmatch(variable):
        raise BadChatFile(f"{where} takes its key from what is no name of a variable; write the name, and put the key "
                          "into that variable of the environment")
    key = environment.get(variable, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise BadChatFile(f"{where} takes its key from {variable}, which holds several lines, or what no key has")
    return key


def _key_header(where: str, table: Mapping[str, Any]) -> str:
    name: str = table.get("key_header", AUTHORIZATION)
    if not _HEADER_NAME.fullmatch(name) or name.lower() in _NO_KEY:
        raise BadChatFile(f"{where} key_header is {name!r}; it must be the name of the header that has the key, such "
                          "as api-key")
    if "key_header" in table and not table.get("key_variable"):
        raise BadChatFile(f"{where} has a key_header and no key; key_variable names the variable that has it")
    return name


def check_url(where: str, url: str) -> None:
    """Raise BadChatFile if this is no address of an endpoint, without printing a key that stands in it."""
    if any(mark in url for mark in "@?#"):
        raise BadChatFile(f"{where} has a user, ? or #; a key comes from the environment: the variable of the key")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise BadChatFile(f"{where} is no address: {error}") from None
    if parts.scheme not in {"http", "https"}:
        raise BadChatFile(f"{where} is {url!r}; it must begin with http:// or https://")
    if not host or port == 0 or not (url.isascii() and url.isprintable()) or " " in url:
        raise BadChatFile(f"{where} is {url!r}; it must have a host, and letters and marks of ASCII alone")
    if parts.path.rstrip("/").endswith("/chat/completions"):
        raise BadChatFile(f"{where} is {url!r}; leave /chat/completions out")


def check_timeout(where: str, seconds: float) -> None:
    """Raise BadChatFile if this is no time for a response."""
    if not 0 < seconds <= _MOST["timeout"]:
        raise BadChatFile(f"{where} is {seconds:g}; it must be more than 0 seconds, and at most {_MOST['timeout']:,g}")


def _check_headers(where: str, headers: Mapping[str, Any]) -> None:
    for name, value in headers.items():
        if not isinstance(value, str) or name.lower() in _SECRETS:
            raise BadChatFile(f"{where} headers.{name} must be text and no key; keys come from the environment: "
                              "key_variable, which key_header puts into another header than Authorization")
        if not _HEADER_NAME.fullmatch(name) or not _HEADER_VALUE.fullmatch(value):
            raise BadChatFile(f"{where} headers.{name!r} is {value!r}, which no header can have")
        if name.lower() in _OUR_HEADERS:
            raise BadChatFile(f"{where} headers.{name} is set for each request; leave it out")


def _check_body(where: str, body: Mapping[str, Any]) -> None:
    if ours := [name for name in _OUR_BODY if name in body]:
        raise BadChatFile(f"{where} body.{ours[0]} is set for each request; leave it out")
    if secret := _secret_in(body):
        raise BadChatFile(f"{where} body has {secret}: this file holds no key; key_variable names the variable that "
                          "does")
    try:
        json.dumps(body, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise BadChatFile(f"{where} body cannot be sent as JSON: {error}") from None


def _secret_in(value: Any) -> str:
    """Return a name in a body, at any depth, under which a key would stand; empty if there is none."""
    if isinstance(value, list):
        return next(filter(None, map(_secret_in, value)), "")
    if not isinstance(value, dict):
        return ""
    return next((name for name in value if name.lower() in _SECRETS), "") or _secret_in(list(value.values()))


def _check(where: str, table: Mapping[str, Any], known: Mapping[str, tuple[type, ...]]) -> None:
    """Raise BadChatFile for a key that is not known, or a value of another type."""
    for key, value in table.items():
        if key.lower() in _SECRETS:
            raise BadChatFile(f"{where} {key}: this file holds no key; key_variable names the variable that does")
        if key not in known:
            raise BadChatFile(f"{where} has no key {key!r}{did_you_mean(key, known)}; it has {', '.join(known)}")
        types = known[key]
        if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
            raise BadChatFile(f"{where} {key} is {value!r}; it must be {_type_name(types)}")
        if not isinstance(value, (int, float)):
            continue
        if not isfinite(value):
            raise BadChatFile(f"{where} {key} is {value}; it must be a number")
        if value < 0 and key != "seed":
            raise BadChatFile(f"{where} {key} is {value}; it must not be below 0")
        if value > _MOST.get(key, value):
            raise BadChatFile(f"{where} {key} is {value}; it must be at most {_MOST[key]:,.0f}")


def _type_name(types: tuple[type, ...]) -> str:
    if types == (int,):
        return "a whole number"
    return {str: "text", bool: "true or false", dict: "a table", int: "a number"}[types[0]]
