"""Fails if modules import each other in a circle, or if the engine imports what it must not.

The engine may use the standard library only, and of that nothing that reads a clock, the environment, a network or a
generator of its own: a stored game must come out the same for ever.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = (ROOT / "engine", ROOT / "referee", ROOT / "clients/python/src")
GENERATED = ROOT / "clients/python/src/lawspeaker"
ENGINE = "lawspeaker_engine"
FORBIDDEN = {
    "asyncio", "concurrent", "datetime", "http", "locale", "multiprocessing", "os", "platform", "random", "secrets",
    "select", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "tempfile", "threading", "time", "urllib",
    "uuid",
}
"""Parts of the standard library that the engine does without."""


def main() -> int:
    """0 if all imports are as they should be, 1 and a line each if not."""
    modules = {name: path for source in SOURCES for name, path in modules_below(source)}
    imports = {name: set(imported(name, path, modules)) for name, path in modules.items()}
    wrong = [f"{modules[name].relative_to(ROOT)}:{line}: the engine may not import {what}"
             for name in modules if in_engine(name) for line, what in forbidden(modules[name])]
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        wrong.append("modules import each other in a circle: " + " -> ".join(reversed(error.args[1])))
    print("\n".join(wrong) or f"{len(modules)} modules, no circle, and the engine imports nothing it must not")
    return 1 if wrong else 0


def modules_below(source: Path) -> Iterator[tuple[str, Path]]:
    """Every module of a source root by its dotted name."""
    for path in sorted(source.rglob("*.py")):
        if GENERATED not in path.parents:
            parts = path.relative_to(source).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def imported(name: str, path: Path, modules: dict[str, Path]) -> Iterator[str]:
    """The modules of ours that a module imports, those for type checkers and inside functions included."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                raise SystemExit(f"{path.relative_to(ROOT)}:{node.lineno}: imports are written in full here")
            for alias in node.names:
                target = f"{node.module}.{alias.name}"
                found = target if target in modules else node.module
                if found in modules and found != name:
                    yield str(found)


def in_engine(name: str) -> bool:
    """Whether a module belongs to the engine."""
    return name.partition(".")[0] == ENGINE


def forbidden(path: Path) -> Iterator[tuple[int, str]]:
    """Imports an engine module must not have, with their lines."""
    for node in ast.walk(ast.parse(path.read_text())):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        for name in names:
            top = name.split(".")[0]
            if top != ENGINE and (top not in sys.stdlib_module_names or top in FORBIDDEN):
                yield node.lineno, name


if __name__ == "__main__":
    sys.exit(main())
