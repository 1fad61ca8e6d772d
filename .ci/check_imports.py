"""Fails if modules import each other in a circle, or one imports what its package, layer or game must stand without."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = (ROOT / "engine", ROOT / "bots", ROOT / "referee", ROOT / "clients/python/src")
REFEREE = "lawspeaker_referee"
MAY_IMPORT = {
    "lawspeaker_engine": set[str](),
    "lawspeaker_version": set[str](),
    "lawspeaker_bot": {"lawspeaker_version"},
    "lawspeaker_bots": {"lawspeaker_engine", "lawspeaker_bot"},
    REFEREE: {"lawspeaker_engine", "lawspeaker_bot", "lawspeaker_bots", "lawspeaker_version"},
}
"""Packages -> other packages of ours that they may import. Generated stubs stand below all."""
LAYERS = ("hostile", "config", "codec", "match", "record", "viewer", "web", "server", "host", "competition", "devtools",
          "cli")
"""The folders at the top of the referee. Each may import only those before it; CONTRIBUTING.md draws them."""
COMMON = ("version", "open_files", "stderr", "logs", "event_loop", "garbage")
"""Single modules at the top of the referee that every layer may import; they import no layer."""
ENTRY = "__main__"
GAMES = "lawspeaker_engine.games"
ROOT_OF_GAME = ("game", "composition")
"""The files of a game that know its modules; every other file outside its folder `modules` must do without them."""


def main() -> int:
    """Return 0 if all imports are as they should be; print a line for each wrong one and return 1 if not."""
    modules = {name: path for source in SOURCES for name, path in modules_below(source)}
    imports = {name: set(imported(name, path, modules)) for name, path in modules.items()}
    wrong = [f"{name} imports {other}, which {package_of(name)} must stand without"
             for name in sorted(imports) for other in sorted(imports[name])
             if package_of(other) not in MAY_IMPORT[package_of(name)] | {package_of(name)}]
    wrong += against_the_order(imports)
    wrong += up_to_modules(imports)
    wrong += without_description(modules)
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        wrong.append("modules import each other in a circle: " + " -> ".join(reversed(error.args[1])))
    print("\n".join(wrong) or f"{len(modules)} modules: no circle, and the referee's layers import in their order")
    return 1 if wrong else 0


def against_the_order(imports: Mapping[str, set[str]]) -> Iterator[str]:
    """Yield a line for each import between layers that goes against their order."""
    for name in sorted(imports):
        if package_of(name) != REFEREE or (layer := layer_of(name)) in {"", ENTRY}:
            continue
        if layer not in LAYERS + COMMON:
            yield f"{name}: {layer} is no layer of the referee; the layers are {', '.join(LAYERS)}"
            continue
        for other in sorted(imports[name]):
            there = layer_of(other) if package_of(other) == REFEREE else ""
            if there not in {"", layer} and there in LAYERS and (
                    layer in COMMON or LAYERS.index(there) > LAYERS.index(layer)):
                yield f"{name} imports {other}, but {layer} stands below {there}"


def up_to_modules(imports: Mapping[str, set[str]]) -> Iterator[str]:
    """Yield a line for each import by which a file of a game's base knows one of the game's modules."""
    for name in sorted(imports):
        game, _, file = name.removeprefix(f"{GAMES}.").partition(".")
        if not name.startswith(f"{GAMES}.") or file in ROOT_OF_GAME or file.partition(".")[0] == "modules":
            continue
        for other in sorted(imports[name]):
            if f"{other}.".startswith(f"{GAMES}.{game}.modules."):
                yield f"{name} imports {other}, but only {' and '.join(ROOT_OF_GAME)} of a game know its modules"


def without_description(modules: Mapping[str, Path]) -> Iterator[str]:
    """Yield a line for each folder of the referee whose `__init__` does not say what lives there."""
    for folder in sorted({path.parent for name, path in modules.items() if package_of(name) == REFEREE}):
        init = folder / "__init__.py"
        if "migrations" in folder.parts:  # Alembic finds its versions there by path
            continue
        if not init.exists() or ast.get_docstring(ast.parse(init.read_text())) is None:
            yield f"{init.relative_to(ROOT)}: a docstring must say what lives in this folder and what it may not touch"


def layer_of(module: str) -> str:
    """Return the part of a dotted name below its package; empty for the package itself."""
    return f"{module}..".split(".")[1]


def modules_below(source: Path) -> Iterator[tuple[str, Path]]:
    """Yield every module of a source root by its dotted name; generated ones are left out."""
    for path in sorted(source.rglob("*.py")):
        parts = path.relative_to(source).with_suffix("").parts
        if parts[0] in MAY_IMPORT:
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def imported(name: str, path: Path, modules: Mapping[str, Path]) -> Iterator[str]:
    """Yield the modules of ours that a module imports, inside functions and for type checkers included."""
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
    """Return the top of a dotted name."""
    return module.partition(".")[0]


if __name__ == "__main__":
    sys.exit(main())
