"""Typed messages from `google.protobuf.Any`; the stubs of a game are found by the message's name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any as Anything

from google.protobuf.any_pb2 import Any
from google.protobuf.descriptor_pool import Default
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass

from lawspeaker_bot.errors import NoStubs
from lawspeaker_bot.plugged_in import MESSAGES, plugged_in


def unpack(packed: Any) -> Anything:
    """Return the packed message as an object of its generated class. Raises NoStubs for an unknown game."""
    name = packed.type_url.rpartition("/")[2]
    try:
        return _message_class(name).FromString(packed.value)
    except DecodeError:
        raise NoStubs(f"a message {name} cannot be read: it is damaged") from None


def unpack_options(packed: Any) -> list[Anything]:
    """Return the verbs of a game's Options message, such as `[PlayCard(...), Pass()]`. Raises NoStubs.

    Use it for events: `unpack_options(decision.events[0].chosen)`.
    """
    if not packed.type_url:
        return []
    message = unpack(packed)
    if "options" not in message.DESCRIPTOR.fields_by_name:
        raise NoStubs(f"a message {message.DESCRIPTOR.full_name} holds no options of a game")
    return [_verb(option) for option in message.options]


def _verb(option: Anything) -> Anything:
    kind = option.WhichOneof("verb")
    if kind is None:
        raise NoStubs(f"a verb of {option.DESCRIPTOR.full_name} is not known: upgrade lawspeaker-bot")
    return getattr(option, kind)


@cache
def _message_class(name: str) -> type[Message]:
    """Return the generated class of a full name such as `lawspeaker.northgard.v1.View`; import its package if needed.

    Stubs of other people's games are found by their entry points, or once the bot has imported them.
    """
    if name.startswith("lawspeaker."):
        _import_stubs(name.rpartition(".")[0])
    try:
        return GetMessageClass(Default().FindMessageTypeByName(name))
    except KeyError:
        raise NoStubs(f"no stubs for {name or 'an empty message'}: upgrade lawspeaker-bot, or import the game's "
                      "own *_pb2 module before run()") from None


def _import_stubs(package: str) -> None:
    try:
        found = import_module(package)
    except (ModuleNotFoundError, ValueError):  # the latter for a name that no file can have
        plugged_in(MESSAGES, package.split(".")[1])
        return
    for module in iter_modules(getattr(found, "__path__", [])):
        if module.name.endswith("_pb2"):
            import_module(f"{package}.{module.name}")
