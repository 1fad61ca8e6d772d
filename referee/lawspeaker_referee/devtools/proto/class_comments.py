"""The comments in the source about a class: its docstring, and the strings below its fields or members."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from inspect import cleandoc
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple


class ClassComments(NamedTuple):
    """The words about a class; those about a member by its name. What has none is empty, or absent."""

    whole: str
    members: dict[str, str]


def comments_of(kind: type) -> ClassComments:
    """Return the words about a class, and about the fields that it inherits; nothing if it has no source."""
    members: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        members |= dict(_below_members(each))
    own = _definition(kind)
    # Not `kind.__doc__`: a dataclass without a docstring gets one that repeats its fields.
    return ClassComments("" if own is None else ast.get_docstring(own) or "", members)


def _below_members(kind: type) -> Iterator[tuple[str, str]]:
    definition = _definition(kind)
    for member, below in pairwise(() if definition is None else definition.body):
        target = member.target if isinstance(member, ast.AnnAssign) else (
            member.targets[0] if isinstance(member, ast.Assign) else None)
        if isinstance(target, ast.Name) and isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            words = below.value.value
            if isinstance(words, str):
                yield target.id, cleandoc(words)


def _definition(kind: type) -> ast.ClassDef | None:
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    if file is None or not Path(file).is_file():
        return None
    return _definitions(file).get(kind.__qualname__)


@cache
def _definitions(file: str) -> dict[str, ast.ClassDef]:
    return dict(_named(ast.parse(Path(file).read_bytes()), ""))


def _named(node: ast.AST, within: str) -> Iterator[tuple[str, ast.ClassDef]]:
    """Yield every class below a node by its `__qualname__`."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield f"{within}{child.name}", child
            yield from _named(child, f"{within}{child.name}.")
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _named(child, f"{within}{child.name}.<locals>.")
        else:
            yield from _named(child, within)
