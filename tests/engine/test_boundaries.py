"""The engine stays pure: it imports nothing that reads a clock, chance, the environment or the network."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import lawspeaker_engine

ENGINE = Path(lawspeaker_engine.__file__).parent
FORBIDDEN = {
    "asyncio", "datetime", "http", "io", "logging", "multiprocessing", "os", "platform", "queue", "random", "secrets",
    "select", "shutil", "signal", "socket", "ssl", "subprocess", "tempfile", "threading", "time", "urllib", "uuid",
}
MAY_READ_FILES_AT_LOAD = {"tomllib", "pathlib"}
NONDETERMINISTIC_CALLS = {"hash", "id", "open", "input", "float", "vars", "globals"}


Nodes = list[ast.AST]
LOOKED_AT = (ast.Import, ast.ImportFrom, ast.Call, ast.Constant, ast.BinOp, ast.AugAssign)


@pytest.fixture(scope="module")
def modules() -> list[tuple[Path, Nodes]]:
    """Every source file of the engine with its nodes of the kinds that are LOOKED_AT: to parse and walk all takes a
    second.
    """
    files = sorted(ENGINE.rglob("*.py"))
    assert files
    return [(file, [node for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
                    if isinstance(node, LOOKED_AT)]) for file in files]


def imported(nodes: Nodes) -> set[str]:
    """The full names of all imported modules."""
    names: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names.add(node.module or "")
    return names


def test_only_pure_parts_of_the_standard_library_are_imported(modules: list[tuple[Path, Nodes]]) -> None:
    """No third-party package, and none of the forbidden modules; the laws, which are no rules, draw by seeds."""
    for file, nodes in modules:
        for name in imported(nodes):
            top = name.split(".")[0]
            assert top == "lawspeaker_engine" or top in sys.stdlib_module_names, f"{file} imports {name}"
            drawn = name == "random" and ENGINE / "laws" in file.parents
            assert top not in FORBIDDEN or drawn, f"{file} imports {name}"


def test_nothing_depends_on_hashes_addresses_or_floats(modules: list[tuple[Path, Nodes]]) -> None:
    """Calls whose result may differ between runs, and floats, are not used."""
    for file, nodes in modules:
        for node in nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in NONDETERMINISTIC_CALLS, f"{file}:{node.lineno} calls {node.func.id}"
            if isinstance(node, ast.Constant):
                assert not isinstance(node.value, float), f"{file}:{node.lineno} has a float"
            if isinstance(node, ast.BinOp | ast.AugAssign):
                assert not isinstance(node.op, ast.Div) or _joins_a_path(node), f"{file}:{node.lineno} divides"


def _joins_a_path(node: ast.AST) -> bool:
    """`folder / "file"`, with which content is found when it is loaded."""
    if not isinstance(node, ast.BinOp):
        return False
    name = node.right.value if isinstance(node.right, ast.Constant) else None
    return isinstance(node.right, ast.JoinedStr) or isinstance(name, str)


def test_modules_do_not_import_each_other_in_a_circle(modules: list[tuple[Path, Nodes]]) -> None:
    """Data flows one way."""
    parts = [(file.relative_to(ENGINE).with_suffix("").parts, nodes) for file, nodes in modules]
    names = {".".join(("lawspeaker_engine", *path)).removesuffix(".__init__"): nodes for path, nodes in parts}
    graph = {}
    for name, nodes in names.items():
        targets = set(imported(nodes)) & names.keys()
        for node in nodes:
            if isinstance(node, ast.ImportFrom):
                targets |= {f"{node.module}.{alias.name}" for alias in node.names} & names.keys()
        graph[name] = targets - {name}
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        assert name not in path, f"circle: {' -> '.join((*path, name))}"
        if name not in done:
            for target in sorted(graph[name]):
                visit(target, (*path, name))
            done.add(name)

    for name in graph:
        visit(name, ())


def test_the_engine_knows_no_card_by_name(modules: list[tuple[Path, Nodes]]) -> None:
    """Cards are rows: no rule may ask which card it is."""
    from lawspeaker_engine.games.clansmen.buildings import BUILDINGS
    from lawspeaker_engine.games.clansmen.cards.tales import TALES
    from lawspeaker_engine.games.clansmen.phases.events import EVENTS
    from lawspeaker_engine.games.northgard.cards.resolving import CARDS
    from lawspeaker_engine.games.pax_viking.board import POSTS
    from lawspeaker_engine.games.pax_viking.rows import JARLS, TILES, VICTORIES

    tables = (CARDS, TALES, EVENTS, BUILDINGS, TILES, JARLS, POSTS, VICTORIES)
    ids = {row.id for rows in tables for row in rows if "_" in row.id or "-" in row.id}
    for file, nodes in modules:
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in ids, f"{file}:{node.lineno} names the card {node.value}"
