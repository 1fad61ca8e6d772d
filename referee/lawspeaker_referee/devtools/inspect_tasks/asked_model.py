"""A model of Inspect in the place of a chat bot's endpoint."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from anyio import CapacityLimiter, from_thread, to_thread
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
    Model,
    ModelOutput,
    ResponseSchema,
)
from inspect_ai.util import JSONSchema

from lawspeaker_bot.chat import ChatBot, leaves_a_choice
from lawspeaker_bot.chat_config import ChatConfig
from lawspeaker_bot.chat_endpoint import Endpoint
from lawspeaker_bot.chat_memory import KINDS, Remembering
from lawspeaker_bot.chat_reply import ModelRefused, ProviderFailed, Reply, shown_line
from lawspeaker_bot.decision import AnswerOrigin, Decision
from lawspeaker_engine.suggestions import did_you_mean

T = TypeVar("T")

_KINDS = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}


class _Stopped(BaseException):
    """Inspect ends the sample, by a limit or because the model's provider failed, as `why` says.

    It is no Exception, so that no match goes on without its bot.
    """

    def __init__(self, why: Exception) -> None:
        super().__init__(str(why))
        self.why = why


class AskedModel:
    """Asks a model of Inspect for a chat bot that runs in a thread; Inspect tries failures of the provider again."""

    def __init__(self, model: Model, *, schema: bool = False) -> None:
        """With `schema` the model is held to the JSON schema of answers, which not every provider can do."""
        self._model, self._schema = model, schema
        self.replies = 0
        """The replies so far."""
        self.asked: list[ChatMessage] = []
        """The last messages that were sent."""
        self.output = ModelOutput()
        """The last reply."""

    def body(self, messages: Sequence[Mapping[str, str]], schema: Mapping[str, Any]) -> dict[str, Any]:
        """Return the request that puts these messages to the model."""
        config = GenerateConfig()
        if self._schema:
            config.response_schema = ResponseSchema(name="answer", json_schema=JSONSchema(**schema), strict=True)
        return {"messages": list(messages), "config": config}

    def ask(self, body: Mapping[str, Any], within: float) -> Reply:
        """Return the reply to a request. Raises ModelRefused, and ProviderFailed for one that is too long."""
        self.asked = messages_of(body["messages"])
        try:
            output = from_thread.run(partial(self._model.generate, self.asked, config=body["config"]))
        except Exception as error:
            raise _Stopped(error) from error
        self.output = output
        wrote = output.usage is not None and output.usage.output_tokens
        if output.stop_reason == "model_length" and not wrote:  # a provider's error, and no answer
            raise ProviderFailed(f"the model's context is too short: {shown_line(output.completion)}", again=False,
                                 too_long=True)
        self.replies += 1
        tokens, cached = (0, 0), 0
        if (usage := output.usage) is not None:  # Inspect counts what a cache has, or gets, apart
            cached = usage.input_tokens_cache_read or 0
            tokens = usage.input_tokens + cached + (usage.input_tokens_cache_write or 0), usage.output_tokens
        if output.error or (output.choices and output.stop_reason == "content_filter"):
            raise ModelRefused(f"the model refuses to answer: {output.error or output.completion}", tokens)
        return Reply(output.completion, tokens, "", output.stop_reason in {"max_tokens", "model_length"}, cached)


class CountingBot(ChatBot):
    """A chat bot that asks a model of Inspect, and counts its answers to decisions that leave a choice."""

    def __init__(self, config: ChatConfig, model: AskedModel, name: str) -> None:
        super().__init__(config, name[:64], model=model)
        self._model = model
        self.asked = self.own = self.legal_at_first = 0
        self.tokens = (0, 0)
        """Read and written."""

    def decide(self, decision: Decision) -> Sequence[int]:
        """Return the model's picks, or those of a stand-in."""
        before = self._model.replies
        picks = super().decide(decision)
        if leaves_a_choice(decision):
            own = decision.origin == AnswerOrigin.OWN
            self.asked += 1
            self.own += own
            self.legal_at_first += own and self._model.replies == before + 1
            self.tokens = self.tokens[0] + decision.tokens[0], self.tokens[1] + decision.tokens[1]
        return picks


def chat_config(model: str, memory: str = "none", *, without_options: bool = False) -> ChatConfig:
    """Return how a chat bot asks; `memory` is a kind of its memory. Raises ValueError for one that there is not."""
    if memory not in KINDS:
        raise ValueError(f"no memory {memory!r}{did_you_mean(memory, KINDS)}; there are: {', '.join(KINDS)}")
    return ChatConfig(Endpoint("", model), remembering=Remembering(memory), without_options=without_options)


def messages_of(messages: Sequence[Mapping[str, str]]) -> list[ChatMessage]:
    """Return a chat bot's messages as Inspect's."""
    return [_KINDS[each["role"]](content=each["content"]) for each in messages]


async def in_thread(call: Callable[[], T]) -> T:
    """Return what a call returns that asks a model meanwhile, run in a thread of its own. Raises what ended it."""
    try:
        # Not one of the threads that all share: Inspect may need those to answer.
        return await to_thread.run_sync(call, limiter=CapacityLimiter(1))
    except _Stopped as stopped:
        raise stopped.why from None
