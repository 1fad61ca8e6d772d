"""A bot that asks a language model behind any endpoint of the common chat-completions form: `lawspeaker-bot chat`.

Each decision is one request: the match's text as the system's message, which the endpoint may keep in its cache, and
the decision's text as the user's, after what the bot's memory adds. A failure of the provider is tried again while the
decision's clock allows it. What is no legal answer is told to the model once more, and no more. If there is still no
answer, or the budget is spent, the bot answers the default and says that this is a stand-in, and why.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path
from random import SystemRandom
from typing import Any, Final, Protocol

from lawspeaker_bot.backoff import Backoff
from lawspeaker_bot.bot import Bot
from lawspeaker_bot.chat_budget import Purse, Transcripts, counted
from lawspeaker_bot.chat_config import ChatConfig
from lawspeaker_bot.chat_endpoint import ChatClient
from lawspeaker_bot.chat_memory import Memory, Remembering
from lawspeaker_bot.chat_reply import MOST_TOKENS, ModelRefused, ProviderFailed, Reply
from lawspeaker_bot.chat_words import MOVES_SCHEMA, asked_in_words, parse_words, words_instruction
from lawspeaker_bot.decision import AnswerOrigin, Decision, Match, Result
from lawspeaker_bot.errors import BotError, WrongAnswer
from lawspeaker_bot.model_answer import ANSWER_SCHEMA, ModelAnswer, instruction, parse_answer
from lawspeaker_bot.shared_slots import SharedSlots

MOST_ANSWERS: Final = 2
"""Answers of the model to one decision that are read: the second one if the first is not legal."""
SPARE: Final = 0.5
"""Seconds of a decision's time that are left for everything but the model."""
LOOK_EVERY: Final = 0.004
"""Seconds between two looks whether the endpoint's limit leaves room for a request."""
PATIENCE: Final = 300.0
"""Seconds for which failures of the provider are tried again, if the clock of the match allows it."""
_MOST_HALVINGS: Final = 20
_NOTHING: Final = "(nothing)"
"""The words in the place of an answer without any: some endpoints refuse messages that are empty."""
_CUT: Final = "The answer was cut off where it became too long."
_PAUSES: Final = Backoff(0.5, 30.0, SystemRandom().random)

log = logging.getLogger("lawspeaker_bot")


class ChatModel(Protocol):
    """A model that a chat bot asks: an endpoint, or what another program has in its place."""

    def body(self, messages: Sequence[Mapping[str, str]], schema: Mapping[str, Any]) -> dict[str, Any]:
        """Return the request that puts these messages to the model, whose answer has this schema."""

    def ask(self, body: Mapping[str, Any], within: float) -> Reply:
        """Return the reply to a request, after at most `within` seconds. Raises ProviderFailed and ModelRefused."""


def first_messages(decision: Decision, memory: Memory, *, words: bool = False) -> list[dict[str, str]]:
    """Return the messages that ask a model for a decision: what chat bots send before anything was answered.

    With `words` it is not told its options.
    """
    return [{"role": "system", "content": decision.match.text}, *memory.messages(),
            {"role": "user", "content": f"{_told(decision, memory, words=words)}\n\n"
                                        f"{_asking(decision, memory.remembering, words=words)}"}]


def _told(decision: Decision, memory: Memory, *, words: bool) -> str:
    return f"{memory.before()}{asked_in_words(decision) if words else decision.text}"


def _asking(decision: Decision, remembering: Remembering, *, words: bool) -> str:
    """Return the line that says how to answer."""
    return f"{(words_instruction if words else instruction)(decision)}{remembering.asked}"


def leaves_a_choice(decision: Decision) -> bool:
    """Return whether there are several answers, so that a model is asked."""
    return decision.option_count != decision.least or decision.ordered


def _slots_of(config: ChatConfig) -> SharedSlots | None:
    """Return the places of the endpoint's limit; None without one. Raises OSError."""
    return SharedSlots(config.slots, config.endpoint.limit) if config.slots is not None else None


class _StandIn(BotError):
    """A decision stays without an answer of the model; the text says why."""

    def __init__(self, origin: AnswerOrigin, why: str) -> None:
        super().__init__(why)
        self.origin = origin


class ChatBot(Bot):
    """Asks a model for every decision that leaves a choice."""

    name = "chat"
    version = "1"
    text = True

    def __init__(self, config: ChatConfig, name: str = "", max_matches: int = 1, *, patience: float = PATIENCE,
                 transcripts: Path | None = None, now: Callable[[], float] = time.monotonic,
                 sleep: Callable[[float], None] = time.sleep, model: ChatModel | None = None) -> None:
        """`model` is asked in place of the endpoint."""
        self._config, self.max_matches, self._patience = config, max_matches, patience
        self._endpoint = config.endpoint
        self.name = name or self._endpoint.model[:64] or type(self).name
        self._client = model or ChatClient(self._endpoint)
        self._schema = config.remembering.with_notes(MOVES_SCHEMA if config.without_options else ANSWER_SCHEMA)
        self._purse = Purse(config.budget, config.spent)
        self._transcripts = Transcripts(transcripts) if transcripts is not None else None
        self._slots = _slots_of(config)
        self._now, self._sleep = now, sleep
        self._memories: dict[str, Memory] = {}
        self._failed, self._failed_at = 0, -inf
        """Decisions one after another for which the provider was waited for in vain since its last answer, and the end
        of the last."""

    def started(self, match: Match) -> None:
        """Begin with an empty memory."""
        self._memories[match.match_id] = Memory(self._config.remembering)
        if (names := self._config.names.get(match.game)) is not None:
            match.text = names.text(match.text)

    def over(self, result: Result) -> None:
        """Forget the match."""
        match_id = result.match.match_id
        self._memories.pop(match_id, None)
        self._purse.close(match_id)

    def decide(self, decision: Decision) -> Sequence[int]:
        """Return the model's picks; its reason and tokens go with them. A stand-in if there is no usable answer."""
        if not leaves_a_choice(decision):
            return decision.default
        if (names := self._config.names.get(decision.match.game)) is not None and decision.text is not None:
            decision.text = names.words(decision.text)
        try:
            return self._answered(decision)
        except _StandIn as stand_in:
            log.warning("%s, %s: a stand-in answers: %s", decision.match_id, decision.prompt, stand_in)
            decision.annotation, decision.origin = f"a stand-in: {stand_in}", stand_in.origin
            return decision.default

    def _answered(self, decision: Decision) -> Sequence[int]:
        """Return the picks of the model. Raises _StandIn."""
        left = decision.time_left
        until = None if left is None else self._now() + left - SPARE
        memory = self._memories.setdefault(decision.match_id, Memory(self._config.remembering))
        words = self._config.without_options
        asked = _told(decision, memory, words=words)
        asks = _asking(decision, self._config.remembering, words=words)
        more: list[dict[str, str]] = []
        why = ""
        for _ in range(MOST_ANSWERS):
            reply = self._reply(decision, memory, more, until)
            answer, why = self._read(decision, reply)
            if answer is None:
                said = reply.said if reply.said.strip() else _NOTHING
                more += [{"role": "assistant", "content": said}, {"role": "user", "content": f"{why} {asks}"}]
            else:
                decision.annotation = answer.reason
                memory.keep(asked, reply.said, answer.notes)
                return answer.picks
        raise _StandIn(AnswerOrigin.UNPARSABLE, why)

    def _read(self, decision: Decision, reply: Reply) -> tuple[ModelAnswer | None, str]:
        """Return the answer in a reply, or what is wrong with it; either way the reply is counted."""
        answer, why = None, ""
        try:
            parse = parse_words if self._config.without_options else parse_answer
            answer = parse(decision, reply.said, notes=self._config.remembering.kind == "notes")
        except WrongAnswer as error:
            why = f"{error} {_CUT}" if reply.cut else str(error)
        self._count(decision, reply.spent, reply.seconds, reply.cached, wrong=why)
        return answer, why

    def _count(self, decision: Decision, spent: tuple[int, int], seconds: float, cached: int = 0,
               **what: str | bool) -> None:
        """Count a request of a decision, with what was wrong with the answer or how it failed."""
        self._purse.spend(
            decision.match_id, sum(spent), self._endpoint.money(spent, cached), seat=decision.seat,
            decision=decision.decision_id, prompt=decision.prompt, input_tokens=spent[0], cached_tokens=cached,
            output_tokens=spent[1], seconds=round(seconds, 3), **what)

    def _reply(self, decision: Decision, memory: Memory, more: Sequence[dict[str, str]], until: float | None) -> Reply:
        """Return what the model says to the decision and `more` messages, after as many failures as the time allows.

        Raises _StandIn.
        """
        match_id = decision.match_id
        pause = _PAUSES.first
        # A provider that has failed whole decisions is not waited for as long each time, or it would eat the bank.
        began = self._now()
        gives_up = began + self._patience / 2 ** min(self._failed, _MOST_HALVINGS)
        while True:
            if why := self._purse.spent_out(match_id):
                raise _StandIn(AnswerOrigin.BUDGET, why)
            messages = [*first_messages(decision, memory, words=self._config.without_options), *more]
            try:
                reply = self._ask(decision, self._client.body(messages, self._schema), until)
            except ModelRefused as error:
                self._failed = 0
                raise _StandIn(AnswerOrigin.REFUSAL, str(error)) from None
            except ProviderFailed as error:
                if error.too_long and memory.shorten():
                    log.warning("%s, %s: fewer turns are repeated from now on: %s", match_id, decision.prompt, error)
                    continue
                wait = max(error.wait, pause * (1 - _PAUSES.draw() / 2))
                ends = gives_up if until is None else min(gives_up, until)
                if not error.again or self._now() + wait >= ends:
                    if error.again and began >= self._failed_at:  # those that waited at the same time are one
                        self._failed, self._failed_at = self._failed + 1, self._now()
                    # What fitted before the model's own bad answer was behind it is not the provider's failure.
                    raise _StandIn(AnswerOrigin.UNPARSABLE if error.too_long and more
                                   else AnswerOrigin.PROVIDER_FAILURE, str(error)) from None
                log.info("%s, %s: asked again in %.1f s: %s", match_id, decision.prompt, wait, error)
                self._sleep(wait)
                pause = min(2 * pause, _PAUSES.longest)
            else:
                self._failed = 0
                return reply

    def _ask(self, decision: Decision, body: dict[str, Any], until: float | None) -> Reply:
        """Return the reply to one request, sent when the endpoint's limit has a place. Raises as `_sent`."""
        place = self._place(until)
        try:
            within = self._endpoint.timeout if until is None else until - self._now()
            if within <= 0:
                raise ProviderFailed("no time is left to ask the model", again=False)
            return self._sent(decision, body, within)
        finally:
            if self._slots is not None and place is not None:
                self._slots.give_back(place)

    def _sent(self, decision: Decision, body: dict[str, Any], within: float) -> Reply:
        """Return the reply to one request, which is kept. Raises ProviderFailed and ModelRefused."""
        began, found, tokens, spent = self._now(), None, (0, 0), (0, 0)
        error, refused = "the bot has failed", {}
        sent = json.dumps(body, default=str)  # what is asked in the place of an endpoint may be sent other things
        try:
            found = self._client.ask(body, within)
            error, tokens = "", found.tokens
            spent = counted(tokens, sent, found.said)
        except ModelRefused as refusal:
            error, tokens = str(refusal), refusal.tokens
            spent = counted(tokens, sent, "")
            refused = {"refused": True} if refusal.refused else {}
            raise
        except ProviderFailed as failure:  # what it does not count may have cost nothing
            error, tokens, spent = str(failure), failure.tokens, failure.tokens
            refused = {"refused": True} if failure.refused else {}
            raise
        finally:
            seconds = self._now() - began
            decision.tokens = min(decision.tokens[0] + tokens[0], MOST_TOKENS), min(
                decision.tokens[1] + tokens[1], MOST_TOKENS)
            if self._transcripts is not None:
                self._transcripts.add(
                    decision.match_id, seat=decision.seat, decision=decision.decision_id, prompt=decision.prompt,
                    endpoint=self._endpoint.name or self._endpoint.model, request=body,
                    response=found.raw if found is not None else None, error=error,
                    seconds=round(seconds, 3), input_tokens=tokens[0], output_tokens=tokens[1])
            if found is None:
                self._count(decision, spent, seconds, error=error, **refused)
        return replace(found, spent=spent, seconds=seconds)

    def _place(self, until: float | None) -> int | None:
        """Return a place of the endpoint's limit, when one is free; None without a limit. Raises ProviderFailed."""
        if self._slots is None:
            return None
        while (place := self._slots.take()) is None:
            if until is not None and self._now() >= until:
                raise ProviderFailed(f"the endpoint's limit of {self._endpoint.limit} requests at once left no time",
                                     again=False)
            self._sleep(LOOK_EVERY)
        return place
