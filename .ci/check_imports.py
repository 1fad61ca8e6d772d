"""Fails if modules or folders import each other in a circle, or a package imports one that it must stand without."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = (ROOT / "engine", ROOT / "referee", ROOT / "clients/python/src")
MAY_IMPORT = {
    "lawspeaker_engine": set[str](),
    "lawspeaker_bot": set[str](),
    "lawspeaker_referee": {"lawspeaker_engine", "lawspeaker_bot"},
}
"""Packages -> other packages of ours that they may import; generated stubs stand below all."""


def main() -> int:
    """0 if all imports are as they should be, 1 and a line each if not."""
    modules = {name: path for source in SOURCES for name, path in modules_below(source)}
    imports = {name: set(imported(name, path, modules)) for name, path in modules.items()}
    wrong = [f"{name} imports {other}, which {package_of(name)} must stand without"
             for name in sorted(imports) for other in sorted(imports[name])
             if package_of(other) not in MAY_IMPORT[package_of(name)] | {package_of(name)}]
    for what, arrows in (("modules", imports), ("folders", between_folders(imports))):
        try:
            TopologicalSorter(arrows).prepare()
        except CycleError as error:
            wrong.append(f"{what} import each other in a circle: " + " -> ".join(reversed(error.args[1])))
    print("\n".join(wrong) or f"{len(modules)} modules import each other in no circle, nor do the referee's folders")
    return 1 if wrong else 0


def between_folders(imports: dict[str, set[str]]) -> dict[str, set[str]]:
    """The same between the folders, and single modules, at the top of the referee."""
    def place(module: str) -> str:
        return ".".join(module.split(".")[:2])

    found: dict[str, set[str]] = {}
    for name, others in imports.items():
        if name.startswith("lawspeaker_referee."):
            found.setdefault(place(name), set()).update(
                place(other) for other in others
                if other.startswith("lawspeaker_referee.") and place(other) != place(name))
    return found


def modules_below(source: Path) -> Iterator[tuple[str, Path]]:
    """Every module of a source root by its dotted name, generated ones left out."""
    for path in sorted(source.rglob("*.py")):
        parts = path.relative_to(source).with_suffix("").parts
        if parts[0] in MAY_IMPORT:
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def imported(name: str, path: Path, modules: dict[str, Path]) -> Iterator[str]:
    """The modules of ours that a module imports, inside functions and for type checkers included."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                raise SystemExit(f"{path.relative_to(ROOT)}:{node.lineno}: imports are written in full here")
            for alias in node.names:
                target = f"{node.module}.{alias.name}"
                found = target if target in modules else str(node.module)
                if found in modules and found != name:
                    yield found


def package_of(module: str) -> str:
    """The top of a dotted name."""
    return module.partition(".")[0]


if __name__ == "__main__":
    sys.exit(main())
