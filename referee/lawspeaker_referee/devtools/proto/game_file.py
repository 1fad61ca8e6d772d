"""The .proto file of a game as descriptors, made from its classes, and its comments, which are their docstrings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
)
from google.protobuf.descriptor_pool import DescriptorPool

from lawspeaker_engine.game import Game
from lawspeaker_referee.codec.encoder import WireMismatch, compile_encoder
from lawspeaker_referee.codec.game_codec import package_of, snake_case
from lawspeaker_referee.devtools.proto.class_comments import comments_of
from lawspeaker_referee.devtools.proto.game_classes import NEW_TYPES, Field, fields_of, game_classes
from lawspeaker_referee.devtools.proto.numbering import in_order, number_fields, number_values

OPTIONS, OPTION, VERB, UNSPECIFIED = "Options", "Option", "verb", "UNSPECIFIED"
_WORDS: Final = {
    OPTIONS: "What can be taken, in the order of the indices.",
    f"{OPTIONS}.options": "One for each index that picks name, from 0.",
    OPTION: "One option: a verb with its values.",
    f"{OPTION}.{VERB}": "The verb.",
}


@dataclass(frozen=True, slots=True)
class GameFile:
    """A .proto file of a game, and the comments of its parts by name, such as `View` and `View.seat`."""

    file: FileDescriptorProto
    title: str
    """The comment of the package."""
    comments: dict[str, str]


def game_file(game: Game[Any], former: FileDescriptorProto | None = None) -> GameFile:
    """Return the file of a game's messages; numbers go on from those of its former file.

    Raises WireMismatch if a class holds what no message can, or if the former file cannot become the new one without
    another meaning of what was written by it.
    """
    package = package_of(game)
    if former is None:
        former = FileDescriptorProto(package=package, name=f"{game.messages or game.name}.proto")
    _check_former(former, package)
    file = FileDescriptorProto(name=former.name, package=package, syntax="proto3")
    if former.HasField("options"):
        file.options.CopyFrom(former.options)
    messages, enums = game_classes(game)
    if taken := {OPTIONS, OPTION} & {*messages, *enums}:
        raise WireMismatch(f"a class of {game.name} is called {min(taken)}, which another part of the file is called")
    known = {message.name: message for message in former.message_type}
    for name in in_order(list(known), [OPTIONS, OPTION, *messages]):
        file.message_type.append(number_fields(known.get(name, DescriptorProto(name=name)),
                                               list(_wanted(name, messages, game.option_types, package))))
        _name_absent(file.message_type[-1])
    known_enums = {enum.name: enum for enum in former.enum_type}
    for name in in_order(list(known_enums), list(enums)):
        file.enum_type.append(number_values(known_enums.get(name, EnumDescriptorProto(name=name)),
                                            _values(enums[name])))
    _check_encoders(file, messages)
    title = f"Games of {game.messages}" if game.messages else game.title
    return GameFile(file, f"{title}: what a seat sees and what it may choose.",
                    dict(_comments(messages, enums, game.option_types)))


def _check_former(former: FileDescriptorProto, package: str) -> None:
    if former.package != package:
        raise WireMismatch(f"{former.name} has the package {former.package or '(none)'}; this game has {package}")
    if former.service or former.extension or former.syntax not in {"", "proto3"}:
        raise WireMismatch(f"{former.name} must be in proto3, with nothing in it but messages and enums")
    for message in former.message_type:
        oneofs = {field.oneof_index for field in message.field
                  if field.HasField("oneof_index") and not field.proto3_optional}
        if message.nested_type or message.enum_type or (oneofs and message.name != OPTION):
            raise WireMismatch(f"{former.name}: {message.name} has a message, an enum or a oneof inside, which no "
                               "class has; put it outside")


def _wanted(
    name: str, messages: dict[str, type], verbs: Sequence[type], package: str,
) -> Iterator[FieldDescriptorProto]:
    """Yield the fields of a message as its class has them, without numbers."""
    if name == OPTIONS:
        yield _proto(Field("options", type(OPTION, (), {}), repeated=True, optional=False), package)
    elif name == OPTION:
        for kind in verbs:
            field = _proto(Field(snake_case(kind.__name__), kind, repeated=False, optional=False), package)
            field.oneof_index = 0
            yield field
    else:
        yield from (_proto(field, package) for field in fields_of(messages[name]))


def _proto(field: Field, package: str) -> FieldDescriptorProto:
    many = FieldDescriptorProto.LABEL_REPEATED if field.repeated else FieldDescriptorProto.LABEL_OPTIONAL
    proto = FieldDescriptorProto(name=field.name, label=many)
    if field.element in NEW_TYPES:
        proto.type = NEW_TYPES[field.element]
    else:
        enum = issubclass(field.element, IntEnum)
        proto.type = FieldDescriptorProto.TYPE_ENUM if enum else FieldDescriptorProto.TYPE_MESSAGE
        proto.type_name = f".{package}.{field.element.__name__}"
    if field.optional and proto.type != FieldDescriptorProto.TYPE_MESSAGE:  # a message may be absent anyway
        proto.proto3_optional = True
    return proto


def _name_absent(message: DescriptorProto) -> None:
    """Add the oneofs that descriptors have: the verb, and one for each `optional` field, behind all others."""
    if message.name == OPTION:
        message.oneof_decl.add(name=VERB)
    for field in message.field:
        if field.proto3_optional:
            field.oneof_index = len(message.oneof_decl)
            message.oneof_decl.add(name=f"_{field.name}")


def _prefix(enum: str) -> str:
    return f"{snake_case(enum).upper()}_"


def _values(enum: type[IntEnum]) -> dict[str, int]:
    """Return the values of an enum by their names in the file; proto3 wants one with the number 0."""
    prefix = _prefix(enum.__name__)
    for name, member in enum.__members__.items():
        if name != member.name:
            raise WireMismatch(f"{enum.__qualname__}.{name} is another name of {member.name}; a number has one name")
    values = {f"{prefix}{member.name}": int(member) for member in enum}
    return values if 0 in values.values() else {f"{prefix}{UNSPECIFIED}": 0, **values}


def _check_encoders(file: FileDescriptorProto, messages: dict[str, type]) -> None:
    """Refuse what the referee would refuse once stubs are made of the file. Raises WireMismatch."""
    pool = DescriptorPool()
    try:
        pool.AddSerializedFile(file.SerializeToString())
    except TypeError as error:
        raise WireMismatch(f"{file.name} would not be a .proto file: {error}") from None
    for name, kind in messages.items():
        try:
            compile_encoder(kind, pool.FindMessageTypeByName(f"{file.package}.{name}"))
        except WireMismatch as error:
            raise WireMismatch(f"{error}; a field of the file keeps its number and its type, so give that of the class "
                               "another name") from None


def _comments(
    messages: dict[str, type], enums: dict[str, type[IntEnum]], verbs: Sequence[type],
) -> Iterator[tuple[str, str]]:
    """Yield the comments by the names of the parts."""
    yield from _WORDS.items()
    for kind in verbs:
        yield f"{OPTION}.{snake_case(kind.__name__)}", first_sentence(comments_of(kind).whole)
    for enum in enums:
        yield f"{enum}.{_prefix(enum)}{UNSPECIFIED}", "Never used."
    for name, each in (*messages.items(), *enums.items()):
        words = comments_of(each)
        yield name, words.whole
        prefix = _prefix(name) if name in enums else ""
        yield from ((f"{name}.{prefix}{member}", text) for member, text in words.members.items())


def first_sentence(words: str) -> str:
    """Return a text up to its first full stop that a capital letter follows, or the end of a paragraph does."""
    return re.split(r"(?<=\.)\s+(?=[A-Z])|\n\n", words, maxsplit=1)[0]
