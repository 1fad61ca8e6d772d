"""docs/api.md names what is public in Python, as the modules do; no page or example imports anything else of ours."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from inspect import getdoc, isclass, isfunction
from pathlib import Path

import pytest

from tests.docs.page import ROOT

ROW = re.compile(r"^\| `([a-z_.]+)` \| [^|]+ \| (.+) \|$", re.MULTILINE)
PUBLIC = {module: re.findall(r"`(\w+)`", names) for module, names in ROW.findall((ROOT / "docs/api.md").read_text())}
ELSEWHERE = {"lawspeaker_referee.devtools.inspect_tasks": "inspect_ai",
             "lawspeaker_referee.devtools.textarena_games": "textarena"}
"""Modules that need a package which is not installed here; tests/referee/devtools/evaluators tests them."""
HERE = [module for module in PUBLIC if module not in ELSEWHERE]
OURS = ("lawspeaker_bot", "lawspeaker_bots", "lawspeaker_engine", "lawspeaker_referee")
PAGES = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *ROOT.glob("*/README.md"),
         ROOT / "clients/python/README.md"]
PROGRAMS = [*(ROOT / "docs/examples").rglob("*.py"),
            *(ROOT / "referee/lawspeaker_referee/devtools/starters/python").rglob("*.py.template")]


@pytest.mark.parametrize("module", HERE)
def test_a_module_and_the_page_name_the_same(module):
    assert import_module(module).__all__ == PUBLIC[module]


@pytest.mark.parametrize("module", HERE)
def test_classes_and_functions_that_are_public_say_what_they_are(module):
    holder = import_module(module)
    things = {name: getattr(holder, name) for name in PUBLIC[module]}
    assert [name for name, each in things.items() if (isclass(each) or isfunction(each)) and not getdoc(each)] == []


def imports(code: str) -> Iterator[tuple[str, str]]:
    """Yield module and name of each import of ours; the name is empty for a whole module."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in OURS:
            yield from ((node.module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names if alias.name.split(".")[0] in OURS)


def code_of(path: Path) -> Iterator[str]:
    """Yield the Python of a page's blocks, or a program."""
    if path.suffix != ".md":
        yield re.sub(r"\{\{\w+\}\}", "x", path.read_text())
        return
    for block in re.findall(r"```py(?:thon)?\n(.*?)```", path.read_text(), re.DOTALL):
        yield "\n".join(line.removeprefix(">>> ").removeprefix("... ") for line in block.split("\n"))


def test_pages_and_examples_import_what_is_public():
    found = {(module, name) for path in (*PAGES, *PROGRAMS) for code in code_of(path) for module, name in imports(code)}
    assert len(found) > 20
    private = sorted((module, name) for module, name in found
                     if (name or module not in PUBLIC) and name not in PUBLIC.get(module, ())
                     and f"{module}.{name}" not in PUBLIC)
    assert private == []
