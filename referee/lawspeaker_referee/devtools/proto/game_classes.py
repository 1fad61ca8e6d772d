"""The classes of a game that become messages and enums, and their fields as the encoder reads them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, is_dataclass
from enum import IntEnum
from typing import Any, Final, NamedTuple, TypeVar

from google.protobuf.descriptor_pb2 import FieldDescriptorProto

from lawspeaker_engine import shape
from lawspeaker_engine.game import Game
from lawspeaker_referee.codec.encoder import WireMismatch, message_field

NEW_TYPES: Final = {
    bool: FieldDescriptorProto.TYPE_BOOL, str: FieldDescriptorProto.TYPE_STRING,
    bytes: FieldDescriptorProto.TYPE_BYTES,
    # It holds what an int mostly is, and may become uint32 later, which no reader notices; sint32 may not.
    int: FieldDescriptorProto.TYPE_INT32,
}
"""The types of new fields; one that the file has keeps its type, if the encoder can write the class's values as it."""

_Kind = TypeVar("_Kind", bound=type)


class Field(NamedTuple):
    """A field as a class has it."""

    name: str
    element: type
    repeated: bool
    optional: bool


def fields_of(kind: type) -> Iterator[Field]:
    """Yield the fields of a dataclass. Raises WireMismatch for one that no message can hold."""
    try:
        known = shape.fields_of(kind)
    except NameError as error:
        raise WireMismatch(f"the annotations of {kind.__qualname__} cannot be read: {error}") from None
    for name, each in known.items():
        where = f"{kind.__qualname__}.{name}"
        element, repeated, optional = message_field(each, where)
        if element not in NEW_TYPES and not is_dataclass(element) and not issubclass(element, IntEnum):
            raise WireMismatch(f"{where} is {element.__name__}, which no message can hold; use int, bool, str, bytes, "
                               "an IntEnum, a dataclass or a tuple of one of these")
        yield Field(name, element, repeated, optional)


class GameClasses(NamedTuple):
    """By name, in the order of a new file: options, the view with its parts, the catalogue with its parts; enums."""

    messages: dict[str, type]
    enums: dict[str, type[IntEnum]]


def game_classes(game: Game[Any]) -> GameClasses:
    """Return the classes of a game that become messages and enums. Raises WireMismatch."""
    found = _Classes()
    for kind in game.option_types:
        found.visit(kind)
    for kind, name in ((game.view_type, "View"), (type(game.catalogue), "Catalogue")):
        if kind.__name__ != name:
            raise WireMismatch(f"the class {kind.__qualname__} of {game.name} must be called {name}, as its message is")
        found.visit(kind)
    for enum in game.enums:
        found.add(found.enums, enum)
    return GameClasses(found.messages, found.enums)


@dataclass
class _Classes:
    messages: dict[str, type] = field(default_factory=dict)
    enums: dict[str, type[IntEnum]] = field(default_factory=dict)

    def visit(self, kind: type, *within: type) -> None:
        """Add a dataclass and what it holds, which is `within` those. Raises WireMismatch."""
        if not is_dataclass(kind):
            raise WireMismatch(f"{kind.__qualname__} is not a dataclass, so it cannot become a message")
        if kind in within:
            path = " -> ".join(each.__qualname__ for each in (*within, kind))
            raise WireMismatch(f"{kind.__qualname__} holds itself ({path}); write what it holds as numbers of a list")
        if self.add(self.messages, kind):
            for each in fields_of(kind):
                if issubclass(each.element, IntEnum):
                    self.add(self.enums, each.element)
                elif each.element not in NEW_TYPES:
                    self.visit(each.element, *within, kind)

    def add(self, found: dict[str, _Kind], kind: _Kind) -> bool:
        """Add a class by its name; return False if it is there. Raises WireMismatch for two classes of one name."""
        for other in (self.messages.get(kind.__name__), self.enums.get(kind.__name__)):
            if other is kind:
                return False
            if other is not None:
                raise WireMismatch(f"two classes are called {kind.__name__}, in {other.__module__} and in "
                                   f"{kind.__module__}; a file has one message of a name")
        found[kind.__name__] = kind
        return True
