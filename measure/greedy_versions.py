"""The `greedy` of another checkout, so that a new version can be measured against an old one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

GREEDY: Final = "greedy"
_PACKAGE: Final = "lawspeaker_bots"

Scores = Callable[[Any], Sequence[float] | None]


def is_greedy(text: str) -> bool:
    """Return whether a text names `greedy`, or with `greedy@FOLDER` the one of another checkout."""
    return text.partition("@")[0] == GREEDY


@cache
def scores_of(text: str, game: str) -> Scores | None:
    """Return the rules of thumb that `greedy` or `greedy@FOLDER` has for a game."""
    folder = text.partition("@")[2]
    if not folder:
        scores: dict[str, Scores] = import_module(f"{_PACKAGE}.greedy").SCORES
        return scores.get(game)
    bots = Path(folder) / "bots"
    if not (bots / _PACKAGE / "greedy").is_dir():
        raise SystemExit(f"{text}: no greedy in {bots}; name the folder of a checkout")
    with _imported_from(bots):
        scores = import_module(f"{_PACKAGE}.greedy").SCORES
        return scores.get(game)


@contextmanager
def _imported_from(folder: Path) -> Iterator[None]:
    """Import the package of the bots from another folder meanwhile; its modules keep one another afterwards."""
    ours = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == _PACKAGE}
    for name in ours:
        del sys.modules[name]
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if name.partition(".")[0] == _PACKAGE]:
            del sys.modules[name]
        sys.modules.update(ours)
