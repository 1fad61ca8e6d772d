"""The differences between two .proto files of a game, in words."""

from __future__ import annotations

from collections.abc import Iterator

from google.protobuf.descriptor_pb2 import FileDescriptorProto


def changes(former: FileDescriptorProto, file: FileDescriptorProto) -> Iterator[str]:
    """Yield a line for each message, enum, field or value that is new or gone."""
    before, after = _numbers(former), _numbers(file)
    for name in sorted(after.keys() - before.keys()):
        owner, _, member = name.partition(".")
        if not member:
            yield f"new: {name}"
        elif owner in before:
            yield f"new: {name} = {after[name]}"
    for name in sorted(before.keys() - after.keys()):
        owner, _, member = name.partition(".")
        if not member:
            yield f"gone: {name}"
        elif owner in after:
            yield f"reserved: {name} = {before[name]}"


def _numbers(file: FileDescriptorProto) -> dict[str, int]:
    """Return the numbers of fields and values, and 0 for what has them."""
    found: dict[str, int] = {}
    for message in file.message_type:
        found |= {message.name: 0, **{f"{message.name}.{each.name}": each.number for each in message.field}}
    for enum in file.enum_type:
        found |= {enum.name: 0, **{f"{enum.name}.{each.name}": each.number for each in enum.value}}
    return found
