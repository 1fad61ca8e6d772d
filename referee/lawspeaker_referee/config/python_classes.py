"""Classes of Python that specs name as `package.module:Class`: where their files are, and the classes themselves."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any


def files_of(python_class: str) -> Path | None:
    """Return the folder of the package that a class is in, or the file of a module alone; None if it is not found."""
    _see_working_folder()
    with suppress(ImportError, ValueError):
        found = find_spec(python_class.partition(".")[0].partition(":")[0])
        if found is not None and found.submodule_search_locations:
            return Path(next(iter(found.submodule_search_locations)))
        if found is not None and found.has_location and found.origin:
            return Path(found.origin)
    return None


def load(python_class: str) -> Any:
    """Return what a spec names. Raises ImportError, AttributeError, and whatever the module raises."""
    _see_working_folder()
    module, _, name = python_class.partition(":")
    return getattr(import_module(module), name)


def _see_working_folder() -> None:
    """Let modules of the working folder be found, as `python -m` does; last, so that they hide no others."""
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)
