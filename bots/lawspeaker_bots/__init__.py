"""The built-in bots: `random`, which comes with the SDK, `greedy` and `search`. Start a module with `python -m`."""

from __future__ import annotations

from importlib import import_module

from lawspeaker_bot.bot import Bot
from lawspeaker_bots.search.thinking_time import ThinkingTime

__all__ = ["BUILT_IN", "make", "parse"]

BUILT_IN = {
    "random": "lawspeaker_bot.random_bot",
    "greedy": "lawspeaker_bots.greedy",
    "search": "lawspeaker_bots.search",
}
"""Modules by the bots' names."""
LATER = {"search": ("lawspeaker_bots.search.lookahead",)}
"""By the names of bots: what they import with their first decision."""
WITH_ARGUMENT = {"search": ThinkingTime.parse}
"""By the names of bots that take an argument after a colon, as in `search:100ms`: what raises ValueError for a wrong
one.
"""


def parse(spec: str) -> tuple[str, str]:
    """Return the name and the argument of a spec such as `greedy` or `search:100ms`; the argument may be empty.

    Raises KeyError for an unknown name, and ValueError for an argument that the bot does not take.
    """
    name, colon, argument = spec.partition(":")
    if name not in BUILT_IN:
        raise KeyError(name)
    if colon and name not in WITH_ARGUMENT:
        raise ValueError(f"bot {name} takes no argument; write {name!r}, not {spec!r}")
    if colon and not argument:
        raise ValueError(f"bot {name} has no argument after its colon; write {name!r} without one")
    if argument:
        WITH_ARGUMENT[name](argument)
    return name, argument


def make(spec: str) -> Bot:
    """Return a new bot of a spec. Raises KeyError for an unknown name, and ValueError for a wrong argument."""
    name, argument = parse(spec)
    module = import_module(BUILT_IN[name])
    kinds = [kind for kind in vars(module).values()
             if isinstance(kind, type) and issubclass(kind, Bot) and kind.__module__ == module.__name__]
    if len(kinds) != 1:
        raise TypeError(f"{module.__name__} must define one Bot subclass, not {len(kinds)}")
    bot: Bot = kinds[0](*([argument] if argument else []))
    return bot
