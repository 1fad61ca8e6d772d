"""A .proto file as text, from descriptors and comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any, Final

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.descriptor_pb2 import DescriptorProto, EnumDescriptorProto, FieldDescriptorProto
from google.protobuf.message import Message

from lawspeaker_referee.devtools.proto.game_file import OPTION, VERB, GameFile

_WIDTH: Final = 120
_MOST: Final = {DescriptorProto: (1 << 29) - 1, EnumDescriptorProto: (1 << 31) - 1}
"""The highest numbers there are, which `reserved` calls max."""


def proto_text(made: GameFile) -> str:
    """Return the text of a .proto file."""
    file = made.file
    game = file.package.split(".")[1]
    lines = [
        *_comment(f"Written by `lawspeaker proto {game}` from the game's classes, whose docstrings are these comments. "
                  "Only numbers, the kinds of integers, and options are kept from here.", ""),
        'syntax = "proto3";', "", *_comment(made.title, ""), f"package {file.package};"]
    if options := _options(file.options):
        lines += ["", *(f"option {option};" for option in options)]
    for message in file.message_type:
        lines += ["", *_comment(made.comments.get(message.name, ""), ""), *_message(message, made.comments)]
    for enum in file.enum_type:
        lines += ["", *_comment(made.comments.get(enum.name, ""), ""), *_enum(enum, made.comments)]
    return "\n".join(lines) + "\n"


def _message(message: DescriptorProto, comments: dict[str, str]) -> Iterator[str]:
    body = [f"option {option};" for option in _options(message.options)]
    body += _reserved(message, [(each.start, each.end - 1) for each in message.reserved_range])
    within = "  " if message.name == OPTION else ""
    if within:
        body += [*_comment(comments[f"{OPTION}.{VERB}"], "  "), f"oneof {VERB} {{"]
    for field in message.field:
        body += _comment(comments.get(f"{message.name}.{field.name}", ""), f"  {within}")
        body.append(f"{within}{_field(field)}")
    if within:
        body.append("}")
    yield from _block(f"message {message.name}", body)


def _enum(enum: EnumDescriptorProto, comments: dict[str, str]) -> Iterator[str]:
    body = [f"option {option};" for option in _options(enum.options)]
    body += _reserved(enum, [(each.start, each.end) for each in enum.reserved_range])
    for value in enum.value:
        body += _comment(comments.get(f"{enum.name}.{value.name}", ""), "  ")
        body.append(f"{value.name} = {value.number};")
    yield from _block(f"enum {enum.name}", body)


def _block(head: str, body: Sequence[str]) -> Iterator[str]:
    if not body:
        yield f"{head} {{}}"
        return
    yield f"{head} {{"
    yield from (f"  {line}" for line in body)
    yield "}"


def _field(field: FieldDescriptorProto) -> str:
    many = field.label == FieldDescriptorProto.LABEL_REPEATED
    label = "repeated " if many else "optional " if field.proto3_optional else ""
    plain = FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower()
    kind = field.type_name.rpartition(".")[2] or plain
    options = _options(field.options)
    if field.json_name not in {"", _json_name(field.name)}:
        options.append(f'json_name = "{field.json_name}"')
    more = f" [{', '.join(options)}]" if options else ""
    return f"{label}{kind} {field.name} = {field.number}{more};"


def _json_name(name: str) -> str:
    """Return the name that JSON has for a field if nothing else is said."""
    first, *rest = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


def _reserved(owner: DescriptorProto | EnumDescriptorProto, ranges: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Yield the lines of what is reserved, given the ranges with their last numbers."""
    most = _MOST[type(owner)]
    spans = [str(first) if first == last else f"{first} to {'max' if last >= most else last}"
             for first, last in sorted(ranges)]
    if spans:
        yield f"reserved {', '.join(spans)};"
    if owner.reserved_name:
        yield "reserved " + ", ".join(f'"{name}"' for name in owner.reserved_name) + ";"


def _options(options: Message) -> list[str]:
    """Return the options that are set, as `name = value`."""
    return [f"{field.name} = {_literal(field, value)}" for field, value in options.ListFields()]


def _literal(field: FieldDescriptor, value: Any) -> str:
    if field.enum_type is not None:
        return str(field.enum_type.values_by_number[value].name)
    if isinstance(value, bool):
        return str(value).lower()
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"' if isinstance(value, str) else str(value)


def _comment(words: str, indent: str) -> Iterator[str]:
    """Yield a text as lines of a comment; a paragraph that has lists or columns in it keeps its lines.

    They are indented by what `_block` does not add, and `indent` is all that stands before them.
    """
    before = indent.removeprefix("  ")
    for number, paragraph in enumerate(filter(None, words.split("\n\n"))):
        if number:
            yield f"{before}//"
        lines = paragraph.splitlines()
        if any(line.startswith((" ", "- ")) for line in lines):
            yield from (f"{before}// {line}" for line in lines)
        else:
            yield from (f"{before}// {line}" for line in wrap(
                paragraph, _WIDTH - len(indent) - len("// "), break_long_words=False, break_on_hyphens=False))
