"""A first request to each model before anything is played: with a wrong key all its matches would count, lost by
stand-ins. The same request tells later whether an endpoint is down or refuses a key, or only what was asked.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, Final
from urllib.parse import urlsplit
from urllib.request import proxy_bypass

from lawspeaker_bot.addresses import is_loopback
from lawspeaker_bot.chat_budget import Purse, SpendingLimits, counted
from lawspeaker_bot.chat_endpoint import ChatClient, Endpoint
from lawspeaker_bot.chat_reply import ModelRefused, ProviderFailed
from lawspeaker_bot.threads import DaemonThreads
from lawspeaker_referee.competition.evaluation.calls import NO_MATCH, CallFile
from lawspeaker_referee.competition.evaluation.folder import EvaluationFolder
from lawspeaker_referee.competition.tournament.runner import CannotRun
from lawspeaker_referee.config.evaluation import EvaluatedModel, EvaluationConfig

_QUESTION: Final = 'This is a test of the connection. Answer with one JSON object, {"ready": true}, and nothing else.'
_SCHEMA: Final[dict[str, Any]] = {
    "type": "object", "properties": {"ready": {"type": "boolean"}}, "required": ["ready"],
    "additionalProperties": False}


async def ask_first(config: EvaluationConfig, folder: EvaluationFolder, failed: Collection[str],
                    tell: Callable[[str], None]) -> None:
    """Ask each model something that has not played yet or whose requests have `failed` of late.

    What they answer is a line in the file of their requests, of no match. A failure that another try may change, such
    as of an endpoint with too much to do, is told and no more. Raises CannotRun for models
    whose endpoints do not answer, or refuse the request.
    """
    asked = []
    for model in config.models:
        played = any(line["match"] != NO_MATCH for line in CallFile(folder.calls(model.name)).new())
        if model.chat is not None and (not played or model.name in failed):
            asked.append(model)
    if asked:
        tell(f"asked once before the first match: {', '.join(model.name for model in asked)}")
    found = []
    for name, error in (await failures(asked, folder)).items():
        if error.busy:
            tell(f"{name}: {error}; its matches begin all the same")
        else:
            found.append(f"{name} cannot be asked: {error}")
    if found:
        raise CannotRun(f"{'; '.join(found)}; nothing was played")


async def failures(models: Sequence[EvaluatedModel], folder: EvaluationFolder) -> dict[str, ProviderFailed]:
    """Ask models something; return by name why they cannot be asked. Those behind one address are asked one after
    another.
    """
    behind: dict[str, list[EvaluatedModel]] = defaultdict(list)
    for model in models:
        behind[model.place].append(model)
    loop, threads = asyncio.get_running_loop(), DaemonThreads(len(behind))  # who interrupts waits for no endpoint
    found = await asyncio.gather(*(
        loop.run_in_executor(threads, _failures_there, there, folder) for there in behind.values()))
    failed = {name: error for each in found for name, error in each.items()}
    return {model.name: failed[model.name] for model in models if model.name in failed}


def _failures_there(models: Sequence[EvaluatedModel], folder: EvaluationFolder) -> dict[str, ProviderFailed]:
    found = {}
    for model in models:
        assert model.chat is not None
        try:
            if unseen := unseen_proxy(model, model.chat.endpoint.url):
                raise ProviderFailed(f"its bot does not see {unseen}, by which its endpoint is reached here; write "  # noqa: TRY301 - told as others
                                     f'env = ["{unseen}"] to the model')
            _ask(model.chat.endpoint, folder.calls(model.name))
        except ProviderFailed as error:
            found[model.name] = error
    return found


def unseen_proxy(model: EvaluatedModel, url: str) -> str:
    """Return the variable of the proxy through which an address is reached here, if the model's bot will not have it.

    Its first request would be answered, and no other.
    """
    parts = urlsplit(url)
    if is_loopback(parts.hostname or "") or proxy_bypass(parts.netloc):
        return ""
    names = [name for name, value in os.environ.items() if value and name.lower() == f"{parts.scheme}_proxy"]
    return "" if not names or set(names) & set(model.table.env) else names[0]


def _ask(endpoint: Endpoint, calls: Path) -> None:
    """Ask a model something, and write down what it took. Raises ProviderFailed, and OSError."""
    client = ChatClient(endpoint)
    body, began = client.body([{"role": "user", "content": _QUESTION}], _SCHEMA), monotonic()
    said, error, cached = "", "", 0
    try:
        reply = client.ask(body, endpoint.timeout)
        said, tokens, cached = reply.said, reply.tokens, reply.cached
    except ModelRefused as refusal:
        if refusal.refused:  # what it was asked is harmless
            raise ProviderFailed(str(refusal), again=False, refused=True) from None
        error, tokens = str(refusal), refusal.tokens  # which is an answer
    spent = counted(tokens, json.dumps(body), said)
    calls.parent.mkdir(parents=True, exist_ok=True)
    Purse(SpendingLimits(), calls).spend(
        NO_MATCH, sum(spent), endpoint.money(spent, cached), input_tokens=spent[0], cached_tokens=cached,
        output_tokens=spent[1], seconds=round(monotonic() - began, 3), error=error)
