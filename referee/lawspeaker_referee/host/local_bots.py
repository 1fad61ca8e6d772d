"""Bots that are objects in the referee's process: the built-in ones, and classes of trusted authors."""

from __future__ import annotations

from dataclasses import dataclass
from inspect import iscoroutinefunction
from typing import Any

from lawspeaker_bot.bot import Bot
from lawspeaker_bots import make as make_built_in
from lawspeaker_engine.model import BadSetup
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.python_classes import load

_METHODS = ("decide", "started", "over", "rejected")


@dataclass(frozen=True, slots=True)
class LocalBot:
    """A bot in this process."""

    bot: Bot
    own_values: bool = False
    """True if it reads the engine's own values, which it must not change; else it gets messages."""


def make_local(spec: SeatSpec) -> LocalBot:
    """Return a new bot of a spec. Raises BadSetup for one that cannot be made, or cannot play here."""
    if spec.built_in:
        return LocalBot(make_built_in(spec.built_in), own_values=True)
    if not spec.python_class:
        raise BadSetup(f"bot {spec.text!r} is a process, so it cannot play in-process")
    try:
        found: Any = load(spec.python_class)
        bot = found() if isinstance(found, type) and issubclass(found, Bot) else None
    except Exception as error:  # what a module of others does at its import
        raise BadSetup(f"bot {spec.text!r} cannot be made: {type(error).__name__}: {error}") from error
    if bot is None:
        raise BadSetup(f"bot {spec.text!r} is no class of lawspeaker_bot.Bot")
    if waiting := [name for name in _METHODS if iscoroutinefunction(getattr(bot, name))]:
        raise BadSetup(f"bot {spec.text!r} cannot play in-process: its {waiting[0]} is async, and nothing here waits "
                       "for it")
    return LocalBot(bot)
