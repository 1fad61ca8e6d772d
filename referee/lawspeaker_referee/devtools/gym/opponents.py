"""Bots that play the other seats of a single-agent environment, as objects in this process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from inspect import iscoroutinefunction
from typing import Any

from google.protobuf.any_pb2 import Any as AnyMessage

from lawspeaker.v1.match_pb2 import ClockSettings
from lawspeaker.v1.referee_service_pb2 import DecisionRequest, MatchStarted
from lawspeaker_bot.bot import Bot
from lawspeaker_bot.decision import Decision as BotDecision
from lawspeaker_bot.decision import Match as BotMatch
from lawspeaker_bot.messages import unpack, unpack_options
from lawspeaker_bot.seat import written_down
from lawspeaker_bots import make as make_bot
from lawspeaker_engine.model import BadSetup, Decision, Seat, Setup
from lawspeaker_referee.codec.game_codec import GameCodec, setup_message
from lawspeaker_referee.config.bot_specs import SeatSpec

Opponent = str | Callable[[], Bot]
"""The spec of a built-in bot, such as `greedy`, or a function that makes a bot."""


def opponent(spec: Opponent) -> Bot:
    """Return a new bot. Raises BadSetup for what makes none, or one that cannot play in an environment."""
    if callable(spec):
        return _made(spec)
    if not isinstance(spec, str):
        raise BadSetup(f"an opponent is the name of a built-in bot, or a function that returns a lawspeaker_bot.Bot, "
                       f"not {spec!r}")
    parsed = SeatSpec.parse(spec)
    if not parsed.built_in:
        raise BadSetup(f"bot {spec!r} is a process, so it cannot play in an environment; give the name of a built-in "
                       f"bot, or a function that returns a lawspeaker_bot.Bot")
    bot = make_bot(parsed.built_in)
    if bot.positions:
        raise BadSetup(f"bot {spec!r} looks ahead from positions, and an environment gives bots none; take random or "
                       f"greedy, or a function that returns a lawspeaker_bot.Bot")
    return bot


def _made(function: Callable[[], Bot]) -> Bot:
    bot: object = function()
    if not isinstance(bot, Bot):
        raise BadSetup(f"a function that makes an opponent must return a lawspeaker_bot.Bot, not {bot!r}")
    if iscoroutinefunction(bot.decide):
        raise BadSetup(f"the opponent {type(bot).__name__} is async, and one in this process cannot be: its `decide` "
                       f"must return picks")
    return bot


class LazyDecision(BotDecision):
    """A decision whose options and view become messages when the bot looks at them."""

    def __init__(self, request: DecisionRequest, match: BotMatch, codec: GameCodec, asked: Decision,
                 view: Callable[[], Any]) -> None:
        super().__init__(request, match)
        self._codec, self._asked, self._engine_view = codec, asked, view

    @cached_property
    def options(self) -> list[Any]:
        """The options as messages of the game."""
        codec = self._codec
        return unpack_options(AnyMessage(type_url=codec.options_url, value=codec.options(self._asked.options)))

    @cached_property
    def view(self) -> Any:
        """Everything that the seat knows: the game's View message."""
        codec = self._codec
        return unpack(AnyMessage(type_url=codec.view_url, value=codec.view(self._engine_view())))


class OpponentSeat:
    """A bot at its seat in one game."""

    def __init__(self, bot: Bot, codec: GameCodec, setup: Setup, match_id: str, seat: Seat) -> None:
        self._bot, self._codec, self._seat = bot, codec, seat
        self._match = BotMatch(MatchStarted(match_id=match_id, seat=seat, setup=setup_message(codec.game, setup),
                                            catalogue=codec.catalogue, clock=ClockSettings()))
        self._decisions = 0
        bot.started(self._match)

    def answer(self, asked: Decision, view: Callable[[], Any]) -> Sequence[int]:
        """Return the bot's picks, as any bot in Python may give them; `view` returns the view of its seat.

        Raises whatever the bot raises, WrongPicks and WrongBot.
        """
        self._decisions += 1
        request = DecisionRequest(
            match_id=self._match.match_id, decision_id=self._decisions, prompt=asked.prompt, least=asked.least,
            most=asked.most, ordered=asked.ordered, default_picks=asked.default, option_count=len(asked.options))
        decision = LazyDecision(request, self._match, self._codec, asked, view)
        return written_down(decision, self._bot.decide(decision)).picks
