"""The built-in bots: each module holds one `Bot` subclass; start it with `python -m`."""

from __future__ import annotations

from importlib import import_module

from lawspeaker_bot.bot import Bot

BUILT_IN = {
    "random": "lawspeaker_bot.bots.random",
    "greedy": "lawspeaker_bot.bots.greedy",
}
"""Modules by the bots' names."""


def make(name: str) -> Bot:
    """Return a new bot of that name. Raises KeyError for an unknown name."""
    module = import_module(BUILT_IN[name])
    kinds = [kind for kind in vars(module).values()
             if isinstance(kind, type) and issubclass(kind, Bot) and kind.__module__ == module.__name__]
    if len(kinds) != 1:
        raise TypeError(f"{module.__name__} must define one Bot subclass, not {len(kinds)}")
    bot: Bot = kinds[0]()
    return bot
