"""The numbers of fields and enum values: those of the file stay, new fields get the next, those removed are reserved.

`buf breaking` holds whatever the classes do, or they are refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from google.protobuf.descriptor_pb2 import DescriptorProto, EnumDescriptorProto, FieldDescriptorProto

from lawspeaker_referee.codec.encoder import WireMismatch

_MOST: Final = (1 << 29) - 1
"""The highest number that a field can have."""


def number_fields(former: DescriptorProto, wanted: Sequence[FieldDescriptorProto]) -> DescriptorProto:
    """Return the message with the wanted fields, numbered on from its former one, which is empty for a new message.

    A field that the file has keeps its number, its type and its options. Raises WireMismatch.
    """
    known = {field.name: field for field in former.field}
    _refuse_reserved(former.name, former.reserved_name, [field.name for field in wanted if field.name not in known])
    message = DescriptorProto(name=former.name, reserved_range=former.reserved_range,
                              reserved_name=former.reserved_name)
    if former.HasField("options"):
        message.options.CopyFrom(former.options)
    names = [field.name for field in wanted]
    for name in sorted(known.keys() - set(names), key=lambda name: known[name].number):
        message.reserved_range.add(start=known[name].number, end=known[name].number + 1)
        message.reserved_name.append(name)
    last = max([0, *(field.number for field in former.field), *(each.end - 1 for each in former.reserved_range)])
    numbered: dict[str, FieldDescriptorProto] = {}
    for field in wanted:
        if field.name not in known:
            last += 1
            if last > _MOST:
                raise WireMismatch(f"no number is left for {former.name}.{field.name}: the file reserves the last one")
        numbered[field.name] = _kept(known[field.name], field) if field.name in known else field
        numbered[field.name].number = known[field.name].number if field.name in known else last
    message.field.extend(numbered[name] for name in in_order([field.name for field in former.field], names))
    return message


def _kept(known: FieldDescriptorProto, wanted: FieldDescriptorProto) -> FieldDescriptorProto:
    """Return the field of the file; whether it may be absent is for the class to say, for no bytes depend on it."""
    kept = FieldDescriptorProto()
    kept.CopyFrom(known)
    kept.ClearField("oneof_index")
    kept.ClearField("proto3_optional")
    if wanted.HasField("oneof_index"):
        kept.oneof_index = wanted.oneof_index
    if wanted.proto3_optional:
        kept.proto3_optional = True
    return kept


def number_values(former: EnumDescriptorProto, wanted: Mapping[str, int]) -> EnumDescriptorProto:
    """Return the enum with the wanted values, whose numbers are those of the class. Raises WireMismatch."""
    names, numbers = ({value.name: value.number for value in former.value},
                      {value.number: value.name for value in former.value})
    _refuse_reserved(former.name, former.reserved_name, [name for name in wanted if name not in names])
    free = max([*numbers, *wanted.values(), *(each.end for each in former.reserved_range)], default=0) + 1
    for name, number in wanted.items():
        if names.get(name, number) != number:
            raise WireMismatch(f"{former.name}: {name} is {number} in the class and {names[name]} in the file; "
                               f"a value keeps its number, so leave {names[name]} to it")
        if numbers.get(number, name) != name:
            raise WireMismatch(f"{former.name}: {number} is {name} in the class and {numbers[number]} in the file; "
                               f"a renamed value is a new one, so give it a number of its own: {free} is free")
        if any(each.start <= number <= each.end for each in former.reserved_range):
            raise WireMismatch(f"{former.name}: {name} has the number {number}, which the file reserves for a value "
                               f"that was removed; {free} is free")
    enum = EnumDescriptorProto(name=former.name, reserved_range=former.reserved_range,
                               reserved_name=former.reserved_name)
    if former.HasField("options"):
        enum.options.CopyFrom(former.options)
    for name in sorted(names.keys() - wanted.keys(), key=names.__getitem__):
        enum.reserved_range.add(start=names[name], end=names[name])
        enum.reserved_name.append(name)
    # proto3 wants the value 0 first.
    for name in sorted(in_order(list(names), list(wanted)), key=lambda name: wanted[name] != 0):
        enum.value.add(name=name, number=wanted[name])
    return enum


def in_order(former: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """Return the wanted names: those of the file in its order, and each new one behind its neighbour in the classes.

    So a change of the classes moves nothing that is there.
    """
    order = [name for name in former if name in wanted]
    for at, name in enumerate(wanted):
        if name not in order:
            order.insert(order.index(wanted[at - 1]) + 1 if at else 0, name)
    return order


def _refuse_reserved(owner: str, reserved: Sequence[str], names: Sequence[str]) -> None:
    for name in names:
        if name in reserved:
            raise WireMismatch(f"{owner}.{name} was removed once, so the file reserves its name: whoever reads older "
                               "JSON would take the one for the other. Give it another name")
