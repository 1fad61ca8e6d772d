"""Fails if two classes have one name: a name has one meaning.

Games are left out: the option that a bot takes and the frame that carries it out both have the rulebook's word.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REALMS = (
    ("engine/lawspeaker_engine", "referee/lawspeaker_referee"),
    ("clients/python/src/lawspeaker_bot", "bots/lawspeaker_bots"),
)
"""Within each of these no two classes have one name: the referee with the rules, the SDK with our bots."""


def main() -> int:
    """Print a line for each name that two classes have; return 1 if there is any."""
    doubles = [f"class {name} is in {', '.join(files)}" for realm in REALMS
               for name, files in sorted(places_of(realm).items()) if len(files) > 1]
    print("\n".join(doubles) or "one class a name")
    return 1 if doubles else 0


def places_of(folders: tuple[str, ...]) -> dict[str, list[str]]:
    """Return the files of each public class of these folders."""
    places: dict[str, list[str]] = defaultdict(list)
    for path in (path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))):
        for name in classes_of(path) if "games" not in path.parts else ():
            places[name].append(str(path.relative_to(ROOT)))
    return places


def classes_of(path: Path) -> Iterator[str]:
    """Yield the names of the public classes at the top of a module."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


if __name__ == "__main__":
    sys.exit(main())
