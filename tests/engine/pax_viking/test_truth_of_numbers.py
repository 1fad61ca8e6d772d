"""No number of a tile, POST, seat or the like is used as a truth value: 0 is one of them.

`any(playable(...))` over numbers of tiles left out tile 0. A test by positions would need number 0 in each place; this
one reads the source instead.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from lawspeaker_engine.games import pax_viking
from lawspeaker_engine.games.pax_viking.options import OPTION_TYPES

FOLDER = Path(pax_viking.__file__).parent
FILES = sorted(FOLDER.rglob("*.py"))

NUMBERS = frozenset({
    "tile", "post", "node", "seat", "longship", "space", "region", "card", "jarl", "type", "kind", "rival", "partner",
    "owner", "follower", "wind", "number", "home", "gate", "giver", "receiver", "victim", "other", "speaker", "winner",
    "first", "event", "counts_as", "stepper", "to", "index", "place", "old",
})
"""Names of variables and fields that hold a number which may be 0; of a list of such, the name is one in the plural."""


def conditions(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield each expression that is used as a truth value."""
    for each in ast.walk(tree):
        match each:
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) | ast.Assert(test=test):
                yield test
            case ast.BoolOp(values=values):
                yield from values[:-1]
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield operand
            case ast.comprehension(ifs=ifs):
                yield from ifs
            case ast.Call(func=ast.Name(id="bool"), args=[argument]):
                yield argument
            case ast.Call(func=ast.Name(id="any" | "all"), args=[argument]):
                yield argument.elt if isinstance(argument, ast.GeneratorExp | ast.ListComp) else argument
            case ast.Call(func=ast.Name(id="filter"), args=[ast.Constant(value=None), argument]):
                yield argument


def operands(condition: ast.expr) -> Iterator[ast.expr]:
    """Yield the last operands of a condition, of which it is true or not; `conditions` has the others."""
    while isinstance(condition, ast.BoolOp):
        condition = condition.values[-1]
    yield condition


def name_of(expression: ast.expr) -> str:
    """Return the name that says what an expression is: of a variable or field, of what a list holds."""
    match expression:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=value):
            return name_of(value).removesuffix("s")
        case ast.NamedExpr(target=target):
            return name_of(target)
    return ""


def faults(source: str) -> list[str]:
    """Return where a number, or each of many values of which nobody knows whether they are numbers, is a condition."""
    tree = ast.parse(source)
    found = [
        f"line {each.lineno}: {ast.unparse(each)}"
        for condition in conditions(tree) for each in operands(condition) if name_of(each) in NUMBERS
    ]
    for each in ast.walk(tree):
        # What any() and all() go over must be conditions, written where one can see that.
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id in {"any", "all"}:
            [argument] = each.args
            if not isinstance(argument, ast.GeneratorExp | ast.ListComp):
                found.append(f"line {each.lineno}: {ast.unparse(each)}")
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(FOLDER)))
def test_no_number_of_a_thing_is_a_truth_value(file):
    assert faults(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("line", [
    "any(playable(state, seat))", "any(tile for tile in hand)", "if option.tile: pass", "x = post or 3",
    "x = [tile for tile in track if tile]", "while not seat: pass", "bool(state.owners[post])", "filter(None, tile)",
    "x = 1 if (space := f()) else 2", "all(hand)",
    "if hand and post: pass", "x = seat and 3",
])
def test_each_way_to_make_the_fault_is_found(line):
    assert len(faults(line)) >= 1


@pytest.mark.parametrize("line", ["any(tile >= 0 for tile in hand)", "if hand: pass", "if not chosen: pass"])
def test_a_comparison_or_a_list_is_none(line):
    assert faults(line) == []


def test_every_number_of_an_option_is_among_the_names():
    """But amounts, of which 0 is none, and those that say yes or no."""
    named = {field.name for option in OPTION_TYPES for field in fields(option)}
    assert named - NUMBERS == {"amount", "yes"}
