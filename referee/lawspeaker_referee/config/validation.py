"""Tables that people write, checked against msgspec types; an error is one line: where, what, and what would be right.

A table is a `Table`: its fields are the keys, their types say what a value may be, `Meta(description=...)` says it in
words where the type alone is not enough. `check` is the only place that turns an error of msgspec into ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, inspect

from lawspeaker_engine.model import BadSetup
from lawspeaker_engine.suggestions import did_you_mean

NAME_LENGTH: Final = 30
"""Characters; the names of six bots and the tournament's make the name of a record's file."""

Name = Annotated[str, Meta(
    pattern=rf"^[A-Za-z0-9][A-Za-z0-9._-]{{0,{NAME_LENGTH - 1}}}\Z",
    description=f"a name: 1 to {NAME_LENGTH} letters, digits, '.', '_' and '-', beginning with a letter or digit")]
"""A name that can be part of a file's name."""
Text = Annotated[str, Meta(pattern=r"\S")]
"""A text that is not empty."""

_PATH: Final = re.compile(r" - at `\$(.*)`$")
_STEP: Final = re.compile(r"\.([A-Za-z_]\w*)|\[(\d+)\]")
_T = TypeVar("_T")


class BadConfig(BadSetup):
    """A file or table that cannot be used; one line that says where it is wrong and what would be right."""


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all tables: keys that are not fields are refused."""


def whole(least: int, most: int) -> Any:
    """Return the type of a whole number in a range that is only known when the file is read."""
    return Annotated[int, Meta(ge=least, le=most)]


def one_of(choices: Sequence[str]) -> Any:
    """Return the type of one of some words, which an error lists in this order."""
    return Annotated[Literal[tuple(choices)], Meta(description=f"one of {', '.join(choices)}")]


def check(value: object, kind: type[_T], where: str, key: str = "") -> _T:
    """Return a value as `kind`, a `Table` or any type of msgspec.

    Args:
        value: what the file says: plain data of TOML or JSON.
        kind: the type that it must have; numbers and texts are never turned into each other.
        where: how an error begins, such as `cup.toml: format: `.
        key: what the value is called, unless it is a whole table.

    Raises:
        BadConfig: the first thing that is wrong.

    """
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        path = _PATH.search(str(error))
        raise BadConfig(where + _explanation(value, inspect.type_info(kind), key, path[1] if path else "")) from None


def check_keys(values: Iterable[str], known: Sequence[str], where: str) -> None:
    """Raise BadConfig for the first key that is not known, with the one that was probably meant."""
    for key in values:
        if key not in known:
            raise BadConfig(where + _unknown_key(key, known))


def check_distinct(names: Sequence[str], key: str, where: str) -> None:
    """Raise BadConfig if a list has a name twice."""
    for name in names:
        if names.count(name) > 1:
            raise BadConfig(f"{where}{key} has {name!r} twice; name it once")


def _unknown_key(key: str, known: Sequence[str]) -> str:
    return f"there is no {key!r}{did_you_mean(key, known)}; there are {', '.join(known)}"


def _explanation(value: Any, kind: inspect.Type, key: str, path: str) -> str:
    """Walk to the value that is wrong, and say what is wrong with it."""
    where = ""
    for field, index in _STEP.findall(path):
        kind = _bare(kind)
        if field and isinstance(kind, inspect.StructType):
            where += f"{key}: " if key else ""
            value, key = value[field], field
            kind = next(each.type for each in kind.fields if each.encode_name == field)
        elif index and isinstance(kind, inspect.ListType) and isinstance(value[int(index)], Mapping):
            value, kind = value[int(index)], kind.item_type
            key = f"{key} {value.get('name', int(index) + 1)}"
        else:
            break  # an item of a list of texts: the list is what is shown
    table = _bare(kind)
    if isinstance(table, inspect.StructType) and isinstance(value, Mapping):
        where += f"{key}: " if key else ""
        known = [field.encode_name for field in table.fields]
        unknown = next((each for each in value if each not in known), None)
        if unknown is not None:
            return where + _unknown_key(unknown, known)
        missing = next(field.encode_name for field in table.fields if field.required and field.encode_name not in value)
        return f"{where}{missing} is missing"
    if isinstance(table, inspect.ListType) and isinstance(_bare(table.item_type), inspect.StructType):
        return f"{where}{key} is no list of tables; each begins with [[{key}]]"
    hint = ""
    if isinstance(table, inspect.LiteralType) and isinstance(value, str):
        hint = did_you_mean(value, [str(each) for each in table.values])
    return f"{where}{key} is {value!r}{hint}; it is {_description(kind, key, value)}"


def _bare(kind: inspect.Type) -> inspect.Type:
    """Return a type without its description, and without None if it may be left out."""
    if isinstance(kind, inspect.Metadata):
        return _bare(kind.type)
    if isinstance(kind, inspect.UnionType):
        return next(_bare(each) for each in kind.types if not isinstance(each, inspect.NoneType))
    return kind


def _own_description(kind: inspect.Type) -> str:
    """Return the description that a type was given; empty without one."""
    given = kind.extra_json_schema if isinstance(kind, inspect.Metadata) else None
    return str((given or {}).get("description", ""))


def _description(kind: inspect.Type, key: str, value: object) -> str:
    """Return what a value of a type looks like, in words."""
    if isinstance(kind, inspect.UnionType):
        kind = next(each for each in kind.types if not isinstance(each, inspect.NoneType))
    if words := _own_description(kind):
        return words
    match _bare(kind):
        case inspect.IntType(ge=least, le=most):
            return f"a whole number from {least} to {most}" + (", without quotes" if isinstance(value, str) else "")
        case inspect.FloatType(ge=least, le=most):
            return f"a number from {least:g} to {most:g}" + (", without quotes" if isinstance(value, str) else "")
        case inspect.StrType():
            return "a text in quotes"
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType(values=values):
            return f"one of {', '.join(map(str, values))}"
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            words = _own_description(item)
            return 'a list of names, such as ["one", "two"]' + (f"; each is {words}" if words else "")
        case inspect.StructType() | inspect.DictType():
            return f"a table, [{key}]"
        case other:
            raise TypeError(f"{other} needs a description")
